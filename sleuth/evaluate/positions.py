"""Which of several contradicting positions a run shows, each with its source.

What a run shows are the values of the facts that its claims cite, that it holds against each other, or that support
its hypotheses; and the text of a claim that cites a passage directly. A position counts as shown when a value that
speaks for it, and for it alone, comes from a passage that holds it.
"""

from collections.abc import Iterator

from sleuth.evaluate.metrics import f1, normalise
from sleuth.evaluate.questions import Position
from sleuth.state import State

CLOSE = 0.5
"""Token F1 from which on two wordings count as one position, if no other position is as close."""


def shown(state: State, positions: tuple[Position, ...]) -> int:
    """How many of the positions the run shows with a source."""
    said = tuple(_said(state))
    count = 0
    for position in positions:
        others = tuple(p.text for p in positions if p is not position)
        count += any(d in position.paragraphs and speaks(text, position.text, others) for d, text in said)
    return count


def _said(state: State) -> Iterator[tuple[str, str]]:
    """(document, text) of everything that the run puts before its reader."""
    document = {p.id: p.document for p in state.passages}
    facts = {c.fact for claim in state.claims for c in claim.citations}
    facts |= {fact for pair in state.unsettled for fact in (pair.old, pair.new)}
    facts |= {fact for hypothesis in state.hypotheses for fact in hypothesis.supports}
    yield from ((document[f.passage], f.value) for f in state.facts if f.id in facts)
    for claim in state.claims:
        yield from ((document[c.passage], claim.text) for c in claim.citations if c.fact is None)


def speaks(text: str, position: str, others: tuple[str, ...]) -> bool:
    """Whether a text speaks for one position and not for the others: one holds the other, or the words are close.

    >>> speaks("1911", "He took the stand in 1911", ("He took the stand in the 1890s",))
    True
    >>> speaks("the stand", "He took the stand in 1911", ("He took the stand in the 1890s",))
    False
    """
    if _holds(text, position) and not any(_holds(text, other) for other in others):
        return True
    close = f1(text, (position,))
    return close >= CLOSE and close > f1(text, others)


def _holds(a: str, b: str) -> bool:
    x, y = normalise(a), normalise(b)
    return bool(x and y) and (f" {x} " in f" {y} " or f" {y} " in f" {x} ")
