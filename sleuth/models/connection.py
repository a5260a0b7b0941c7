"""One HTTP connection pool to a model server, which another thread can cut while a call hangs on it.

Uses the `openai` package's client. Retries what is worth retrying and leaves the meaning of answers to others.
"""

import ipaddress
import socket
import threading
from collections.abc import Callable, Iterator
from time import monotonic
from urllib.parse import urlsplit

import httpx2
import openai
from pydantic import JsonValue

from sleuth.errors import ModelUnavailable
from sleuth.models.streaming import assembled, whole

CONNECT_S = 5.0
"""Seconds to wait for a connection; a server that is there accepts at once, the rest is thinking time."""
WAITS_S = (0.5, 2.0)
"""Seconds before the first and second retry of an overloaded server."""
LONGEST_WAIT_S = 20.0
"""Longest `Retry-After` that is honoured; a run that would wait longer says so instead."""


class Abandoned(ModelUnavailable):
    """The person stopped the call."""

    def __init__(self) -> None:
        super().__init__("The call was abandoned.")


class Connection:
    """A client for one server that serves until it is cut. Thread-safe."""

    def __init__(
        self,
        base_url: str,
        key: str | None,
        timeout_s: float,
        waits_s: tuple[float, ...] = WAITS_S,
        proxy: str | None = None,
    ) -> None:
        """`proxy` is the settings'; without it the environment's serves. This machine's own servers need none."""
        local = is_loopback(base_url)
        self._waits_s, self._timeout_s = waits_s, timeout_s
        self._cut = threading.Event()
        self._sockets: list[socket.socket] = []
        self._client = openai.OpenAI(
            base_url=base_url,
            # The client insists on a key; a server that wants none ignores it.
            api_key=key or "none",
            max_retries=0,
            timeout=openai.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
            http_client=openai.DefaultHttpxClient(
                proxy=None if local else proxy,
                trust_env=not local and proxy is None,
                event_hooks={"request": [self._watch]},
            ),
        )

    def get(self, url: str) -> object:
        """The server's answer: parsed JSON, or text when it is none. Raises the client's errors, or Abandoned."""
        return self._send(lambda: read(self._client.get(url, cast_to=httpx2.Response)))

    def post(self, url: str, body: dict[str, JsonValue]) -> object:
        """Like `get`, for a request with a body."""
        return self._send(lambda: read(self._client.post(url, cast_to=httpx2.Response, body=body)))

    def stream(self, url: str, body: dict[str, JsonValue], told: Callable[[int], None]) -> object:
        """Like `post`, for a chat completion asked for in chunks; `told` hears how many tokens have come.

        A server that answers at once nonetheless is read like any other.
        """

        def send() -> object:
            told(0)
            begun = monotonic()
            chunks = self._client.post(url, cast_to=object, body=body, stream=True, stream_cls=openai.Stream[object])
            if "event-stream" not in chunks.response.headers.get("content-type", ""):
                chunks.response.read()
                return read(chunks.response)
            answer = assembled(self._within(chunks, begun), told)
            if not whole(answer):
                raise openai.APIConnectionError(request=chunks.response.request)
            return answer

        return self._send(send)

    def _within(self, chunks: openai.Stream[object], begun: float) -> Iterator[object]:
        """The chunks, as long as the time limit of the whole call is kept; the client's holds between two of them."""
        request = chunks.response.request
        try:
            for chunk in chunks:
                yield chunk
                if monotonic() - begun > self._timeout_s:
                    chunks.response.close()
                    raise openai.APITimeoutError(request=request)
        except ValueError as error:  # a chunk that is no JSON
            raise openai.APIConnectionError(request=request) from error

    def cut(self) -> None:
        """Let every call on this connection end now with Abandoned; none can be made on it again."""
        self._cut.set()
        for each in tuple(self._sockets):
            _shut(each)
        self._client.close()

    def _send(self, send: Callable[[], object]) -> object:
        waits = iter(self._waits_s)
        dropped = False
        while True:
            if self._cut.is_set():
                raise Abandoned
            try:
                answer = send()
            except Exception as error:
                # A socket shut under a reader shows as whatever the layer above makes of it.
                if self._cut.is_set():
                    raise Abandoned from error
                if is_dropped(error) and not dropped:
                    # A server may close an idle connection just as it is used again.
                    dropped = True
                    continue
                wait = next(waits, None) if is_overload(error) else None
                wait = wait if wait is None else max(wait, _retry_after(error))
                if wait is None or wait > LONGEST_WAIT_S:
                    raise
                self._cut.wait(wait)
            else:
                if self._cut.is_set():
                    # Where a reply ends with its connection, one that was cut looks whole.
                    raise Abandoned
                return answer

    def _watch(self, request: httpx2.Request) -> None:
        request.extensions = {**request.extensions, "trace": self._note_socket}

    def _note_socket(self, event: str, facts: dict[str, object]) -> None:
        """Keep each socket as it is opened, since closing one does not wake a thread that reads from it."""
        stream = facts.get("return_value")
        if not event.endswith(("connect_tcp.complete", "start_tls.complete")) or stream is None:
            return
        opened = stream.get_extra_info("socket")  # type: ignore[attr-defined]
        self._sockets = [*(s for s in self._sockets if s.fileno() >= 0), opened]
        if self._cut.is_set():
            _shut(opened)


def read(response: httpx2.Response) -> object:
    """Parsed JSON, whatever the server calls it; else the text as it came."""
    try:
        parsed: object = response.json()
    except ValueError:
        return response.text
    return parsed


def is_loopback(url: str) -> bool:
    """Whether the address is this machine's own, which no proxy can reach."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_unreachable(error: BaseException) -> bool:
    """Whether no connection came about."""
    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def is_dropped(error: BaseException) -> bool:
    """Whether a connection that stood was closed before the answer was complete."""
    return isinstance(error.__cause__, httpx2.RemoteProtocolError | httpx2.ReadError | httpx2.WriteError)


def is_overload(error: BaseException) -> bool:
    """Whether the server may well answer a little later."""
    return isinstance(error, openai.APIStatusError) and (error.status_code == 429 or error.status_code >= 500)


def _retry_after(error: BaseException) -> float:
    said = error.response.headers.get("retry-after", "") if isinstance(error, openai.APIStatusError) else ""
    return float(said) if said.isdigit() else 0.0


def _shut(opened: socket.socket) -> None:
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except (OSError, ValueError):
        # Closed already, by the server or by the client itself.
        return
