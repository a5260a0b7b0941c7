"""Two ways of investigating the same questions, compared question by question."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sleuth.evaluate.scores import Score
from sleuth.evaluate.summary import Figures, plain
from sleuth.intervals import Interval, Ratio, bootstrap, mcnemar, ratio


class Difference(NamedTuple):
    """A mean difference over pairs, with its bootstrap interval."""

    value: float
    interval: Interval


class Comparison(NamedTuple):
    """How a second way did beside a first on the same questions. A ratio with an unknown part is None."""

    n: int
    only_first_right: int
    only_second_right: int
    mcnemar_p: float
    right: Difference
    """Share right of the second less that of the first."""
    f1: Difference
    calls: Ratio | None
    tokens: Ratio | None
    peak_context: Ratio | None
    """Over the questions of which both are known; ratio of the means of the largest context of each question."""


def compare(first: Sequence[Score], second: Sequence[Score]) -> Comparison:
    """Compare two measurements of the same questions in the same order."""
    pairs = list(zip(first, second, strict=True))
    assert all(a.id == b.id for a, b in pairs)
    only_first = sum(a.right and not b.right for a, b in pairs)
    only_second = sum(b.right and not a.right for a, b in pairs)
    return Comparison(
        n=len(pairs),
        only_first_right=only_first,
        only_second_right=only_second,
        mcnemar_p=mcnemar(only_first, only_second),
        right=_difference([float(b.right) - float(a.right) for a, b in pairs]),
        f1=_difference([b.f1 - a.f1 for a, b in pairs]),
        calls=_ratio(pairs, lambda s: s.calls),
        tokens=_ratio(pairs, lambda s: s.tokens),
        peak_context=_ratio([p for p in pairs if None not in _contexts(p)], lambda s: s.max_context_chars),
    )


def _contexts(pair: tuple[Score, Score]) -> tuple[int | None, int | None]:
    return pair[0].max_context_chars, pair[1].max_context_chars


def _difference(values: list[float]) -> Difference:
    interval = bootstrap(values)
    assert interval is not None
    return Difference(sum(values) / len(values), interval)


def _ratio(pairs: list[tuple[Score, Score]], of: Callable[[Score], int | None]) -> Ratio | None:
    before = [known for a, _ in pairs if (known := of(a)) is not None]
    after = [known for _, b in pairs if (known := of(b)) is not None]
    return ratio(before, after) if len(before) == len(after) == len(pairs) else None


def figures(made: Comparison) -> Figures:
    """A comparison as named figures, like those of a measurement."""
    named: Figures = {}
    for name, value in made._asdict().items():
        match value:
            case Difference():
                named |= {f"{name}_difference": value.value, f"{name}_difference_interval": value.interval}
            case Ratio():
                named |= {f"{name}_ratio": value.value, f"{name}_ratio_interval": value.interval}
            case None:
                named[f"{name}_ratio"] = None
            case _:
                named[name] = value
    return named


def told(first: str, second: str, made: Comparison) -> str:
    """A comparison as lines for the terminal."""
    lines = [
        f"{second} beside {first}, the same {made.n} questions (95 % intervals)",
        f"  right           {_signed(made.right)}",
        f"  F1              {_signed(made.f1)}",
        f"  McNemar         p = {made.mcnemar_p:.3f}; right only with {first}: {made.only_first_right}, "
        f"only with {second}: {made.only_second_right}",
        f"  calls           {_times(made.calls)}",
        f"  tokens          {_times(made.tokens)}",
        f"  peak context    {_times(made.peak_context)}",
    ]
    return "\n".join(lines)


def _signed(difference: Difference) -> str:
    low, high = difference.interval
    return f"{difference.value:+.3f} ({low:+.3f} – {high:+.3f})"


def _times(ratio: Ratio | None) -> str:
    if ratio is None:
        return "unknown"
    return f"× {plain(ratio.value)} ({plain(ratio.interval.low)} – {plain(ratio.interval.high)})"
