"""A browser tab that notes what it should not see: errors in its console, and addresses off this machine."""

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page


class Seen(NamedTuple):
    """A page, and everything it said or asked for since it was opened."""

    page: "Page"
    errors: list[str]
    """Console errors and uncaught exceptions."""
    foreign: list[str]
    """Addresses outside this machine that were asked for."""
    received: list[int]
    """Size in bytes of every websocket frame that came in."""


def new_page(browser: "Browser", *, width: int = 1400, height: int = 900, dark: bool = False) -> Seen:
    """A page of its own context; whoever opens it closes the context."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",  # pictures and positions must not depend on the moment
    )
    context.set_default_timeout(30_000)
    seen = Seen(context.new_page(), [], [], [])
    seen.page.on("console", lambda said: _note_said(seen, said))
    seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
    seen.page.on("request", lambda request: _note_foreign(seen, request.url))
    seen.page.on("websocket", lambda socket: _listen(seen, socket))
    return seen


PROBES = re.compile(r"http://127\.0\.0\.1:\d+/.+/_stcore/(health|host-config)")
"""Streamlit looks for its server below the page's own address first, and finds it one level up."""


def _note_said(seen: Seen, said: "ConsoleMessage") -> None:
    probed = "404" in said.text and PROBES.fullmatch(said.location["url"])
    if said.type == "error" and not probed:
        seen.errors.append(said.text)


def _note_foreign(seen: Seen, address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
        seen.foreign.append(address)


def _listen(seen: Seen, socket: object) -> None:
    _note_foreign(seen, socket.url)
    socket.on("framereceived", lambda frame: seen.received.append(len(frame)))
