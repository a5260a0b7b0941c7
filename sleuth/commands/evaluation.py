"""`eval DATA`: accuracy, calls, tokens and seconds over a data file."""

import argparse
from pathlib import Path

from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, add_settings, positive, settings


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("eval", parents=[common], help="measure accuracy and cost over a data file")
    parser.add_argument("data", metavar="DATA", type=Path, help="questions, one JSON object a line, or casebook")
    add_settings(parser)
    parser.add_argument("--hops", metavar="N", type=positive, help="only questions of so many hops")
    parser.add_argument("--n", metavar="N", type=positive, help="so many questions, drawn at random")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="which ones are drawn (0)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="where the figures are written")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure; the figures are `sleuth.evaluate`'s affair."""
    # Imported here, so that no other command waits for it.
    from sleuth import evaluate

    arguments.settings = settings(arguments)
    provide(arguments.settings.model)
    return evaluate.run(arguments)
