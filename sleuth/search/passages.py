"""Documents cut into passages."""

import re
from collections.abc import Iterator

PASSAGE_WORDS = 180
"""Longest passage, in words."""


def cut(text: str) -> tuple[str, ...]:
    """A text as passages of at most `PASSAGE_WORDS` words.

    It is cut between paragraphs; where one is longer than that, between its lines, else between its sentences, and a
    run of words without either is cut where the room ends.
    """
    passages: list[str] = []
    room = 0
    for joint, piece in _pieces(text.strip()):
        size = len(piece.split())
        if passages and size <= room:
            passages[-1] += joint + piece
            room -= size
        else:
            passages.append(piece)
            room = PASSAGE_WORDS - size
    return tuple(passages)


CUTS = (("\n\n", re.compile(r"\n\s*\n+")), ("\n", re.compile(r"\n+")), (" ", re.compile(r"(?<=[.!?。！？])\s+")))
"""Where a text may be cut, the best places first, and what joins its pieces again."""


def _pieces(text: str, level: int = 0) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each short enough for a passage, with what joins it to the one before."""
    if level == len(CUTS):
        words = text.split()
        for start in range(0, len(words), PASSAGE_WORDS):
            yield " ", " ".join(words[start : start + PASSAGE_WORDS])
        return
    joint, places = CUTS[level]
    for part in filter(None, (p.strip() for p in places.split(text))):
        if len(part.split()) <= PASSAGE_WORDS:
            yield joint, part
            continue
        for number, (inner, piece) in enumerate(_pieces(part, level + 1)):
            yield (inner if number else joint), piece
