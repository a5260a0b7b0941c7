"""The tables of the local collections. A change is a new migration at the end, never an edit of an old one."""

from sqlite_utils import Database, Migrations

from sleuth.search.passages import cut

migrations = Migrations("collections")


@migrations()
def tables(db: Database) -> None:
    """Documents, and their passages under a full-text index; files from before migrations have both."""
    db.execute(
        "create table if not exists documents (collection text, id text, title text, url text, date text, "
        "sha256 text, primary key (collection, id))"
    )
    db.execute(
        "create virtual table if not exists passages using fts5 (title, text, collection unindexed, "
        'document unindexed, tokenize = "unicode61 remove_diacritics 2")'
    )


@migrations()
def stems(db: Database) -> None:
    """Words are indexed by their stems, so that "heads" finds "head of government"; long passages are cut anew."""
    db.execute("alter table passages rename to unstemmed")
    db.execute(
        "create virtual table passages using fts5 (title, text, collection unindexed, "
        'document unindexed, tokenize = "porter unicode61 remove_diacritics 2")'
    )
    for title, text, *place in db.execute("select title, text, collection, document from unstemmed order by rowid"):
        db.conn.executemany("insert into passages values (?, ?, ?, ?)", [(title, part, *place) for part in cut(text)])
    db.execute("drop table unstemmed")
