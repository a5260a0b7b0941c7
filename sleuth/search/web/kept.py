"""What engines answered before, kept beside the pages so that a run can be repeated without the web."""

from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError
from sqlite_utils import Database, Migrations

from sleuth.search import Outcome
from sleuth.search.web.cache_file import opened
from sleuth.search.web.engines import Answered

migrations = Migrations("answers")


@migrations()
def tables(db: Database) -> None:
    """The last answer to a query, for each engine and language."""
    db.execute(
        "create table answers (engine text, language text, query text, k integer, at text, payload text, "
        "primary key (engine, language, query, k))"
    )


@migrations()
def outcomes(db: Database) -> None:
    """What came of the last request to each engine, whoever made it."""
    db.execute("create table outcomes (engine text primary key, at text, outcome text, message text)")


class Last(NamedTuple):
    """What came of the last request to an engine."""

    at: str
    """ISO moment."""
    outcome: Outcome
    message: str | None


class Kept:
    """The answers in one SQLite file, which is made when the first is kept. Safe to share between threads."""

    def __init__(self, path: Path, language: str) -> None:
        self._path = path
        self._language = language

    def answer(self, engine: str, query: str, k: int) -> Answered | None:
        """What an engine answered to these words; None when that is not kept."""
        if not self._path.exists():
            return None
        with opened(self._path, migrations) as db:
            select = "select payload from answers where engine = ? and language = ? and query = ? and k = ?"
            row = db.execute(select, [engine, self._language, query, k]).fetchone()
        try:
            return Answered.model_validate_json(row[0]) if row else None
        except ValidationError:
            # Written by another version; asking again replaces it.
            return None

    def note(self, answered: Answered, at: str) -> None:
        """Note what came of a request to an engine; `at` is an ISO moment."""
        row = [answered.engine, at, answered.outcome, answered.message]
        with opened(self._path, migrations) as db, db.conn:
            db.execute("insert or replace into outcomes values (?, ?, ?, ?)", row)

    def last(self, engine: str) -> Last | None:
        """What came of the last request to an engine; None when it was never asked."""
        if not self._path.exists():
            return None
        with opened(self._path, migrations) as db:
            row = db.execute("select at, outcome, message from outcomes where engine = ?", [engine]).fetchone()
        return Last(*row) if row else None

    def forget(self) -> None:
        """Forget every answer; what came of the last requests stays known."""
        if self._path.exists():
            with opened(self._path, migrations) as db, db.conn:
                db.execute("delete from answers")

    def keep(self, answered: Answered, query: str, k: int, at: str) -> None:
        """Keep an answer in the place of an earlier one; `at` is an ISO moment."""
        row = [answered.engine, self._language, query, k, at, answered.model_dump_json()]
        with opened(self._path, migrations) as db, db.conn:
            db.execute("insert or replace into answers values (?, ?, ?, ?, ?, ?)", row)
