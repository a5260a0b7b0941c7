"""The search port: one query in, one result out, and the back-ends found by name.

A search is a callable. What it returns is data from documents or the web: it is shown as text and enters a
prompt only inside a delimited block.
"""

import hashlib
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from sleuth.errors import CallerError
from sleuth.models import Record

if TYPE_CHECKING:
    from sleuth.search.local.corpus import Collections
    from sleuth.settings import Settings

Outcome = Literal["found", "no match", "engine refused", "page blocked", "failed"]
"""Why a search came back as it did. An engine that refused has not said that there is nothing, and neither has one
whose every page was a challenge, a login or a consent form."""


class Document(Record):
    """One document of a collection, as it was added."""

    id: str
    title: str
    text: str
    url: str | None = None
    date: str | None = None
    """ISO date the document speaks from; None when it is not known."""
    pages: tuple[int, ...] = ()
    """Where in the text each page begins, as character offsets; empty for a document without pages."""


class Passage(Record):
    """A stretch of a document, kept whole in the log so that a citation opens the very text."""

    id: str = ""
    """`p7`; empty until a run has recorded the passage."""
    title: str
    text: str
    url: str | None = None
    date: str | None = None
    collection: str
    document: str
    sha256: str
    """Hash of the text, by which the log stores it once."""
    start: int | None = None
    """Where in its document the passage begins, as a character offset; None where that is not known."""
    page: int | None = None
    """The page of the document it begins on, from 1; None for a document without pages."""
    retrieved_at: str | None = None
    """When the page was fetched from the web, as an ISO moment; None for a local document."""
    unread: str | None = None
    """Why the text of a source that is cited could not be had, as a sentence; the text is empty then."""


def digest(text: str) -> str:
    """The sha256 by which texts are stored and compared, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


class Query(Record):
    """What to look for."""

    text: str
    entities: tuple[str, ...] = ()
    """Names the passage should be about; a title that carries one ranks first."""
    k: int = 5


class Results(Record):
    """What a search returned, best first."""

    engine: str
    outcome: Outcome
    passages: tuple[Passage, ...] = ()
    message: str | None = None
    """The engine's own sentence when it refused or failed."""


Search = Callable[[Query], Results]

Progress = Callable[[str, int, int | None], None]
"""Told what is counted (`documents`, `passages`, `vectors`), how many are done, and of how many if that is known."""

PREPARING = {"documents": "storing documents", "passages": "indexing passages", "vectors": "embedding passages"}
"""What is counted, as what is done with it."""


@runtime_checkable
class Telling(Protocol):
    """A search that tells what it does before it can answer, such as embedding a collection."""

    listener: Progress


BY_HAND = "by hand"
"""The engine of a passage that a person added."""

CASEBOOK = "casebook"
"""The collection that comes with Sleuth."""

HELD = ("opensearch+", "elasticsearch+")
"""What the name of a collection begins with that an engine holds: `opensearch+https://host:9200/index`."""


def connect(settings: "Settings") -> Search:
    """The search over the collections, engines and the web that the settings name, which are asked together.

    A path is read into a collection of its own first. CallerError names what exists when something does not, or when
    there is nothing to search; ServiceError when an engine cannot be asked now.
    """
    searches = tuple(_searches(settings))
    if not searches:
        raise CallerError("There is nothing to search; name a collection (--corpus) or search the web (--web).")
    if len(searches) == 1:
        return searches[0]
    from sleuth.search.several import Several

    return Several(*searches)


def _searches(settings: "Settings") -> Iterator[Search]:
    held = [name for name in settings.collections if name.startswith(HELD)]
    here = tuple(name for name in settings.collections if name not in held)
    if here:
        yield _local(here, settings)
    if held:
        from sleuth.search import opensearch

        yield from (opensearch.connect(name, settings) for name in held)
    if settings.web.engines:
        from sleuth.search import web

        yield web.connect(settings)


def _local(collections: tuple[str, ...], settings: "Settings") -> Search:
    """The search over collections of this machine."""
    from sleuth.search.local.corpus import Collections, collections_path

    local = Collections(collections_path())
    names = tuple(_prepare(local, name) for name in collections)
    local.check(names)
    return over(local, names, settings)


def over(local: "Collections", names: tuple[str, ...], settings: "Settings") -> Search:
    """The search over some collections by words, meaning or both, as the settings say.

    Raises CallerError for an embedding that is not known; ModelUnavailable or ModelRefused where it must be asked.
    """
    from sleuth.search.embeddings import connect as embedding
    from sleuth.search.local.searching import LocalSearch

    retrieval = settings.rules.retrieval
    embed = None if retrieval.ranking == "bm25" else embedding(retrieval.embedding, settings)
    return LocalSearch(local, names, retrieval.ranking, embed)


def _prepare(local: "Collections", name: str) -> str:
    """Make sure that a built-in or a path stands as a collection; the collection's name."""
    from sleuth.search.documents import read_documents

    if name == CASEBOOK:
        built_in = Path(__file__).parent.parent / "casebook" / "documents.jsonl"
        local.add(CASEBOOK, read_documents([built_in]).documents)
    elif name not in local.names() and (Path(name).exists() or "/" in name):
        reading = read_documents([Path(name)])
        for refused in reading.refused:
            logging.getLogger(__name__).warning("Not read: %s: %s.", refused.path, refused.why)
        local.add(name, reading.documents)
    return name
