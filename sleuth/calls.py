"""The calls of a run while they are under way: what each is, since when, and how far it has come.

Each is made in a thread of its own and only waited for, so that it can be left at once, whatever hangs: a model, an
engine, a page. What a call that was left brings later is dropped; a back-end that can end it is told to.
"""

import threading
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from sleuth import search
from sleuth.errors import ServiceError
from sleuth.investigate import Ports
from sleuth.models import Reply, Request, Telling
from sleuth.search import Query, Results
from sleuth.search.abandoning import Abandoned, Cut, together

T = TypeVar("T")

Kind = Literal["opening", "model", "search"]
"""Opening is what comes before the first call: a collection is read, a model loaded."""


class Left(ServiceError):
    """A person left the call before it came back."""

    def __init__(self) -> None:
        super().__init__("The call was left before it came back.")


class UnderWay(NamedTuple):
    """A call that has not come back yet."""

    kind: Kind
    since: datetime
    tokens: int | None = None
    """About how many tokens of the reply have come, where the model tells while it writes."""
    told: str | None = None
    """What a search does before it can answer, and how far that has come, such as embedding a collection."""


@runtime_checkable
class Abandoning(Protocol):
    """A back-end that can end the calls it is in the middle of."""

    def abandon(self) -> None:
        """End them now."""


class Calls:
    """The calls of one run. Made in the run's thread, looked at and left from any other."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._cut: Cut = Cut()
        self._now: UnderWay | None = None
        self._given_up = False
        self._closed = False
        self._ends: tuple[Abandoning, ...] = ()

    @property
    def now(self) -> UnderWay | None:
        """The call under way, if there is one."""
        return self._now

    def open(self, connect: Callable[[], Ports]) -> Ports:
        """The ports that `connect` opens, every call through which can be watched and left.

        Raises what it raises, and Left.
        """
        ports = self._made("opening", connect)
        both: tuple[object, ...] = (ports.model, ports.search)
        self._ends = tuple(port for port in both if isinstance(port, Abandoning))

        def ask(request: Request) -> Reply:
            if isinstance(ports.model, Telling):
                ports.model.listener = self._heard
            return self._made("model", lambda: ports.model(request))

        def look(query: Query) -> Results:
            begun = monotonic()
            if isinstance(ports.search, search.Telling):
                ports.search.listener = self._prepared
            try:
                return self._made("search", lambda: ports.search(query))
            except Left:
                if not self._given_up:
                    raise
                message = f"given up by a person after {monotonic() - begun:.0f} seconds"
                return Results(engine="search", outcome="failed", message=message)

        return ports._replace(model=ask, search=look)

    def leave(self) -> None:
        """Leave the call under way: a search has failed then, and the run goes on; a model's reply is done without.

        Nothing happens where none is under way.
        """
        if self._now is not None and self._now.kind != "opening":
            self._given_up = self._now.kind == "search"
            self._end()

    def close(self) -> None:
        """Leave the call under way, and let none begin any more."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            if not self._cut.done():
                self._cut.set_result(None)
        for port in self._ends:
            port.abandon()

    def _made(self, kind: Kind, call: Callable[[], T]) -> T:
        with self._lock:
            self._given_up = False
            self._cut = cut = Cut()
            self._now = UnderWay(kind, self._clock())
        try:
            if self._closed:
                raise Left
            (made,) = together((call,), cut)
        except Abandoned:
            raise Left from None
        finally:
            self._now = None
        return made

    def _prepared(self, what: str, done: int, total: int | None) -> None:
        now = self._now
        if now is not None and now.kind == "search":
            of = "" if total is None else f" of {total:,}"
            self._now = now._replace(told=f"{search.PREPARING[what]} {done:,}{of}")

    def _heard(self, tokens: int) -> None:
        now = self._now
        if now is not None and now.kind == "model":
            self._now = now._replace(tokens=tokens)
