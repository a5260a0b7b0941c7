"""Which of many values mean the same, without holding each against each.

Whether two do is decided by `values.same`; here only the pairs are found that it has to be asked about.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from sleuth.values import ABOUT, DEMONYMS, is_date, parse_date, plain, same

FEW = 8
"""Values up to which holding each against each is quicker."""


def alike(values: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """For each value the places of those that mean the same, its own among them, in order.

    >>> alike(("Bogotá", "1950", "3 May 1950", "Bogotá, D.C."))
    ((0, 3), (1, 2), (1, 2), (0, 3))
    """
    if len({*values}) < 2:
        return (tuple(range(len(values))),) * len(values)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        places[value].append(place)
    distinct = tuple(places)
    meet: list[set[int]] = [{i} for i in range(len(distinct))]
    pairs: Iterable[tuple[int, int]] = combinations(range(len(distinct)), 2)
    for i, j in pairs if len(distinct) <= FEW else _candidates(distinct):
        if j not in meet[i] and same(distinct[i], distinct[j]):
            meet[i].add(j)
            meet[j].add(i)
    found = {
        value: tuple(sorted(place for other in same_as for place in places[distinct[other]]))
        for value, same_as in zip(distinct, meet, strict=True)
    }
    return tuple(found[value] for value in values)


def _candidates(values: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Every pair that may be the same, and few others: the words of one within the other, one year, or two numbers.

    Of a value that holds another, the rarest word of that other is one of its own.
    """
    words = [_words(value) for value in values]
    common = Counter(word for own in words for word in own)
    rarest = [min(own, key=lambda word: (common[word], word)) for own in words]
    holding: defaultdict[str, list[int]] = defaultdict(list)
    years: defaultdict[int, list[int]] = defaultdict(list)
    dates: list[int] = []
    numbers: list[int] = []
    for i, value in enumerate(values):
        for word in words[i]:
            holding[word].append(i)
        if is_date(value) and (date := parse_date(value)):
            years[date.year].append(i)
            dates.append(i)
        elif ABOUT.sub("", value.strip().lower())[:1].isdigit():
            numbers.append(i)
    for i in range(len(values)):
        yield from ((i, j) for j in holding[rarest[i]] if j != i)
    for together in years.values():
        yield from ((i, j) for n, i in enumerate(together) for j in together[:n])
    # A number may be near any other, and a bare year be meant as one.
    yield from ((i, j) for n, i in enumerate(numbers) for j in (*numbers[:n], *dates))


def _words(value: str) -> frozenset[str]:
    spoken = plain(value)
    return frozenset(DEMONYMS.get(spoken, spoken).split()) or frozenset(("",))
