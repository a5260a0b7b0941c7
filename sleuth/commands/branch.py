"""`branch RUN --at SEQ`: go on from an event of a run with other means, or with a fact of it rejected."""

import argparse

from sleuth import memory, profiles, search
from sleuth.acts import Intervention, perform
from sleuth.branching import branch, cut
from sleuth.carrying import own
from sleuth.commands.carrying import carry_on, opened
from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, add_settings, chosen, say
from sleuth.folders import log_path
from sleuth.person import author
from sleuth.settings import load, revised
from sleuth.store import Log


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("branch", parents=[common], help="go on from an event of a run in another way")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--at", metavar="SEQ", type=int, required=True, help="the last event that both share")
    add_settings(parser)
    parser.add_argument("--reject", metavar="FACT", help="refute this fact first")
    parser.add_argument("--reason", metavar="TEXT", default="", help="why it is rejected")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """What is not chosen anew stays as it was for the run at that event."""
    log, parent = Log(log_path(arguments.log)), arguments.identity
    place, state = cut(log, parent, arguments.at)
    named = profiles.read(arguments.profile) if arguments.profile else {}
    settings = revised(own(load(), state), {**named, **chosen(arguments)})
    rejected = None
    # Whatever is wrong is told before a large file is fetched, and before anything is recorded.
    if arguments.reject is not None:
        rejected = Intervention(act="reject fact", author=author(), reason=arguments.reason, target=arguments.reject)
        perform(state, rejected)
    memory.strategy(settings.memory)
    search.connect(settings)
    provide(settings.model)
    connect = opened(settings)
    identity = branch(log, parent, place, settings, change=rejected)
    within = f" ({arguments.at} is within a step)" if place != arguments.at else ""
    say(f"run {identity}, branched from {parent} after event {place}{within}")
    return carry_on(log, identity, settings, connect, as_json=arguments.json)
