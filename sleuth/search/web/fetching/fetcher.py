"""Fetching with its cache, its time limit and its way out: what `connect` of this package returns."""

import ssl
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import httpcore2
import httpx2

from sleuth.search.abandoning import Abandoned, begun
from sleuth.search.web.fetching import Fetched, Outcome
from sleuth.search.web.fetching.asking import Answer, ask, host
from sleuth.search.web.fetching.manners import Manners
from sleuth.search.web.fetching.network import OPEN, Failed, Network, Refused, Visit, opened, proxy
from sleuth.search.web.fetching.page_cache import PageCache
from sleuth.search.web.fetching.reading import read, unwanted
from sleuth.search.web.urls import cited

if TYPE_CHECKING:
    from sleuth.settings import Web

READING_S = 30.0
"""Seconds in which a page that has come must be read; a hostile one could keep its parser busy for ever."""
ABANDONED = "The call was abandoned."


class Visited(NamedTuple):
    """What came of a visit, and the answer it was read from; None where there was none."""

    page: Fetched
    answer: Answer | None = None


class WebFetch:
    """Fetches pages of one run, as `Fetch` says."""

    def __init__(
        self,
        web: "Web",
        cache: PageCache,
        network: Network = OPEN,
        today: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """CallerError when the settings name a proxy that is none."""
        if web.proxy is not None:
            proxy(web.proxy)
        self._web, self._cache, self._network, self._today = web, cache, network, today
        self._manners = Manners(obey=web.robots)
        self._visits: set[Visit] = set()
        self._lock = threading.Lock()

    def __call__(self, url: str) -> Fetched:
        """The page at an address, kept or fetched as the settings say."""
        url = _written(url)
        kept = self._cache.newest(url) if self._web.cached != "never" else None
        if kept and (kept.outcome == "read" or self._web.cached == "only"):
            return kept
        return self.afresh(url)

    def afresh(self, url: str) -> Fetched:
        """The page as it is on the web now, whatever is kept; it is kept as a further version."""
        url = cited(_written(url))
        if self._web.cached == "only":
            why = "The page is not in the cache, and nothing may be fetched (cached = only)."
            return Fetched(outcome="failed", url=url, message=why)
        visit = Visit(self._web.page_s, self._network)
        with self._lock:
            self._visits.add(visit)
        try:
            visited = self._watched(url, visit)
        except Abandoned:
            return Fetched(outcome="failed", url=url, message=ABANDONED)
        finally:
            with self._lock:
                self._visits.discard(visit)
        answer = visited.answer
        if answer is None:
            self._cache.keep(url, visited.page)
        else:
            self._cache.keep(url, visited.page, answer.status, answer.headers.get("content-type"), answer.body)
        return visited.page

    def kept(self, url: str, retrieved_at: str) -> Fetched | None:
        """The page as it was read at an ISO moment; None when that version is not kept."""
        return self._cache.version(url, retrieved_at)

    def abandon(self) -> None:
        """End every call under way as *failed*, at once; later calls are made afresh."""
        with self._lock:
            for visit in self._visits:
                if not visit.cut.done():
                    visit.cut.set_result(None)

    def _watched(self, url: str, visit: Visit) -> Visited:
        """The visit, left when its time is over even if a lookup or a parser hangs; raises Abandoned."""
        found = begun(lambda: self._visit(url, visit))
        either = cast(list[Future[object]], [found, visit.cut])
        while (remaining := visit.remaining()) > 0:
            wait(either, timeout=remaining, return_when=FIRST_COMPLETED)
            if visit.cut.done():
                raise Abandoned
            if found.done():
                return found.result()
        slow = f"The page of {host(url)} could not be read within {READING_S:g} seconds."
        return Visited(self._unread(url, "failed", slow if visit.reading else self._late(url)))

    def _visit(self, url: str, visit: Visit) -> Visited:
        limit = int(self._web.page_mb * 1e6)
        try:
            with opened(self._web, visit, self._tls) as client:
                seen: set[str] = set()
                answer = ask(
                    client,
                    url,
                    limit=limit,
                    permitted=lambda hop: self._manners.page(hop, visit, client, seen),
                    unwanted=unwanted(limit),
                )
        except Refused as error:
            return Visited(self._unread(url, "refused", str(error)))
        except Failed as error:
            return Visited(self._unread(url, "failed", str(error)))
        except (httpcore2.TimeoutException, httpx2.TimeoutException):
            return Visited(self._unread(url, "failed", self._late(url)))
        except (httpcore2.ConnectError, httpcore2.ProxyError) as error:
            return Visited(self._unread(url, "failed", f"{host(url)} cannot be reached: {error}."))
        except httpx2.DecodingError:
            return Visited(self._unread(url, "failed", f"{host(url)} sent a page that cannot be unpacked."))
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpx2.HTTPError):
            return Visited(self._unread(url, "failed", f"{host(url)} broke off before the page was complete."))
        except (ValueError, httpx2.InvalidURL):
            # What a hostile server can put into its headers is more than httpx2 is prepared for.
            return Visited(self._unread(url, "failed", f"{host(url)} sent what cannot be understood."))
        visit.read(READING_S)
        return Visited(read(answer, url, self._at(), limit), answer)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self._network.tls()

    def _at(self) -> str:
        return self._today().isoformat(timespec="seconds")

    def _late(self, url: str) -> str:
        return f"{host(url)} did not answer within {self._web.page_s:g} seconds (web.page_s)."

    def _unread(self, url: str, outcome: Outcome, message: str) -> Fetched:
        return Fetched(outcome=outcome, url=url, retrieved_at=self._at(), message=message)


def _written(url: str) -> str:
    """An address that can be written down: JSON can carry half a character, which no file takes."""
    return url.encode("utf-8", "replace").decode()
