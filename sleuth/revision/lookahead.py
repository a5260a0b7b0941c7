"""The state as it will be once thousands of changes are recorded, without folding them one by one."""

from collections.abc import Iterable, Mapping

from sleuth import events as e
from sleuth.ledger import FactStatus
from sleuth.state import State


def standing_as(state: State, status: Mapping[str, FactStatus]) -> State:
    """As after a `FactChanged` for each of these facts, in one go: for looking ahead when thousands change."""
    facts = tuple(f.model_copy(update={"status": status[f.id]}) if f.id in status else f for f in state.facts)
    gone = {fact for fact, s in status.items() if s == "out"}
    unsettled = tuple(c for c in state.unsettled if c.old not in gone and c.new not in gone)
    return state.model_copy(update={"facts": facts, "unsettled": unsettled})


def asked_as(state: State, events: Iterable[e.QuestionOpened | e.QuestionClosed]) -> State:
    """As after these events about questions there are already, in one go."""
    changed = {q.id: q for q in state.questions}
    for event in events:
        match event:
            case e.QuestionOpened(question=opened):
                changed[opened.id] = opened
            case e.QuestionClosed():
                closed = {"status": event.status, "fact": event.fact}
                changed[event.question] = changed[event.question].model_copy(update=closed)
    return state.model_copy(update={"questions": tuple(changed.values())})
