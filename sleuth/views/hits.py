"""Which words of a passage a search found it by, so that they can be marked."""

import re

from sleuth.search.local.corpus import STOP
from sleuth.search.local.words import stems
from sleuth.values import UNSPACED, plain

TOKEN = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})\w)+")


def hits(text: str, query: str) -> tuple[tuple[int, int], ...]:
    """Where words of a query stand in a text, in whatever form the index takes for the same; offsets in characters.

    >>> hits("She heads the office.", "the head of government")
    ((4, 9),)
    """
    wanted = frozenset(stems(" ".join(word for word in plain(query).split() if word not in STOP)))
    found: list[tuple[int, int]] = []
    for token in TOKEN.finditer(text):
        if not wanted.isdisjoint(stems(token[0])):
            start, end = token.span()
            if found and found[-1][1] == start:  # signs without a space between them are one stretch
                start = found.pop()[0]
            found.append((start, end))
    return tuple(found)
