"""Local collections: documents cut into passages, searched by words, by meaning or by both.

Ranking by words is BM25 with the title weighted, raised where the title names an entity of the query and, less, where
the text does: in a multi-hop chain the page about the bridge entity is what the next question needs.
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlite_utils import Database

from sleuth.errors import CallerError, ServiceError
from sleuth.folders import data_folder
from sleuth.models import Record
from sleuth.rules import Ranking
from sleuth.search import Document, Passage, Progress, Query, Results, digest
from sleuth.search.fusion import fuse
from sleuth.search.local.collection_tables import migrations
from sleuth.search.local.shelf import Shelf, silent
from sleuth.search.local.storing import changed, collection_key, store, take_out
from sleuth.upgrading import upgrade
from sleuth.values import plain

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed

BUSY_MS = 10_000
"""How long a writer waits for another before it gives up."""
POOL = 60
"""How many candidates are ranked again by entity, at least."""
AT_ONCE = 500
"""Documents stored in one transaction."""
FUNCTION_WORDS = (
    "a an the of in on at by to for from with and or is was are were be been did does do has have had who what when "
    "where which whose whom how that this these those it its as into than then there their his her he she they"
)
STOP = frozenset(FUNCTION_WORDS.split())
"""Words that carry no meaning for a search."""
PASSAGES = (
    "select p.key, d.title, p.text, c.name, d.id, d.url, d.date, p.start, p.page from json_each(?) wanted "
    "join passages p on p.key = wanted.value join documents d on d.key = p.document "
    "join collections c on c.key = p.collection"
)


class Ranked(NamedTuple):
    """A passage that was found, and what it was found by."""

    passage: Passage
    words: float | None
    """Its BM25 score, raised where title or text name what the query is about; None where words did not find it."""
    meaning: float | None
    """Its cosine with the query, from -1 to 1; None where meaning did not find it."""


class CollectionRow(Record):
    """One collection as lists show it."""

    name: str
    documents: int
    passages: int


def collections_path() -> Path:
    """The SQLite file that holds the collections."""
    return data_folder() / "collections.db"


class Collections:
    """The collections in one SQLite file, their indexes in a folder beside it. Safe to share between threads: every
    method opens its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._shelves: dict[int, Shelf] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        with self.opened() as db:
            upgrade(db, migrations, wait=BUSY_MS / 1000)

    @contextmanager
    def opened(self) -> Iterator[Database]:
        """A connection of one's own; what SQLite says against it becomes ServiceError."""
        try:
            with closing(sqlite3.connect(self.path, timeout=BUSY_MS / 1000)) as connection:
                yield Database(connection)
        except (sqlite3.Error, OSError) as error:
            raise ServiceError(f"The collections in {str(self.path)!r} failed: {error}") from error

    def shelf(self, key: int) -> Shelf:
        """The indexes of the collection with this key."""
        folder = self.path.with_suffix(".indexes") / str(key)
        return self._shelves.setdefault(key, Shelf(folder, key, self.opened))

    def add(self, name: str, documents: Iterable[Document], told: Progress = silent) -> int:
        """Add documents, replacing those with the same id; how many were new or changed."""
        count = seen = 0
        shelf = None
        waiting = iter(documents)
        with ExitStack() as lock, self.opened() as db:
            while batch := tuple(islice(waiting, AT_ONCE)):
                seen += len(batch)
                if changed(db, name, batch):
                    if shelf is None:
                        shelf = self.shelf(collection_key(db, name))
                        lock.enter_context(shelf.writing())
                    count += store(db, name, batch)
                told("documents", seen, None)
            if shelf:
                shelf.catch_up(told)
        return count

    def embed(self, name: str, embed: "Embed", told: Progress = silent) -> None:
        """Make the vectors that a collection lacks under an embedding, which the first search would make else."""
        with self.opened() as db:
            row = db.execute("select key, revision from collections where name = ?", [name]).fetchone()
        if row:
            self.shelf(row[0]).vectors(embed, row[1], told)

    def describe(self) -> tuple[CollectionRow, ...]:
        """Every collection with its size, by name."""
        select = (
            "select c.name, (select count(*) from documents where collection = c.key), "
            "(select count(*) from passages where collection = c.key) from collections c where aside_at is null "
            "order by 1"
        )
        with self.opened() as db:
            return tuple(CollectionRow(name=n, documents=d, passages=p) for n, d, p in db.execute(select))

    def names(self) -> tuple[str, ...]:
        """The names of the collections."""
        with self.opened() as db:
            return tuple(
                name for (name,) in db.execute("select name from collections where aside_at is null order by 1")
            )

    def remove(self, name: str, documents: tuple[str, ...] = ()) -> None:
        """Remove some documents of a collection, by their ids, or all of it; CallerError names what is not there."""
        self.check((name,))
        with self.opened() as db:
            shelf = self.shelf(collection_key(db, name))
            with shelf.writing():
                take_out(db, name, documents)
                if documents:
                    shelf.catch_up()
                    return
            self._shelves.pop(shelf.key, None)
            shutil.rmtree(shelf.folder, ignore_errors=True)

    def check(self, names: tuple[str, ...]) -> None:
        """Raise CallerError, naming what exists, when a collection does not."""
        existing = self.names()
        for name in names:
            if name not in existing:
                listed = ", ".join(existing) or "none yet; add one with `corpus add NAME PATH`"
                raise CallerError(f"There is no collection {name!r}; there are: {listed}.")

    def search(
        self,
        names: tuple[str, ...],
        query: Query,
        ranking: Ranking = "bm25",
        embed: "Embed | None" = None,
        told: Progress = silent,
    ) -> Results:
        """What `ranked` finds, as the result of a search."""
        found = tuple(each.passage for each in self.ranked(names, query, ranking, embed, told))
        return Results(engine="corpus", outcome="found" if found else "no match", passages=found)

    def ranked(
        self,
        names: tuple[str, ...],
        query: Query,
        ranking: Ranking = "bm25",
        embed: "Embed | None" = None,
        told: Progress = silent,
    ) -> tuple[Ranked, ...]:
        """The passages that fit a query best, best first, at most `query.k`.

        All but `bm25` need `embed`, and first embed what has no vector yet, of which `told` is told.
        """
        words = [word for word in plain(" ".join((query.text, *query.entities))).split() if word not in STOP]
        if not words:
            return ()
        limit = max(POOL, 2 * query.k)
        by_words: dict[int, float] = {}
        by_meaning: dict[int, float] = {}
        with self.opened() as db:
            select = "select key, revision from collections where name in (select value from json_each(?))"
            shelves = [
                (self.shelf(key), revision) for key, revision in db.execute(select, [json.dumps(names)]).fetchall()
            ]
            if ranking != "dense":
                from sleuth.search.local.words import find

                by_words = find([shelf.words(r) for shelf, r in shelves], words, query.entities, limit)
            if ranking != "bm25":
                if embed is None:
                    raise ValueError(f"The ranking {ranking!r} needs an embedding.")
                for shelf, revision in shelves:
                    by_meaning |= shelf.vectors(embed, revision, told).find(query.text, limit)
            # What was removed since it was indexed is not among these.
            rows = {row[0]: row for row in db.execute(PASSAGES, [json.dumps([*by_words, *by_meaning])]).fetchall()}
        scores = {
            key: _score(rows[key][1], rows[key][2], by_words[key], query.entities) for key in by_words if key in rows
        }
        rankings = (
            sorted(scores, key=lambda key: (-scores[key], key)),
            [key for key in sorted(by_meaning, key=lambda key: -by_meaning[key]) if key in rows],
        )
        found: dict[str, Ranked] = {}
        for name in fuse([[str(key) for key in ranking] for ranking in rankings]):
            key = int(name)
            # Copies of one text count once.
            passage = _passage(*rows[key][1:])
            found.setdefault(passage.sha256, Ranked(passage, scores.get(key), by_meaning.get(key)))
            if len(found) == query.k:
                break
        return tuple(found.values())


def _passage(
    title: str,
    text: str,
    collection: str,
    document: str,
    url: str | None,
    date: str | None,
    start: int | None,
    page: int | None,
) -> Passage:
    return Passage(
        title=title, text=text, collection=collection, document=document, url=url, date=date, start=start, page=page,
        sha256=digest(text),
    )  # fmt: skip


def _score(title: str, text: str, bm25: float, entities: tuple[str, ...]) -> float:
    """BM25 raised by how far title and text name the query's entities (weights found on development questions)."""
    score = bm25
    bare = plain(text) if entities else ""
    for entity in entities:
        score += 30.0 * names(title, entity) + 4.0 * (plain(entity) in bare)
    return score


def names(title: str, entity: str) -> float:
    """How far a title names an entity, from 0 to 1: the same name 1, one extended by the other less.

    >>> names("Heat (1995 film)", "Heat")
    0.9
    >>> names("The Heat Is On", "Heat")
    0.3
    """
    full, bare, wanted = plain(title), plain(re.sub(r"\(.*?\)", "", title)), plain(entity)
    if not wanted or not bare:
        return 0.0
    if full == wanted:
        return 1.0
    if bare == wanted or bare == plain(re.sub(r"\(.*?\)", "", entity)):
        return 0.9
    a, b = set(bare.split()), set(wanted.split())
    if (a <= b and len(a) > 1) or b <= a:
        shared = len(a & b) / len(a | b)
        return 0.3 + 0.5 * shared if shared > 0.4 else 0.3
    return 0.0
