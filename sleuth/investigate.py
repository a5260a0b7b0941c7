"""The loop: decide, act, record.

A memory strategy decides the next action from the state alone (`memory/`); this module carries it out, which is
one call to a model or one search at most, and yields what happened as the entries of one step. Whoever drives
the generator commits each step before asking for the next, so that a run cut anywhere repeats at most the call
that was cut.
"""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from sleuth.events import (
    Entry,
    Event,
    ModelCalled,
    Phase,
    ReplyRefused,
    StepTaken,
    number,
)
from sleuth.fold import replay
from sleuth.models import Model, Reply, Request
from sleuth.search import Query, Results, Search, digest
from sleuth.state import State


class Unreadable(Exception):
    """A reply is not of the asked form; the message says what is wrong with it, for the model to see."""


class Ask(NamedTuple):
    """Ask the model one small question."""

    phase: Phase
    title: str
    question: str | None
    key: str
    """Names this very question to the model, so that a second attempt is told from a first."""
    request: Request
    read: Callable[[Reply], tuple[Event, ...]]
    """Turns the reply into events, or raises Unreadable."""


class Look(NamedTuple):
    """Make one search."""

    title: str
    question: str
    query: Query
    read: Callable[[Results], tuple[Event, ...]]


class Note(NamedTuple):
    """Record what follows from the state without asking anybody."""

    phase: Phase
    title: str
    question: str | None
    events: tuple[Event, ...]


Action = Ask | Look | Note
Decide = Callable[[State], Action]


class Ports(NamedTuple):
    """The edge: everything through which a run touches the world."""

    model: Model
    search: Search
    clock: Callable[[], datetime]
    person: Callable[[State], tuple[Event, ...]] = lambda _: ()
    """What a person did before the next step, recorded as a step of its own; nothing to go on. It waits while they
    pause the run."""


def investigate(state: State, decide: Decide, ports: Ports) -> Iterator[tuple[Entry, ...]]:
    """Carry a run on from any state to its end, one step at a time, yielding each step's entries.

    A service that fails raises ServiceError between two steps: nothing is half done.
    """
    while True:
        while did := ports.person(state):
            yield (entries := number(did, after=state.seq, at=ports.clock()))
            state = replay(entries, state)
        if state.status not in ("running", "paused"):
            return
        yield (entries := take(state, decide(state), ports))
        state = replay(entries, state)


def take(state: State, action: Action, ports: Ports) -> tuple[Entry, ...]:
    """Carry out one action and number what happened."""
    begun = monotonic()
    match action:
        case Ask():
            events = _ask(action, ports.model)
        case Look():
            events = action.read(ports.search(action.query))
        case Note():
            events = action.events
    step = StepTaken(
        phase=phase(action),
        turn=state.turn.number if state.turn else state.turns,
        title=action.title,
        question=action.question,
        seconds=round(monotonic() - begun, 3),
    )
    return number((step, *events), after=state.seq, at=ports.clock())


def phase(action: Action) -> Phase:
    """The part of a turn that an action belongs to."""
    return "search" if isinstance(action, Look) else action.phase


def _ask(action: Ask, model: Model) -> tuple[Event, ...]:
    reply = model(action.request)
    called = _called(action.request, reply)
    try:
        return (called, *action.read(reply))
    except Unreadable as problem:
        return (called, ReplyRefused(key=action.key, problem=str(problem), reply=reply.text))


def _called(request: Request, reply: Reply) -> ModelCalled:
    prompt = json.dumps([m.model_dump() for m in request.messages], ensure_ascii=False)
    return ModelCalled(
        purpose=request.purpose,
        model=reply.model,
        prompt_sha256=digest(prompt),
        reply_sha256=digest(reply.text),
        prompt=request.messages,
        reply=reply.text,
        **reply.model_dump(exclude={"text", "model", "tokens"}),
    )
