"""Where in a page a sentence that cites it most likely has its source: so that a reader lands at the right place.

The words that a sentence puts in quotation marks, where the page has them; else the sentence of the page that shares
the most telling words with it. This says where to look, and nothing of whether the page bears the claim out.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import NamedTuple

from sleuth.citations.locating import locate
from sleuth.citations.parts import QUOTED
from sleuth.sentences import Sentence, content, sentences
from sleuth.values import plain

FEWEST = 3
"""Words that a quotation must have to be looked for; a single one in quotation marks is a name or a tone."""
SHARED = 2
"""Words that a sentence of the page must share with the claim, or all where the claim has fewer."""
LONGEST = 600
"""Characters of a sentence that are quoted; what a page leaves without a full stop may be far longer."""


class Place(NamedTuple):
    """A stretch of a page, as character offsets of its text."""

    start: int
    end: int


def window(text: str, claims: Iterable[str], most: int) -> Place:
    """The stretch of a text too long to be kept whole that holds what claims speak of, as far as it can.

    It begins somewhat before the first of their places, and is `most` characters long.
    """
    starts = [found.start for claim in claims if (found := place(claim, text))]
    first, last = min(starts, default=0), max(starts, default=0)
    spare = max(most - (last - first), most // 10) // 2
    low = max(0, min(first - spare, len(text) - most))
    low = text.find(" ", low, low + LONGEST) + 1 if low else 0
    return Place(low, min(low + most, len(text)))


class _Page(NamedTuple):
    """A page as it is looked through, once for all claims that cite it."""

    sentences: tuple[Sentence, ...]
    words: tuple[frozenset[str], ...]
    telling: dict[str, float]
    """How much a word tells: the fewer sentences have it, the more."""


def place(claim: str, text: str) -> Place | None:
    """The stretch of a page that a sentence speaks of; None where nothing of the page resembles it.

    >>> place("It opened in 1912.", "The bridge. It was opened in 1912.")
    Place(start=12, end=34)
    """
    quoted = sorted((m[0] for m in QUOTED.finditer(claim) if len(plain(m[0]).split()) >= FEWEST), key=len)
    for words in reversed(quoted):
        if found := locate(words, text):
            return Place(found.start, found.end)
    wanted = content(claim)
    page = _page(text)
    best = max(
        (n for n, words in enumerate(page.words) if len(words & wanted) >= min(SHARED, len(wanted) or 1)),
        key=lambda n: (sum(page.telling[w] for w in page.words[n] & wanted), -len(page.words[n]), -n),
        default=None,
    )
    return None if best is None else _cut(page.sentences[best], wanted)


@lru_cache(maxsize=8)
def _page(text: str) -> _Page:
    every = sentences(text)
    words = tuple(content(sentence.text) for sentence in every)
    counted = Counter(word for own in words for word in own)
    return _Page(every, words, {word: log(1 + len(every) / n) for word, n in counted.items()})


def _cut(sentence: Sentence, wanted: frozenset[str]) -> Place:
    """The sentence, or of a very long one the part with most of the words."""
    if len(sentence.text) <= LONGEST:
        return Place(sentence.start, sentence.end)
    steps = range(0, len(sentence.text), LONGEST // 2)
    first = max(steps, key=lambda at: (len(wanted & content(sentence.text[at : at + LONGEST])), -at))
    low = sentence.text.rfind(" ", max(0, first - 40), first) + 1 or first
    high = min(first + LONGEST, len(sentence.text))
    return Place(sentence.start + low, sentence.start + len(sentence.text[:high].rstrip()))
