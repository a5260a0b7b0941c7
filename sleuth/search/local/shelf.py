"""One collection's indexes, in a folder of their own, kept in step with its passages in SQLite.

SQLite holds the truth. A change is first made there; the indexes follow, in the same call or, after a kill, in the
next one that searches or adds.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from sqlite_utils import Database

from sleuth.errors import ServiceError
from sleuth.search import Progress

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed
    from sleuth.search.local.vectors import Vectors
    from sleuth.search.local.words import Words

WAIT_S = 60.0
"""How long one process waits for another that writes the same index."""
COMMIT_EVERY = 20_000
"""Passages indexed between two commits; a kill costs no more than these."""
EMBED_AT_ONCE = 128
"""Passages embedded between two writes."""
ENTRIES = (
    "select p.key, d.title, p.text from passages p join documents d on d.key = p.document "
    "where p.collection = ? and p.key > ? order by p.key"
)


def silent(what: str, done: int, total: int | None) -> None:
    """Progress that nobody wants to hear of."""


class Busy(ServiceError):
    """Another process writes the index."""


class Shelf:
    """The indexes of the collection with this key. Safe to share between threads."""

    def __init__(self, folder: Path, key: int, database: Callable[[], AbstractContextManager[Database]]) -> None:
        self.folder = folder
        self.key = key
        self._database = database
        self._words: tuple[Words, int] | None = None
        self._vectors: dict[tuple[str, int], tuple[Vectors, int]] = {}

    @contextmanager
    def writing(self, what: str = "words", *, wait: bool = True) -> Iterator[None]:
        """Be the only one that writes an index; Busy when another does, with `wait` after `WAIT_S` seconds."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.folder / f"{what}.lock", timeout=WAIT_S if wait else 0):
                yield
        except Timeout:
            raise Busy("The collection is being indexed by another process; try again when that is done.") from None

    @property
    def _complete(self) -> Path:
        """Stands where the index of words has once held all there was."""
        return self.folder / "words" / "complete"

    def words(self, revision: int) -> "Words":
        """The index of words as of a revision of the collection; while another writes it, as of one before."""
        if self._words and self._words[1] == revision:
            return self._words[0]
        try:
            # Where nothing has ever been indexed there is nothing to be searched instead.
            with self.writing(wait=not self._complete.exists()):
                words = self.catch_up()
        except Busy:
            if not self._complete.exists():
                raise
            words = self._open()
            words.reload()
            return words
        self._words = (words, revision)
        return words

    def _open(self) -> "Words":
        from sleuth.search.local.words import Words

        return self._words[0] if self._words else Words(self.folder / "words")

    def catch_up(self, told: Progress = silent) -> "Words":
        """Bring the index of words up to what SQLite holds; for the holder of the lock."""
        from sleuth.search.local.words import Entry

        try:
            words = self._open()
        except ServiceError:
            # Damaged, or written in a form that this version does not know: made anew.
            shutil.rmtree(self.folder / "words", ignore_errors=True)
            words = self._open()
        words.reload()
        place = (self.key, words.last())
        with self._database() as db:
            removed = [key for (key,) in db.execute("select passage from removed where collection = ?", [self.key])]
            count = "select count(*) from passages where collection = ? and key > ?"
            total = int(db.execute(count, place).fetchone()[0])
            if total or removed:
                entries = (Entry(*row) for row in db.execute(ENTRIES, place))
                for done in words.change(removed, entries, COMMIT_EVERY):
                    told("passages", done, total)
                with db.conn:
                    db.conn.executemany("delete from removed where passage = ?", [(key,) for key in removed])
        self._complete.touch()
        return words

    def vectors(self, embed: "Embed", revision: int, told: Progress = silent) -> "Vectors":
        """The vectors of all passages of a revision of the collection, made where they are lacking."""
        from sleuth.search.local.vectors import Vectors

        known = self._vectors.get((embed.name, embed.dim))
        if known and known[1] == revision:
            return known[0]
        with self.writing("vectors"):
            vectors = known[0] if known else Vectors(self.folder, embed)
            self._embed_missing(vectors, told)
            vectors.load()
        self._vectors[embed.name, embed.dim] = (vectors, revision)
        return vectors

    def _embed_missing(self, vectors: "Vectors", told: Progress) -> None:
        import numpy as np

        texts = (
            "select p.key, d.title, p.text from passages p join documents d on d.key = p.document "
            "join json_each(?) wanted on wanted.value = p.key order by p.key"
        )
        with self._database() as db:
            live = db.execute("select key from passages where collection = ? order by key", [self.key])
            missing = vectors.match(np.fromiter((key for (key,) in live), np.int64))
            for start in range(0, len(missing), EMBED_AT_ONCE):
                keys = missing[start : start + EMBED_AT_ONCE]
                rows = db.execute(texts, [str(keys.tolist())]).fetchall()
                # Fewer, where some were removed meanwhile.
                vectors.add(np.array([row[0] for row in rows]), tuple(f"{title}\n{text}" for _, title, text in rows))
                told("vectors", start + len(keys), len(missing))
