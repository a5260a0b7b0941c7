"""Carrying the model's part of an audit: one question at a time, each recorded before it is told."""

from collections.abc import Iterator
from datetime import UTC, datetime

from sleuth.audit.entailment import next_question, pending
from sleuth.carrying import do
from sleuth.events import Event
from sleuth.fold import replay
from sleuth.investigate import Action, Ports, take
from sleuth.models import Model
from sleuth.search import Query, Results
from sleuth.state import State
from sleuth.store import Log


def entail(log: Log, run: str, model: Model, name: str) -> Iterator[State]:
    """Ask a model, known by a name, about each claim of a run and what it cites; the state after each question.

    What is judged already is not asked again, so that it can be cut at any moment. Raises ServiceError when the model
    cannot be asked, CallerError when another process carries the run.
    """
    state = replay(log.entries(run))
    while action := next_question(state, name):
        state = _recorded(log, run, _answered(state, action, model))
        yield state


def left(log: Log, run: str) -> int:
    """How many questions to a model are left, as far as is known by now."""
    return pending(replay(log.entries(run)))


def _recorded(log: Log, run: str, events: tuple[Event, ...]) -> State:
    return do(log, run, lambda _: events, audit=True)


def _answered(state: State, action: Action, model: Model) -> tuple[Event, ...]:
    """What came of a question. Its places in the log are given anew: a person may have judged meanwhile."""
    ports = Ports(model=model, search=_nowhere, clock=lambda: datetime.now(UTC))
    return tuple(entry.event for entry in take(state, action, ports))


def _nowhere(query: Query) -> Results:
    raise AssertionError(f"an audit searches for nothing, and not for {query.text!r}")
