"""Adding to collections in the background of this process, one addition a collection at a time."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sleuth.background import Background, Work
from sleuth.errors import CallerError
from sleuth.folders import data_folder
from sleuth.models import Record
from sleuth.search import PREPARING, Document, digest
from sleuth.search.abandoning import Abandoned
from sleuth.search.local.adding import Added, add_files, own
from sleuth.search.local.corpus import Collections
from sleuth.search.local.uploads import Upload, lay_down, take_up
from sleuth.search.web.urls import linkable

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed

LONGEST_TITLE = 300
DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class Addition(Record):
    """What came of one addition."""

    added: Added | None = None
    """None where nothing was to be read, only embedded."""
    embedded: bool = False
    stopped: bool = False
    """Whether a person ended it before its end; what was done by then stays."""
    below: str = ""
    """Where the files lay, which says nothing to a person; begins their paths."""


Adding: TypeAlias = Work[Addition]
ADDITIONS = Background[Addition]()
"""Of this program, by the name of the collection."""


def add_paths(local: Collections, name: str, paths: tuple[Path, ...], embed: "Embed | None" = None) -> Adding:
    """Read files and folders of this machine into a collection.

    Raises CallerError when the name will not do, a path is not there, or the collection is being added to.
    """
    own(name)
    if not paths:
        raise CallerError("No path is given; type that of a file or folder.")
    for path in paths:
        if not path.is_absolute():
            raise CallerError(f"The path {str(path)!r} is not a whole one; begin it with / or with ~.")
        if not path.exists():
            raise CallerError(f"The path {str(path)!r} does not exist on the machine that Sleuth runs on.")
    return ADDITIONS.start(name, lambda work: _read(work, local, name, paths, "", embed))


def add_uploads(local: Collections, name: str, uploads: tuple[Upload, ...], embed: "Embed | None" = None) -> Adding:
    """Read files that a browser sent into a collection; raises as `add_paths` does."""
    own(name)
    if not uploads:
        raise CallerError("No file is chosen; choose at least one.")
    folder = data_folder() / "uploads" / name

    def work(work: Adding) -> Addition:
        work.told("Laying down files", 0, len(uploads))
        paths = lay_down(folder, uploads)
        try:
            return _read(work, local, name, paths, str(folder), embed)
        finally:
            take_up(folder, paths)

    return ADDITIONS.start(name, work)


def add_text(
    local: Collections, name: str, title: str, text: str, url: str = "", date: str = "", embed: "Embed | None" = None
) -> Adding:
    """Put a text into a collection as a document of its own; raises as `add_paths`, or for what will not do."""
    own(name)
    document = written(title, text, url, date)

    def work(work: Adding) -> Addition:
        changed = local.add(name, (document,), _telling(work))
        embedded = _embed(work, local, name, embed)
        return Addition(
            added=Added(documents=1, changed=changed), embedded=embedded, stopped=work.stopping and not embedded
        )

    return ADDITIONS.start(name, work)


def embed_all(local: Collections, name: str, embed: "Embed") -> Adding:
    """Make the vectors that a collection lacks; CallerError while it is being added to."""

    def work(work: Adding) -> Addition:
        done = _embed(work, local, name, embed)
        return Addition(embedded=done, stopped=not done)

    return ADDITIONS.start(name, work)


def written(title: str, text: str, url: str = "", date: str = "") -> Document:
    """A text that a person typed as a document; CallerError says what is missing or not accepted."""
    title, text, url, date = (part.encode(errors="replace").decode().strip() for part in (title, text, url, date))
    if not any(c.isalnum() for c in text):
        raise CallerError("The text is empty; paste what the document says.")
    if len(title) > LONGEST_TITLE:
        raise CallerError(f"The title has {len(title):,} characters; at most {LONGEST_TITLE} are accepted.")
    if url and not linkable(url):
        raise CallerError(f"The address {url[:80]!r} is none of the web; begin it with https:// or leave it out.")
    if date and not DATE.fullmatch(date):
        raise CallerError(f"The date {date[:40]!r} is not accepted; write it as 2024-03-31, 2024-03 or 2024.")
    title = title or " ".join(text[:400].split())[:80]
    # By what it says, so that no other text of that title is replaced, and the same one stands there once.
    identity = "text-" + digest(f"{title}\n{text}")[:12]
    return Document(id=identity, title=title, text=text, url=url or None, date=date or None)


def _read(
    work: Adding, local: Collections, name: str, paths: tuple[Path, ...], below: str, embed: "Embed | None"
) -> Addition:
    def turn(file: str, done: int, total: int) -> bool:
        work.told(f"Reading {file}", done, total)
        return not work.stopping

    added = add_files(local, name, paths, turn=turn, told=_telling(work))
    embedded = _embed(work, local, name, embed)
    return Addition(added=added, embedded=embedded, stopped=work.stopping and not embedded, below=below)


def _embed(work: Adding, local: Collections, name: str, embed: "Embed | None") -> bool:
    """Whether the vectors were made, all of them."""
    if embed is None or work.stopping:
        return False
    told = _telling(work)

    def tell(what: str, done: int, total: int | None) -> None:
        told(what, done, total)
        if work.stopping:
            raise Abandoned

    work.told(PREPARING["vectors"].capitalize())
    try:
        local.embed(name, embed, tell)
    except Abandoned:
        return False
    return True


def _telling(work: Adding) -> Callable[[str, int, int | None], None]:
    return lambda what, done, total: work.told(PREPARING[what].capitalize(), done, total)
