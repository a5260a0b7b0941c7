"""`model list`, `check` and `pull`: what can answer, whether it does, and the embedded model's weights."""

import argparse
import os
import sys
from collections.abc import Callable
from secrets import token_hex

from sleuth import models
from sleuth.commands.options import Commands, Parser, result, say
from sleuth.errors import CallerError, ServiceError
from sleuth.models import split
from sleuth.models.findings import Findings, advice, told
from sleuth.models.probing import probe
from sleuth.settings import load
from sleuth.views.show import visible


def register(commands: Commands, common: Parser) -> None:
    """Add the command and what it offers."""
    model = commands.add_parser("model", parents=[common], help="what can answer, and whether it does")
    actions = model.add_subparsers(metavar="ACTION", required=True)
    parser = actions.add_parser("list", parents=[common], help="what can answer here")
    parser.set_defaults(run=listing)
    parser = actions.add_parser(
        "check", parents=[common], help="put a few small questions to a model, and tell what it can do"
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="the model in the settings when not given")
    parser.set_defaults(run=check)
    parser = actions.add_parser("pull", parents=[common], help="fetch weights: embedded, or minilm")
    parser.add_argument("name", metavar="NAME")
    parser.set_defaults(run=pull)


def listing(arguments: argparse.Namespace) -> int:
    """The embedded model, the servers found on this machine, and what a key opens."""
    # Imported where needed, here and below, because most commands do without and need not wait for it.
    from sleuth.models import presets, weights

    ready, key = weights.is_ready(), bool(os.environ.get("OPENAI_API_KEY"))
    fetched = str(weights.weights_path()) if ready else "`model pull embedded` fetches its weights, 1.1 GB, once"
    address = load().base_url or presets.PRESETS["openai"]
    rows: list[dict[str, object]] = [
        {"name": "embedded", "ready": ready, "note": fetched},
        *({"name": f"{s.name}/{m}", "ready": True, "note": s.url} for s in presets.find_servers() for m in s.models),
        {"name": "openai", "ready": key, "note": address if key else f"set OPENAI_API_KEY to use {address}"},
    ]
    text = "\n".join(f"{'✓' if r['ready'] else '–'} {r['name']}  {r['note']}" for r in rows)
    result(rows, text, as_json=arguments.json)
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Put a few small questions to a model; tell what came back, what it can do and how fast it is."""
    name = arguments.name or load().model
    provide(name)
    model = models.connect(name, load({"model": name}))
    found = Findings(asked=name)
    for found in probe(model, name, token_hex(8)):
        if found.reply is not None and found.doing:
            say(f"  {found.doing} …")
    if found.reply is None:
        raise ServiceError(found.problem or f"The model {name!r} sent no reply.")
    document = {
        "name": name,
        "model": found.model,
        "reply": found.reply,
        "seconds": found.first_s,
        **found.model_dump(include={"form", "gives", "top", "context", "reads", "writes", "repeats", "problem"}),
        "advice": advice(found),
    }
    rows = (f"  {label:<18}{visible(value)}" for label, value in told(found))
    problem = (found.problem,) if found.problem else ()
    text = "\n".join((f"{name} answers: {visible(found.reply)}", *rows, *problem, *advice(found)))
    result(document, text, as_json=arguments.json)
    return 0


def pull(arguments: argparse.Namespace) -> int:
    """Fetch the weights of the embedded model, or of the embedding `minilm`, or finish fetching them."""
    from sleuth.models import weights
    from sleuth.search.embeddings import minilm

    match arguments.name:
        case "embedded":
            provide(arguments.name)
            path = weights.weights_path()
        case "minilm":
            path = minilm.fetch(bar())
        case name:
            raise CallerError(
                f"Only 'embedded' and 'minilm' have weights to fetch; {name!r} is served by a program of its own."
            )
    result({"name": arguments.name, "path": str(path)}, "The weights are in place.", as_json=arguments.json)
    return 0


def provide(name: str) -> None:
    """Fetch the embedded model's weights, with a progress bar, when this model needs them and they are not there."""
    if split(name) != ("embedded", None):
        return
    from sleuth.models import weights

    if not weights.is_ready():
        say("Fetching the embedded model's weights, once.")
        weights.fetch(bar())


def bar() -> Callable[[int, int], None]:
    """A progress bar on a terminal; elsewhere a line every tenth part."""
    told = -1

    def progress(done: int, total: int) -> None:
        nonlocal told
        share = 100 * done // total
        if sys.stderr.isatty():
            end = "\n" if done >= total else ""
            print(
                f"\r  {'█' * (share // 4):<25} {share:3} %  {done / 1e6:,.0f} MB",
                end=end,
                file=sys.stderr,
                flush=True,
            )
        elif share // 10 > told:
            told = share // 10
            say(f"  {share} %  {done / 1e6:,.0f} MB of {total / 1e6:,.0f}")

    return progress
