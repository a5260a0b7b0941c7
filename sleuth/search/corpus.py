"""Local collections: documents cut into passages and searched by BM25 in SQLite FTS5.

Ranking is BM25 with the title weighted, raised where the title names an entity of the query and, less, where the
text does: in a multi-hop chain the page about the bridge entity is what the next question needs.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from sleuth.errors import CallerError, ServiceError
from sleuth.models import Record
from sleuth.search import Document, Passage, Query, Results, digest
from sleuth.search.collection_tables import migrations
from sleuth.search.passages import cut
from sleuth.settings import data_folder
from sleuth.upgrading import upgrade
from sleuth.values import plain

BUSY_MS = 10_000
"""How long a writer waits for another before it gives up."""
TITLE_WEIGHT = 4.0
POOL = 60
"""How many BM25 candidates are ranked again by entity."""
FUNCTION_WORDS = (
    "a an the of in on at by to for from with and or is was are were be been did does do has have had who what when "
    "where which whose whom how that this these those it its as into than then there their his her he she they"
)
STOP = frozenset(FUNCTION_WORDS.split())
"""Words that carry no meaning for a search."""


class CollectionRow(Record):
    """One collection as lists show it."""

    name: str
    documents: int
    passages: int


def collections_path() -> Path:
    """The SQLite file that holds the collections."""
    return data_folder() / "collections.db"


class Collections:
    """The collections in one SQLite file. Safe to share between threads: every method opens its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._open() as db:
            upgrade(db, migrations, wait=BUSY_MS / 1000)

    @contextmanager
    def _open(self) -> Iterator[Database]:
        try:
            with closing(sqlite3.connect(self.path, timeout=BUSY_MS / 1000)) as connection:
                yield Database(connection)
        except sqlite3.Error as error:
            raise ServiceError(f"The collections in {str(self.path)!r} failed: {error}") from error

    def add(self, name: str, documents: Iterable[Document]) -> int:
        """Add documents, replacing those with the same id; how many were new or changed."""
        changed = 0
        with self._open() as db, db.atomic():
            known = dict(db.execute("select id, sha256 from documents where collection = ?", [name]).fetchall())
            for document in documents:
                sha = digest(document.model_dump_json())
                if known.get(document.id) == sha:
                    continue
                changed += 1
                if document.id in known:
                    db.execute("delete from passages where collection = ? and document = ?", [name, document.id])
                known[document.id] = sha
                row = {"collection": name, **document.model_dump(exclude={"text", "pages"}), "sha256": sha}
                db.table("documents").insert(row, replace=True, pk=("collection", "id"))
                for text in cut(document.text):
                    db.execute(
                        "insert into passages (title, text, collection, document) values (?, ?, ?, ?)",
                        [document.title, text, name, document.id],
                    )
        return changed

    def describe(self) -> tuple[CollectionRow, ...]:
        """Every collection with its size, by name."""
        with self._open() as db:
            documents = db.execute("select collection, count(*) from documents group by 1 order by 1").fetchall()
            passages = dict(db.execute("select collection, count(*) from passages group by 1").fetchall())
        return tuple(CollectionRow(name=n, documents=d, passages=passages.get(n, 0)) for n, d in documents)

    def names(self) -> tuple[str, ...]:
        """The names of the collections."""
        return tuple(row.name for row in self.describe())

    def remove(self, name: str) -> None:
        """Remove a collection; CallerError names what exists."""
        self.check((name,))
        with self._open() as db, db.atomic():
            db.execute("delete from passages where collection = ?", [name])
            db.execute("delete from documents where collection = ?", [name])

    def check(self, names: tuple[str, ...]) -> None:
        """Raise CallerError, naming what exists, when a collection does not."""
        existing = self.names()
        for name in names:
            if name not in existing:
                listed = ", ".join(existing) or "none yet; add one with `corpus add NAME PATH`"
                raise CallerError(f"There is no collection {name!r}; there are: {listed}.")

    def search(self, names: tuple[str, ...], query: Query) -> Results:
        """The passages that fit a query best, at most `query.k`."""
        terms = [w for w in plain(" ".join((query.text, *query.entities))).split() if w not in STOP]
        if not terms:
            return Results(engine="corpus", outcome="no match")
        marks = ", ".join("?" for _ in names)
        select = (
            f"select p.title, p.text, p.collection, p.document, -bm25(passages, {TITLE_WEIGHT}, 1.0) as score, "
            "d.url, d.date from passages p join documents d on d.collection = p.collection and d.id = p.document "
            f"where passages match ? and p.collection in ({marks}) order by score desc limit {POOL}"
        )
        with self._open() as db:
            rows = {(r[2], r[3], r[1]): r for r in db.execute(select, [_any(terms), *names]).fetchall()}
            for entity in query.entities:
                if phrase := plain(entity):
                    # All terms again, so that these rows are scored like the others.
                    match = f'(title : "{phrase}") AND ({_any(terms)})'
                    rows |= {(r[2], r[3], r[1]): r for r in db.execute(select, [match, *names]).fetchall()}
        ranked = sorted(rows.values(), key=lambda r: -_score(r[0], r[1], r[4], query.entities))
        # Copies of one text count once.
        unique = {digest(r[1]): r for r in reversed(ranked)}
        found = tuple(
            Passage(title=r[0], text=r[1], collection=r[2], document=r[3], url=r[5], date=r[6], sha256=digest(r[1]))
            for r in ranked
            if unique[digest(r[1])] is r
        )
        return Results(engine="corpus", outcome="found" if found else "no match", passages=found[: query.k])


def _any(terms: list[str]) -> str:
    return " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))


def _score(title: str, text: str, bm25: float, entities: tuple[str, ...]) -> float:
    """BM25 raised by how far title and text name the query's entities (weights found on development questions)."""
    score = bm25
    for entity in entities:
        score += 30.0 * names(title, entity) + 4.0 * (plain(entity) in plain(text))
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
