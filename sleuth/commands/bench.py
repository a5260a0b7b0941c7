"""`bench`: how fast state follows events, a large collection is searched, and the page answers, against budgets."""

import argparse
from typing import TYPE_CHECKING

from sleuth.commands.options import Commands, Parser, positive, result, say

if TYPE_CHECKING:
    from sleuth.evaluate.dashboard_speed import Waited
    from sleuth.evaluate.retrieval_speed import Figure
    from sleuth.evaluate.speed import Timing

GROUPS = ("state", "retrieval", "dashboard")


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("bench", parents=[common], help="measure speed against budgets")
    parser.add_argument(
        "group",
        nargs="?",
        choices=GROUPS,
        help="only this one; else state and retrieval (dashboard needs playwright and Chromium)",
    )
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
    if arguments.group == "dashboard":
        from sleuth.evaluate.dashboard_speed import waits

        rows = []
        for waited in waits():
            quantiles = {"p50": waited.quantile(0.5), "p95": waited.quantile(0.95)}
            rows.append({**waited.model_dump(), **quantiles, "within": waited.within})
            lines.append(_seen(waited))
            say(f"measured: {waited.name}")
        document["dashboard"] = rows
    result(document, "\n".join(lines), as_json=arguments.json)
    return 0


def _line(row: "Timing") -> str:
    return f"{_mark(row.within)}{row.seconds * 1e3:10.3f} ms of {row.budget * 1e3:7.3f} ms  {row.name}"


def _measured(row: "Figure") -> str:
    value = "–" if row.value is None else f"{row.value:,.3f}"
    budget = "" if row.budget is None else f"of {row.budget:7.3f} {row.unit}"
    note = f" ({row.note})" if row.note else ""
    return f"{_mark(row.within)}{value:>10} {row.unit:2} {budget:13}  {row.size:,} passages, {row.name}{note}"


def _seen(row: "Waited") -> str:
    values = f"{row.quantile(0.95):10,.1f} {row.unit:2} of {row.budget:7,.0f} {row.unit}"
    return f"{_mark(row.within)}{values}  {row.name} (p95 of {len(row.values)}; median {row.quantile(0.5):,.1f})"


def _mark(within: bool | None) -> str:
    return f"{'' if within is None else 'within' if within else 'OVER':7}"
