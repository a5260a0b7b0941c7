"""How far two judges agree: the share of alike verdicts, and Cohen's kappa, which takes off what chance would give.

Source: Cohen (1960), A coefficient of agreement for nominal scales; its interval by the large-sample standard error.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import sqrt
from typing import NamedTuple

from sleuth.intervals import Interval, wilson


class Agreement(NamedTuple):
    """Two judges over what both have judged."""

    n: int
    """How many claims both have judged."""
    alike: int
    """On how many of them they say the same."""
    kappa: float | None
    """From -1 to 1, where 0 is what chance gives; None where nothing was judged, or one verdict throughout."""
    interval: Interval | None
    """Of kappa, 95 %; None where the verdicts are too few and too alike, or unlike, to tell."""

    @property
    def share(self) -> float | None:
        """The share of claims on which they say the same; None where both judged none."""
        return self.alike / self.n if self.n else None

    @property
    def share_interval(self) -> Interval | None:
        """Of the share, 95 %, Wilson."""
        return wilson(self.alike, self.n)


def agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """The agreement of two judges whose verdicts on the same claims stand in the same places."""
    pairs = list(zip(first, second, strict=True))
    n, alike = len(pairs), sum(a == b for a, b in pairs)
    if not n:
        return Agreement(0, 0, None, None)
    counts, others = Counter(first), Counter(second)
    observed = alike / n
    chance = sum(counts[verdict] * others[verdict] for verdict in counts) / n**2
    if chance == 1:
        return Agreement(n, alike, None, None)
    kappa = (observed - chance) / (1 - chance)
    half = 1.96 * sqrt(observed * (1 - observed) / n) / (1 - chance)
    return Agreement(n, alike, kappa, Interval(max(-1.0, kappa - half), min(1.0, kappa + half)) if half else None)
