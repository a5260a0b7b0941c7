"""Documents written into the tables of the local collections, and taken out of them.

Each function is one transaction; the indexes beside the tables follow by what they find here (`shelf.py`).
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from sleuth.errors import CallerError
from sleuth.search import Document, digest
from sleuth.search.local.passages import cut, page_at

NOW = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
"""The present moment in SQL, as an ISO moment in UTC."""


class Changed(NamedTuple):
    """A document that does not stand in its collection as it is now."""

    document: Document
    sha256: str
    replaces: int | None
    """The key of the document that stands there under the same id."""


def collection_key(db: Database, name: str) -> int:
    """The key of a collection, which is made when there is none of that name."""
    with db.conn:
        db.execute("insert or ignore into collections (name) values (?)", [name])
    return int(db.execute("select key from collections where name = ?", [name]).fetchone()[0])


def changed(db: Database, name: str, documents: Iterable[Document]) -> tuple[Changed, ...]:
    """Those documents that are new or not as they were; of several with one id the last."""
    wanted = {document.id: document for document in documents}
    select = (
        "select d.id, d.key, d.sha256 from documents d join collections c on c.key = d.collection "
        "where c.name = ? and d.id in (select value from json_each(?))"
    )
    known = {i: (key, sha) for i, key, sha in db.execute(select, [name, json.dumps([*wanted])])}
    found = []
    for document in wanted.values():
        key, before = known.get(document.id, (None, None))
        sha = digest(document.model_dump_json())
        if sha != before:
            found.append(Changed(document, sha, key))
    return tuple(found)


def store(db: Database, name: str, documents: Iterable[Document]) -> int:
    """Add or replace documents; how many were new or not as they were."""
    collection = collection_key(db, name)
    with db.conn:
        # Under the write lock, so that of two processes that add the same one finds it added.
        db.execute("begin immediate")
        new = changed(db, name, documents)
        for document, sha, replaced in new:
            if replaced is not None:
                _take_out(db, replaced)
            place = (collection, document.id, document.title, document.url, document.date, sha)
            inserted = db.execute(
                "insert into documents (collection, id, title, url, date, sha256) values (?, ?, ?, ?, ?, ?)", place
            )
            db.conn.executemany(
                "insert into passages (collection, document, start, page, text) values (?, ?, ?, ?, ?)",
                [
                    (collection, inserted.lastrowid, start, page_at(document.pages, start), text)
                    for start, text in cut(document.text)
                ],
            )
        revised(db, collection)
    return len(new)


def take_out(db: Database, name: str, documents: tuple[str, ...]) -> None:
    """Remove documents by their ids, or the whole collection where none is named.

    Raises CallerError for an id that is not there.
    """
    collection = collection_key(db, name)
    with db.conn:
        db.execute("begin immediate")
        for document in documents:
            _take_out(db, _key(db, name, collection, document))
        revised(db, collection)
        if not documents:
            for table in ("passages", "documents", "removed"):
                db.execute(f"delete from {table} where collection = ?", [collection])
            db.execute("delete from collections where key = ?", [collection])


def move_out(db: Database, name: str, collection: int, documents: tuple[str, ...], to: int) -> None:
    """Move documents of a collection, by their ids, to the one with the key `to`, within a transaction.

    Raises CallerError for an id that is not there.
    """
    for document in documents:
        key = _key(db, name, collection, document)
        _out_of_index(db, key)
        db.execute("update passages set collection = ? where document = ?", [to, key])
        db.execute("update documents set collection = ? where key = ?", [to, key])


def _key(db: Database, name: str, collection: int, document: str) -> int:
    found = db.execute("select key from documents where collection = ? and id = ?", [collection, document])
    if (row := found.fetchone()) is None:
        raise CallerError(f"The collection {name!r} has no document {document!r}; nothing was removed.")
    return int(row[0])


def _take_out(db: Database, document: int) -> None:
    _out_of_index(db, document)
    db.execute("delete from passages where document = ?", [document])
    db.execute("delete from documents where key = ?", [document])


def _out_of_index(db: Database, document: int) -> None:
    """Have the passages of a document taken out of the index of their collection, which follows."""
    db.execute("insert into removed select key, collection from passages where document = ?", [document])


def revised(db: Database, collection: int) -> None:
    """Note that a collection has changed, within a transaction."""
    db.execute(f"update collections set revision = revision + 1, changed_at = {NOW} where key = ?", [collection])
