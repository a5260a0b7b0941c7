"""Names as they stand in a text, found by how they are written."""

import re

from sleuth.search.local.corpus import STOP

NAME = re.compile(r"[^\W\d_a-z][\w’'.-]*(?:\s+(?:(?:of|the|de|von|van|and|la|le|in|da|di)\s+)*[^\W_a-z][\w’'.-]*)*")
"""A run of capitalised words and numbers, short words between them included."""


def named(query: str) -> tuple[str, ...]:
    """The capitalised names in a query, without the word that a question begins with.

    >>> named("When was Ada Holm born in Bergen?")
    ('Ada Holm', 'Bergen')
    """
    runs = (re.sub(r"['’]s$", "", run.strip(" .'’-")) for run in NAME.findall(query))
    bare = (" ".join(_without_opening(run.split())) for run in runs)
    return tuple(dict.fromkeys(name for name in bare if name))


def _without_opening(words: list[str]) -> list[str]:
    while words and words[0].lower() in STOP:
        words = words[1:]
    return words
