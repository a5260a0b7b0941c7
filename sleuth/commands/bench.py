"""`bench`: how fast the state follows its events and a large collection is searched, against budgets."""

import argparse
from typing import TYPE_CHECKING

from sleuth.commands.options import Commands, Parser, positive, result, say

if TYPE_CHECKING:
    from sleuth.evaluate.retrieval_speed import Figure
    from sleuth.evaluate.speed import Timing

GROUPS = ("state", "retrieval")


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("bench", parents=[common], help="measure speed against budgets")
    parser.add_argument("group", nargs="?", choices=GROUPS, help="only this one; else both")
    parser.add_argument(
        "--n",
        metavar="N",
        type=positive,
        help="passages to search (100,000 and then 1,000,000, which takes ten minutes, 2 GB of disk and, for bm25s "
        "where it is installed, 6 GB of memory)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Every measurement as it comes, then all of them; a budget that is not kept is said, not punished."""
    document: dict[str, object] = {}
    lines: list[str] = []
    if arguments.group in (None, "state"):
        # Imported here, so that no other command waits for it.
        from sleuth.evaluate.speed import timings

        rows = []
        for timing in timings():
            rows.append({**timing.model_dump(), "within": timing.within})
            lines.append(_line(timing))
            say(f"measured: {timing.name}")
        document["state"] = rows
    if arguments.group in (None, "retrieval"):
        from sleuth.evaluate.retrieval_speed import SIZES, figures

        rows = []
        for figure in figures((arguments.n,) if arguments.n else SIZES):
            rows.append({**figure.model_dump(), "within": figure.within})
            lines.append(_measured(figure))
            say(f"measured: {figure.size:,} passages, {figure.name}")
        document["retrieval"] = rows
    result(document, "\n".join(lines), as_json=arguments.json)
    return 0


def _line(row: "Timing") -> str:
    return f"{_mark(row.within)}{row.seconds * 1e3:10.3f} ms of {row.budget * 1e3:7.3f} ms  {row.name}"


def _measured(row: "Figure") -> str:
    value = "–" if row.value is None else f"{row.value:,.3f}"
    budget = "" if row.budget is None else f"of {row.budget:7.3f} {row.unit}"
    note = f" ({row.note})" if row.note else ""
    return f"{_mark(row.within)}{value:>10} {row.unit:2} {budget:13}  {row.size:,} passages, {row.name}{note}"


def _mark(within: bool | None) -> str:
    return f"{'' if within is None else 'within' if within else 'OVER':7}"
