"""What the list of runs repeats of a run's events, so that a list of thousands needs no fold.

How a run stands, its answer, its calls and tokens, and the words it is found by. All of it is written in the
transaction of the event it comes from, and could be made anew from the events at any time.
"""

import json
from collections.abc import Iterator, Mapping

from pydantic import JsonValue
from sqlite_utils import Database

from sleuth import events as e
from sleuth.values import plain, stands

COUNTS = ("prompt_tokens", "cached_tokens", "completion_tokens")
"""Sums over a run's model calls; unknown (null) once one call did not report its part."""

SPOKEN = ("run_started", "branched", "fact_recorded", "answered")
"""Events whose words a run is found by."""

FOUND = """
alter table runs add column title text;
alter table runs add column calls integer not null default 0;
alter table runs add column prompt_tokens integer default 0;
alter table runs add column cached_tokens integer default 0;
alter table runs add column completion_tokens integer default 0;
create table tags (
  run_id text not null references runs (id),
  tag text not null,
  primary key (run_id, tag)
) without rowid;
create table run_words (
  key integer primary key,
  run_id text not null unique references runs (id),
  named text not null default '',
  words text not null
);
create virtual table run_words_index using fts5 (
  named, words, content = 'run_words', content_rowid = 'key', columnsize = 0, prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 0"
);
create trigger run_words_come after insert on run_words begin
insert into run_words_index (rowid, named, words) values (new.key, new.named, new.words); end;
create trigger run_words_go after delete on run_words begin
insert into run_words_index (run_words_index, rowid, named, words)
values ('delete', old.key, old.named, old.words); end;
create trigger run_words_change after update on run_words begin
insert into run_words_index (run_words_index, rowid, named, words)
values ('delete', old.key, old.named, old.words); insert into run_words_index (rowid, named, words)
values (new.key, new.named, new.words); end;
"""
"""Title and tags are a person's and no part of what happened: they stand beside the events, not among them."""


def keep(db: Database, run: str, event: e.Event, payload: Mapping[str, JsonValue]) -> None:
    """Write what an event changes in the list, within the caller's transaction."""
    if change := _standing(event):
        sets = ", ".join(f"{column} = ?" for column in change)
        db.execute(f"update runs set {sets} where id = ?", [*change.values(), run])
    if isinstance(event, e.ModelCalled):
        # Plus null is null: what one call does not report is unknown for all.
        sums = ", ".join(f"{count} = {count} + ?" for count in COUNTS)
        parts = [getattr(event, count) for count in COUNTS]
        db.execute(f"update runs set calls = calls + 1, {sums} where id = ?", [*parts, run])
    words = " ".join(spoken(event.type, payload))
    if event.type == "run_started":
        db.execute("insert into run_words (run_id, words) values (?, ?)", [run, f"{plain(run)} {words}"])
    elif words:
        db.execute("update run_words set words = words || ' ' || ? where run_id = ?", [words, run])


def spoken(kind: str, payload: Mapping[str, JsonValue]) -> Iterator[str]:
    """The words of an event that its run is found by, as `values.plain` writes them; none of most kinds."""
    match kind, payload:
        case "run_started" | "branched", _:
            yield from (plain(str(payload[name])) for name in ("question", "model", "memory") if name in payload)
        case "fact_recorded", {"fact": {"statement": str(statement), "entity": str(entity), "value": str(value)}}:
            yield plain(statement)
            yield from (plain(part) for part in (entity, value) if not stands(part, statement))
        case "answered", {"text": str(text), **rest}:
            yield plain(text)
            claims = rest.get("claims")
            for claim in claims if isinstance(claims, list) else ():
                yield plain(str(claim["text"])) if isinstance(claim, dict) else ""


def refill(db: Database, run: str) -> None:
    """Make a run's calls, tokens and words anew from the events there are."""
    marks = ", ".join("?" for _ in SPOKEN)
    rows = db.execute(
        f"select type, payload from events where run_id = ? and type in ('model_called', {marks}) order by seq",
        [run, *SPOKEN],
    ).fetchall()
    told = [(kind, json.loads(payload)) for kind, payload in rows]
    calls = [payload for kind, payload in told if kind == "model_called"]
    sums = [_sum([call.get(count) for call in calls]) for count in COUNTS]
    sets = ", ".join(f"{count} = ?" for count in COUNTS)
    db.execute(f"update runs set calls = ?, {sets} where id = ?", [len(calls), *sums, run])
    words = " ".join((plain(run), *(word for kind, payload in told for word in spoken(kind, payload))))
    db.execute(
        "insert into run_words (run_id, words) values (?, ?) "
        "on conflict (run_id) do update set words = excluded.words",
        [run, words],
    )


def refill_all(db: Database) -> None:
    """The same for every run of a log that did not keep them yet."""
    for (run,) in db.execute("select id from runs").fetchall():
        refill(db, run)


def _sum(parts: list[int | None]) -> int | None:
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _standing(event: e.Event) -> dict[str, str | None] | None:
    """How an event leaves the run, in words that a list shows."""
    match event:
        case e.Answered():
            return {"status": "finished", "cause": "answered", "answer": event.text}
        case e.Abstained():
            return {"status": "finished", "cause": event.cause, "answer": None}
        case e.AnswerReopened():
            return {"status": "paused", "cause": "reopened", "answer": None}
        case e.RunPaused():
            return {"status": "paused", "cause": event.reason}
        case e.Branched():
            means = {"memory": event.memory, "model": event.model}
            return means | {"status": "paused", "cause": "branched", "answer": None}
        case e.RunResumed():
            return {"status": "running", "cause": None}
        case e.RunStopped():
            return {"status": "stopped", "cause": "stopped"}
        case e.RunFailed():
            return {"status": "failed", "cause": event.error}
        case _:
            return None
