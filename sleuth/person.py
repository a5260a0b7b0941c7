"""What a person does to a run, as events: who did what to what, and why.

The consequences follow in the same transaction as the events that any repair consists of; this one says whose
decision it was. It is undone by a further one, never taken back.
"""

import getpass
from typing import Literal

from sleuth.ledger import Hypothesis
from sleuth.models import Record
from sleuth.search import Passage

Act = Literal[
    "pin fact",
    "unpin fact",
    "reject fact",
    "restore fact",
    "edit fact",
    "add question",
    "edit question",
    "order questions",
    "drop question",
    "reopen question",
    "ask again",
    "leave question",
    "add hypothesis",
    "drop hypothesis",
    "add passage",
    "withdraw passage",
    "restore passage",
    "decide conflict",
    "undecide conflict",
]
"""Everything a person can do to the ledger."""


def author() -> str:
    """The name of whoever uses this machine, under which their acts are recorded unless they give another."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no such user is known, as in some containers
        return "unnamed"


class Acted(Record):
    """A person stepped in."""

    type: Literal["acted"] = "acted"
    author: str
    act: Act
    target: str
    """The id of what was acted on: the fact, question, hypothesis or passage, or the fact that was decided for."""
    reason: str
    before: str | None = None
    """What stood before, where undoing needs to know: a question's text, an order of questions, the rival fact."""
    undoes: int | None = None
    """The place in the log of the act that this one undoes."""


class PassageAdded(Record):
    """A person added a passage by hand, to be read for a question."""

    type: Literal["passage_added"] = "passage_added"
    passage: Passage
    question: str


class FactPinned(Record):
    """A person made a fact one that evidence cannot refute by itself, or ended that."""

    type: Literal["fact_pinned"] = "fact_pinned"
    fact: str
    pinned: bool


class HypothesisProposed(Record):
    """A person added a candidate value that no fact supports yet."""

    type: Literal["hypothesis_proposed"] = "hypothesis_proposed"
    hypothesis: Hypothesis


class HypothesisDropped(Record):
    """A person took back a hypothesis of their own."""

    type: Literal["hypothesis_dropped"] = "hypothesis_dropped"
    hypothesis: str
