"""`recall DATA`: how much of the evidence of questions is retrieved, stage by stage, of LoCoMo's dialogues or of the
paragraphs of a data set.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, add_measuring, add_settings, positive, settings
from sleuth.errors import CallerError

if TYPE_CHECKING:
    from sleuth.evaluate.recall import Stages

STAGES = (
    "plain (rankings that ask no model), loop (the settings followups, rerank and rounds), investigation (what whole "
    "investigations bring up); by default plain, and the loop where the settings give it a stage"
)


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("recall", parents=[common], help="measure how much evidence is retrieved")
    parser.add_argument(
        "data", metavar="DATA", type=Path, help="LoCoMo's dialogues, or questions with marked paragraphs"
    )
    add_settings(parser)
    parser.add_argument("-k", metavar="N", type=positive, help="passages returned (50 of dialogues, else 20)")
    parser.add_argument("--stages", metavar="NAME[,…]", default="", help=STAGES)
    add_measuring(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure; the figures are `sleuth.evaluate`'s affair."""
    # Imported here, so that no other command waits for it.
    from sleuth.evaluate import recall

    chosen = settings(arguments)
    choice = recall.Choice(
        data=arguments.data,
        stages=stages(arguments.stages),
        k=arguments.k,
        n=arguments.n,
        seed=arguments.seed,
        output=arguments.output,
        resume=arguments.resume,
        as_json=arguments.json,
    )
    if {"loop", "investigation"} & {*recall.wanted(choice, chosen)}:
        provide(chosen.model)
    return recall.run(chosen, choice)


def stages(text: str) -> "tuple[Stages, ...]":
    """The stages named, in the order in which they are measured; CallerError when one is unknown."""
    from sleuth.evaluate.recall import Stages

    known: tuple[Stages, ...] = get_args(Stages)
    named = [name.strip() for name in text.split(",") if name.strip()]
    if unknown := [name for name in named if name not in known]:
        raise CallerError(f"The stage {unknown[0]!r} is not known; use {', '.join(known)}, with commas between.")
    return tuple(stage for stage in known if stage in named)
