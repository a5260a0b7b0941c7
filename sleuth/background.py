"""Work that goes on in this process beside the page: one piece a key, each in a thread of its own.

A closed tab does not end it, a second tab sees it, and what came of it stays until the next of that key begins. It
ends with the program; what it was to leave behind it has to store itself.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from sleuth.errors import CallerError, SleuthError

T = TypeVar("T")


class Work(Generic[T]):
    """One piece of work, as it stands. Looked at from any thread."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.doing = ""
        """What it does now, in words; empty until it says so."""
        self.done = 0
        self.total: int | None = None
        """Of how many; None where that is not known."""
        self.result: T | None = None
        """None while it goes on, and where it failed."""
        self.error: str | None = None
        """Why it failed, as a sentence."""
        self.stopping = False
        """Whether a person wants it to end; what it does about that is its own affair."""
        self._begun = time.monotonic()
        self._seconds: float | None = None
        self._over = threading.Event()

    @property
    def running(self) -> bool:
        """Whether it still goes on."""
        return not self._over.is_set()

    @property
    def seconds(self) -> float:
        """How long it has taken, up to now or to its end."""
        return time.monotonic() - self._begun if self._seconds is None else self._seconds

    def told(self, doing: str, done: int = 0, total: int | None = None) -> None:
        """Say what it does now, and how much of that is done."""
        self.doing, self.done, self.total = doing, done, total

    def join(self, timeout: float) -> bool:
        """Wait for its end; whether that came within so many seconds."""
        return self._over.wait(timeout)

    def carry(self, call: "Callable[[Work[T]], T]") -> None:
        """Do it; whatever happens is kept here."""
        try:
            self.result = call(self)
        except SleuthError as error:
            self.error = str(error)
        except Exception as error:
            logging.getLogger(__name__).exception("%s failed unexpectedly", self.key)
            self.error = f"Unexpected: {type(error).__name__}: {error}"
        finally:
            self._seconds = time.monotonic() - self._begun
            self._over.set()


class Background(Generic[T]):
    """All work of one sort. Thread-safe."""

    def __init__(self) -> None:
        self._works: dict[str, Work[T]] = {}
        self._lock = threading.Lock()

    def start(self, key: str, call: Callable[[Work[T]], T]) -> Work[T]:
        """Begin a piece of work in the place of an earlier one; CallerError while that still goes on."""
        with self._lock:
            before = self._works.get(key)
            if before is not None and before.running:
                raise CallerError(f"{key}: this is still going on; wait until it is done, or stop it.")
            work: Work[T] = Work(key)
            self._works[key] = work
        threading.Thread(target=work.carry, args=(call,), name=f"work {key}", daemon=True).start()
        return work

    def get(self, key: str) -> Work[T] | None:
        """The last piece of work of a key, under way or over."""
        return self._works.get(key)

    def every(self) -> tuple[Work[T], ...]:
        """The last piece of work of every key, in the order in which the keys were first used."""
        return tuple(self._works.values())

    def clear(self, key: str) -> None:
        """Forget a piece of work that is over."""
        with self._lock:
            if (work := self._works.get(key)) and not work.running:
                del self._works[key]
