"""The one SQLite file of what came from the web, pages and engines' answers, each with tables of its own."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

from sleuth.errors import ServiceError
from sleuth.upgrading import upgrade

BUSY_S = 10.0
"""Seconds that a writer waits for another before it gives up."""


@contextmanager
def opened(path: Path, migrations: Migrations) -> Iterator[Database]:
    """The file, made and brought to these tables where it has to be. ServiceError when it cannot be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
            db = Database(connection)
            upgrade(db, migrations, wait=BUSY_S)
            yield db
    except (sqlite3.Error, OSError) as error:
        raise ServiceError(f"The web cache in {str(path)!r} failed: {error}") from error
