"""What an event changes of the state, and the one way in which a record among others is replaced."""

from typing import TypeVar

from sleuth.ledger import Fact, Question
from sleuth.state import place
from sleuth.tree import Node

R = TypeVar("R", Fact, Node, Question)

Changes = dict[str, object]
"""New values of the state, by field."""


def replace(records: tuple[R, ...], identity: str, **changes: object) -> tuple[R, ...]:
    """The records with one of them changed."""
    changed = list(records)
    at = place(records, identity)
    changed[at] = records[at].model_copy(update=changes)
    return tuple(changed)
