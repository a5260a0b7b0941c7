"""The ledger: confirmed facts, ranked hypotheses, open questions, and pure operations on them.

Method: SLEUTH (arXiv 2607.12267). Facts come only from passages that a search returned; hypotheses are
candidate values of a slot, ranked by the facts for and against them; every open question names the query
that would answer it. Nothing here is ever deleted: a refuted fact stays, marked out.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from sleuth.models import Record

Confidence = Literal["high", "medium", "low"]
FactStatus = Literal["in", "out", "dormant"]
"""`in` counts; `out` was refuted; `dormant` is true to its source but hidden from the policy."""


class Fact(Record):
    """One atomic statement bound to the passage that carries it."""

    id: str
    statement: str
    entity: str
    attribute: str
    value: str
    slot: int
    """Number of the contract's slot that the fact answers, from 1."""
    passage: str
    quote: str
    start: int
    """Character offset of the quote in the passage's text."""
    end: int
    node: str
    """The node of the evidence tree that introduced it."""
    turn: int
    status: FactStatus = "in"
    supersedes: str | None = None
    """The refuted fact that this one replaced."""
    pinned: bool = False
    firm: bool = False
    """Whether the page is about the entity or the quote names it, rather than the page merely mentioning it."""


class Hypothesis(Record):
    """A candidate value of one slot, with the facts for and against it."""

    id: str
    statement: str
    slot: int
    value: str
    confidence: Confidence
    supports: tuple[str, ...]
    contradicts: tuple[str, ...] = ()
    rank: int
    """1 is best within its slot."""


class Question(Record):
    """An unknown that the answer waits for, with the query it proposes."""

    id: str
    text: str
    slot: int
    action: str | None
    """The query it proposes; None while it waits for the value of an earlier slot."""
    priority: Literal["high", "medium", "low"]
    status: Literal["open", "answered", "dropped"] = "open"
    searched: int = 0
    """How many searches were spent on it since it was last opened."""
    fact: str | None = None
    """The fact that answered it."""


class Search(Record):
    """One search as the log tells it."""

    turn: int
    question: str
    query: str
    engine: str
    outcome: str
    passages: tuple[str, ...]
    message: str | None = None


class Citation(Record):
    """Where a claim rests: a fact and the very stretch of the passage that says it."""

    fact: str
    passage: str
    quote: str
    start: int
    end: int


class Claim(Record):
    """One sentence of the answer and what it rests on."""

    id: str
    text: str
    citations: tuple[Citation, ...] = ()


def standing(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that count now."""
    return tuple(fact for fact in facts if fact.status == "in")


def rank(facts: Iterable[Fact], same: Callable[[str, str], bool]) -> tuple[Hypothesis, ...]:
    """Restate every hypothesis from the facts, best first within its slot.

    Facts of one slot whose values are the same support one hypothesis; the standing facts of the slot with
    another value contradict it. Confidence is high when a firm fact (or two different passages)
    supports it and no standing fact contradicts it; low when only refuted facts spoke for it or it is not
    ahead of its rivals; otherwise medium. A hypothesis bears the number of the first fact that spoke for
    it (f3 → h3), so it keeps its id from turn to turn.
    """
    groups: list[list[Fact]] = []
    for fact in facts:
        if fact.status == "dormant":
            continue
        group = next((g for g in groups if g[0].slot == fact.slot and same(g[0].value, fact.value)), None)
        if group is None:
            groups.append([fact])
        else:
            group.append(fact)
    drafts = []
    for group in groups:
        support = standing(group)
        against = tuple(
            f for other in groups if other is not group and other[0].slot == group[0].slot for f in standing(other)
        )
        drafts.append((group[0], support, against, _confidence(support, against)))
    order = {"high": 0, "medium": 1, "low": 2}
    # A fact that superseded another outranks an equal one; then more passages, then the earlier find.
    drafts.sort(
        key=lambda d: (
            d[0].slot,
            order[d[3]],
            -len({f.passage for f in d[1]}),
            -any(f.supersedes is not None for f in d[1]),
            d[0].turn,
        )
    )
    ranked: list[Hypothesis] = []
    for first, support, against, confidence in drafts:
        ranked.append(
            Hypothesis(
                id=f"h{first.id.removeprefix('f')}",
                statement=first.statement,
                slot=first.slot,
                value=first.value,
                confidence=confidence,
                supports=tuple(f.id for f in support),
                contradicts=tuple(f.id for f in against),
                rank=1 + sum(h.slot == first.slot for h in ranked),
            )
        )
    return tuple(ranked)


def _confidence(support: tuple[Fact, ...], against: tuple[Fact, ...]) -> Confidence:
    if not support:
        return "low"
    firm = any(f.firm for f in support) or len({f.passage for f in support}) > 1
    if against:
        return "medium" if len({f.passage for f in support}) > len({f.passage for f in against}) else "low"
    return "high" if firm else "medium"
