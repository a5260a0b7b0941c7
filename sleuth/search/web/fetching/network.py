"""The way out to one page: names resolved once, every address checked, and the connection made to a checked one.

There is no second lookup that could answer otherwise (DNS rebinding), and TLS still verifies the name. All reading
and writing ends when the visit's time is over, however slowly a server drips.

With a proxy it is the proxy that resolves names: then only names and literal addresses can be checked here, and what
the proxy reaches is its operator's concern.
"""

# The arguments of a back-end are httpcore2's, and none of its timeouts counts here.
# ruff: noqa: ARG002

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from http.cookiejar import Cookie, CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, NamedTuple
from urllib.request import Request, getproxies

import httpcore2
import httpx2

from sleuth.errors import CallerError
from sleuth.search.abandoning import Abandoned, Cut, pause
from sleuth.search.web.agent import USER_AGENT
from sleuth.search.web.fetching.guard import addresses_refusal, host_refusal

if TYPE_CHECKING:
    from sleuth.settings import Web

HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5",
    # Only what is unpacked in bounded pieces, with or without further libraries.
    "Accept-Encoding": "gzip, deflate",
}
CONNECT_S = 5.0
"""Seconds to wait for one address to accept; the next one may."""


class Refused(Exception):
    """Sleuth does not fetch this; the message is a sentence."""


class Failed(Exception):
    """It could not be had; the message is a sentence."""


def resolved(host: str, port: int) -> tuple[str, ...]:
    """Every IP address of a host, as the system knows them, in its order; OSError when there is none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


def dialled(address: str, port: int, seconds: float) -> httpcore2.NetworkStream:
    """A TCP connection; httpcore2.ConnectError or ConnectTimeout."""
    return httpcore2.SyncBackend().connect_tcp(address, port, timeout=seconds)


class Network(NamedTuple):
    """What of the world a fetch touches; tests put their own in place."""

    resolve: Callable[[str, int], tuple[str, ...]] = resolved
    dial: Callable[[str, int, float], httpcore2.NetworkStream] = dialled
    tls: Callable[[], ssl.SSLContext] = httpx2.create_ssl_context
    now: Callable[[], float] = time.monotonic
    pause: Callable[[float, Cut], None] = pause


OPEN = Network()
"""The world as it is."""


class Visit:
    """The time that one fetch may take, and whether the person has stopped it."""

    def __init__(self, seconds: float, network: Network) -> None:
        self.network = network
        self.reading = False
        """Whether the page has come, and is being read."""
        self.cut: Cut = Future()
        self._until = network.now() + seconds
        self._paused_at: float | None = None

    def remaining(self) -> float:
        """Seconds until the visit is over; negative after that."""
        return self._until - (self.network.now() if self._paused_at is None else self._paused_at)

    def left(self) -> float:
        """The same while there is any, else httpcore2.ReadTimeout; Abandoned when the person has stopped it."""
        if self.cut.done():
            raise Abandoned
        if (remaining := self.remaining()) <= 0:
            raise httpcore2.ReadTimeout
        return remaining

    @contextmanager
    def paused(self) -> Iterator[None]:
        """A while that does not count, because the site is not asked for anything."""
        self._paused_at = self.network.now()
        try:
            yield
        finally:
            self._until += self.network.now() - self._paused_at
            self._paused_at = None

    def rest(self, seconds: float) -> None:
        """Wait out of politeness."""
        with self.paused():
            self.network.pause(seconds, self.cut)

    def read(self, seconds: float) -> None:
        """The page has come; it may be read for so long from now."""
        self._until = self.network.now() + seconds
        self.reading = True


class _Timed(httpcore2.NetworkStream):
    """A connection whose every act ends with the visit."""

    def __init__(self, stream: httpcore2.NetworkStream, visit: Visit) -> None:
        self._stream, self._visit = stream, visit

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._visit.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._visit.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, self._visit.left()), self._visit)

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    """Connections to checked addresses only, or to the proxy."""

    def __init__(self, visit: Visit, *, to_proxy: bool) -> None:
        self._visit, self._to_proxy = visit, to_proxy

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception = httpcore2.ConnectError(f"{host} has no address")
        for address in (host,) if self._to_proxy else self._checked(host.rstrip("."), port):
            try:
                stream = self._visit.network.dial(address, port, min(CONNECT_S, self._visit.left()))
                return _Timed(stream, self._visit)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    def _checked(self, host: str, port: int) -> tuple[str, ...]:
        if reason := host_refusal(host):
            raise Refused(reason)
        try:
            addresses = self._visit.network.resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError(f"there is no such name ({error})") from error
        if reason := addresses_refusal(host, addresses):
            raise Refused(reason)
        return addresses


class _Body(httpx2.SyncByteStream):
    def __init__(self, stream: httpcore2.Response) -> None:
        self._response = stream

    def __iter__(self) -> Iterator[bytes]:
        return self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


class _Transport(httpx2.BaseTransport):
    """What httpx2's own transport does, over a pool with our back-end, which it has no argument for."""

    def __init__(self, pool: httpcore2.ConnectionPool) -> None:
        self._pool = pool

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        target = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        answer = self._pool.handle_request(httpcore2.Request(request.method, target, headers=request.headers.raw))
        return httpx2.Response(answer.status, headers=answer.headers, stream=_Body(answer))

    def close(self) -> None:
        self._pool.close()


class _Cookies(DefaultCookiePolicy):
    """Takes a site's own cookies, but none that cannot be sent back: httpx2 would stumble over it."""

    def set_ok(self, cookie: Cookie, request: Request) -> bool:
        return f"{cookie.name}{cookie.value}{cookie.path}".isascii() and super().set_ok(cookie, request)


def opened(web: "Web", visit: Visit, tls: ssl.SSLContext) -> httpx2.Client:
    """A client for one visit, with cookies of its own; CallerError when the proxy's address is none."""
    backend = _Backend(visit, to_proxy=web.proxy is not None)
    if web.proxy is None:
        pool = httpcore2.ConnectionPool(ssl_context=tls, network_backend=backend)
    else:
        way = proxy(web.proxy)
        pool = httpcore2.HTTPProxy(str(way.url), way.raw_auth, ssl_context=tls, network_backend=backend)
    cookies = CookieJar(_Cookies())
    return httpx2.Client(transport=_Transport(pool), headers=HEADERS, cookies=cookies, trust_env=False)


def proxy(address: str) -> httpx2.Proxy:
    """The proxy at an address; CallerError when it is none."""
    try:
        way = httpx2.Proxy(address)
        accepted = way.url.scheme in ("http", "https") and way.url.host != ""
    except (ValueError, httpx2.InvalidURL):
        accepted = False
    if not accepted:
        # The address may hold a password, so it is not repeated.
        raise CallerError("The setting web.proxy is not accepted: it must be http://HOST:PORT or https://HOST:PORT.")
    return way


def environments() -> str | None:
    """The proxy for pages that the environment names (`HTTPS_PROXY`), if it is one that can be used."""
    named = getproxies().get("https")
    return named if named and named.startswith(("http://", "https://")) else None
