"""Every version of every page that was fetched, in one SQLite file, so that a run can be repeated without the web."""

import json
import zlib
from pathlib import Path

from sqlite_utils import Database, Migrations

from sleuth.search.web.cache_file import opened
from sleuth.search.web.fetching import Fetched
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


class PageCache:
    """The pages in one file, which is made when the first is kept. Safe to share between threads."""

    def __init__(self, path: Path, size_mb: float) -> None:
        """`size_mb` is how much is kept in all; beyond it the oldest versions go."""
        self._path, self._bytes = path, int(size_mb * 1e6)

    def newest(self, url: str) -> Fetched | None:
        """The newest version of a page that was read; where none was, what came of it last; None when unknown."""
        return self._one("(page = :page or asked = :page) order by outcome = 'read' desc, id desc", url)

    def version(self, url: str, retrieved_at: str) -> Fetched | None:
        """The version of a page that was read at an ISO moment; None when it is not kept."""
        return self._one(
            "(page = :page or asked = :page) and retrieved_at = :at and outcome = 'read'", url, retrieved_at
        )

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
        if not self._path.exists():
            return None
        with opened(self._path, migrations) as db:
            row = db.execute(f"select {COLUMNS} from pages where {where} limit 1", {"page": canonical(url), "at": at})
            found = row.fetchone()
        if found is None:
            return None
        fields = dict(zip(COLUMNS.split(", "), found, strict=True))
        return Fetched.model_validate(fields | {"pages": json.loads(fields["pages"])})
