"""Which file each document of a collection was converted from, so that only changed files are converted again."""

from collections.abc import Iterable

from sleuth.search.documents import Origin
from sleuth.search.local.corpus import Collections

OF_COLLECTION = "collection = (select key from collections where name = ?)"


def known(local: Collections, name: str) -> tuple[Origin, ...]:
    """The origins of a collection's documents; none for a collection that does not exist."""
    select = f"select id, file, file_sha256 from documents where file is not null and {OF_COLLECTION} order by file"
    return tuple(Origin(document=i, file=f, sha256=s) for i, f, s in _run(local, select, [(name,)]))


def remember(local: Collections, name: str, origins: Iterable[Origin]) -> None:
    """Keep where documents of a collection come from, once they were added."""
    update = f"update documents set file = ?, file_sha256 = ? where id = ? and {OF_COLLECTION}"
    _run(local, update, [(o.file, o.sha256, o.document, name) for o in origins])


def _run(local: Collections, statement: str, each: list[tuple[str, ...]]) -> list[tuple[str, str, str]]:
    with local.opened() as db, db.conn:
        return [row for values in each for row in db.execute(statement, values)]
