"""The ledger: confirmed facts, ranked hypotheses, open questions, and pure operations on them.

Method: SLEUTH (arXiv 2607.12267). Facts come only from passages that a search returned; hypotheses are
candidate values of a slot, ranked by the facts for and against them; every open question names the query
that would answer it. Nothing here is ever deleted: a refuted fact stays, marked out.
"""

from collections.abc import Iterable
from typing import Literal

from sleuth.models import Record

Confidence = Literal["high", "medium", "low"]
FactStatus = Literal["in", "out", "dormant"]
"""`in` counts; `out` was refuted; `dormant` is true to its source but hidden from the policy."""
Verdict = Literal["conflict", "compatible", "new holds", "old holds", "undecided", "equal support", "pinned"]
"""What a comparison of two facts came to. After `equal support` and `pinned` the two stay unsettled until more
evidence or a person decides."""


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
    declared: tuple[str, ...] = ()
    """The facts whose values its question referred to: it was found because of them."""
    mechanical: tuple[str, ...] = ()
    """The facts that its question mentions, whether or not it referred to them."""
    author: str | None = None
    """The person who worded it; None when it was read from its passage."""
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
    author: str | None = None
    """The person who proposed it; None when a fact did."""


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
    again: bool = False
    """Whether a person wants more evidence for an answer there is already."""


class Search(Record):
    """One search as the log tells it."""

    turn: int
    question: str
    query: str
    engine: str
    outcome: str
    passages: tuple[str, ...]
    message: str | None = None
    declared: tuple[str, ...] = ()
    mechanical: tuple[str, ...] = ()
    """The facts that the question behind the query rests on, as for a fact."""
    followed: tuple[str, ...] = ()
    """The further queries of a retrieval that was made of more than one search."""


class Citation(Record):
    """Where a claim rests: the very stretch of a passage that says it, and the fact read there."""

    fact: str | None = None
    """None under a memory that keeps no facts."""
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
