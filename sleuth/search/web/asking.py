"""Engines asked in their order: the next when one refuses, fails, or has nothing that can be used.

An engine that refused is left alone for a while. Only when no engine may be asked does a run wait, and not longer
than its settings allow, all its searches together.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from sleuth.search.abandoning import Cut, pause, together
from sleuth.search.web.cooling import COOLING, Cooling
from sleuth.search.web.engines import Answered, Engine
from sleuth.search.web.kept import Kept
from sleuth.settings import Web


class Chance(NamedTuple):
    """What differs from one run to the next, so that a test can say what happens."""

    clock: Callable[[], float] = time.monotonic
    """Seconds that never go back."""
    today: Callable[[], datetime] = lambda: datetime.now(UTC)
    sleep: Callable[[float, Cut], None] = pause
    dice: Callable[[], float] = random.random
    """A number from 0 to 1."""


REAL = Chance()


class Asking:
    """The engines of one run."""

    def __init__(
        self,
        engines: Mapping[str, Engine],
        web: Web,
        kept: Kept,
        *,
        cooling: Cooling = COOLING,
        chance: Chance = REAL,
    ) -> None:
        self._engines = engines
        self._web = web
        self._kept = kept
        self._cooling = cooling
        self._chance = chance
        self._waited = 0.0

    def answers(self, query: str, k: int, cut: Cut) -> Iterator[Answered]:
        """What each engine answers, one after the other; whoever has enough asks for no more.

        An engine may come twice: after a wait its later answer counts. Raises Abandoned when `cut` is done.
        """
        while True:
            left: list[float] = []
            for name in self._engines:
                answered = self._answer(name, query, k, cut)
                yield answered
                if answered.outcome == "engine refused":
                    left.append(self._left(name))
            if not left or len(left) < len(self._engines) or self._waited + min(left) > self._web.wait_s:
                return
            self._waited += min(left)
            self._chance.sleep(min(left), cut)

    def _answer(self, name: str, query: str, k: int, cut: Cut) -> Answered:
        kept = None if self._web.cached == "never" else self._kept.answer(name, query, k)
        # That there was nothing is believed only as long as nobody may look again.
        if kept and (kept.outcome == "found" or self._web.cached == "only"):
            return kept
        if self._web.cached == "only":
            why = "what it answered is not in the cache, and nothing else may be asked (cached = only)"
            return Answered(engine=name, outcome="failed", message=why)
        if self._left(name):
            return self._resting(name, "it is left alone after it refused")
        (answered,) = together([partial(self._engines[name], query, k)], cut)
        at = self._chance.today().isoformat(timespec="seconds")
        self._kept.note(answered, at)
        match answered.outcome:
            case "engine refused":
                self._cooling.refused(name, self._chance.clock(), answered.wait_s, self._chance.dice())
                return self._resting(name, answered.message)
            case "found" | "no match":
                self._cooling.answered(name)
                self._kept.keep(answered, query, k, at)
        return answered

    def _resting(self, name: str, why: str | None) -> Answered:
        return Answered(engine=name, outcome="engine refused", message=why, wait_s=self._left(name))

    def _left(self, name: str) -> float:
        return self._cooling.left(name, self._chance.clock())
