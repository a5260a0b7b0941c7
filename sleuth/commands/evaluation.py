"""`eval DATA`: accuracy, calls, tokens and seconds over a data file, of one way of investigating or of several."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth import memory
from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, add_measuring, add_settings, positive, settings
from sleuth.errors import CallerError
from sleuth.settings import load

if TYPE_CHECKING:
    from sleuth.evaluate.pairs import Judge
    from sleuth.evaluate.results import Way

SYNTHETIC = "synthetic"
"""What stands for the data file where repair policies are measured in made-up worlds."""

PAIRS = "pairs"
"""What stands for the data file where the checks of citations are measured; the files follow."""

AGAINST = "measure with these settings changed as well, and compare; may be repeated (commit=state; memory=flat)"


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("eval", parents=[common], help="measure accuracy and cost over a data file")
    parser.add_argument(
        "data",
        metavar="DATA",
        type=Path,
        help="questions, one JSON object a line, or: casebook, controls, synthetic, pairs",
    )
    parser.add_argument(
        "files", metavar="FILE", type=Path, nargs="*", help="of pairs: the data files to make claims from"
    )
    add_settings(parser)
    parser.add_argument("--against", metavar="KEY=VALUE[,…]", action="append", default=[], help=AGAINST)
    parser.add_argument("--hops", metavar="N", type=positive, help="only questions of so many hops")
    drawn = "so many questions, drawn at random; of synthetic, so many worlds of each shape; of pairs, of each kind"
    add_measuring(parser, drawn)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure; the figures are `sleuth.evaluate`'s affair."""
    # Imported here, so that no other command waits for it.
    if str(arguments.data) == SYNTHETIC and not arguments.data.exists():
        from sleuth.evaluate import synthetic

        return synthetic.run(n=arguments.n, seed=arguments.seed, output=arguments.output, as_json=arguments.json)
    if str(arguments.data) == PAIRS and not arguments.data.exists():
        from sleuth.evaluate import pairs

        files, n, seed, judge = arguments.files, arguments.n, arguments.seed, _judge(arguments.model)
        return pairs.run(files, n=n, seed=seed, output=arguments.output, as_json=arguments.json, judge=judge)
    if arguments.files:
        raise CallerError(f"One data file is measured at a time, not {str(arguments.files[0])!r} as well.")
    from sleuth import evaluate

    chosen = ways(arguments)
    for model in dict.fromkeys(way.settings.model for way in chosen):
        provide(model)
    return evaluate.run(
        chosen,
        evaluate.Choice(
            data=arguments.data,
            hops=arguments.hops,
            n=arguments.n,
            seed=arguments.seed,
            output=arguments.output,
            log=Path(arguments.log) if arguments.log else None,
            resume=arguments.resume,
            as_json=arguments.json,
        ),
    )


def _judge(name: str | None) -> "Judge | None":
    """What says whether passages entail a claim, where a model is named."""
    if name is None:
        return None
    from sleuth import models
    from sleuth.audit.entailment import judged_by

    provide(name)
    chosen = load({"model": name})
    model = models.connect(chosen.model, chosen)
    return lambda claim, cited: judged_by(model, claim, cited)


def ways(arguments: argparse.Namespace) -> "tuple[Way, ...]":
    """The ways to measure: each memory of a list `retree,flat`, then the first with each `--against` on top.

    Raises CallerError when a memory or a setting is unknown, or two ways have one name.
    """
    from sleuth.evaluate.results import Way

    names = (arguments.memory or "").split(",")
    arguments.memory = names[0] or None
    base = settings(arguments)
    made = [Way(label=base.memory, settings=base)]
    made += [Way(label=name, settings=base.model_copy(update={"memory": name})) for name in names[1:]]
    for text in arguments.against:
        made.append(Way(label=text, settings=settings(_changed(arguments, text))))
    for way in made:
        memory.strategy(way.settings.memory)
    if len({way.label for way in made}) < len(made):
        raise CallerError(f"Two ways have one name: {', '.join(way.label for way in made)}; give each once.")
    return tuple(made)


def _changed(arguments: argparse.Namespace, text: str) -> argparse.Namespace:
    """The options with the settings of `text` on top, before an option that sets the same."""
    # A comma parts two settings only where another key follows: collections=a,b is one.
    pairs = re.split(r",(?=[\w.]+=)", text)
    keys = {pair.partition("=")[0].rpartition(".")[2] for pair in pairs}
    options = {"corpus" if key == "collections" else key for key in keys} - {"set"}
    kept = {name: None if name in options else value for name, value in vars(arguments).items()}
    return argparse.Namespace(**kept | {"set": [*arguments.set, *pairs]})
