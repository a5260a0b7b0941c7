"""How a site is treated: its robots.txt is obeyed, and it gets one request at a time, with a pause between pages.

What a robots.txt says holds for one run. Source: RFC 9309; the pauses are ours.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpcore2
import httpx2

from sleuth.search.web.agent import AGENT
from sleuth.search.web.fetching.asking import TooManyRedirects, ask, host
from sleuth.search.web.fetching.network import Refused, Visit

if TYPE_CHECKING:
    from protego import Protego

PAUSE_S = 1.0
"""Seconds between two pages of one host."""
LONGEST_PAUSE_S = 10.0
"""Longest `Crawl-delay` that is kept: a few pages a run are no crawl."""
TURN_S = 60.0
"""Longest wait for other pages of the same host, in seconds."""
ROBOTS_BYTES = 512 * 1024
"""Of a robots.txt as much is read; RFC 9309 asks for 500 KiB at least."""


class Manners:
    """What is known of the hosts of one run. Thread-safe."""

    def __init__(self, *, obey: bool) -> None:
        self._obey = obey
        self._turns: dict[str, threading.Lock] = {}
        self._free: dict[str, float] = {}
        """When the next page of a host may be asked for."""
        self._rules: dict[str, Protego | str] = {}
        """By scheme, host and port: the rules, or why there are none and nothing may be fetched."""
        self._lock = threading.Lock()

    @contextmanager
    def page(self, url: str, visit: Visit, client: httpx2.Client, seen: set[str]) -> Iterator[None]:
        """One request for a page; Refused where robots.txt forbids it. `seen` are the hosts of the same page's hops,
        between which there is no pause.
        """
        pause = max(PAUSE_S, self._obeyed(url, visit, client)) if self._obey else PAUSE_S
        name = host(url)
        with self._turn(url, visit):
            now = visit.network.now()
            if name not in seen and (wait := self._free.get(name, now) - now) > 0:
                visit.rest(wait)
            seen.add(name)
            try:
                yield
            finally:
                self._free[name] = visit.network.now() + pause

    def _obeyed(self, url: str, visit: Visit, client: httpx2.Client) -> float:
        """The host's `Crawl-delay` in seconds, at most `LONGEST_PAUSE_S`; Refused where the page is forbidden."""
        parsed = httpx2.URL(url)
        origin = f"{parsed.scheme}://{parsed.netloc.decode('ascii')}"
        rules = self._rules.get(origin)
        if rules is None:
            # Two threads may both ask; they learn the same.
            rules = self._rules[origin] = self._asked(origin, visit, client)
        if isinstance(rules, str):
            raise Refused(rules)
        if not rules.can_fetch(url, AGENT):
            raise Refused(f"The robots.txt of {parsed.host} forbids this page.")
        return min(rules.crawl_delay(AGENT) or 0.0, LONGEST_PAUSE_S)

    def _asked(self, origin: str, visit: Visit, client: httpx2.Client) -> "Protego | str":
        from protego import Protego

        try:
            answer = ask(
                client,
                f"{origin}/robots.txt",
                limit=ROBOTS_BYTES,
                permitted=lambda url: self._turn(url, visit),
            )
        except TooManyRedirects:
            # RFC 9309, 2.3.1.2: as if there were none.
            return Protego.parse("")
        if answer.status >= 500:
            return (
                f"The robots.txt of {host(origin)} cannot be read now (status {answer.status}), "
                "so nothing of it is fetched."
            )
        return Protego.parse(answer.body.decode("utf-8-sig", "replace") if answer.status < 300 else "")

    @contextmanager
    def _turn(self, url: str, visit: Visit) -> Iterator[None]:
        """Have a host for oneself. Two hosts are never held at once, so none waits for the other for ever."""
        with self._lock:
            turn = self._turns.setdefault(host(url), threading.Lock())
        with visit.paused():
            mine = turn.acquire(timeout=TURN_S)
        if not mine:
            raise httpcore2.ReadTimeout
        try:
            visit.left()
            yield
        finally:
            turn.release()
