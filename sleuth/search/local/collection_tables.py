"""The tables of the local collections. A change is a new migration at the end, never an edit of an old one."""

from sqlite_utils import Database, Migrations

from sleuth.search.local.passages import cut

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
        rows = [(title, part.text, *place) for part in cut(text)]
        db.conn.executemany("insert into passages values (?, ?, ?, ?)", rows)
    db.execute("drop table unstemmed")


@migrations()
def places(db: Database) -> None:
    """Passages know their place in the document, and are indexed beside this file, a folder a collection.

    The key of a collection and of a passage is never used again, so that an index that is behind names nothing else.
    """
    db.execute("alter table documents rename to old_documents")
    db.execute("alter table passages rename to old_passages")
    db.execute(
        "create table collections (key integer primary key autoincrement, name text not null unique, "
        "revision integer not null default 0)"
    )
    db.execute(
        "create table documents (key integer primary key, collection integer not null, id text not null, title text, "
        "url text, date text, sha256 text, unique (collection, id))"
    )
    db.execute(
        "create table passages (key integer primary key autoincrement, collection integer not null, "
        "document integer not null, start integer, page integer, text text not null)"
    )
    db.execute("create index passages_of_collection on passages (collection)")
    db.execute("create index passages_of_document on passages (document)")
    # Passages that an index beside this file may still hold.
    db.execute("create table removed (passage integer primary key, collection integer not null)")
    db.execute("insert into collections (name) select distinct collection from old_documents order by 1")
    db.execute(
        "insert into documents (collection, id, title, url, date, sha256) "
        "select c.key, d.id, d.title, d.url, d.date, d.sha256 from old_documents d "
        "join collections c on c.name = d.collection order by d.rowid"
    )
    db.execute(
        "insert into passages (collection, document, text) select c.key, d.key, p.text from old_passages p "
        "join collections c on c.name = p.collection "
        "join documents d on d.collection = c.key and d.id = p.document order by p.rowid"
    )
    db.execute("drop table old_passages")
    db.execute("drop table old_documents")


@migrations()
def origins(db: Database) -> None:
    """Documents know the file that they were converted from and its hash, so that it is not converted again."""
    db.execute("alter table documents add column file text")
    db.execute("alter table documents add column file_sha256 text")


@migrations()
def aside(db: Database) -> None:
    """Collections know when they changed. One that is set aside knows what it was called and when it went; documents
    that are set aside are moved to such a one, which knows the collection they belong to."""
    for column in ("changed_at text", "was text", "aside_at text", "part_of integer"):
        db.execute(f"alter table collections add column {column}")
