"""What a person wants done, and finding what they mean."""

from typing import TypeVar

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.ledger import Fact, Question
from sleuth.models import Record
from sleuth.person import Act
from sleuth.state import State

R = TypeVar("R", Fact, Question)


class Intervention(Record):
    """What a person wants done, and why."""

    act: Act
    author: str
    reason: str
    target: str = ""
    """The id of what it is done to; for a new question nothing, for an order of questions nothing."""
    value: str = ""
    """The new value, question, order (`q2 q1`), or the text of a passage."""
    title: str = ""
    """The title of a passage that is added."""
    url: str | None = None
    date: str | None = None
    """The ISO date that an added passage speaks from."""


Deed = tuple[str | None, tuple[e.Event, ...]]
"""What stood before, for whoever undoes it, and what follows."""


def fact_of(state: State, identity: str) -> Fact:
    """The fact with this id; CallerError names what exists."""
    return _one_of(state.facts, "fact", identity)


def question_of(state: State, identity: str) -> Question:
    """The question with this id; CallerError names what exists."""
    return _one_of(state.questions, "question", identity)


def _one_of(records: tuple[R, ...], kind: str, identity: str) -> R:
    for record in records:
        if record.id == identity:
            return record
    known = ", ".join(record.id for record in records) or "none yet"
    raise CallerError(f"There is no {kind} {identity!r} in this run; {kind}s are: {known}.")


def not_pinned(*facts: Fact) -> None:
    """CallerError when one of the facts is pinned: evidence and other acts leave it alone."""
    for fact in facts:
        if fact.pinned:
            raise CallerError(f"{fact.id} is pinned; unpin it first.")
