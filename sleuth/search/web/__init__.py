"""The live web as a search: engines point to pages, pages are read, and their passages answer the query.

A snippet of an engine is never evidence, and neither is a page that shows a challenge, a login or a consent form.
Why nothing came back stays apart: nothing matches, the engines refused, the pages were blocked, or it failed.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sleuth.folders import web_cache_path
from sleuth.search import Document, Outcome, Passage, Query, Results
from sleuth.search.abandoning import Cut, together
from sleuth.search.web.asking import Asking
from sleuth.search.web.engines import Answered, Hit, worded
from sleuth.search.web.engines import connect as engine
from sleuth.search.web.fetching import Fetched
from sleuth.search.web.kept import Kept
from sleuth.search.web.urls import canonical
from sleuth.settings import Settings
from sleuth.values import plain

if TYPE_CHECKING:
    from sleuth.search.web.fetching import Fetch

WEB = "web"
"""The collection of a passage that stands on a page of the web."""
UNREAD: Mapping[str, str] = {
    "blocked": "blocked",
    "refused": "not fetched",
    "failed": "not to be had",
    "gone": "gone",
}
"""What a page that was not read is called."""


class WebSearch:
    """The web as one run searches it. An exact repeat of a query is answered from what the run found before."""

    def __init__(self, asking: Asking, fetch: Callable[[str], Fetched], pages: int) -> None:
        """`pages` is how many are read for one query, of each engine that is asked."""
        self._asking = asking
        self._fetch = fetch
        self._pages = pages
        self._earlier: dict[Query, Results] = {}
        self._cut: Cut = Future()

    def __call__(self, query: Query) -> Results:
        """Search; raises Abandoned when the person stops it meanwhile."""
        if query not in self._earlier:
            results = self._search(query, self._cut)
            if results.outcome in ("engine refused", "failed"):
                return results
            self._earlier[query] = results
        return self._earlier[query]

    def abandon(self) -> None:
        """End a search under way with Abandoned, at once; later ones are made afresh."""
        cut, self._cut = self._cut, Future()
        cut.set_result(None)
        leave: Callable[[], None] | None = getattr(self._fetch, "abandon", None)
        if leave:
            leave()

    def _search(self, query: Query, cut: Cut) -> Results:
        words = wanted(query)
        if not plain(words):
            return Results(engine=WEB, outcome="no match")
        causes: dict[str, tuple[Outcome, str]] = {}
        for answered in self._asking.answers(words, self._pages, cut):
            name = answered.engine
            if answered.outcome != "found":
                causes[name] = (answered.outcome, _cause(answered))
                continue
            pages = together([partial(self._page, hit) for hit in answered.hits], cut)
            passages = fitting(query, pages)
            unread = _unread(pages)
            if passages:
                told = [*(cause for other, (_, cause) in causes.items() if other != name), *filter(None, [unread])]
                return Results(engine=name, outcome="found", passages=passages, message=_sentence(told))
            causes[name] = (_outcome(pages), f"{name}: {unread or 'its pages hold nothing on the query'}")
        return Results(
            engine=", ".join(causes),
            outcome=_worst(outcome for outcome, _ in causes.values()),
            message=_sentence([cause for _, cause in causes.values()]),
        )

    def _page(self, hit: Hit) -> Fetched:
        if hit.text is None:
            page = self._fetch(hit.url)
            return page.model_copy(update={"title": page.title or hit.title, "date": page.date or hit.date})
        return Fetched(
            outcome="read",
            url=hit.url,
            title=hit.title,
            text=hit.text,
            date=hit.date,
            retrieved_at=hit.retrieved_at,
        )


def wanted(query: Query) -> str:
    """The words to put to an engine: the query, and the names that it should be about where it does not say them."""
    said = plain(query.text)
    names = (name for name in query.entities if plain(name) and plain(name) not in said)
    return worded(" ".join((query.text, *names)))


def fitting(query: Query, pages: Iterable[Fetched]) -> tuple[Passage, ...]:
    """The passages of the pages read that fit the query best, at most `query.k`, ranked as those of a collection."""
    from sleuth.search.local.corpus import Collections

    read = {canonical(page.url): page for page in pages if page.outcome == "read" and page.text.strip()}
    if not read:
        return ()
    documents = [
        Document(id=name, title=page.title, text=page.text, url=page.url, date=page.date, pages=page.pages)
        for name, page in read.items()
    ]
    # Windows cannot remove a file that a virus scanner still looks at; it lies in the system's own folder for such.
    with TemporaryDirectory(prefix="sleuth-", ignore_cleanup_errors=True) as folder:
        collections = Collections(Path(folder) / "pages.db")
        collections.add(WEB, documents)
        found = collections.search((WEB,), query).passages
    return tuple(p.model_copy(update={"retrieved_at": read[p.document].retrieved_at}) for p in found)


def connect(settings: Settings) -> WebSearch:
    """The web as the settings say; CallerError names the engines there are when one does not exist."""
    from sleuth.search.web.fetching import connect as fetching

    web = settings.web
    engines = {name: engine(name, web) for name in web.engines}
    fetch: Fetch = fetching(web)
    return WebSearch(Asking(engines, web, Kept(web_cache_path(), web.language)), fetch, web.pages)


def _outcome(pages: tuple[Fetched, ...]) -> Outcome:
    """What pages of which none was of use come to."""
    if any(page.outcome == "read" for page in pages):
        return "no match"
    return "page blocked" if any(page.outcome == "blocked" for page in pages) else "failed"


def _worst(outcomes: Iterable[Outcome]) -> Outcome:
    """What several engines come to: that there is nothing is only said when every one of them has looked."""
    given = set(outcomes)
    order: tuple[Outcome, ...] = ("engine refused", "page blocked", "failed")
    return next((outcome for outcome in order if outcome in given), "no match")


def _cause(answered: Answered) -> str:
    match answered.outcome:
        case "no match":
            return f"{answered.engine}: found nothing"
        case "engine refused":
            wait = f"; it may work again in {_time(answered.wait_s)}" if answered.wait_s else ""
            return f"{answered.engine}: {answered.message}{wait}"
    return f"{answered.engine}: {answered.message}"


def _sentence(causes: list[str]) -> str | None:
    return "; ".join(causes) + "." if causes else None


def _time(seconds: float) -> str:
    return f"{ceil(seconds)} seconds" if seconds < 120 else f"{ceil(seconds / 60)} minutes"


def _unread(pages: tuple[Fetched, ...]) -> str | None:
    """Which of the pages were not read, and why; None when all were."""
    unread = [page for page in pages if page.outcome != "read"]
    if not unread:
        return None
    named = (f"{urlsplit(p.url).hostname or p.url} {UNREAD[p.outcome]}{_said(p.message)}" for p in unread)
    return f"{len(unread)} of {len(pages)} pages could not be read: {'; '.join(named)}"


def _said(message: str | None) -> str:
    return f" ({message.rstrip('.')})" if message else ""
