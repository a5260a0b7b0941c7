"""The works that a run's sources are, for a bibliography: each page or document once, under a key that stays.

Passages of one page count as one work. What is told of it is what was recorded; authors are not, so none are made up.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.addresses import openable
from sleuth.search import Passage, digest
from sleuth.search.web.urls import canonical
from sleuth.state import State
from sleuth.views.citing import Reference, references
from sleuth.views.layout import plain


class Work(NamedTuple):
    """A page or a document."""

    key: str
    """Words of its title, its year, and six figures that tell it from others: `norholm-bridge-1990-1a2b3c`."""
    title: str
    href: str | None
    """Its address, where a browser may open it."""
    date: tuple[int, ...]
    """Year, month and day it speaks from, as far as they are known."""
    retrieved: tuple[int, ...]
    """When it was fetched from the web; empty for a document of a collection."""
    place: str
    """The collection and the name in it."""
    passages: tuple[str, ...]
    cited: bool
    """Whether the answer cites it."""


def works(state: State) -> tuple[Work, ...]:
    """Every work once, those that the answer cites first and in that order."""
    grouped: dict[str, list[Reference]] = {}
    for reference in references(state):
        grouped.setdefault(_name(reference.passage), []).append(reference)
    return tuple(_works(grouped))


def _name(passage: Passage) -> str:
    """What is the same for every passage of one work."""
    found = openable(passage.url)
    return canonical(found.href) if found else f"{passage.collection}\n{passage.document}"


def _works(grouped: dict[str, list[Reference]]) -> Iterator[Work]:
    for name, parts in grouped.items():
        page = parts[0].passage
        date = _date(page.date)
        found = openable(page.url)
        words = re.findall(r"[a-z0-9]+", unicodedata.normalize("NFKD", page.title).casefold())
        start = "-".join(word[:20] for word in words[:3]) or "source"
        yield Work(
            key="-".join((start, *map(str, date[:1]), digest(name)[:6])),
            title=plain(page.title),
            href=found.href if found else None,
            date=date,
            retrieved=_date(page.retrieved_at),
            place=plain(f"{page.collection}, {page.document}"),
            passages=tuple(part.passage.id for part in parts),
            cited=any(part.number is not None for part in parts),
        )


def _date(text: str | None) -> tuple[int, ...]:
    """An ISO date or moment as numbers, as far as it is one."""
    found = re.match(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?(?!\d)", text or "")
    return tuple(int(part) for part in found.groups() if part) if found else ()
