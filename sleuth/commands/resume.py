"""`resume RUN`: carry an interrupted, paused, stopped or failed run on to its end."""

import argparse

from sleuth.carrying import own
from sleuth.commands.carrying import carry_on, conclude, opened
from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.pasted.records import PASTED, only_audited
from sleuth.settings import load
from sleuth.store import Log


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("resume", parents=[common], help="carry an interrupted run on to its end")
    parser.add_argument("identity", metavar="RUN")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """A finished run is told as it ended."""
    log, identity = Log(log_path(arguments.log)), arguments.identity
    state = replay(log.entries(identity))
    if state.memory == PASTED:
        raise only_audited(identity)
    if state.status == "finished":
        return conclude(log, identity, as_json=arguments.json)
    log.claim(identity)
    try:
        chosen = own(load(), state)
        provide(chosen.model)
        return carry_on(log, identity, chosen, opened(chosen), as_json=arguments.json)
    finally:
        log.release(identity)
