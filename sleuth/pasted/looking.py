"""Where the text of a source is had: a collection, the pages kept from before, the web, or a file, in this order.

The web is asked only where the caller says so, and only for addresses that the pasted text itself names, through the
guard that every page passes. What could not be had is told with its cause.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from sleuth.errors import CallerError
from sleuth.pasted.records import PASTED, Ending, Reference
from sleuth.search import HELD, Document
from sleuth.search import connect as searching
from sleuth.search.local import catalogue
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.web import WEB
from sleuth.search.web.fetching import Fetched
from sleuth.search.web.fetching import connect as fetching
from sleuth.search.web.urls import canonical
from sleuth.settings import Settings
from sleuth.values import plain

NAMED = 3
"""Words that a title must have to be looked for within a reference that gives no address."""


class Found(NamedTuple):
    """What became of looking for a source."""

    ending: Ending
    message: str | None = None
    title: str = ""
    text: str = ""
    url: str | None = None
    date: str | None = None
    collection: str = PASTED
    document: str = ""
    retrieved_at: str | None = None


class Known(NamedTuple):
    """A document that a source may be, without its text."""

    id: str
    title: str
    url: str | None


class Titles:
    """Documents found by their address or their title."""

    def __init__(self, documents: Iterable[Known]) -> None:
        self._pages: dict[str, str] = {}
        self._titles: defaultdict[str, list[str]] = defaultdict(list)
        for document in documents:
            if document.url:
                self._pages.setdefault(canonical(document.url), document.id)
            self._titles[plain(document.title)].append(document.id)

    def find(self, reference: Reference) -> str | None:
        """The document that a source is; None where none is, or a title alone would not tell which."""
        if reference.url and (page := self._pages.get(canonical(reference.url))):
            return page
        same = self._titles.get(plain(reference.title or ""), []) if plain(reference.title or "") else []
        if len(same) == 1 or reference.url:
            return same[0] if len(same) == 1 else None
        said = f" {plain(reference.text)} "
        within = [t for t in self._titles if len(t.split()) >= NAMED and f" {t} " in said]
        longest = max(within, key=len, default="")
        return self._titles[longest][0] if longest and len(self._titles[longest]) == 1 else None


class Sources:
    """Everywhere that the sources of one text are looked for."""

    def __init__(
        self,
        *,
        local: Collections | None = None,
        names: tuple[str, ...] = (),
        files: tuple[Document, ...] = (),
        kept: Callable[[str], Fetched] | None = None,
        fetch: Callable[[str], Fetched] | None = None,
    ) -> None:
        """`names` are collections of `local`; `kept` answers from pages kept before; None is not asked."""
        self._local, self._names, self._files, self._kept, self._fetch = local, names, files, kept, fetch

    def __call__(self, reference: Reference) -> Found:
        """What becomes of a source."""
        if found := self._collected(reference):
            return found
        page = self._page(reference)
        if page is not None and page.ending in ("kept", "fetched"):
            return page
        return self._file(reference) or page or Found("not found", self._nowhere(reference))

    @cached_property
    def _titles(self) -> dict[str, Titles]:
        if self._local is None:
            return {}
        local = self._local
        return {
            name: Titles(Known(d.id, d.title, d.url) for d in catalogue.documents(local, name))
            for name in self._names
        }

    def _collected(self, reference: Reference) -> Found | None:
        for name, titles in self._titles.items():
            if self._local is not None and (document := titles.find(reference)):
                whole = catalogue.read(self._local, name, document)
                known = whole.listed
                return Found("collection", None, known.title, whole.text, known.url, known.date, name, document)
        return None

    def _page(self, reference: Reference) -> Found | None:
        if reference.url is None:
            return None
        page = self._kept(reference.url) if self._kept else None
        if page is not None and page.outcome == "read":
            return _fetched("kept", page)
        if self._fetch is None:
            # What came of it when it was last fetched is worth telling; that nothing may be fetched is not its fault.
            told = page is not None and page.outcome != "failed"
            return _fetched(page.outcome, page) if told and page and page.outcome != "read" else None
        page = self._fetch(reference.url)
        return _fetched("fetched" if page.outcome == "read" else page.outcome, page)

    def _file(self, reference: Reference) -> Found | None:
        by_marker = {_stem(d.id): d for d in self._files}
        document = next((by_marker[m] for m in reference.markers if m in by_marker), None)
        if document is None:
            found = Titles(Known(d.id, d.title, d.url) for d in self._files).find(reference)
            document = next((d for d in self._files if d.id == found), None)
        if document is None:
            return None
        return Found("file", None, document.title, document.text, document.url, document.date, PASTED, document.id)

    def _nowhere(self, reference: Reference) -> str:
        """Where it was looked for in vain, as a sentence."""
        looked = [
            f"the collection{'s' if len(self._names) > 1 else ''} {', '.join(self._names)}" if self._names else "",
            "the pages kept from before" if self._kept and reference.url else "",
            "the files" if self._files else "",
        ]
        where = " or ".join(filter(None, looked))
        told = f"It is not in {where}" if where else "It was looked for nowhere"
        if reference.url is None:
            return f"{told}, and the text gives no address for it."
        return f"{told}, and nothing was to be fetched."


def _stem(name: str) -> str:
    """A file's name without its folder and ending: `3.txt` is the source [3]."""
    return name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0].strip("[]").lower() or name


def _fetched(ending: Ending, page: Fetched) -> Found:
    return Found(
        ending, page.message, page.title, page.text, page.url, page.date, WEB, canonical(page.url), page.retrieved_at
    )


def connect(
    settings: Settings, collections: tuple[str, ...] = (), files: tuple[Document, ...] = (), *, fetch: bool = False
) -> Sources:
    """The sources that a person names; a path is read into a collection first, as for a question.

    Raises CallerError naming the collections that exist where one does not, or is held by an engine elsewhere.
    """
    for name in collections:
        if name.startswith(HELD):
            raise CallerError(f"The documents of {name!r} cannot be listed; name a collection of this machine.")
    if collections:
        offline = settings.web.model_copy(update={"engines": ()})
        searching(settings.model_copy(update={"collections": collections, "web": offline}))
    kept = None if settings.web.cached == "never" else fetching(settings.web.model_copy(update={"cached": "only"}))
    return Sources(
        local=Collections(collections_path()) if collections else None,
        names=collections,
        files=files,
        kept=kept,
        fetch=fetching(settings.web) if fetch else None,
    )
