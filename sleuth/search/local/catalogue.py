"""What stands in the local collections, to be looked through: sizes, documents, and the text of one document."""

from pathlib import Path

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search.local.corpus import Collections
from sleuth.search.local.vectors import Stored, stored


class Card(Record):
    """One collection, as a person looks for it."""

    key: int
    name: str
    revision: int
    """Grows with every change."""
    documents: int
    passages: int
    changed_at: str | None
    """ISO moment; None where it was last changed before that was noted."""
    vectors: tuple[Stored, ...]
    """What it was embedded by."""


class Listed(Record):
    """A document of a collection, without its text."""

    id: str
    title: str
    url: str | None
    date: str | None
    file: str | None
    """The file it was converted from; None where that is not known, as for rows of JSON."""
    passages: int


class Whole(Record):
    """A document with its text, put together from its passages."""

    listed: Listed
    text: str
    pages: tuple[int, ...] = ()
    """Where in `text` each passage begins that begins a page, with `numbers` of those pages."""
    numbers: tuple[int, ...] = ()


def cards(local: Collections) -> tuple[Card, ...]:
    """Every collection, by name."""
    select = (
        f"select key, name, revision, {_count('documents', 'collection', 'c.key')}, "
        f"{_count('passages', 'collection', 'c.key')}, changed_at from collections c "
        "where aside_at is null order by name"
    )
    with local.opened() as db:
        rows = db.execute(select).fetchall()
    return tuple(
        Card(
            key=key, name=name, revision=revision, documents=documents, passages=passages, changed_at=at,
            vectors=stored(local.shelf(key).folder),
        )
        for key, name, revision, documents, passages, at in rows
    )  # fmt: skip


def size(local: Collections, key: int) -> int:
    """Bytes on disk of a collection, texts and indexes. Reads every text: keep it as long as `revision` stays."""
    with local.opened() as db:
        select = "select coalesce(sum(length(cast(text as blob))), 0) from passages where collection = ?"
        texts = int(db.execute(select, [key]).fetchone()[0])
    return texts + sum(_bytes(file) for file in local.shelf(key).folder.rglob("*"))


def documents(
    local: Collections, name: str, words: str = "", *, limit: int = -1, offset: int = 0
) -> tuple[Listed, ...]:
    """Documents of a collection in the order of their titles, those whose title, id or file holds every word."""
    where, values = _matching(name, words)
    select = (
        f"select id, title, url, date, file, {_count('passages', 'document', 'd.key')} from documents d "
        f"where {where} order by title collate nocase, id limit ? offset ?"
    )
    with local.opened() as db:
        rows = db.execute(select, [*values, limit, offset]).fetchall()
    return tuple(Listed(id=i, title=t or "", url=u, date=d, file=f, passages=n) for i, t, u, d, f, n in rows)


def count(local: Collections, name: str, words: str = "") -> int:
    """How many documents `documents` lists in all."""
    where, values = _matching(name, words)
    with local.opened() as db:
        return int(db.execute(f"select count(*) from documents d where {where}", values).fetchone()[0])


def read(local: Collections, name: str, document: str) -> Whole:
    """A document with its text; CallerError when it is not there.

    The text is what the passages hold; the white space between two of them is not kept, and guessed.
    """
    of_one = "d.id = ? and d.collection = (select key from collections where name = ?)"
    with local.opened() as db:
        row = db.execute(
            f"select id, title, url, date, file, {_count('passages', 'document', 'd.key')} from documents d "
            f"where {of_one}",
            [document, name],
        ).fetchone()
        parts = db.execute(
            "select p.start, p.page, p.text from passages p join documents d on d.key = p.document "
            f"where {of_one} order by p.key",
            [document, name],
        ).fetchall()
    if row is None:
        raise CallerError(f"The collection {name!r} has no document {document!r} any more.")
    i, t, u, d, f, n = row
    text = ""
    ends: int | None = None
    pages: list[int] = []
    numbers: list[int] = []
    for start, page, part in parts:
        # Of the white space between two passages only its length is known: one sign was no paragraph's end.
        gap = None if start is None or ends is None else start - ends
        text += "" if not text else " " if gap == 1 else "\n\n"
        if page is not None and (not numbers or numbers[-1] != page):
            pages.append(len(text))
            numbers.append(page)
        text += part
        ends = None if start is None else start + len(part)
    listed = Listed(id=i, title=t or "", url=u, date=d, file=f, passages=n)
    return Whole(listed=listed, text=text, pages=tuple(pages), numbers=tuple(numbers))


def _count(table: str, of: str, key: str) -> str:
    return f"(select count(*) from {table} x where x.{of} = {key})"


def _matching(name: str, words: str) -> tuple[str, list[str]]:
    where, values = "collection = (select key from collections where name = ?)", [name]
    for word in words.split():
        where += " and instr(lower(title || ' ' || id || ' ' || coalesce(file, '')), lower(?)) > 0"
        values.append(word)
    return where, values


def _bytes(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:  # removed just now
        return 0
