"""`act RUN ACT …` and `undo RUN SEQ`: step into a run from the terminal."""

import argparse
from typing import get_args

from sleuth.acts import Intervention, perform, undo
from sleuth.carrying import do
from sleuth.commands.options import Commands, Parser, result
from sleuth.errors import CallerError
from sleuth.folders import log_path
from sleuth.gate import Step
from sleuth.person import Act, author
from sleuth.store import Log
from sleuth.views.projection import project
from sleuth.views.show import render

ACTS: dict[str, Act] = {act.replace(" ", "-"): act for act in get_args(Act)}


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser("act", parents=[common], help="pin, reject or edit a fact, add a question, …")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("act", metavar="ACT", help=f"one of: {', '.join(ACTS)}")
    parser.add_argument("target", metavar="TARGET", nargs="?", default="", help="the id of what it is done to")
    parser.add_argument("value", metavar="VALUE", nargs="?", default="", help="a value, question, order or passage")
    parser.add_argument("--title", default="", help="title of a passage that is added")
    parser.add_argument("--url", help="its address")
    parser.add_argument("--date", help="the ISO date it speaks from")
    _signed(parser)
    parser.set_defaults(run=act)
    parser = commands.add_parser("undo", parents=[common], help="undo what a person did")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("at", metavar="SEQ", type=int, help="the event of the act; `show` lists them")
    _signed(parser)
    parser.set_defaults(run=take_back)


def _signed(parser: Parser) -> None:
    parser.add_argument("--reason", required=True, help="why, for whoever reads the record")
    parser.add_argument("--author", default=author(), help="who decides (your name on this machine)")


def act(arguments: argparse.Namespace) -> int:
    """The run as the act leaves it."""
    name = ACTS.get(arguments.act, arguments.act)
    if name not in ACTS.values():
        raise CallerError(f"The act {arguments.act!r} is not known; use one of: {', '.join(ACTS)}.")
    wanted = Intervention.model_validate(
        {"act": name, **{k: getattr(arguments, k) for k in Intervention.model_fields if k != "act"}}
    )
    return _record(arguments, lambda state: perform(state, wanted))


def take_back(arguments: argparse.Namespace) -> int:
    """The run as it is once the act is undone."""
    return _record(arguments, lambda state: undo(state, arguments.at, arguments.author, arguments.reason))


def _record(arguments: argparse.Namespace, step: Step) -> int:
    log, run = Log(log_path(arguments.log)), arguments.identity
    state = do(log, run, step)
    row = log.run(run)
    status = row.status if row else state.status
    result(project(run, state, status), render(run, state, status), as_json=arguments.json)
    return 0
