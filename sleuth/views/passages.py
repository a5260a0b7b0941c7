"""A stored passage as the page opens it: its text cut where quotes begin and end, and what else is known of it.

Pure. Offsets are characters of the passage's text, as in facts and citations; whatever lies outside it is cut off.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

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
    mark: Literal["", "quote", "other"] = ""
    """`quote` is what was asked for, `other` what another fact rests on."""
    fact: str | None = None


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


def stretches(text: str, quote: Quote | None, others: Iterable[Quote] = ()) -> tuple[Stretch, ...]:
    """A text in pieces that put together are the text. Where marks overlap the quote wins, then the earlier one."""
    cuts: list[tuple[int, int, Stretch]] = []
    for mark in (*((quote,) if quote else ()), *sorted(others)):
        start, end = max(0, mark.start), min(len(text), mark.end)
        for low, high in _free(start, end, cuts):
            kind: Literal["quote", "other"] = "quote" if mark is quote else "other"
            cuts.append((low, high, Stretch(text[low:high], kind, mark.fact)))
    cuts.sort()
    pieces: list[Stretch] = []
    at = 0
    for low, high, stretch in cuts:
        pieces += [Stretch(text[at:low]), stretch]
        at = high
    return tuple(piece for piece in (*pieces, Stretch(text[at:])) if piece.text)


def _free(start: int, end: int, taken: list[tuple[int, int, Stretch]]) -> Iterable[tuple[int, int]]:
    """The parts from start to end that no mark has taken."""
    at = start
    for low, high, _ in sorted(taken):
        if low >= end:
            break
        if at < low:
            yield at, low
        at = max(at, high)
    if at < end:
        yield at, end


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
