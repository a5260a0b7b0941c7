"""Documents and collections set aside: out of sight and of every search, and for seven days to be brought back.

Whole collections only lose their name. Single documents move to a collection without a name, and come back under new
keys of passages, since an index believes that keys only grow.
"""

import shutil
from datetime import datetime, timedelta

from sqlite_utils import Database

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search.local.corpus import Collections
from sleuth.search.local.storing import NOW, collection_key, move_out, revised

KEPT = timedelta(days=7)
"""How long what is set aside can be brought back."""


class Aside(Record):
    """What was set aside in one go."""

    key: int
    collection: str
    """The name of the collection it was, or was of."""
    whole: bool
    """Whether it was the whole collection."""
    documents: int
    title: str
    """The title of its first document; empty where there is none."""
    at: str
    """ISO moment."""


def set_aside(local: Collections, name: str, documents: tuple[str, ...] = ()) -> int:
    """Set aside some documents of a collection, by their ids, or all of it; the key to bring them back by.

    Raises CallerError for what is not there.
    """
    local.check((name,))
    with local.opened() as db:
        own = collection_key(db, name)
        shelf = local.shelf(own)
        with shelf.writing():
            with db.conn:
                db.execute("begin immediate")
                if not documents:
                    _unname(db, own, name)
                    return own
                key = _nameless(db, own, name)
                move_out(db, name, own, documents, key)
                revised(db, own)
            shelf.catch_up()
    return key


def aside(local: Collections, now: datetime) -> tuple[Aside, ...]:
    """What can be brought back, the newest first; what went more than seven days before `now` is let go of."""
    for each in (listed := _listed(local)):
        if now - datetime.fromisoformat(each.at) > KEPT:
            let_go(local, each.key)
    return tuple(each for each in listed if now - datetime.fromisoformat(each.at) <= KEPT)


def bring_back(local: Collections, key: int) -> None:
    """Undo `set_aside`; CallerError when something else has come to stand in its place, or it is not there."""
    with local.opened() as db:
        select = "select was, part_of from collections where key = ? and aside_at is not null"
        row = db.execute(select, [key]).fetchone()
        if row is None:
            raise CallerError("What was removed cannot be brought back any more.")
        name, own = row
        if own is None:
            with db.conn:
                db.execute("begin immediate")
                if db.execute("select 1 from collections where name = ?", [name]).fetchone():
                    raise CallerError(f"There is another collection {name!r} by now; remove that one first.")
                db.execute("update collections set name = was, was = null, aside_at = null where key = ?", [key])
            return
        shelf = local.shelf(own)
        with shelf.writing():
            with db.conn:
                db.execute("begin immediate")
                _move_back(db, key, own)
            shelf.catch_up()


def let_go(local: Collections, key: int) -> None:
    """Delete for good what was set aside."""
    with local.opened() as db:
        with db.conn:
            db.execute("begin immediate")
            for table in ("passages", "documents", "removed"):
                db.execute(f"delete from {table} where collection = ?", [key])
            db.execute("delete from collections where key = ? and aside_at is not null", [key])
        shutil.rmtree(local.shelf(key).folder, ignore_errors=True)


def _listed(local: Collections) -> tuple[Aside, ...]:
    select = (
        "select key, was, part_of is null, (select count(*) from documents where collection = c.key), "
        "(select title from documents where collection = c.key order by key limit 1), aside_at "
        "from collections c where aside_at is not null order by aside_at desc, key desc"
    )
    with local.opened() as db:
        return tuple(
            Aside(key=k, collection=was, whole=bool(whole), documents=n, title=title or "", at=at)
            for k, was, whole, n, title, at in db.execute(select)
        )


def _unname(db: Database, key: int, name: str) -> None:
    # A name of its own, since every collection has one; no person can type this one.
    db.execute(f"update collections set name = ?, was = ?, aside_at = {NOW} where key = ?", [f"\x1f{key}", name, key])


def _nameless(db: Database, own: int, name: str) -> int:
    inserted = db.execute("insert into collections (name, part_of) values ('\x1f', ?)", [own])
    key = int(inserted.lastrowid or 0)
    _unname(db, key, name)
    return key


def _move_back(db: Database, key: int, own: int) -> None:
    twice = "select id from documents where collection = ? intersect select id from documents where collection = ?"
    if found := db.execute(twice, [key, own]).fetchone():
        raise CallerError(f"The collection has another document {found[0]!r} by now; remove that one first.")
    if not db.execute("select 1 from collections where key = ? and aside_at is null", [own]).fetchone():
        raise CallerError("The collection that these documents belong to was removed; bring that back first.")
    db.execute(
        "insert into passages (collection, document, start, page, text) "
        "select ?, document, start, page, text from passages where collection = ? order by key",
        [own, key],
    )
    db.execute("delete from passages where collection = ?", [key])
    db.execute("update documents set collection = ? where collection = ?", [own, key])
    db.execute("delete from collections where key = ?", [key])
    revised(db, own)
