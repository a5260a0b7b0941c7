"""`runs` and `show RUN`: what the log holds."""

import argparse
import sys
from typing import get_args

from sleuth.commands.options import Commands, Parser, positive, result
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.state import State
from sleuth.store import Log, RunRow, Wanted
from sleuth.store.finding import Order, Origin, Standing
from sleuth.values import plain
from sleuth.views.projection import project
from sleuth.views.show import render, visible


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser("runs", parents=[common], help="list the runs of the log, newest first")
    parser.add_argument(
        "--search", metavar="WORDS", default="", help="words of question, answer, facts, title or tags"
    )
    standings, origins = get_args(Standing), get_args(Origin)
    parser.add_argument("--status", action="append", default=[], choices=standings, help="may be repeated")
    parser.add_argument("--model", action="append", default=[], metavar="NAME")
    parser.add_argument("--memory", action="append", default=[], metavar="NAME")
    parser.add_argument("--origin", action="append", default=[], choices=origins)
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="of several it must bear all")
    parser.add_argument("--order", choices=get_args(Order), default="newest")
    parser.add_argument("--limit", metavar="N", type=positive, default=sys.maxsize, help="only so many")
    parser.set_defaults(run=runs)
    parser = commands.add_parser("show", parents=[common], help="a run's answer, ledger and tree")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--at", metavar="SEQ", type=int, help="as they stood at this event")
    parser.set_defaults(run=show)


def runs(arguments: argparse.Namespace) -> int:
    """Every run that is wanted, one line each."""
    log = Log(log_path(arguments.log))
    rows = log.runs(_wanted(log, arguments), limit=arguments.limit)
    none = "None of the runs fits." if log.count() else "No runs yet; `ask QUESTION` makes one."
    text = "\n".join(_line(row) for row in rows) or none
    result([{"run": row.id, **row.model_dump(exclude={"id"})} for row in rows], text, as_json=arguments.json)
    return 0


def _wanted(log: Log, arguments: argparse.Namespace) -> Wanted:
    in_use = {plain(tag): tag for tag in log.choices().tags}
    return Wanted(
        words=arguments.search,
        standings=tuple(arguments.status),
        models=tuple(arguments.model),
        memories=tuple(arguments.memory),
        origins=tuple(arguments.origin),
        tags=tuple(in_use.get(plain(tag), tag) for tag in arguments.tag),
        order=arguments.order,
    )


def _line(row: RunRow) -> str:
    outcome = visible(row.answer or row.cause or "")
    when = row.created_at[:16].replace("T", " ")
    tags = "".join(f"[{visible(tag)}] " for tag in row.tags)
    title = f"{visible(row.title)} · " if row.title else ""
    told = f"{tags}{title}{visible(row.question)}{' → ' if outcome else ''}{outcome}"
    return f"{row.id}  {when}  {row.status:<11}  {told}"


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
