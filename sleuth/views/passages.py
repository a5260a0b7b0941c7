"""A stored passage as the page opens it: its text cut where quotes begin and end, and what else is known of it.

Pure. Offsets are characters of the passage's text, as in facts and citations; whatever lies outside it is cut off.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from sleuth.ledger import Fact
from sleuth.search import Passage
from sleuth.state import State
from sleuth.views.selection import search_key


class Quote(NamedTuple):
    """A stretch of a passage, and the fact that was read there."""

    start: int
    end: int
    fact: str | None = None


class Stretch(NamedTuple):
    """A part of a passage's text that is marked in one way."""

    text: str
    mark: str = ""
    """`quote` is what was asked for, `other` what another fact rests on; in an audit `found` is what of the claim
    stands there, and `decides` what decided a model's label. Several have a space between."""
    fact: str | None = None


class Piece(NamedTuple):
    """A part of a text that is covered by the same spans throughout."""

    text: str
    by: tuple[int, ...]
    """The places of those spans among the ones given, in their order; none where no span covers it."""


class Opened(NamedTuple):
    """A passage with its marks and its surroundings."""

    passage: Passage
    stretches: tuple[Stretch, ...]
    facts: tuple[Fact, ...]
    """Every fact read from it, in the order of its text."""
    searches: tuple[str, ...]
    """The ids of the searches that returned it; none when a person brought it."""
    asked: tuple[str, ...]
    """The questions for which it was read or passed over."""
    before: str | None
    """The passage retrieved before it; None for the first."""
    after: str | None


def cut(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    """A text in pieces that put together are the text, cut where spans (start, end) begin and end.

    Spans may overlap. One that is empty, or lies outside the text, covers nothing.
    """
    cuts = sorted({0, len(text), *(min(max(at, 0), len(text)) for span in spans for at in span)})
    return tuple(
        Piece(text[low:high], tuple(i for i, (start, end) in enumerate(spans) if start <= low and high <= end))
        for low, high in pairwise(cuts)
    )


def stretches(text: str, quote: Quote | None, others: Iterable[Quote] = ()) -> tuple[Stretch, ...]:
    """A text in pieces that put together are the text. Where marks overlap the quote wins, then the earlier one."""
    marks = (*((quote,) if quote else ()), *sorted(others))
    pieces = cut(text, [(mark.start, mark.end) for mark in marks])
    joined = ((by, "".join(p.text for p in same)) for by, same in groupby(pieces, lambda piece: piece.by[:1]))
    return tuple(
        Stretch(part, "quote" if marks[by[0]] is quote else "other", marks[by[0]].fact) if by else Stretch(part)
        for by, part in joined
    )


def opened(state: State, identity: str, quote: Quote | None = None) -> Opened:
    """A passage of this state, with the stretch that was asked for and every other that a fact rests on."""
    passage = state.passage(identity)
    facts = sorted((f for f in state.facts if f.passage == identity), key=lambda f: (f.start, f.end, f.id))
    fact = quote.fact if quote else None
    others = [Quote(f.start, f.end, f.id) for f in facts if f.id != fact]
    order = [p.id for p in state.passages]
    here = order.index(identity)
    return Opened(
        passage=passage,
        stretches=stretches(passage.text, quote, others),
        facts=tuple(facts),
        searches=tuple(search_key(i) for i, s in enumerate(state.searches) if identity in s.passages),
        asked=tuple(dict.fromkeys(question for question, page in state.reads if page == identity)),
        before=order[here - 1] if here else None,
        after=order[here + 1] if here + 1 < len(order) else None,
    )


def excerpt(text: str, start: int, end: int, around: int = 400) -> tuple[str, int, int]:
    """A stretch of a long text with so many characters on either side, cut at words, and where the stretch stands."""
    low, high = max(0, start - around), min(len(text), end + around)
    if low:
        gap = text.find(" ", low, start)
        low = gap + 1 if gap >= 0 else low
    if high < len(text):
        gap = text.rfind(" ", end, high)
        high = gap if gap > end else high
    head, tail = "… " if low else "", " …" if high < len(text) else ""
    return head + text[low:high] + tail, start - low + len(head), end - low + len(head)
