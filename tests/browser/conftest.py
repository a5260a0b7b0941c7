"""A Streamlit server for a script, and a Chromium page that notes what it should not see.

A missing Chromium or playwright fails these tests: a page that nobody looked at is not a page that works.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest

from sleuth.evaluate.browsing import chromium, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Seen(NamedTuple):
    """A page, and everything it said or asked for since it was opened."""

    page: "Page"
    errors: list[str]
    """Console errors and uncaught exceptions."""
    foreign: list[str]
    """Addresses outside this machine that were asked for."""
    received: list[int]
    """Size in bytes of every websocket frame that came in."""


def _serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start a server for a script: `serve(script, *arguments, **environment)` gives its address."""
    with ExitStack() as running:

        def start(script: Path, *arguments: str, **environment: str) -> str:
            folder = tmp_path_factory.mktemp("server")
            return running.enter_context(served(script, folder, *arguments, **environment))

        yield start


# One server for each test, or one for all tests of a module, which then only differ in their sessions.
serve = pytest.fixture(name="serve")(_serving)
serve_module = pytest.fixture(name="serve_module", scope="module")(_serving)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: "Browser", serve: Callable[..., str]) -> Iterator[Callable[..., Seen]]:
    """Open a page: `open_page(width=1400, height=900, dark=False)`. Afterwards every page opened is held to
    its console being clean and its requests having stayed on this machine. Pages close before servers do."""
    opened: list[Seen] = []

    def open_one(*, width: int = 1400, height: int = 900, dark: bool = False) -> Seen:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # pictures and positions must not depend on the moment
        )
        context.set_default_timeout(30_000)
        seen = Seen(context.new_page(), [], [], [])
        opened.append(seen)
        seen.page.on("console", lambda said: seen.errors.append(said.text) if said.type == "error" else None)
        seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
        seen.page.on("request", lambda request: _note_foreign(seen, request.url))
        seen.page.on("websocket", lambda socket: _listen(seen, socket))
        return seen

    yield open_one
    for seen in opened:
        seen.page.context.close()
    assert not [error for seen in opened for error in seen.errors]
    assert not [address for seen in opened for address in seen.foreign]


@pytest.fixture
def seen(open_page: Callable[..., Seen]) -> Seen:
    """One page of a desktop's size in the light theme, with what it said and asked for."""
    return open_page()


@pytest.fixture
def page(seen: Seen) -> "Page":
    """The same page, for tests that only click and look."""
    return seen.page


def _note_foreign(seen: Seen, address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
        seen.foreign.append(address)


def _listen(seen: Seen, socket: object) -> None:
    _note_foreign(seen, socket.url)
    socket.on("framereceived", lambda frame: seen.received.append(len(frame)))
