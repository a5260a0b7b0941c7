"""The port to web engines: words in, hits or the reason for none out, and the engines found by name.

An engine is a callable and a module of this package with `connect(web: Web) -> Engine`. It asks once and never
raises for what a server does. Which engine is asked, when again, and what is read of its hits is decided elsewhere.
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sleuth import by_name
from sleuth.models import Record
from sleuth.search import Outcome
from sleuth.search.web.urls import canonical, cited, linkable

if TYPE_CHECKING:
    from sleuth.settings import Web


class Hit(Record):
    """A page that an engine points to."""

    title: str
    url: str
    snippet: str = ""
    """The engine's words about the page. Never evidence: an engine shortens, joins and invents."""
    date: str | None = None
    """ISO date the page speaks from, where the engine says it."""
    text: str | None = None
    """The page's whole text where the engine serves it itself, so that nothing has to be fetched."""
    retrieved_at: str | None = None
    """When that text was had, as an ISO moment; None without one."""


class Answered(Record):
    """What an engine answered."""

    engine: str
    outcome: Outcome
    """*found*; *no match*: it looked and there is nothing; *engine refused*: it would not look for us now; *failed*:
    no answer, or one that cannot be read."""
    hits: tuple[Hit, ...] = ()
    message: str | None = None
    """Why there are no hits, as words that follow the engine's name and a colon."""
    wait_s: float | None = None
    """Seconds after which it may be asked again; None where it does not say."""


Engine = Callable[[str, int], Answered]
"""Asks for some words and returns at most so many hits."""


def engines() -> tuple[str, ...]:
    """The engines there are."""
    return by_name.names(__path__)


def connect(name: str, web: "Web") -> Engine:
    """Open the engine with this name; CallerError names what exists, or what the engine lacks."""
    opened: Engine = by_name.module(__name__, __path__, name, f"There is no web engine {name!r}").connect(web)
    return opened


def found(engine: str, hits: Iterable[Hit], k: int) -> Answered:
    """An answer with the first `k` pages among hits: links opened, each page once; *no match* when none is left."""
    pages: dict[str, Hit] = {}
    for hit in hits:
        url = cited(hit.url)
        if linkable(url):
            pages.setdefault(canonical(url), hit.model_copy(update={"url": url}))
    best = tuple(pages.values())[:k]
    return Answered(engine=engine, outcome="found" if best else "no match", hits=best)


ELSEWHERE = re.compile(r"(?<!\S)-?(?i:site|filetype|ext|lang|loc|before|after|incategory):\S+")
"""Operators whose word is none of the question's."""
WITHIN = re.compile(r"(?<!\S)(?i:intitle|allintitle|inurl|intext|inbody|insource):(?=\S)")
"""Operators whose word is."""
EXCLUDED = re.compile(r"(?<!\S)-(?=[^\W\d])\S+")
JOINED = re.compile(r"(?<!\S)(AND|OR|NOT|NEAR|AROUND\(\d+\))(?!\S)")
MARKS = re.compile(r"[\"“”„«»|<>{}\[\]()^]+|(?<!\S)[!:\\+~*]+|[~*]+(?!\S)")
"""Marks of exactness, of choice, and those that begin a word; a bang would even send DuckDuckGo to another site."""


def worded(text: str) -> str:
    """A query as plain words: an engine takes an operator that it does not know for a word.

    >>> worded('!w "Heat" AND director site:imdb.com -remake')
    'w Heat director'
    """
    for form in (ELSEWHERE, EXCLUDED, JOINED, MARKS, WITHIN):
        text = form.sub(" ", text)
    return " ".join(text.split())
