"""Documents cut into passages, each an exact stretch of its document."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.values import UNSPACED

PASSAGE_WORDS = 180
"""Longest passage, in words."""


class Cut(NamedTuple):
    """A stretch of a text: `text[start : start + len(cut.text)]` is `cut.text`."""

    start: int
    text: str


def cut(text: str) -> tuple[Cut, ...]:
    """A text as passages of at most `PASSAGE_WORDS` words, without the white space around them.

    It is cut between paragraphs; where one is longer than that, between its lines, else between its sentences, and a
    run of words without either is cut where the room ends.
    """
    spans: list[tuple[int, int]] = []
    room = 0
    for start, end in _pieces(text, 0, len(text)):
        size = _words(text[start:end])
        if spans and size <= room:
            spans[-1] = (spans[-1][0], end)
            room -= size
        else:
            spans.append((start, end))
            room = PASSAGE_WORDS - size
    return tuple(Cut(start, text[start:end]) for start, end in spans)


def page_at(pages: tuple[int, ...], start: int) -> int | None:
    """The number of the page, from 1, on which an offset lies, by where pages begin; None without pages.

    >>> page_at((0, 900, 1800), 950)
    2
    """
    # What stands before the first page's beginning is counted to it.
    return max(1, bisect_right(pages, start)) if pages else None


CUTS = (re.compile(r"\n\s*\n+"), re.compile(r"\n+"), re.compile(r"(?<=[.!?])\s+|(?<=[。！？])"))
"""Where a text may be cut, the best places first."""
WORD = re.compile(rf"(?:{UNSPACED.pattern}){{1,2}}|(?:(?!{UNSPACED.pattern})\S)+")
"""A word; of scripts that leave no space between words, two signs, which is about as much."""


def _words(text: str) -> int:
    return len(text.split()) if text.isascii() else sum(1 for _ in WORD.finditer(text))


def _pieces(text: str, start: int, end: int, level: int = 0) -> Iterator[tuple[int, int]]:
    """The pieces of a stretch of a text as offsets, each short enough for a passage."""
    if level == len(CUTS):
        words = [found.span() for found in WORD.finditer(text, start, end)]
        for first in range(0, len(words), PASSAGE_WORDS):
            run = words[first : first + PASSAGE_WORDS]
            yield run[0][0], run[-1][1]
        return
    for begins, ends in _parts(text, start, end, CUTS[level]):
        part = text[begins:ends]
        begins += len(part) - len(part.lstrip())
        ends -= len(part) - len(part.rstrip())
        if begins >= ends:
            continue
        if _words(part) <= PASSAGE_WORDS:
            yield begins, ends
        else:
            yield from _pieces(text, begins, ends, level + 1)


def _parts(text: str, start: int, end: int, places: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """What stands between the places at which a stretch may be cut."""
    for place in places.finditer(text, start, end):
        yield start, place.start()
        start = place.end()
    yield start, end
