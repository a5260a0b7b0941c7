"""The figures of the synthetic worlds: each policy by itself, two policies in the same worlds, and where they cross.

Proportions of runs have Wilson's interval. What is a share or a count within one run is averaged over the runs that
have it, with a bootstrap interval over runs, since what happens within one run is not independent.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sleuth.evaluate.repairs import Outcome
from sleuth.intervals import Interval, bootstrap, wilson

RESAMPLES = 500
"""Of a bootstrap: there are thousands of intervals to make."""


class Figure(NamedTuple):
    """A value with its 95 % interval over so many runs; None where no run has it."""

    value: float | None
    interval: Interval | None
    n: int


Of = Callable[[Outcome], float | None]


class Measure(NamedTuple):
    """What is measured of a run."""

    name: str
    title: str
    of: Of
    proportion: bool = False
    """Whether a run has it or has not."""
    share: bool = True
    """Whether it lies between 0 and 1; otherwise it is a count."""


def _share(part: Of, whole: Of) -> Of:
    return lambda run: (part(run) or 0) / n if (n := whole(run)) else None


MEASURES = (
    Measure("accuracy", "right", lambda r: r.right, proportion=True),
    Measure("detected", "detected", lambda r: r.detected, proportion=True),
    Measure("replaced", "replaced", lambda r: r.replaced, proportion=True),
    Measure("stale_contexts", "stale seen", _share(lambda r: r.contexts_stale, lambda r: r.contexts)),
    Measure("stale_claims", "stale said", _share(lambda r: r.claims_stale, lambda r: r.claims)),
    Measure("over_invalidation", "over", _share(lambda r: r.independent_removed, lambda r: r.independent)),
    Measure("under_invalidation", "under", _share(lambda r: r.dependent_kept, lambda r: r.dependent)),
    Measure("repeated_searches", "repeated", lambda r: r.repeated, share=False),
    Measure("calls_to_recovery", "recovery", lambda r: r.calls_to_recovery, share=False),
    Measure("false_repairs", "wrongly", lambda r: r.false_repairs, share=False),
)
"""What is measured, in the order of the table."""

BY_NAME = {measure.name: measure for measure in MEASURES}


def figure(measure: Measure, runs: Iterable[Outcome]) -> Figure:
    """One measure over some runs."""
    return _over([v for run in runs if (v := measure.of(run)) is not None], proportion=measure.proportion)


def _over(values: Sequence[float], *, proportion: bool = False) -> Figure:
    n = len(values)
    if not n:
        return Figure(None, None, 0)
    if proportion:
        return Figure(sum(values) / n, wilson(int(sum(values)), n), n)
    alike = len(set(values)) == 1  # every resample is the same
    interval = Interval(values[0], values[0]) if alike else bootstrap(values, RESAMPLES)
    return Figure(sum(values) / n, interval, n)


class Row(NamedTuple):
    """One policy under one pair of rates in worlds of one shape, of one depth or of all."""

    shape: str
    depth: int | None
    false: float
    dropped: float
    policy: str
    n: int
    figures: Mapping[str, Figure]


def rows(runs: Sequence[Outcome], *, by_depth: bool = False) -> tuple[Row, ...]:
    """The figures of all cases, in the order in which they were run."""

    alike: dict[tuple[str, int | None, float, float, str], list[Outcome]] = {}
    for run in runs:
        case = run.shape, run.depth if by_depth else None, run.false, run.dropped, run.policy
        alike.setdefault(case, []).append(run)
    return tuple(
        Row(*case, n=len(mine), figures={measure.name: figure(measure, mine) for measure in MEASURES})
        for case, mine in alike.items()
    )


def difference(measure: Measure, runs: Sequence[Outcome], one: str, other: str) -> Figure:
    """How much more the one policy has than the other, world by world."""

    def measured(policy: str) -> dict[tuple[str, int, float, float], float]:
        return {
            (run.shape, run.seed, run.false, run.dropped): value
            for run in runs
            if run.policy == policy and (value := measure.of(run)) is not None
        }

    first, second = measured(one), measured(other)
    return _over([first[key] - second[key] for key in first if key in second])


class Crossing(NamedTuple):
    """Two policies change places: the one is above the other at first, and below it later."""

    measure: str
    shape: str
    harm: str
    """`false` or `dropped`: which rate grows, the other being 0."""
    one: str
    other: str
    at: float
    """The rate at which the straight lines between the measured rates meet."""
    before: Figure
    """The difference, one less other, at the rate measured before and after."""
    after: Figure


CURVES = ("accuracy", "over_invalidation", "repeated_searches")
"""The measures that are drawn and whose crossings are looked for."""

HARMS = {"false": "false reports believed", "dropped": "recorded dependencies lost"}


def along(runs: Iterable[Outcome], harm: str) -> list[Outcome]:
    """The runs in which only this rate is above 0."""
    other = "dropped" if harm == "false" else "false"
    return [run for run in runs if getattr(run, other) == 0]


class Parting(NamedTuple):
    """Two policies that are alike at first and differ from some rate on, by more than chance."""

    measure: str
    shape: str
    harm: str
    one: str
    other: str
    at: float
    """The first measured rate at which the interval of the difference leaves 0 out."""
    after: Figure


def crossings(runs: Sequence[Outcome]) -> tuple[Crossing, ...]:
    """Every place where the curves of two policies cross."""
    found = []
    for pair, curve in _pairs(runs):
        last: tuple[float, float, Figure] | None = None
        for rate, figure in curve:
            value = figure.value
            if not value:
                continue  # equal: where they part again tells whether they crossed
            if last and last[1] * value < 0:
                at = last[0] + (rate - last[0]) * last[1] / (last[1] - value)
                found.append(Crossing(*pair, at=at, before=last[2], after=figure))
            last = rate, value, figure
    return tuple(found)


def partings(runs: Sequence[Outcome]) -> tuple[Parting, ...]:
    """Where the curve of `selective` leaves that of another policy with which it begins."""
    found = []
    for pair, curve in _pairs(runs):
        if pair.one == "selective" and not curve[0][1].value:
            clear = ((rate, figure) for rate, figure in curve if _without_0(figure))
            if first := next(clear, None):
                found.append(Parting(*pair, at=first[0], after=first[1]))
    return tuple(found)


def _without_0(figure: Figure) -> bool:
    return figure.interval is not None and not figure.interval.low <= 0 <= figure.interval.high


class _Pair(NamedTuple):
    measure: str
    shape: str
    harm: str
    one: str
    other: str


def _pairs(runs: Sequence[Outcome]) -> Iterator[tuple[_Pair, list[tuple[float, Figure]]]]:
    """Every two curves of one panel, as their difference at each rate."""
    for name in CURVES:
        for harm in HARMS:
            for shape in dict.fromkeys(run.shape for run in runs):
                mine = [run for run in along(runs, harm) if run.shape == shape]
                for one, other in combinations(dict.fromkeys(run.policy for run in mine), 2):
                    rates = sorted({getattr(run, harm) for run in mine})
                    alike = [[run for run in mine if getattr(run, harm) == rate] for rate in rates]
                    curve = [difference(BY_NAME[name], group, one, other) for group in alike]
                    yield _Pair(name, shape, harm, one, other), list(zip(rates, curve, strict=True))


class Expectation(NamedTuple):
    """Something that was expected of `selective` beside `hard`, and what was found."""

    text: str
    shape: str
    found: Figure
    """selective less hard, at 0 % of everything."""
    holds: bool | None
    """None when the interval leaves it open."""


def expectations(runs: Sequence[Outcome]) -> tuple[Expectation, ...]:
    """What was expected before measuring, against the runs in which nothing is harmed."""
    unharmed = [run for run in runs if run.false == run.dropped == 0]
    made = []
    for shape in dict.fromkeys(run.shape for run in unharmed):
        mine = [run for run in unharmed if run.shape == shape]
        lost = difference(BY_NAME["accuracy"], mine, "selective", "hard")
        made.append(Expectation("selective loses no accuracy to hard", shape, lost, _at_least_0(lost)))
        for name, text in (("over_invalidation", "removes"), ("repeated_searches", "repeats")):
            found = difference(BY_NAME[name], mine, "selective", "hard")
            if shape == "chain":
                made.append(Expectation(f"selective {text} about as much as hard", shape, found, _about_0(found)))
            else:
                made.append(Expectation(f"selective {text} less than hard", shape, found, _below_0(found)))
    return tuple(made)


def _at_least_0(found: Figure) -> bool | None:
    if found.value is None or found.interval is None:
        return None
    return True if found.value >= 0 else False if found.interval.high < 0 else None


def _below_0(found: Figure) -> bool | None:
    if found.interval is None:
        return None
    return True if found.interval.high < 0 else False if found.interval.low >= 0 else None


def _about_0(found: Figure) -> bool | None:
    return None if found.interval is None else found.interval.low <= 0 <= found.interval.high
