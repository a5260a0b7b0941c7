"""The figures of the synthetic worlds as text for the terminal and as one JSON document."""

from collections.abc import Sequence

from sleuth.evaluate.comparison import (
    HARMS,
    MEASURES,
    Crossing,
    Expectation,
    Figure,
    Measure,
    Parting,
    Row,
    crossings,
    expectations,
    partings,
    rows,
)
from sleuth.evaluate.repairs import Outcome

LEGEND = """\
Shares in per cent, 95 % intervals in brackets (Wilson for right, detected and replaced, else bootstrap over runs).
false, lost: share of slots whose searches bring a false report, and of recorded dependencies that were lost.
stale seen, said: share of contexts after the first repair, and of claims, that hold what rests on a refuted fact.
over, under: share of independent facts that repairs removed, and of dependent ones that they left standing.
repeated: searches for a question searched before. recovery: model calls from the correction to the right answer.
wrongly: repairs, a run, that replaced a right value. – : there was nothing to measure."""


def text(runs: Sequence[Outcome]) -> str:
    """Everything that is printed: the tables, what was expected, and where curves cross."""
    whole = [run for run in runs if run.false == run.dropped == 0]
    return "\n\n".join(
        (
            LEGEND,
            _table(rows(runs)),
            "By depth, with nothing harmed:\n" + _table(rows(whole, by_depth=True)),
            "Expected, at 0 % of everything (selective less hard, world by world):\n"
            + "\n".join(map(_expectation, expectations(runs))),
            "Where curves cross (one policy less the other, measured before and after):\n"
            + ("\n".join(map(_crossing, crossings(runs))) or "  nowhere"),
            "Where selective leaves another policy with which it begins:\n"
            + ("\n".join(map(_parting, partings(runs))) or "  nowhere"),
        )
    )


def document(runs: Sequence[Outcome], seed: int) -> dict[str, object]:
    """The same as one JSON document, with the figures of every depth."""
    return {
        "seed": seed,
        "runs": len(runs),
        "rows": [_row(row) for row in rows(runs)],
        "rows_by_depth": [_row(row) for row in rows(runs, by_depth=True)],
        "expectations": [{**x._asdict(), "found": x.found._asdict()} for x in expectations(runs)],
        "crossings": [
            {**x._asdict(), "before": x.before._asdict(), "after": x.after._asdict()} for x in crossings(runs)
        ],
        "partings": [{**x._asdict(), "after": x.after._asdict()} for x in partings(runs)],
    }


def _row(row: Row) -> dict[str, object]:
    return {**row._asdict(), "figures": {name: figure._asdict() for name, figure in row.figures.items()}}


def _table(made: Sequence[Row]) -> str:
    head = ["shape", "depth", "false", "lost", "policy", "n", *(measure.title for measure in MEASURES)]
    lines = [head]
    for row in made:
        case = [row.shape, str(row.depth or "all"), f"{row.false:.0%}", f"{row.dropped:.0%}", row.policy, str(row.n)]
        lines.append([*case, *(_cell(measure, row.figures[measure.name]) for measure in MEASURES)])
    widths = [max(len(line[i]) for line in lines) + 2 for i in range(len(head))]
    return "\n".join("".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def _cell(measure: Measure, figure: Figure) -> str:
    if figure.value is None or figure.interval is None:
        return "–"
    return f"{_said(measure, figure.value)} [{' '.join(_said(measure, end) for end in figure.interval)}]"


def _said(measure: Measure, value: float) -> str:
    return f"{100 * value:.0f}" if measure.share else f"{value:.1f}"


def _expectation(x: Expectation) -> str:
    verdict = {True: "confirmed", False: "refuted", None: "left open"}[x.holds]
    return f"  {verdict:10} {x.shape}: {x.text}; {_difference(x.found)}"


def _crossing(x: Crossing) -> str:
    if not x.before.value or x.before.value < 0:
        higher, lower = x.other, x.one
    else:
        higher, lower = x.one, x.other
    return (
        f"  {x.measure.replace('_', ' ')}, {x.shape}, {HARMS[x.harm]}: {higher} is above {lower} up to "
        f"{x.at:.0%}, below it from there on; {x.one} less {x.other}: {_difference(x.before)}, then "
        f"{_difference(x.after)}"
    )


def _parting(x: Parting) -> str:
    way = "above" if (x.after.value or 0) > 0 else "below"
    return (
        f"  {x.measure.replace('_', ' ')}, {x.shape}, {HARMS[x.harm]}: {x.one} is {way} {x.other} at {x.at:.0%}, "
        f"{_difference(x.after)}"
    )


def _difference(figure: Figure) -> str:
    if figure.value is None or figure.interval is None:
        return "nothing to compare"
    low, high = figure.interval
    return f"{figure.value:+.3f} [{low:+.3f} {high:+.3f}], n = {figure.n}"
