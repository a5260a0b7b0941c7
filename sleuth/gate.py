"""What a person wishes of a run that is carried: to go on, hold, take one phase or end; and what they do to it.

One gate stands between the thread that carries a run and everybody who presses a button.
"""

import threading
from collections.abc import Callable
from typing import Literal

from sleuth.errors import CallerError
from sleuth.events import Event, Phase, RunPaused, RunResumed, RunStopped
from sleuth.state import State

Wish = Literal["go", "pause", "step", "stop"]
"""`step` carries one phase of a turn to its end (choose, search, read, compare, update) and then holds."""
Step = Callable[[State], tuple[Event, ...]]
"""Something a person does, decided on the state as it stands when its turn comes."""


class Gate:
    """What a person wishes of a run, asked between its steps."""

    def __init__(self, wish: Wish = "go") -> None:
        self._wish: Wish = wish
        self.waiting = False
        """Whether the run stands still for a person right now, rather than being within a step."""
        self._within = False
        """Whether a step is being taken."""
        self._begun = False
        """Whether the phase that is wished for has begun."""
        self._changed = threading.Condition()
        self._acts: list[Step] = []
        self._ended = False
        self.refused: list[str] = []
        """What could not be done when its turn came, in words."""

    @property
    def stands_still(self) -> bool:
        """Whether the run waits for a person, and nobody has let it go on."""
        return self.waiting and self._wish == "pause"

    @property
    def wish(self) -> Wish:
        """What the person wishes now."""
        return self._wish

    def ask(self, wish: Wish) -> None:
        """Say what the run should do from the next step on; the phase under way is the one of `step`."""
        with self._changed:
            self._wish, self._begun = wish, self._within
            self._changed.notify_all()

    def act(self, step: Step) -> bool:
        """Have something done to the run's ledger before its next step, also while it is paused.

        False when the run has come to its end meanwhile, so that nobody will do it.
        """
        with self._changed:
            if not self._ended:
                self._acts.append(step)
                self._changed.notify_all()
            return not self._ended

    def person(self, state: State, coming: Callable[[], Phase]) -> tuple[Event, ...]:
        """What the person does to a run in this state; nothing to go on. Waits while the wish is to pause.

        `coming` tells the phase of the step that would be taken next.
        """
        with self._changed:
            self._within = False
            if self._stepped(state, coming):
                self._wish = "pause"
            if self._wish == "pause" and state.status == "running" and not self._acts:
                return (RunPaused(),)
            if state.status == "finished" and not self._acts:
                return ()
            self.waiting = True
            self._changed.wait_for(lambda: self._wish != "pause" or self._acts)
            self.waiting = False
            did = self._done(state) or self._wished(state)
            self._within = not did
            return did

    def _stepped(self, state: State, coming: Callable[[], Phase]) -> bool:
        """Whether the one phase wished for is over."""
        goes_on = state.status in ("running", "paused")
        return self._wish == "step" and self._begun and goes_on and coming() != state.phase

    def _done(self, state: State) -> tuple[Event, ...]:
        while self._acts:
            try:
                return self._acts.pop(0)(state)
            except CallerError as error:  # the state moved on since the person saw it
                self.refused.append(str(error))
        return ()

    def end(self) -> tuple[Step, ...]:
        """Take nothing more; what was still to be done when the run came to its end."""
        with self._changed:
            self._ended = True
            return tuple(self._acts)

    def _wished(self, state: State) -> tuple[Event, ...]:
        if self._wish == "stop":
            return (RunStopped(),) if state.status in ("running", "paused") else ()
        if state.status in ("failed", "stopped") or (state.status == "paused" and self._wish == "go"):
            return (RunResumed(),)
        if self._wish == "pause":
            return (RunPaused(),) if state.status == "running" else ()
        self._begun = True
        return ()
