"""A Streamlit server for a script, and a Chromium page that notes what it should not see.

A missing Chromium or playwright fails these tests: a page that nobody looked at is not a page that works.
"""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
# No sandbox: continuous integration runs as root. The rest keeps the browser from calling home.
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START = 60.0
"""Seconds a server may take to answer; a cold start on a busy machine needs about ten."""


class Seen(NamedTuple):
    """A page, and everything it said or asked for since it was opened."""

    page: "Page"
    errors: list[str]
    """Console errors and uncaught exceptions."""
    foreign: list[str]
    """Addresses outside this machine that were asked for."""
    received: list[int]
    """Size in bytes of every websocket frame that came in."""


def serve_script(script: Path, folder: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """Run a Streamlit script from the project's root on a free port; give its address; end it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / f"server-{port}.log"
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    switches = ["--server.fileWatcherType=none", "--server.headless=true", "--", *arguments]
    with log.open("wb") as output:
        server = subprocess.Popen(
            command + switches,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    pause = threading.Event()
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            pause.wait(0.1)
    pytest.fail(f"the server did not answer at {address}:\n{log.read_text(errors='replace')[-2000:]}")


def _serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start a server for a script: `serve(script, *arguments, **environment)` gives its address."""
    running: list[Iterator[str]] = []

    def start(script: Path, *arguments: str, **environment: str) -> str:
        running.append(serve_script(script, tmp_path_factory.mktemp("server"), *arguments, **environment))
        return next(running[-1])

    yield start
    for server in running:
        next(server, None)


# One server for each test, or one for all tests of a module, which then only differ in their sessions.
serve = pytest.fixture(name="serve")(_serving)
serve_module = pytest.fixture(name="serve_module", scope="module")(_serving)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        yield chromium
        chromium.close()


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
