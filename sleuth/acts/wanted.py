"""What a person wants done, and finding what they mean."""

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.ledger import Fact, Question
from sleuth.models import Record
from sleuth.person import Act
from sleuth.state import State


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
    for fact in state.facts:
        if fact.id == identity:
            return fact
    known = ", ".join(f.id for f in state.facts) or "none yet"
    raise CallerError(f"There is no fact {identity!r} in this run; facts are: {known}.")


def question_of(state: State, identity: str) -> Question:
    """The question with this id; CallerError names what exists."""
    for question in state.questions:
        if question.id == identity:
            return question
    known = ", ".join(q.id for q in state.questions) or "none yet"
    raise CallerError(f"There is no question {identity!r} in this run; questions are: {known}.")


def not_pinned(*facts: Fact) -> None:
    """CallerError when one of the facts is pinned: evidence and other acts leave it alone."""
    for fact in facts:
        if fact.pinned:
            raise CallerError(f"{fact.id} is pinned; unpin it first.")
