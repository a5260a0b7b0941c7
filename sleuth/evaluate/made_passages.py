"""Any number of passages made by rule, among them needles whose place is known, and queries for those.

Words follow Zipf's law with Mandelbrot's shift; the most frequent ones are the function words that a search leaves
out, as in a real text, and the next stands in every seventh passage. The same number makes the same passages
anywhere.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from sleuth.search import Document
from sleuth.search.local.corpus import FUNCTION_WORDS

ONSETS = (*"bdfghklmnprstvz", "br", "dr", "gr", "kr", "st", "tr")
VOWELS = (*"aeiou", "ai", "ou")
CODAS = ("", *"nrslm")
VOCABULARY = 200_000
SHIFT = 2.7
"""Mandelbrot's: how much flatter the law begins than one over the rank."""
LENGTHS = (50, 151)
"""Words of a passage: from, and up to but not including."""
NEEDLES = 200
"""Passages that are looked for, spread evenly."""
MARKS = 3
"""Words put into a needle by which it is looked for."""
MARK_RANKS = (1_000, 20_000)
"""How frequent those are: each stands in many passages, all three together in one."""
AT_ONCE = 1_000
"""Passages made from one state of the random numbers, so that any slice is made without those before it."""


class Sought(NamedTuple):
    """A query, and the passage it is for."""

    text: str
    document: str
    title: str


@cache
def vocabulary() -> tuple[str, ...]:
    """The words, the most frequent first."""
    syllables = ["".join(s) for s in product(ONSETS, VOWELS, CODAS)]
    pairs = len(syllables) ** 2
    function = FUNCTION_WORDS.split()
    # A step that shares no factor with the number of pairs: neighbours in rank look nothing alike.
    places = (n * 7919 % pairs for n in range(VOCABULARY - len(function)))
    return (*function, *(syllables[p % len(syllables)] + syllables[p // len(syllables)] for p in places))


def documents(count: int) -> Iterator[Document]:
    """So many documents of one passage each, the needles among them."""
    words, shares = vocabulary(), _shares()
    needles = {needle.document: needle for needle in _needles(count)}
    for start in range(0, count, AT_ONCE):
        random = np.random.default_rng(start)
        lengths = random.integers(*LENGTHS, AT_ONCE)
        drawn = np.searchsorted(shares, random.random(int(lengths.sum()) + 2 * AT_ONCE)).tolist()
        place = 0
        for number, length in zip(range(start, min(start + AT_ONCE, count)), lengths.tolist(), strict=False):
            title = [words[w] for w in drawn[place : place + 2]]
            text = [words[w] for w in drawn[place + 2 : place + 2 + length]]
            place += 2 + length
            if needle := needles.get(str(number)):
                title, text[length // 2 : length // 2] = needle.title.split(), needle.text.split()
            yield Document(id=str(number), title=" ".join(title), text=" ".join(text))


def queries(count: int) -> tuple[Sought, ...]:
    """A query of 3 to 10 words for each needle among so many documents.

    Its marks, and words drawn as those of the passages are, which draw the search elsewhere.
    """
    words, shares, random = vocabulary(), _shares(), np.random.default_rng(count)
    made = []
    for number, needle in enumerate(_needles(count)):
        others = [words[w] for w in np.searchsorted(shares, random.random(number % 8)).tolist()]
        made.append(needle._replace(text=" ".join((*others[::2], needle.text, *others[1::2]))))
    return tuple(made)


def _needles(count: int) -> tuple[Sought, ...]:
    """Where the needles lie, with their marks as text."""
    words, random = vocabulary(), np.random.default_rng(NEEDLES)
    ranks = random.integers(*MARK_RANKS, (NEEDLES, MARKS + 2)).tolist()
    places = sorted({n * count // NEEDLES for n in range(NEEDLES)})
    return tuple(
        Sought(" ".join(words[r] for r in row[:MARKS]), str(place), " ".join(words[r] for r in row[MARKS:]))
        for place, row in zip(places, ranks, strict=False)
    )


@cache
def _shares() -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """For each rank the share of all words that it and the more frequent ones make up."""
    weights = np.cumsum(1 / (np.arange(VOCABULARY) + 1 + SHIFT))
    shares: np.ndarray[tuple[int], np.dtype[np.float64]] = weights / weights[-1]
    return shares
