"""What a run can be handed over as, found by name: each format is one module of this package that offers `FORMAT`.

A format is a pure function from a run to the content of a file. Every text of a page, a model or a person is data in
it: escaped, so that nothing in the file executes, is fetched, or is taken for a formula. Addresses carry no password
and no key, since all of it is made of `bundle.complete`.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sleuth import by_name
from sleuth.bundle import complete
from sleuth.events import Entry
from sleuth.fold import replay
from sleuth.models import Record
from sleuth.state import State, Status
from sleuth.store import Log
from sleuth.views.timeline import Step, extend


class Recorded(Record):
    """A run as it stands, with all that any format tells of it."""

    run: str
    status: Status
    entries: tuple[Entry, ...]
    """Complete: with passages, exact prompts and replies."""
    state: State
    steps: tuple[Step, ...]
    title: str | None = None
    """What a person called it."""


class Format(NamedTuple):
    """One way to write a run into a file."""

    label: str
    """A word or two for a button."""
    told: str
    """What it holds and what for, in one line."""
    ending: str
    """Of the file's name, with its dot."""
    media: str
    """Media type of the content."""
    place: int
    """Where it stands in a list: what is read first, then tables and sources, then the tree, then the whole."""
    content: Callable[[Recorded], bytes]
    parts: Callable[[Recorded], dict[str, bytes]] | None = None
    """Its parts by the name of their files, for a format that may also be laid into a folder."""


def names() -> tuple[str, ...]:
    """The formats there are, by their names alone: telling them loads none of their libraries."""
    return by_name.names(__path__)


@cache  # the page lists every format in each of its runs
def form(name: str) -> Format:
    """The format with this name; CallerError names what exists."""
    found: Format = by_name.module(__name__, __path__, name, f"The format {name!r} is not known").FORMAT
    return found


def listed() -> dict[str, Format]:
    """Every format by its name, in the order of a list."""
    return dict(sorted(((name, form(name)) for name in names()), key=lambda known: known[1].place))


def recorded(log: Log, run: str) -> Recorded:
    """Read a run to be written; CallerError when the log does not hold it."""
    entries = complete(log, run)
    state = replay(entries)
    row = log.run(run)
    return Recorded(
        run=run,
        status=row.status if row else state.status,
        entries=entries,
        state=state,
        steps=extend((), entries),
        title=row.title if row else None,
    )


def file_name(question: str, run: str, name: str) -> str:
    """What a file of this run may be called on any system: words of its question, its id, the format's ending.

    >>> file_name("Who built the “Norholm” bridge?", "r1", "md")
    'who-built-the-norholm-bridge-r1.md'
    """
    words = "-".join(re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold()))
    start = words if len(words) <= LONGEST else words[:LONGEST].rpartition("-")[0] or words[:LONGEST]
    known = re.sub(r"[^\w-]+", "-", run)[:LONGEST]
    return "-".join(part for part in (start, known) if part) + form(name).ending


LONGEST = 60
"""Characters of a question in a file's name; some systems allow 255 bytes, and a sign may take four."""
