"""`compare RUN RUN …`: two or more runs side by side, as a page of the dashboard shows them."""

import argparse
from collections.abc import Iterator, Sequence

from sleuth.commands.options import Commands, Parser, result
from sleuth.errors import CallerError
from sleuth.folders import log_path
from sleuth.rewinding import rewind
from sleuth.store import Log
from sleuth.views.comparison import LETTERS, Comparison, Way, compare, verdict
from sleuth.views.facts_across import FactAcross
from sleuth.views.show import visible


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("compare", parents=[common], help="what runs agree on, and where they part")
    parser.add_argument("identities", metavar="RUN", nargs="+", help=f"2 to {len(LETTERS)} runs")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Each run gets a letter; facts are told by the letters of those that reached them."""
    log, wanted = Log(log_path(arguments.log)), tuple(dict.fromkeys(arguments.identities))
    if not 2 <= len(wanted) <= len(LETTERS):
        raise CallerError(f"compare wants 2 to {len(LETTERS)} different runs, not {len(wanted)}; `runs` lists them.")
    told = compare([_way(log, identity) for identity in wanted])
    document = {"verdict": verdict(told), **told.model_dump(mode="json")}
    result(document, "\n".join(_lines(told)), as_json=arguments.json)
    return 0


def _way(log: Log, identity: str) -> Way:
    row = log.run(identity)
    if row is None:
        raise CallerError(f"There is no run {identity!r} in {log.path}; `runs` lists them.")
    return Way(identity, row.title, row.status, *rewind(log.path, identity, row.seq))


def _lines(told: Comparison) -> Iterator[str]:
    yield visible(verdict(told))
    for run in told.runs:
        named = visible(run.name)
        yield f"{run.letter}  {run.run}  {run.status:<11}  {visible(run.model)}, memory {run.memory}  {named}"
    if not told.one_question:
        yield "They were asked different questions."
    yield from ("", "WHERE THEY PARTED", *(f"  {line}" for line in _parting(told)))
    yield from _facts(told)
    figures = [(f.name, [_figure(value) for value in f.values]) for f in told.costs]
    yield from _table("COSTS", told, figures)
    yield from _table("SETTINGS THAT DIFFER", told, [(s.name, list(s.values)) for s in told.settings])
    yield from _table("SOURCES", told, [(s.title, [use or "–" for use in s.uses]) for s in told.sources])


def _parting(told: Comparison) -> Iterator[str]:
    if not told.parting.parted:
        yield f"nowhere: {told.parting.together} steps, all alike"
        return
    yield f"after {told.parting.together} steps taken alike"
    for run, step in zip(told.runs, told.parting.next, strict=True):
        yield f"{run.letter}  {f'step {step.number}: {visible(step.title)}' if step else 'no further step'}"
        yield from (f"     {visible(note)}" for note in (step.notes if step else ()))


def _facts(told: Comparison) -> Iterator[str]:
    """The facts by who reached them: those of all first, then those of fewer."""
    groups = sorted({fact.reached for fact in told.facts}, key=lambda reached: (-len(reached), reached))
    for reached in groups:
        letters = "".join(told.runs[place].letter for place in reached)
        yield from ("", f"FACTS OF {' '.join(letters)}")
        for fact in told.reached_by(*reached):
            yield f"  {visible(fact.statement)}  ({', '.join(_holding(told, fact))})"


def _holding(told: Comparison, fact: FactAcross) -> Iterator[str]:
    for run, held, otherwise in zip(told.runs, fact.held, fact.otherwise, strict=True):
        if held:
            yield f"{run.letter} {held.facts[0]} {held.status}{' pinned' if held.pinned else ''}"
        elif otherwise:
            yield f"{run.letter} has {visible('; '.join(otherwise))}"


def _table(title: str, told: Comparison, rows: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    if not rows:
        return
    head = ("", [run.letter for run in told.runs])
    shown = [(visible(name), [visible(value) for value in values]) for name, values in (head, *rows)]
    first = max(len(name) for name, _ in shown)
    widths = [max(len(values[place]) for _, values in shown) for place in range(len(told.runs))]
    yield from ("", title)
    for name, values in shown:
        cells = "  ".join(f"{value:<{width}}" for value, width in zip(values, widths, strict=True))
        yield f"  {name:<{first}}  {cells}".rstrip()


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:,.6g}"
