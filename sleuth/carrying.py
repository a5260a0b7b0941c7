"""Carrying one investigation on in this thread: beginning a run, taking its steps, changing its ledger.

Everything real is wired here: the log, the model and the search of a run. A step is committed before it is told.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sleuth import memory, models, search
from sleuth.calls import Left
from sleuth.errors import CallerError, SleuthError
from sleuth.events import Entry, Event, RunFailed, RunStarted, RunStopped, number
from sleuth.fold import replay
from sleuth.gate import Gate, Step
from sleuth.investigate import Decide, Ports, investigate, phase
from sleuth.prices import agreed
from sleuth.settings import Settings
from sleuth.state import State
from sleuth.store import Log, Origin

QUESTION_CHARS = 2000
"""Longest question accepted; what is longer is a document, which belongs in a collection."""

Connect = Callable[[Settings], Ports]


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


def new_id(at: datetime) -> str:
    """A short run id that sorts by time."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return at.strftime("%y%m%d-%H%M%S-") + "".join(secrets.choice(alphabet) for _ in range(4))


def connect(settings: Settings) -> Ports:
    """The real model and search that the settings name."""
    return Ports(
        model=models.connect(settings.model, settings),
        search=search.connect(settings),
        clock=now,
    )


def check_question(question: str) -> str:
    """The question without outer space; CallerError when there is nothing to investigate or far too much."""
    bare = " ".join(question.split())
    if not any(c.isalnum() for c in bare):
        raise CallerError("The question is empty; type what you want to know, in words.")
    if any("\ud800" <= c <= "\udfff" for c in bare):
        raise CallerError("The question holds bytes that are no text in UTF-8; type it again.")
    if len(bare) > QUESTION_CHARS:
        raise CallerError(
            f"The question has {len(bare):,} characters; at most {QUESTION_CHARS:,} are accepted. "
            "Put long material into a collection and ask about it."
        )
    return bare


def begin(log: Log, question: str, settings: Settings, *, run: str | None = None, origin: Origin = "asked") -> str:
    """Record a new run without carrying it on; its id."""
    asked = check_question(question)
    memory.strategy(settings.memory)
    at = now()
    run = run or new_id(at)
    started = RunStarted(
        question=asked,
        memory=settings.memory,
        model=settings.model,
        collections=settings.collections,
        engines=settings.web.engines,
        limits=settings.limits,
        rules=memory.rules(settings.memory, settings.rules),
        price=agreed(settings),
    )
    log.begin(run, number((started,), after=0, at=at), origin=origin)
    return run


def carry(
    log: Log, run: str, settings: Settings, connect: Connect = connect, gate: Gate | None = None
) -> Iterator[tuple[Entry, ...]]:
    """Carry a run on to its end in this thread, committing and then yielding each step.

    The model, memory, collections and limits are the run's own, whatever the settings say. A failure is recorded
    as the run's outcome and yielded, not raised; only a run that another process carries raises CallerError.
    """
    gate = gate or Gate()
    log.claim(run)
    try:
        state = replay(log.entries(run))
        if state.status == "finished":
            return
        seq = state.seq
        try:
            decide = memory.strategy(state.memory)
            ports = connect(own(settings, state))
            ports = ports._replace(person=lambda now: gate.person(now, lambda: phase(decide(now))))
            for entries in _steps(log, run, decide, ports, gate):
                log.append(run, entries)
                seq = entries[-1].seq
                yield entries
        except SleuthError as error:
            yield _end(log, run, seq, RunStopped() if gate.wish == "stop" else RunFailed(error=str(error)))
        except Exception as error:
            logging.getLogger(__name__).exception("run %s failed unexpectedly", run)
            yield _end(log, run, seq, RunFailed(error=f"Unexpected: {type(error).__name__}: {error}"))
    finally:
        log.release(run)


def _steps(log: Log, run: str, decide: Decide, ports: Ports, gate: Gate) -> Iterator[tuple[Entry, ...]]:
    """The steps to the end; where a person has left a call, the run holds before it is made again."""
    while True:
        try:
            return (yield from investigate(replay(log.entries(run)), decide, ports))
        except Left:
            if gate.wish == "stop":
                raise
            gate.ask("pause")


def own(settings: Settings, state: State) -> Settings:
    """The settings with the model, memory, collections, engines, limits and rules that a run was begun with."""
    kept = state.model_dump(include={"model", "memory", "collections"})
    web = settings.web.model_copy(update={"engines": state.engines})
    return settings.model_copy(update=kept | {"limits": state.limits, "rules": state.rules, "web": web})


_DOING = threading.Lock()
"""Two persons at one page, or a person beside a model that audits, each add to what the other has left behind."""


def do(log: Log, run: str, step: Step, *, audit: bool = False) -> State:
    """Do something to a run that nobody carries on just now; the state it leaves behind.

    `audit` is for what changes nothing of the investigation, which a run that was opened to be read takes too. Raises
    CallerError when another process carries the run, or what is wanted cannot be done.
    """
    with held(log, run, audit=audit):
        state = replay(log.entries(run))
        entries = number(step(state), after=state.seq, at=now())
        log.append(run, entries)
        return replay(entries, state)


@contextmanager
def held(log: Log, run: str, *, audit: bool = False) -> Iterator[None]:
    """Nobody else adds to a run meanwhile; CallerError as by `do`."""
    with _DOING:
        log.claim(run, audit=audit)
        try:
            yield
        finally:
            log.release(run)


def _end(log: Log, run: str, seq: int, event: Event) -> tuple[Entry, ...]:
    entries = number((event,), after=seq, at=now())
    log.append(run, entries)
    return entries
