"""How much a set of passages weighs: copies of one source count once, and a later edition replaces an earlier one."""

import re
from collections.abc import Iterable

from sleuth.search import Passage
from sleuth.values import earlier, plain

SHINGLE = 5
"""Words that must run the same for two texts to share a stretch."""
COPIED = 0.6
"""From this share of the shorter text on, one passage counts as a copy of the other."""


def independent(passages: Iterable[Passage]) -> int:
    """How many sources stand behind these passages: one document, and one text printed twice, is one source."""
    groups: list[list[Passage]] = []
    for passage in passages:
        mine = [g for g in groups if any(copied(passage, other) for other in g)]
        groups = [g for g in groups if g not in mine] + [[passage, *(p for g in mine for p in g)]]
    return len(groups)


def copied(a: Passage, b: Passage) -> bool:
    """Whether two passages come from one source: the same document, or largely the same words in the same order."""
    if (a.id and a.id == b.id) or a.sha256 == b.sha256 or (a.collection, a.document) == (b.collection, b.document):
        return True
    x, y = _shingles(a.text), _shingles(b.text)
    return bool(x and y) and len(x & y) >= COPIED * min(len(x), len(y))


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = plain(text).split()
    return frozenset(tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1))


def later_edition(old: Passage, new: Passage) -> bool:
    """Whether one passage is a later edition of the other: the same title but for its date, and dated later."""
    if not (old.date and new.date and earlier(old.date, new.date)):
        return False
    title = _undated(old.title)
    return bool(title) and title == _undated(new.title) and old.title != new.title


def _undated(title: str) -> str:
    return " ".join(re.sub(r"\d+", " ", plain(title)).split())
