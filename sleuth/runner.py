"""The runner: carries investigations in plain threads, one each, and lets a person pause, step and stop them.

Everything real is wired here: the log, the model and the search of a run. Browser and command line drive the
same runner; a closed tab never touches a run. Control takes effect between two steps, and a call that hangs can be
left.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sleuth import memory, models, search
from sleuth.acts import Intervention, perform, undo
from sleuth.calls import Calls, Left, UnderWay
from sleuth.errors import CallerError, SleuthError
from sleuth.events import Entry, Event, RunFailed, RunStarted, RunStopped, number
from sleuth.fold import replay
from sleuth.gate import Gate, Step, Wish
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


def do(log: Log, run: str, step: Step) -> State:
    """Do something to the ledger of a run that nobody carries on just now; the state it leaves behind.

    Raises CallerError when another process carries it, or what is wanted cannot be done.
    """
    log.claim(run)
    try:
        state = replay(log.entries(run))
        entries = number(step(state), after=state.seq, at=now())
        log.append(run, entries)
        return replay(entries, state)
    finally:
        log.release(run)


def _end(log: Log, run: str, seq: int, event: Event) -> tuple[Entry, ...]:
    entries = number((event,), after=seq, at=now())
    log.append(run, entries)
    return entries


class Carried(NamedTuple):
    """A run that this process carries on."""

    thread: threading.Thread
    gate: Gate
    calls: Calls


class Runner:
    """Investigations in the background of one process, each in a thread of its own. Thread-safe."""

    def __init__(self, log: Log, connect: Connect = connect) -> None:
        self.log = log
        self._connect = connect
        self._lock = threading.Lock()
        self._carried: dict[str, Carried] = {}
        log.purge(now() - timedelta(days=7))

    def start(self, question: str, settings: Settings, *, paused: bool = False) -> str:
        """Pose a question and carry it on in the background; the run's id."""
        run = begin(self.log, question, settings)
        self.go_on(run, settings, wish="pause" if paused else "go")
        return run

    def go_on(self, run: str, settings: Settings, wish: Wish = "go") -> None:
        """Carry on a paused, interrupted, stopped or failed run; a run carried here only takes the new wish.

        Raises CallerError when another process carries it or it was opened from a bundle.
        """
        with self._lock:
            if self.wish(run) == "stop":
                self.join(run)  # its end is a moment away, and nothing can be asked of it any more
            if self.carries(run):
                self._carried[run].gate.ask(wish)
                return
            # Claimed here already, so that who pressed the button hears of a refusal.
            self.log.claim(run)
            gate, calls = Gate(wish), Calls(now)
            work = threading.Thread(
                target=self._work, args=(run, settings, gate, calls), name=f"run {run}", daemon=True
            )
            self._carried[run] = Carried(work, gate, calls)
            work.start()

    def pause(self, run: str) -> None:
        """Hold a run before its next step."""
        self._wish(run, "pause")

    def step(self, run: str) -> None:
        """Let a run carry one phase of its turn to its end and then hold; the phase under way, where there is one."""
        self._wish(run, "step")

    def stop(self, run: str) -> None:
        """End a run; a call under way is left."""
        self._wish(run, "stop")
        if run in self._carried:
            self._carried[run].calls.close()

    def leave(self, run: str) -> None:
        """Leave a call that hangs. A search counts as failed and the run goes on; before a model's call it holds."""
        if run in self._carried:
            self._carried[run].calls.leave()

    def under_way(self, run: str) -> UnderWay | None:
        """The call that a run carried here waits for; None for any other run, and between two calls."""
        return self._carried[run].calls.now if self.carries(run) else None

    def intervene(self, run: str, wanted: Intervention) -> None:
        """Do something to a run's ledger, whether or not it is carried on; CallerError when it cannot be done.

        On a run that is in the middle of a step it takes effect right after that step.
        """
        self._act(run, lambda state: perform(state, wanted))

    def undo(self, run: str, at: int, author: str, reason: str) -> None:
        """Undo what a person did at this event, by a further act; CallerError when there is nothing to undo."""
        self._act(run, lambda state: undo(state, at, author, reason))

    def _act(self, run: str, step: Step) -> None:
        if self.carries(run):
            step(replay(self.log.entries(run)))  # so that who asked hears of a refusal
            if self._carried[run].gate.act(step):
                return
            self.join(run)
        do(self.log, run, step)

    def refusals(self, run: str) -> tuple[str, ...]:
        """What a person asked for while a step was under way and could not be done after it; told once."""
        with self._lock:
            refused = self._carried[run].gate.refused if run in self._carried else []
            told = tuple(refused)
            refused.clear()
            return told

    def carries(self, run: str) -> bool:
        """Whether this process carries the run on now."""
        carried = self._carried.get(run)
        return carried is not None and carried.thread.is_alive()

    def wish(self, run: str) -> Wish | None:
        """What a person last wished of a run that is carried here; None for any other."""
        return self._carried[run].gate.wish if self.carries(run) else None

    def waits(self, run: str) -> bool:
        """Whether a run that is carried here stands still for a person."""
        return self.carries(run) and self._carried[run].gate.stands_still

    def join(self, run: str, timeout: float | None = None) -> bool:
        """Wait until a run is no longer carried on here; whether that came within the timeout in seconds."""
        carried = self._carried.get(run)
        if carried is not None:
            carried.thread.join(timeout)
        return not self.carries(run)

    def _wish(self, run: str, wish: Wish) -> None:
        carried = self._carried.get(run)
        if carried is not None:
            carried.gate.ask(wish)

    def _work(self, run: str, settings: Settings, gate: Gate, calls: Calls) -> None:
        def connect(kept: Settings) -> Ports:
            return calls.open(lambda: self._connect(kept))

        try:
            for _ in carry(self.log, run, settings, connect, gate):
                pass
        except SleuthError as error:
            logging.getLogger(__name__).warning("run %s: %s", run, error)
        for step in gate.end():
            try:
                do(self.log, run, step)
            except SleuthError as error:
                gate.refused.append(str(error))
