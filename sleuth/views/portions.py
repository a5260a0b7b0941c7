"""A long text in portions that a page can show at once."""

from itertools import pairwise
from typing import NamedTuple

LONGEST = 6_000
"""Characters shown at once."""


class Portion(NamedTuple):
    """A stretch of a text that lies on one page of its document, or goes on there."""

    page: int | None
    """The number of the page, where the stretch begins it; None where it goes on, or there are no pages."""
    text: str


def portions(
    text: str, pages: tuple[int, ...] = (), numbers: tuple[int, ...] = (), longest: int = LONGEST
) -> tuple[tuple[Portion, ...], ...]:
    """A text as what is shown together, cut at line ends, and within that at the beginnings of pages.

    `pages` are offsets at which a page begins, `numbers` the numbers of those pages.
    """
    shown: list[tuple[Portion, ...]] = []
    begins = dict(zip(pages, numbers, strict=True))
    start = 0
    while start < len(text):
        end = _end(text, start, longest)
        cuts = [start, *(page for page in pages if start < page < end), end]
        parts = (Portion(begins.get(a), text[a:b].strip("\n")) for a, b in pairwise(cuts))
        if kept := tuple(part for part in parts if part.text):
            shown.append(kept)
        start = end
    return tuple(shown)


def _end(text: str, start: int, longest: int) -> int:
    if len(text) - start <= longest:
        return len(text)
    for sign in ("\n", " "):
        if (at := text.rfind(sign, start + longest // 2, start + longest)) > 0:
            return at + 1
    return start + longest
