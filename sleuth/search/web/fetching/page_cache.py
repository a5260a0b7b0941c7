"""Every version of every page that was fetched, in one SQLite file, so that a run can be repeated without the web."""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from sleuth.errors import ServiceError
from sleuth.models import Record
from sleuth.search.web.cache_file import opened
from sleuth.search.web.fetching import Fetched, Outcome
from sleuth.search.web.urls import canonical

COLUMNS = "outcome, url, title, text, date, retrieved_at, sha256, pages, message"

migrations = Migrations("pages")


@migrations()
def tables(db: Database) -> None:
    """Versions of pages in the order of fetching; `page` and `asked` name them, whatever the spelling."""
    db.execute(
        "create table pages (id integer primary key, size integer, page text, asked text, outcome text, url text, "
        "retrieved_at text, status integer, content_type text, title text, date text, sha256 text, pages text, "
        "message text, text text, body blob)"
    )
    db.execute("create index pages_by_page on pages (page)")
    db.execute("create index pages_by_asked on pages (asked)")
    # What pruning reads: without it, it would walk through the texts.
    db.execute("create index pages_by_size on pages (id, size)")


@migrations()
def used(db: Database) -> None:
    """How often a version was read again instead of being fetched."""
    db.execute("alter table pages add column used integer not null default 0")


class Version(Record):
    """One version of a page, without its text."""

    id: int
    url: str
    title: str
    outcome: Outcome
    retrieved_at: str
    sha256: str | None
    size: int
    """Bytes kept of it."""
    used: int
    """How often it was read again instead of being fetched."""
    message: str | None


class Held(NamedTuple):
    """How much a cache holds."""

    versions: int
    size: int
    """Bytes of pages kept, which is what the limit is on; the file is somewhat larger."""


class PageCache:
    """The pages in one file, which is made when the first is kept. Safe to share between threads."""

    def __init__(self, path: Path, size_mb: float) -> None:
        """`size_mb` is how much is kept in all; beyond it the oldest versions go."""
        self._path, self._bytes = path, int(size_mb * 1e6)

    def newest(self, url: str) -> Fetched | None:
        """The newest version of a page that was read; where none was, what came of it last; None when unknown.

        That it was used is counted.
        """
        found = self._one("(page = :page or asked = :page) order by outcome = 'read' desc, id desc", url)
        if found is not None and found.outcome == "read":
            where = "(page = :page or asked = :page) and retrieved_at = :at and outcome = 'read'"
            # A count that cannot be written keeps no page from being read.
            with suppress(ServiceError), opened(self._path, migrations) as db, db.conn:
                values = {"page": canonical(url), "at": found.retrieved_at}
                db.execute(f"update pages set used = used + 1 where {where}", values)
        return found

    def version(self, url: str, retrieved_at: str) -> Fetched | None:
        """The version of a page that was read at an ISO moment; None when it is not kept."""
        return self._one(
            "(page = :page or asked = :page) and retrieved_at = :at and outcome = 'read'", url, retrieved_at
        )

    def listed(self, words: str = "", *, limit: int = -1, offset: int = 0) -> tuple[Version, ...]:
        """The versions kept, the newest first, those whose title, address or hash holds every word."""
        where, values = _holding(words)
        fields = ", ".join(Version.model_fields)
        select = f"select {fields} from pages where {where} order by id desc limit ? offset ?"
        with self._read() as db:
            rows = db.execute(select, [*values, limit, offset]).fetchall() if db else []
        return tuple(Version.model_validate(dict(zip(Version.model_fields, row, strict=True))) for row in rows)

    def held(self, words: str = "") -> Held:
        """How many versions `listed` lists in all, and how much they hold."""
        where, values = _holding(words)
        with self._read() as db:
            select = f"select count(*), coalesce(sum(size), 0) from pages where {where}"
            return Held(*db.execute(select, values).fetchone()) if db else Held(0, 0)

    def text(self, version: int) -> str | None:
        """The text of a version; None when it is not kept any more."""
        with self._read() as db:
            row = db.execute("select text from pages where id = ?", [version]).fetchone() if db else None
        return row[0] if row else None

    def delete(self, version: int | None = None) -> None:
        """Delete a version, or every one; what runs have read of them stays in their log."""
        with self._read() as db:
            if db is None:
                return
            with db.conn:
                db.execute("delete from pages where :id is null or id = :id", {"id": version})
            if version is None:
                db.execute("vacuum")

    @contextmanager
    def _read(self) -> Iterator[Database | None]:
        """The file, where there is one."""
        if not self._path.exists():
            yield None
            return
        with opened(self._path, migrations) as db:
            yield db

    def keep(
        self, asked: str, page: Fetched, status: int | None = None, content_type: str | None = None, body: bytes = b""
    ) -> None:
        """Keep what came of asking for an address; `body` is the page as it came, unpacked."""
        packed = zlib.compress(body) if page.outcome == "read" else None
        row = page.model_dump() | {"pages": json.dumps(page.pages), "page": canonical(page.url)}
        row |= {"asked": canonical(asked), "status": status, "content_type": content_type, "body": packed}
        with opened(self._path, migrations) as db, db.conn:
            # Immediate: pages of one search are kept at the same time, and a transaction that reads first and then
            # finds another's write would fail at once, not wait.
            db.execute("begin immediate")
            db.table("pages").insert(row | {"size": len(page.text.encode()) + len(packed or b"")})
            db.execute(
                "delete from pages where id in (select id from (select id, sum(size) over (order by id desc) as held "
                "from pages) where held > ?)",
                [self._bytes],
            )

    def _one(self, where: str, url: str, at: str | None = None) -> Fetched | None:
        select = f"select {COLUMNS} from pages where {where} limit 1"
        with self._read() as db:
            found = db.execute(select, {"page": canonical(url), "at": at}).fetchone() if db else None
        if found is None:
            return None
        fields = dict(zip(COLUMNS.split(", "), found, strict=True))
        return Fetched.model_validate(fields | {"pages": json.loads(fields["pages"])})


def _holding(words: str) -> tuple[str, list[str]]:
    told = "lower(coalesce(title, '') || ' ' || url || ' ' || coalesce(sha256, ''))"
    each = words.split()
    return " and ".join(["true", *[f"instr({told}, lower(?)) > 0"] * len(each)]), each
