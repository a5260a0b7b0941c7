"""`runs` and `show RUN`: what the log holds."""

import argparse
import sys

from sleuth.commands.options import Commands, Parser, result
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.settings import log_path
from sleuth.state import State
from sleuth.store import Log, RunRow
from sleuth.views.projection import project
from sleuth.views.show import render, visible


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser("runs", parents=[common], help="list the runs of the log, newest first")
    parser.set_defaults(run=runs)
    parser = commands.add_parser("show", parents=[common], help="a run's answer, ledger and tree")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--at", metavar="SEQ", type=int, help="as they stood at this event")
    parser.set_defaults(run=show)


def runs(arguments: argparse.Namespace) -> int:
    """Every run, one line each."""
    rows = Log(log_path(arguments.log)).runs(limit=sys.maxsize)
    text = "\n".join(_line(row) for row in rows) or "No runs yet; `ask QUESTION` makes one."
    result([{"run": row.id, **row.model_dump(exclude={"id"})} for row in rows], text, as_json=arguments.json)
    return 0


def _line(row: RunRow) -> str:
    outcome = visible(row.answer or row.cause or "")
    when = row.created_at[:16].replace("T", " ")
    return f"{row.id}  {when}  {row.status:<11}  {visible(row.question)}{' → ' if outcome else ''}{outcome}"


def show(arguments: argparse.Namespace) -> int:
    """The run as it stands, or as it stood."""
    log, identity = Log(log_path(arguments.log)), arguments.identity
    state = stood(log, identity, arguments.at)
    row = log.run(identity)
    # Only the list of runs knows that a run was cut off; at an earlier event it was running.
    status = row.status if row and state.seq == row.seq else None
    result(project(identity, state, status), render(identity, state, status), as_json=arguments.json)
    return 0


def stood(log: Log, run: str, at: int | None) -> State:
    """A run's state at an event, or at its end; CallerError when there is no such run or event."""
    row = log.run(run)
    if row is None:
        raise CallerError(f"There is no run {run!r} in {log.path}; `runs` lists them.")
    if at is not None and not 1 <= at <= row.seq:
        raise CallerError(f"The run {run!r} has the events 1 to {row.seq}; --at {at} is none of them.")
    return replay(log.entries(run, upto=at))
