"""The runner: carries investigations in plain threads, one each, and lets a person pause, step and stop them.

Browser and command line drive the same runner; a closed tab never touches a run. Control takes effect between two
steps, and a call that hangs can be left.
"""

import logging
import threading
from datetime import timedelta
from typing import NamedTuple

from sleuth.acts import Intervention, perform, undo
from sleuth.calls import Calls, UnderWay
from sleuth.carrying import Connect, begin, carry, connect, do, now
from sleuth.errors import SleuthError
from sleuth.fold import replay
from sleuth.gate import Gate, Step, Wish
from sleuth.investigate import Ports
from sleuth.settings import Settings
from sleuth.store import Log


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

    def audit(self, run: str, step: Step) -> None:
        """Add to the audit of a run, also of one that was opened to be read; CallerError when it cannot be done."""
        self._act(run, step, audit=True)

    def _act(self, run: str, step: Step, *, audit: bool = False) -> None:
        if self.carries(run):
            step(replay(self.log.entries(run)))  # so that who asked hears of a refusal
            if self._carried[run].gate.act(step):
                return
            self.join(run)
        do(self.log, run, step, audit=audit)

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
