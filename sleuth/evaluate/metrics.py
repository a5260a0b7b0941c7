"""Scores of answers and their intervals, exactly as the data sets define them.

Sources: SQuAD v1.1 evaluation (normalisation, EM, F1), HotpotQA evaluation (yes/no rule), MuSiQue evaluation
(empty token lists), Wilson (1927) for proportions, percentile bootstrap for means and, over
pairs of results on the same questions, for differences and ratios; McNemar (1947), exact, for right against wrong.
"""

import re
import string
from collections import Counter
from collections.abc import Sequence
from math import comb, sqrt
from random import Random
from typing import NamedTuple


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def normalise(text: str) -> str:
    """SQuAD: lower-case, no ASCII punctuation, no whole words a/an/the, single spaces."""
    bare = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def exact(answer: str, golds: Sequence[str]) -> bool:
    """Whether the answer equals the answer or an alias after normalisation."""
    return any(normalise(answer) == normalise(gold) for gold in golds)


def f1(answer: str, golds: Sequence[str]) -> float:
    """Token F1, best over the answer and its aliases."""
    return max((_f1(answer, gold) for gold in golds), default=0.0)


def _f1(answer: str, gold: str) -> float:
    said, true = normalise(answer), normalise(gold)
    if said != true and {said, true} & {"yes", "no", "noanswer"}:
        return 0.0
    a, b = said.split(), true.split()
    if not a or not b:
        return float(a == b)
    shared = sum((Counter(a) & Counter(b)).values())
    return 2 * shared / (len(a) + len(b))


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
