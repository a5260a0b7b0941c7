"""`bench`: how fast the state follows its events and a repair is decided, against budgets."""

import argparse
from typing import TYPE_CHECKING

from sleuth.commands.options import Commands, Parser, result, say

if TYPE_CHECKING:
    from sleuth.evaluate.speed import Timing


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("bench", parents=[common], help="measure speed against budgets")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Every measurement as it comes, then all of them; a budget that is not kept is said, not punished."""
    # Imported here, so that no other command waits for it.
    from sleuth.evaluate.speed import timings

    rows = []
    for timing in timings():
        rows.append(timing)
        say(f"measured: {timing.name}")
    text = "\n".join(_line(row) for row in rows)
    result([{**t.model_dump(), "within": t.within} for t in rows], text, as_json=arguments.json)
    return 0


def _line(row: "Timing") -> str:
    mark = "within" if row.within else "OVER"
    return f"{mark:7}{row.seconds * 1e3:10.3f} ms of {row.budget * 1e3:7.3f} ms  {row.name}"
