"""A new or older SQLite file brought to today's tables, whoever else opens it at the same moment."""

import sqlite3
import time

from sqlite_utils import Database, Migrations

PAUSE = 0.01
"""Seconds between two attempts."""


def upgrade(db: Database, migrations: Migrations, *, wait: float) -> None:
    """Apply what is pending. sqlite3.OperationalError when the file stays locked for more than `wait` seconds."""
    if not migrations.pending(db):
        return
    _write_ahead(db, wait)
    with db.conn:
        # Under the write lock, so that of two processes that open a new file at once one finds it made.
        db.execute("begin immediate")
        migrations.apply(db)


def _write_ahead(db: Database, wait: float) -> None:
    """Switch to write-ahead logging, for good, so that readers never wait for a writer.

    SQLite answers "locked" at once while another connection is doing the same, whatever timeout the connection has.
    """
    until = time.monotonic() + wait
    while True:
        try:
            return db.enable_wal()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(PAUSE)
