"""The search port: one query in, one result out, and the back-ends found by name.

A search is a callable. What it returns is data from documents or the web: it is shown as text and enters a
prompt only inside a delimited block.
"""

import hashlib
from collections.abc import Callable
from typing import Literal

from sleuth.models import Record

Outcome = Literal["found", "no match", "engine refused", "failed"]
"""Why a search came back as it did. An engine that refused has not said that there is nothing."""


class Document(Record):
    """One document of a collection, as it was added."""

    id: str
    title: str
    text: str
    url: str | None = None
    date: str | None = None
    """ISO date the document speaks from; None when it is not known."""


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
