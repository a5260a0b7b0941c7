"""How sure a figure is: 95 % intervals of shares, means and ratios, and a test of right against wrong.

Sources: Wilson (1927) for proportions; percentile bootstrap for means and, over pairs of results on the same
questions, for ratios; McNemar (1947), exact, for right against wrong.
"""

from collections.abc import Sequence
from math import comb, sqrt
from random import Random
from typing import NamedTuple


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def wilson(hits: int, n: int, z: float = 1.96) -> Interval | None:
    """Wilson's interval for a proportion; None for no trials."""
    if not n:
        return None
    p = hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def bootstrap(values: Sequence[float], resamples: int = 2000) -> Interval | None:
    """Percentile bootstrap interval of a mean, with a fixed seed so that a report repeats; None for no values."""
    if not values:
        return None
    random = Random(0)
    means = sorted(sum(random.choices(values, k=len(values))) / len(values) for _ in range(resamples))
    return Interval(means[int(0.025 * resamples)], means[int(0.975 * resamples) - 1])


class Ratio(NamedTuple):
    """How many times as much one side of a pairing used as the other, with its interval."""

    value: float
    interval: Interval


def ratio(before: Sequence[float], after: Sequence[float], resamples: int = 2000) -> Ratio | None:
    """Sum of `after` over sum of `before`, pairs drawn together; None where nothing stands below the line.

    The same as the ratio of the means. A draw of pairs that are all 0 below the line says nothing and is left out.
    """
    pairs = list(zip(before, after, strict=True))
    if not sum(before):
        return None
    random = Random(0)
    draws = (random.choices(pairs, k=len(pairs)) for _ in range(resamples))
    sums = ((sum(a for a, _ in drawn), sum(b for _, b in drawn)) for drawn in draws)
    ratios = sorted(above / below for below, above in sums if below)
    low, high = ratios[int(0.025 * len(ratios))], ratios[max(0, int(0.975 * len(ratios)) - 1)]
    return Ratio(sum(after) / sum(before), Interval(low, high))


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact two-sided p for the questions that exactly one of two ways got right.

    The binomial test of the smaller count at one half; 1 when the two never differ.
    """
    n, fewer = only_first + only_second, min(only_first, only_second)
    return min(1.0, 2.0 * sum(comb(n, k) for k in range(fewer + 1)) / 2.0**n)
