"""Which rows of the ledger are shown, and in what order: by words, by how a thing stands, by what is new.

Pure: a state and what is wanted in, the facts, hypotheses and questions that pass out.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeVar

from sleuth.ledger import Fact, Hypothesis, Question
from sleuth.state import State

Kind = Literal[
    "changed by this step",
    "in",
    "out",
    "dormant",
    "disputed",
    "pinned",
    "high",
    "medium",
    "low",
    "open",
    "answered",
    "given up",
]
"""How something stands, in the words of the screen; facts, hypotheses and questions have words of their own."""

Order = Literal["as it stands", "oldest first", "by status", "A to Z"]
"""`as it stands`: facts newest first, hypotheses by rank, questions in the order in which they are taken up."""


class Sieve(NamedTuple):
    """What to let through."""

    text: str = ""
    """Words that must all occur, in any order and whatever their case."""
    kinds: frozenset[Kind] = frozenset()
    """Of each table those rows that stand in one of these ways; a table to which none of them applies is whole."""
    order: Order = "as it stands"


class Rows(NamedTuple):
    """What passed."""

    facts: tuple[Fact, ...]
    hypotheses: tuple[Hypothesis, ...]
    questions: tuple[Question, ...]


OF_FACTS: tuple[Kind, ...] = ("in", "out", "dormant", "disputed", "pinned")
OF_HYPOTHESES: tuple[Kind, ...] = ("high", "medium", "low")
OF_QUESTIONS: tuple[Kind, ...] = ("open", "answered", "given up")


def sifted(state: State, wanted: Sieve, news: Mapping[str, str]) -> Rows:
    """The rows that pass; `news` names what the last step changed."""
    disputed = state.disputed

    def of_fact(fact: Fact) -> tuple[Kind, ...]:
        more: tuple[Kind, ...] = ("disputed",) if fact.id in disputed else ()
        return (fact.status, *more, "pinned") if fact.pinned else (fact.status, *more)

    def of_question(question: Question) -> tuple[Kind, ...]:
        return ("given up",) if question.status == "dropped" else (question.status,)

    def said_by(fact: Fact) -> str:
        return f"{fact.statement} {fact.entity} {fact.value} {state.passage(fact.passage).title}"

    def asking(question: Question) -> str:
        return f"{state.worded(question)} {question.action or ''}"

    facts = tuple(reversed(state.facts)) if wanted.order == "as it stands" else state.facts
    return Rows(
        _passing(facts, wanted, news, OF_FACTS, of_fact, said_by, lambda f: f.statement),
        _passing(
            state.hypotheses,
            wanted,
            news,
            OF_HYPOTHESES,
            lambda h: (h.confidence,),
            lambda h: f"{h.value} {h.statement}",
            lambda h: h.value,
        ),
        _passing(state.questions, wanted, news, OF_QUESTIONS, of_question, asking, state.asked),
    )


T = TypeVar("T", Fact, Hypothesis, Question)

RANKS: tuple[Kind, ...] = (
    "disputed",
    "in",
    "dormant",
    "out",
    "high",
    "medium",
    "low",
    "open",
    "answered",
    "given up",
)


def _passing(
    rows: tuple[T, ...],
    wanted: Sieve,
    news: Mapping[str, str],
    own: tuple[Kind, ...],
    kinds: Callable[[T], tuple[Kind, ...]],
    text: Callable[[T], str],
    name: Callable[[T], str],
) -> tuple[T, ...]:
    asked = wanted.kinds.intersection(own)
    words = wanted.text.casefold().split()
    kept = [
        row
        for row in rows
        if (not asked or asked & set(kinds(row)))
        and ("changed by this step" not in wanted.kinds or row.id in news)
        and (not words or _has(f"{row.id} {text(row)}", words))
    ]
    match wanted.order:
        case "oldest first":
            kept.sort(key=lambda row: int(row.id[1:]))
        case "by status":
            kept.sort(key=lambda row: min(RANKS.index(kind) for kind in kinds(row) if kind in RANKS))
        case "A to Z":
            kept.sort(key=lambda row: name(row).casefold())
    return tuple(kept)


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)
