"""A Streamlit server and a Chromium of one's own, for measurements and tests that look at the page itself."""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from sleuth.errors import CallerError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
"""The folder that holds `app.py`."""
START_S = 60.0
"""Seconds a server may take to answer; a cold start on a busy machine needs about ten."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SWITCHES = (
    # Continuous integration and containers run as root.
    "--no-sandbox",
    "--disable-gpu",
    # The rest keeps the browser from calling home.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def served(script: Path, folder: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """Run a Streamlit script from the project's root on a free port; its address. It ends with the context.

    What the server says is kept in the folder. Raises CallerError with the end of it when the server never answers.
    """
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
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            pause.wait(0.1)
    raise CallerError(f"The server did not answer at {address}:\n{log.read_text(errors='replace')[-2000:]}")


@contextmanager
def chromium() -> Iterator["Browser"]:
    """A Chromium without a window. Raises CallerError when it or playwright is missing."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise CallerError(
            "The page is looked at through playwright, which is missing: pip install playwright"
        ) from error
    program = next(filter(None, map(which, NAMES)), None)
    if program is None:
        raise CallerError(
            f"The page is looked at in Chromium, which is missing; none of {', '.join(NAMES)} is on the path."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()
