"""Calls to the outside that can be left at once: each runs in a thread of its own, and only the waiting is cut.

A thread that reads from a socket cannot be woken on every system, nor can a library in another language; whoever
called is, and what the thread brings later is dropped. Each call has to end by itself, within its own time limit.
"""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TypeVar, cast

from sleuth.errors import ServiceError

T = TypeVar("T")
Cut = Future[None]
"""Done from the moment on when everybody who waits should leave."""


class Abandoned(ServiceError):
    """The person stopped the search."""

    def __init__(self) -> None:
        super().__init__("The search was abandoned.")


def together(calls: Iterable[Callable[[], T]], cut: Cut) -> tuple[T, ...]:
    """What several calls return, made at the same time; the first error of one is raised, or Abandoned."""
    futures = [begun(call) for call in calls]
    leave = cast("Future[T]", cut)  # it never has a result; `wait` takes futures of one kind
    waiting = set(futures)
    while waiting:
        done, _ = wait([*waiting, leave], return_when=FIRST_COMPLETED)
        if cut.done():
            raise Abandoned
        waiting -= done
    return tuple(future.result() for future in futures)


def pause(seconds: float, cut: Cut) -> None:
    """Let some time pass; raises Abandoned when it is cut short."""
    wait([cut], timeout=seconds)
    if cut.done():
        raise Abandoned


def begun(call: Callable[[], T]) -> Future[T]:
    """What a call will return, made in a thread of its own."""
    future: Future[T] = Future()

    def work() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    # A daemon, so that leaving the program does not wait for a page that stalls.
    threading.Thread(target=work, name="search", daemon=True).start()
    return future
