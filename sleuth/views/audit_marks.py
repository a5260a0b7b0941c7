"""A claim and the passages it cites, cut where their figures, dates and names meet or fail to.

Pure. What a check found of a claim is marked in the claim by where the passages have it, and in a passage where it
stands; the quote is marked beside, and what decided a model's label where that may be seen.
"""

from typing import NamedTuple

from sleuth.audit.queue import Item, Reading
from sleuth.citations.parts import Part, Where
from sleuth.views.passages import Stretch, cut

ROOM = 6_000
"""Characters of a long passage that are shown on either side of the quote."""


class Said(NamedTuple):
    """A piece of a claim, and where the passages have it."""

    text: str
    where: Where | None = None
    """None for what no check looked at."""


def said(item: Item) -> tuple[Said, ...]:
    """A claim in pieces that put together are the claim."""
    parts = _parts(item)
    pieces = cut(item.claim.text, [(part.start, part.end) for part in parts])
    return tuple(Said(piece.text, _worst([parts[i] for i in piece.by])) for piece in pieces)


def _parts(item: Item) -> tuple[Part, ...]:
    return tuple(part for told in item.checks for part in told.parts)


def _worst(parts: list[Part]) -> Where | None:
    """Of several that overlap, what a reader has to look at first."""
    there = {_marked(part) for part in parts}
    return next((where for where in ("missing", "elsewhere", "quoted") if where in there), None)


def _marked(part: Part) -> Where:
    """Where a part stands, as far as that is a reason to look: a name may well stand outside the quote."""
    if part.where == "missing" and not part.sure:
        return "elsewhere"
    return "quoted" if part.kind == "name" and part.where == "elsewhere" else part.where


class Window(NamedTuple):
    """What is shown of a passage."""

    stretches: tuple[Stretch, ...]
    start: int
    end: int
    """In characters of its text."""
    length: int
    """Of the whole text."""

    @property
    def whole(self) -> bool:
        """Whether all of it is shown."""
        return self.end - self.start == self.length


def shown(item: Item, place: int, *, decided: bool) -> Window:
    """The passage at this place of the claim's citations, marked; `decided` shows what decided a model's label."""
    reading = item.cited[place]
    text = reading.passage.text
    quote = _quote(reading)
    found = [(f.start, f.end) for part in _parts(item) for f in part.found if f.cited == place]
    label = item.label
    deciding = (
        [(label.start, label.end)]
        if decided and label and label.passage == reading.passage.id and label.start is not None and label.end
        else []
    )
    low, high = _window(text, quote or (found[0] if found else (0, 0)))
    spans = [*([quote] if quote else []), *deciding, *found]
    kinds = [*(["quote"] if quote else []), *["decides" for _ in deciding], *["found" for _ in found]]
    pieces = cut(text[low:high], [(start - low, end - low) for start, end in spans])
    stretches = tuple(Stretch(piece.text, " ".join(sorted({kinds[i] for i in piece.by}))) for piece in pieces)
    return Window(stretches, low, high, len(text))


def _quote(reading: Reading) -> tuple[int, int] | None:
    """Where the quote stands; None where it does not, or nothing is quoted."""
    return (reading.located.start, reading.located.end) if reading.located else None


def _window(text: str, about: tuple[int, int]) -> tuple[int, int]:
    low, high = max(0, about[0] - ROOM), min(len(text), about[1] + ROOM)
    return (0, len(text)) if len(text) <= 2 * ROOM else (low, high)
