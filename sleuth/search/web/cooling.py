"""Engines that refused are left alone for a while, longer each time, whichever run asked them.

Remembered as long as the program lives. Moments are seconds of a clock that never goes back, given by the caller.
"""

import threading
from typing import NamedTuple

FIRST_S = 30.0
"""Seconds after a first refusal; each further one in a row doubles them."""
LEAST_S = 1.0
"""Fewest seconds, whatever an engine says."""
LONGEST_S = 900.0
"""Most seconds, whatever an engine says: it is asked again then, and may say so again."""
SPREAD = 0.25
"""Up to this share is added by chance, so that many who were refused at once do not come back at once."""


class Rest(NamedTuple):
    """How long an engine is left alone."""

    until: float = 0.0
    refusals: int = 0
    """In a row."""


class Cooling:
    """The engines that are left alone. Thread-safe."""

    def __init__(self) -> None:
        self._rests: dict[str, Rest] = {}
        self._lock = threading.Lock()

    def left(self, engine: str, now: float) -> float:
        """Seconds for which an engine is still left alone; 0 when it may be asked."""
        return max(0.0, self._rests.get(engine, Rest()).until - now)

    def refused(self, engine: str, now: float, wait_s: float | None, chance: float) -> None:
        """An engine refused, and asked for so many seconds if it said so; `chance` lies from 0 to 1."""
        with self._lock:
            refusals = self._rests.get(engine, Rest()).refusals
            # A large power of two is more than a float holds.
            own = FIRST_S * 2 ** min(refusals, 10)
            # A short wait is believed once; who then refuses again did not mean it.
            least = own if refusals or wait_s is None else LEAST_S
            seconds = min(LONGEST_S, max(wait_s or 0.0, least))
            self._rests[engine] = Rest(now + seconds * (1 + SPREAD * chance), refusals + 1)

    def answered(self, engine: str) -> None:
        """An engine answered again: its refusals are forgotten."""
        with self._lock:
            self._rests.pop(engine, None)


COOLING = Cooling()
"""Of this program."""
