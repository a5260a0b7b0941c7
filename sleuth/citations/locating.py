"""Where a quote stands in a text, however it was typed.

A page and a quote of it differ in ways that say nothing: case, spaces, a word parted at the end of a line, ligatures,
accents, typographic signs, the marks of footnotes. Both are folded to one form that keeps where each character came
from. What differs beyond that is found by likeness, which is never taken for the same.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from sleuth.values import UNSPACED

LIKE = 0.82
"""From this likeness on a stretch is where an inexact quote was taken from; below, the quote is not located."""
NEARLY = 0.99
"""The most that an inexact quote is given."""
SHORTEST = 12
"""Folded characters below which a quote has to stand as it is: something like a short text stands anywhere."""
ELIDED = 2_000
"""Most characters between two pieces of a quote that leaves something out."""

ELISION = re.compile(r"\s*(?:\[\s*(?:…|\.\s?\.\s?\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.\s?\.\s?\.(?:\s?\.)?)\s*")
MARK = re.compile(r"\[\s*(?:\d{1,3}|[a-z]|note \d+|citation needed)\s*\]", re.IGNORECASE)
"""A footnote's mark within a text. A year in brackets is none."""
EDGE = " \t\n\r\"'“”„‚‘’«»‹›.,;:…"
"""What a quote may begin or end with that its page has not."""

_SIGNS = {
    **dict.fromkeys("‘’‚‛′`´ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»‹›〝〞＂", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－⁃", "-"),
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f", ""),
    **dict.fromkeys("⁄∕", "/"),
    "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ı": "i", "İ": "i",
}  # fmt: skip


class Located(NamedTuple):
    """Where a quote stands: characters of the text as it was given."""

    start: int
    end: int
    score: float
    """1.0 where only the way of typing differs, less where words or figures do."""


class Folded(NamedTuple):
    """A text in the form in which quotes are compared."""

    text: str
    at: "array[int]"
    """For each character the place that it came from."""


def locate(quote: str, text: str) -> Located | None:
    """Where a quote stands in a text; None where it does not, nor anything like it.

    >>> locate("The investment, 1904", "THE INVEST-\\nMENT, 1904, paid.")
    Located(start=0, end=22, score=1.0)
    >>> locate("paid by the state", "He was paid by a friend.")
    """
    wanted = quote.strip(EDGE)
    if not wanted:
        return None
    body, said = fold(text), fold(wanted).text
    if not said:
        return None
    if (start := next(_standing(said, body.text, 0), None)) is not None:
        return _back(text, body, start, start + len(said), 1.0)
    pieces = tuple(folded for part in ELISION.split(wanted) if (folded := fold(part.strip(EDGE)).text))
    if len(pieces) > 1 and (found := _in_order(pieces, body.text)):
        return _back(text, body, *found, 1.0)
    return _alike(" ".join(pieces), text, body)


@lru_cache(maxsize=128)  # a passage is asked for each quote, figure and name of a claim
def fold(text: str) -> Folded:
    """A text without what typing adds, and where each of its characters stood."""
    out: list[str] = []
    at = array("I")
    marks = {m.start(): m.end() for m in MARK.finditer(text)}
    skip = 0
    for place, sign in enumerate(text):
        if place < skip:
            continue
        if place in marks:
            skip = marks[place]
            continue
        for folded in _folded(sign):
            out.append(folded)
            at.append(place)
    return _without(_AFTER, _without(_BEFORE, Folded("".join(out), at)))


@lru_cache(maxsize=4096)
def _folded(sign: str) -> str:
    if sign.isspace():
        return " "
    if sign in _SIGNS:
        return _SIGNS[sign]
    bare = unicodedata.normalize("NFKD", sign).casefold()
    return "".join(_SIGNS.get(c, c) for c in bare if not unicodedata.combining(c))


_BEFORE = re.compile(r"\s+(?=[^\w\s]|\s)|^\s+|\s+$")
_AFTER = re.compile(
    r"(?<=[^\W\d_])-\s*(?=[^\W\d_])"  # a word parted at the end of a line, or one that has a hyphen anyway
    r"|(?<=[^\w\s])(?<!\d[.,:])\s+|(?<=\d[.,:])\s+(?!\d)"  # beside punctuation, but "1, 2" is not "1,2"
    rf"|(?<={UNSPACED.pattern})\s+|\s+(?={UNSPACED.pattern})"
)


def _without(loose: re.Pattern[str], body: Folded) -> Folded:
    """The same without spaces and hyphens that say nothing."""
    kept: list[str] = []
    at = array("I")
    last = 0
    for gap in loose.finditer(body.text):
        kept.append(body.text[last : gap.start()])
        at.extend(body.at[last : gap.start()])
        last = gap.end()
    kept.append(body.text[last:])
    at.extend(body.at[last:])
    return Folded("".join(kept), at)


def _standing(said: str, body: str, start: int) -> Iterator[int]:
    """Every place from `start` on where a folded quote stands as whole words and whole figures."""
    place = body.find(said, start)
    while place >= 0:
        if _whole(body, place, place + len(said)):
            yield place
        place = body.find(said, place + 1)


def _whole(body: str, start: int, end: int) -> bool:
    before, first, last, after = body[max(0, start - 2) : start], body[start], body[end - 1], body[end : end + 2]
    return not (_runs(before[-1:], first) or _runs(last, after[:1])) and not (
        (first.isdigit() and re.fullmatch(r"\d[.,]", before)) or (last.isdigit() and re.fullmatch(r"[.,]\d", after))
    )


def _runs(left: str, right: str) -> bool:
    """Whether two neighbours are of one word."""
    return left.isalnum() and right.isalnum() and not (UNSPACED.match(left) or UNSPACED.match(right))


def _in_order(pieces: tuple[str, ...], body: str) -> tuple[int, int] | None:
    """The shortest stretch in which the pieces of a quote follow each other, none far behind the one before."""
    best: tuple[int, int] | None = None
    for start in _standing(pieces[0], body, 0):
        end: int | None = start + len(pieces[0])
        for piece in pieces[1:]:
            place = next(_standing(piece, body[: (end or 0) + ELIDED + len(piece)], end or 0), None)
            end = None if place is None else place + len(piece)
            if end is None:
                break
        if end is not None and (best is None or end - start < best[1] - best[0]):
            best = start, end
    return best


def _alike(said: str, text: str, body: Folded) -> Located | None:
    """The stretch most like a quote, if it is like enough."""
    if len(said) < SHORTEST or len(body.text) < len(said) * LIKE:
        return None
    found = fuzz.partial_ratio_alignment(said, body.text, score_cutoff=100 * LIKE)
    if found is None or found.dest_end <= found.dest_start:
        return None
    start, end = found.dest_start, found.dest_end
    while start > 0 and _runs(body.text[start - 1], body.text[start]):
        start -= 1
    while end < len(body.text) and _runs(body.text[end - 1], body.text[end]):
        end += 1
    return _back(text, body, start, end, min(found.score / 100, NEARLY))


def _back(text: str, body: Folded, start: int, end: int, score: float) -> Located:
    """A stretch of the folded text as one of the text itself, with the accents that were folded away behind it."""
    last = body.at[end - 1] + 1
    while last < len(text) and unicodedata.combining(text[last]):
        last += 1
    return Located(body.at[start], last, score)
