"""Pages of the web by their address: guarded, polite, extracted, and kept.

A fetch never raises for what a page or its server does: that is an outcome with a sentence. What it returns is data
from the web. Which pages are wanted is decided elsewhere; an address is never taken from a page's text.
"""

from typing import TYPE_CHECKING, Literal, Protocol

from sleuth.models import Record

if TYPE_CHECKING:
    from sleuth.settings import Web

Outcome = Literal["read", "blocked", "refused", "failed", "gone"]
"""What came of fetching a page. *read*: its text is there. *blocked*: the site showed a challenge, a login, a consent
form or a refusal instead. *refused*: Sleuth does not fetch it (a private address, robots.txt, size, type). *failed*:
it could not be had (no answer, broken off, a server error, no readable text). *gone*: the site says that there is no
such page.
"""


class Fetched(Record):
    """A page as it was fetched, or why it was not."""

    outcome: Outcome
    url: str
    """Address of the page that answered, after redirects, as it is cited; the one asked for where none did."""
    title: str = ""
    text: str = ""
    """Main text, without markup; empty unless read."""
    date: str | None = None
    """ISO date the page speaks from; None when it names none."""
    retrieved_at: str | None = None
    """When it was fetched, as an ISO moment; None where nothing was kept and nothing may be fetched."""
    sha256: str | None = None
    """Hash of the text; None unless read."""
    pages: tuple[int, ...] = ()
    """Where in the text each page of a PDF begins, as character offsets."""
    message: str | None = None
    """Why it was not read, as a sentence; a blocked page's names what stood in the way. Of a page that was read, what
    of it was not."""


class Fetch(Protocol):
    """Fetches pages of one run. Thread-safe; one request at a time to any one host."""

    def __call__(self, url: str) -> Fetched:
        """The page at an address, kept or fetched as the settings say."""

    def afresh(self, url: str) -> Fetched:
        """The page as it is on the web now, whatever is kept; it is kept as a further version."""

    def kept(self, url: str, retrieved_at: str) -> Fetched | None:
        """The page as it was read at an ISO moment; None when that version is not kept."""

    def abandon(self) -> None:
        """End every call under way as *failed*, at once; later calls are made afresh."""


def connect(web: "Web") -> Fetch:
    """The way to the web that the settings describe, through the environment's proxy where they name none; its cache
    is one file for all runs.

    Raises CallerError when the proxy's address is none.
    """
    from sleuth.folders import web_cache_path
    from sleuth.search.web.fetching.fetcher import WebFetch
    from sleuth.search.web.fetching.network import environments
    from sleuth.search.web.fetching.page_cache import PageCache

    web = web.model_copy(update={"proxy": web.proxy or environments()})
    return WebFetch(web, PageCache(web_cache_path(), web.cache_mb))
