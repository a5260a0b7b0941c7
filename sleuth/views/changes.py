"""What changed between two states of one run, by id."""

from collections.abc import Iterable

from sleuth.ledger import Fact, Hypothesis, Question
from sleuth.models import Record
from sleuth.state import State
from sleuth.tree import Node


class Changes(Record):
    """The ids of what is new and of what is no longer as it was."""

    new: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()

    def suffix(self, identity: str) -> str:
        """What a table appends to the status of this thing: ` · new`, ` · changed` or nothing."""
        return " · new" if identity in self.new else " · changed" if identity in self.changed else ""


def changes(before: State, after: State) -> Changes:
    """Facts, hypotheses, questions and nodes that came or changed from one state to a later one."""
    known = {record.id: record for record in _records(before)}
    new = {record.id for record in _records(after) if record.id not in known}
    # States share what did not change between them, so that most records are the very same.
    other = (record for record in _records(after) if known.get(record.id, record) is not record)
    changed = {record.id for record in other if known[record.id] != record}
    return Changes(new=frozenset(new), changed=frozenset(changed))


def _records(state: State) -> Iterable[Fact | Hypothesis | Question | Node]:
    return (*state.facts, *state.hypotheses, *state.questions, *state.nodes)
