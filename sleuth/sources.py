"""How much a set of passages weighs: copies of one source count once, and a later edition replaces an earlier one."""

import re
from collections.abc import Iterable
from functools import lru_cache

from sleuth.drafts import MEMORY
from sleuth.search import Passage
from sleuth.values import earlier, plain

SHINGLE = 5
"""Words that must run the same for two texts to share a stretch."""
COPIED = 0.6
"""From this share of the shorter text on, one passage counts as a copy of the other."""


def remembered(passage: Passage) -> bool:
    """Whether a passage is what a model remembers, which is no source."""
    return passage.collection == MEMORY


def independent(passages: Iterable[Passage]) -> int:
    """How many sources stand behind these passages: one document, and one text printed twice, is one source."""
    groups: list[list[Passage]] = []
    for passage in passages:
        mine = [g for g in groups if any(copied(passage, other) for other in g)]
        groups = [g for g in groups if g not in mine] + [[passage, *(p for g in mine for p in g)]]
    return len(groups)


def copied(a: Passage, b: Passage) -> bool:
    """Whether two passages come from one source: the same document, or largely the same words in the same order.

    What a model remembers was copied from nothing that is known, and a document that says it too is no copy of it.
    """
    if remembered(a) != remembered(b):
        return False
    if (a.id and a.id == b.id) or a.sha256 == b.sha256 or (a.collection, a.document) == (b.collection, b.document):
        return True
    x, y = _shingles(a.text), _shingles(b.text)
    return bool(x and y) and len(x & y) >= COPIED * min(len(x), len(y))


def reprinted(a: Passage, b: Passage) -> bool:
    """Whether one passage says nothing of its own: only words of the other, largely in the same order.

    Where a single word differs, one may correct the other, so that both count.
    """
    if a.sha256 == b.sha256:
        return True
    x, y = frozenset(plain(a.text).split()), frozenset(plain(b.text).split())
    if not (x <= y or y <= x):
        return False
    p, q = _shingles(a.text), _shingles(b.text)
    return bool(p and q) and len(p & q) >= COPIED * min(len(p), len(q))


@lru_cache(maxsize=512)  # each passage of a slot is held against every other
def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = plain(text).split()
    return frozenset(tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1))


def later_edition(old: Passage, new: Passage) -> bool:
    """Whether one passage is a later edition of the other: the same title but for its date, and dated later."""
    if not (old.date and new.date and earlier(old.date, new.date)):
        return False
    title = _undated(old.title)
    return bool(title) and title == _undated(new.title) and old.title != new.title


def frame(statement: str, value: str) -> str:
    """What a statement says around its value: two statements of one frame say the same of the same thing.

    >>> frame("The capital of Norland is Estby.", "Estby")
    'the capital of norland is …'
    """
    return " ".join(f" {plain(statement)} ".replace(f" {plain(value)} ", " … ").split())


def restated(frame_: str, statement: str) -> bool:
    """Whether a statement has this frame, whatever value it gives."""
    before, gap, after = f" {frame_} ".partition(" … ")
    said = f" {plain(statement)} "
    filled = said.startswith(before) and said.endswith(f" {after.strip()} " if after.strip() else " ")
    return bool(gap) and len(frame_.split()) > FEW and filled and len(said) > len(before) + len(after)


FEW = 3
"""Words of a frame, its gap included, that are too few to say anything."""


def _undated(title: str) -> str:
    return " ".join(re.sub(r"\d+", " ", plain(title)).split())
