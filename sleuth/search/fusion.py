"""Several rankings made one."""

from collections.abc import Sequence
from math import fsum

K = 60
"""How little the first places stand out: the constant of reciprocal rank fusion, from its source."""


def fuse(rankings: Sequence[Sequence[str]], k: int = K) -> tuple[str, ...]:
    """Reciprocal rank fusion: each ranking gives what it names 1 / (k + rank), ranks from 1; the highest sum first.

    Of equals, what an earlier ranking names first stays first; what a ranking names twice counts at its first place.
    Source: Cormack, Clarke and Büttcher, SIGIR 2009.

    >>> fuse((("a", "b", "c"), ("c", "d")))
    ('c', 'a', 'b', 'd')
    """
    given: dict[str, list[float]] = {}
    for ranking in rankings:
        for rank, name in enumerate(dict.fromkeys(ranking), start=1):
            given.setdefault(name, []).append(1 / (k + rank))
    # The exact sum: what is equal must not differ by the order in which it was added up.
    return tuple(sorted(given, key=lambda name: -fsum(given[name])))
