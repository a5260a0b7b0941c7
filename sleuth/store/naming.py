"""A run's title and tags: a person's own words about it.

They are no part of what happened, so they are no events: they stand in `runs.title` and in the table `tags`, may be
changed at any time, and leave the question and every event as they are.
"""

from sqlite_utils import Database

from sleuth.errors import CallerError
from sleuth.values import plain

TITLE_CHARS, TAG_CHARS = 200, 40
"""Longest title and longest tag."""


def title_of(text: str) -> str | None:
    """A title as it is kept, on one line; None for an empty one. CallerError when it is too long."""
    bare = " ".join(text.split())
    if len(bare) > TITLE_CHARS:
        raise CallerError(f"The title has {len(bare):,} characters; at most {TITLE_CHARS} are accepted.")
    return bare or None


def tag_of(text: str) -> str:
    """A tag as it is kept, on one line. CallerError when it says nothing or is too long."""
    bare = " ".join(text.split())
    if not plain(bare):
        raise CallerError(f"The tag {text!r} holds no letter and no digit; give it a word.")
    if len(bare) > TAG_CHARS:
        raise CallerError(
            f"The tag {bare[:TAG_CHARS]!r} … has {len(bare):,} characters; at most {TAG_CHARS} are accepted."
        )
    return bare


def rename(db: Database, run: str, title: str | None) -> None:
    """Give a run a title, or take it away, within the caller's transaction."""
    db.execute("update runs set title = ? where id = ?", [title, run])
    _found_by(db, run)


def add_tag(db: Database, run: str, tag: str) -> None:
    """Tag a run. A tag that differs from one in use only in case or accents is that one."""
    in_use = (known for (known,) in db.execute("select distinct tag from tags"))
    same = next((known for known in in_use if plain(known) == plain(tag)), tag)
    db.execute("insert or ignore into tags (run_id, tag) values (?, ?)", [run, same])
    _found_by(db, run)


def remove_tag(db: Database, run: str, tag: str) -> None:
    """Take a tag off a run, however it is spelt; nothing happens when it does not bear it."""
    for (known,) in db.execute("select tag from tags where run_id = ?", [run]).fetchall():
        if plain(known) == plain(tag):
            db.execute("delete from tags where run_id = ? and tag = ?", [run, known])
    _found_by(db, run)


def _found_by(db: Database, run: str) -> None:
    """A run is found by its title and tags as well."""
    (title,) = db.execute("select title from runs where id = ?", [run]).fetchone()
    tags = [tag for (tag,) in db.execute("select tag from tags where run_id = ?", [run])]
    named = plain(" ".join((title or "", *tags)))
    db.execute("update run_words set named = ? where run_id = ?", [named, run])
