"""The log: every run's events in one SQLite file, append-only, one transaction a step.

This module owns the file and nothing else: it does not know what an event means. Passages and exact prompts
stand in tables of their own; an event read back carries its passages again. Rows: `rows.py`; what the list of runs
repeats of them: `listed.py`; how runs are found in it: `finding.py`; schema and views: `schema.py`.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.events import Entry
from sleuth.models import Message, Record
from sleuth.pasted.records import PASTED, only_audited
from sleuth.store import naming
from sleuth.store.errors import in_words
from sleuth.store.finding import (
    EVERY,
    ORDERS,
    ROWS,
    TO_READ,
    Choices,
    Origin,
    RunRow,
    Wanted,
    choices,
    condition,
    run_row,
)
from sleuth.store.owners import alive, this_process
from sleuth.store.rows import append, read, share
from sleuth.store.schema import migrations
from sleuth.upgrading import upgrade

__all__ = ["Call", "Choices", "Log", "Origin", "RunRow", "Wanted"]

BUSY_MS = 10_000
"""How long a writer waits for another before it gives up."""


class Call(Record):
    """The exact prompt and reply of one model call."""

    seq: int
    purpose: str
    model: str
    prompt: tuple[Message, ...]
    reply: str
    reasoning: str | None
    prompt_sha256: str


class Log:
    """The log in one SQLite file. Safe to share between threads: every method opens its own connection."""

    def __init__(self, path: Path) -> None:
        """Open the file, creating or upgrading it. Raises CallerError when it is foreign, read-only or no folder."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CallerError(f"The folder for the log {str(path)!r} cannot be made: {error.strerror}.") from error
        with self._open() as db:
            if db.table_names() and not migrations.applied(db):
                raise CallerError(
                    f"The file {str(path)!r} is an SQLite database of another program; choose another log."
                )
            upgrade(db, migrations, wait=BUSY_MS / 1000)

    @contextmanager
    def _open(self) -> Iterator[Database]:
        try:
            connection = sqlite3.connect(self.path, timeout=BUSY_MS / 1000)
            with closing(connection):
                db = Database(connection)
                # NORMAL is safe against a killed process; only a power cut can lose the last transactions.
                db.execute("pragma synchronous = normal")
                yield db
        except sqlite3.Error as error:
            raise in_words(error, self.path) from error

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        with self._open() as db, db.conn:
            # Immediate: a transaction that reads first and then finds another's write would fail, not wait.
            db.execute("begin immediate")
            yield db

    def begin(self, run: str, started: tuple[Entry, ...], *, origin: Origin = "asked") -> None:
        """Record a new run with its first events."""
        first = next(x for x in started if isinstance(x.event, e.RunStarted))
        assert isinstance(first.event, e.RunStarted)
        with self._writing() as db:
            db.table("runs").insert(
                {
                    "id": run,
                    "question": first.event.question,
                    "model": first.event.model,
                    "memory": first.event.memory,
                    "origin": origin,
                    "created_at": first.at.isoformat(),
                    "updated_at": first.at.isoformat(),
                    "status": "running",
                    "seq": 0,
                }
            )
            append(db, run, started)

    def branch(self, parent: str, at: int, run: str, entries: tuple[Entry, ...]) -> None:
        """Record a new run that shares its parent's events up to one of them and goes on with these entries.

        Everything shared is copied, exact prompts and the passages known by then included, so that either run can
        be removed without the other. CallerError when there is no such parent.
        """
        with self._writing() as db:
            question = next(db.query("select question, model, memory from runs where id = ?", [parent]), None)
            if question is None:
                raise self._unknown(parent)
            made = entries[0].at.isoformat()
            own = {
                "id": run,
                "origin": "asked",
                "created_at": made,
                "updated_at": made,
                "status": "paused",
                "seq": at,
            }
            db.table("runs").insert(question | own)
            share(db, parent, at, run)
            append(db, run, entries)

    def append(self, run: str, entries: tuple[Entry, ...]) -> None:
        """Record one step in one transaction; a place already taken means that another process writes this run."""
        with self._writing() as db:
            append(db, run, entries)

    def entries(self, run: str, *, after: int = 0, upto: int | None = None) -> tuple[Entry, ...]:
        """The recorded entries in order, from after one event up to and including another."""
        with self._open() as db:
            if not after and not next(db.query("select 1 from runs where id = ?", [run]), None):
                raise self._unknown(run)
            last = upto if upto is not None else 2**62
            texts = dict(db.execute("select id, text from passages where run_id = ?", [run]).fetchall())
            rows = db.execute(
                "select seq, at, type, payload from events where run_id = ? and seq > ? and seq <= ? order by seq",
                [run, after, last],
            ).fetchall()
            if any(kind == "ranked" for _, _, kind, _ in rows):
                texts |= dict(db.execute("select sha256, text from considered where run_id = ?", [run]).fetchall())
        return tuple(read(row, texts) for row in rows)

    def last_seq(self, run: str) -> int:
        """The place of the newest event of a run; 0 when there is none."""
        with self._open() as db:
            return int(db.execute("select coalesce(max(seq), 0) from events where run_id = ?", [run]).fetchone()[0])

    def runs(self, wanted: Wanted = EVERY, *, limit: int = 200, offset: int = 0) -> tuple[RunRow, ...]:
        """The wanted runs in their order, newest first unless asked otherwise; one whose process is gone is
        interrupted."""
        with self._open() as db:
            where, values = condition(db, wanted)
            order = f"order by {ORDERS[wanted.order]} limit ? offset ?"
            rows = list(db.query(f"{ROWS} where {where} {order}", [*values, limit, offset]))
        return tuple(run_row(told) for told in rows)

    def count(self, wanted: Wanted = EVERY) -> int:
        """How many runs are wanted."""
        with self._open() as db:
            where, values = condition(db, wanted)
            return int(db.execute(f"select count(*) from runs where {where}", values).fetchone()[0])

    def choices(self) -> Choices:
        """The models, memories and tags that runs can be chosen by."""
        with self._open() as db:
            return choices(db)

    def run(self, run: str) -> RunRow | None:
        """One run's row, or None."""
        with self._open() as db:
            told = next(db.query(f"{ROWS} where id = ? and deleted_at is null", [run]), None)
        return run_row(told) if told else None

    def rename(self, run: str, title: str) -> None:
        """Call a run by a title instead of its question, which stays as it is; an empty title takes it away."""
        with self._naming(run) as db:
            naming.rename(db, run, naming.title_of(title))

    def tag(self, run: str, *tags: str) -> None:
        """Tag a run, with all or none; a tag counts as one already in use that differs only in case or accents."""
        with self._naming(run) as db:
            for tag in tags:
                naming.add_tag(db, run, naming.tag_of(tag))

    def untag(self, run: str, *tags: str) -> None:
        """Take tags off a run."""
        with self._naming(run) as db:
            for tag in tags:
                naming.remove_tag(db, run, tag)

    @contextmanager
    def _naming(self, run: str) -> Iterator[Database]:
        with self._writing() as db:
            if not next(db.query("select 1 from runs where id = ? and deleted_at is null", [run]), None):
                raise self._unknown(run)
            yield db

    def _unknown(self, run: str) -> CallerError:
        return CallerError(f"There is no run {run!r} in {self.path}; `runs` lists them.")

    def call(self, run: str, seq: int) -> Call | None:
        """The exact prompt and reply of the model call recorded at this place."""
        with self._open() as db:
            row = next(db.query("select * from calls where run_id = ? and seq = ?", [run, seq]), None)
        return _call(row) if row else None

    def calls(self, run: str) -> tuple[Call, ...]:
        """Every model call of a run, in order."""
        with self._open() as db:
            return tuple(_call(row) for row in db.query("select * from calls where run_id = ? order by seq", [run]))

    def claim(self, run: str, *, audit: bool = False) -> None:
        """Mark this process as the one that carries the run on; CallerError while another living one does.

        A run that was opened to be read takes nothing but what an `audit` adds.
        """
        with self._writing() as db:
            row = next(db.query("select owner, origin, memory from runs where id = ?", [run]), None)
            if row is None:
                raise self._unknown(run)
            if row["memory"] == PASTED and not audit:
                raise only_audited(run)
            if row["origin"] in TO_READ and not audit:
                raise CallerError(
                    f"The run {run!r} was opened from a bundle to be read; branch from it, or ask its question anew."
                )
            if row["owner"] not in (None, this_process()) and alive(row["owner"]):
                raise CallerError(f"The run {run!r} is being carried on by another process; stop it there first.")
            db.execute("update runs set owner = ? where id = ?", [this_process(), run])

    def release(self, run: str) -> None:
        """Give up the mark that `claim` set."""
        with self._writing() as db:
            db.execute("update runs set owner = null where id = ? and owner = ?", [run, this_process()])

    def delete(self, run: str) -> None:
        """Take a run out of every list; `restore` brings it back until `purge` removes it for good."""
        with self._writing() as db:
            db.execute("update runs set deleted_at = ? where id = ?", [datetime.now(UTC).isoformat(), run])

    def restore(self, run: str) -> None:
        """Undo `delete`."""
        with self._writing() as db:
            db.execute("update runs set deleted_at = null where id = ?", [run])

    def purge(self, deleted_before: datetime) -> int:
        """Remove for good the runs that were deleted before a moment; how many there were."""
        with self._writing() as db:
            found = db.execute(
                "select id from runs where deleted_at < ?", [deleted_before.astimezone(UTC).isoformat()]
            ).fetchall()
            for (run,) in found:
                for table in ("events", "calls", "passages", "considered", "tags", "run_words"):
                    db.execute(f"delete from {table} where run_id = ?", [run])
                db.execute("delete from runs where id = ?", [run])
            return len(found)


def _call(row: dict[str, str]) -> Call:
    return Call(
        seq=row["seq"],
        purpose=row["purpose"],
        model=row["model"],
        prompt=tuple(Message.model_validate(m) for m in json.loads(row["prompt"])),
        reply=row["reply"],
        reasoning=row["reasoning"],
        prompt_sha256=row["prompt_sha256"],
    )
