"""What the list of runs repeats of a run's events, so that a list of thousands needs no fold.

How a run stands, its answer, its calls and tokens, and the words it is found by. All of it is written in the
transaction of the event it comes from, and could be made anew from the events at any time.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from typing import NamedTuple

from sqlite_utils import Database

from sleuth import events as e
from sleuth import verdicts as v
from sleuth.events import EVENT
from sleuth.fold.audit import breaks
from sleuth.prices import Price
from sleuth.usage import Usage, added, at_price, for_audit
from sleuth.values import plain, stands

USED = ("calls", "prompt_tokens", "cached_tokens", "completion_tokens", "cost", "currency")
"""What of `Usage` the list shows; unknown (null) once one call did not report its part."""

REPEATED = ("run_started", "branched", "model_called", "fact_recorded", "answered")
"""Events that what the list shows can be made anew from, apart from how the run stands."""

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

COSTS = """
alter table runs add column cost real;
alter table runs add column currency text;
alter table runs add column price text;
"""
"""The price (as JSON) is that at which the run goes on."""


SEALS = """
alter table runs add column sealed_by text;
alter table runs add column seal_broken integer;
alter table runs add column audited integer not null default 0;
create index runs_that_were_audited on runs (created_at desc) where audited;
create view verdicts as
select e.run_id, e.seq, e.at, json_extract(e.payload, '$.reviewer') as reviewer,
  json_extract(e.payload, '$.claim.id') as claim, json_extract(e.payload, '$.claim.text') as text,
  json_extract(e.payload, '$.verdict') as verdict, json_extract(e.payload, '$.note') as note,
  json_extract(e.payload, '$.seconds') as seconds
from events e where e.type = 'verdict_given' and not exists (
  select 1 from events l where l.run_id = e.run_id and l.seq > e.seq
    and l.type in ('verdict_given', 'verdict_withdrawn')
    and json_extract(l.payload, '$.reviewer') = json_extract(e.payload, '$.reviewer')
    and json_extract(l.payload, '$.claim') = json_extract(e.payload, '$.claim'));
create view entailments as
select run_id, seq, at, json_extract(payload, '$.claim.id') as claim, json_extract(payload, '$.claim.text') as text,
  json_extract(payload, '$.passages') as passages, json_extract(payload, '$.label') as label,
  json_extract(payload, '$.reason') as reason, json_extract(payload, '$.model') as model
from events where type = 'entailment_judged';
"""
"""Whether a run was audited; who vouches for that, and whether it still holds, null where nobody does."""


def keep(db: Database, run: str, event: e.Event) -> None:
    """Write what an event changes in the list, within the caller's transaction."""
    if change := _standing(event):
        sets = ", ".join(f"{column} = ?" for column in change)
        db.execute(f"update runs set {sets} where id = ?", [*change.values(), run])
    if isinstance(event, e.RunStarted | e.Branched | e.ModelCalled):
        _spend(db, run, _used(_spent(db, run), event))
    _seal(db, run, event)
    words = " ".join(spoken(event))
    if isinstance(event, e.RunStarted):
        db.execute("insert into run_words (run_id, words) values (?, ?)", [run, f"{plain(run)} {words}"])
    elif words:
        db.execute("update run_words set words = words || ' ' || ? where run_id = ?", [words, run])


def _seal(db: Database, run: str, event: e.Event) -> None:
    """Note that a run is audited, was sealed by a reviewer, or that what the seal vouched for was changed."""
    if isinstance(event, v.Audited):
        db.execute("update runs set audited = 1 where id = ?", [run])
    if isinstance(event, v.AuditSealed):
        db.execute("update runs set sealed_by = ?, seal_broken = 0 where id = ?", [event.reviewer, run])
        return
    sealed = db.execute("select sealed_by from runs where id = ? and seal_broken = 0", [run]).fetchone()
    if sealed and breaks(sealed[0], event):
        db.execute("update runs set seal_broken = 1 where id = ?", [run])


def spoken(event: e.Event) -> Iterator[str]:
    """The words of an event that its run is found by, as `values.plain` writes them; none of most kinds."""
    match event:
        case e.RunStarted():
            yield from map(plain, (event.question, event.model, event.memory))
        case e.Branched():
            yield from map(plain, (event.model, event.memory))
        case e.FactRecorded(fact=fact):
            yield plain(fact.statement)
            yield from (plain(part) for part in (fact.entity, fact.value) if not stands(part, fact.statement))
        case e.Answered():
            yield from map(plain, (event.text, *(claim.text for claim in event.claims)))


def refill(db: Database, run: str) -> None:
    """Make what a run has used and the words it is found by anew from the events there are."""
    marks = ", ".join("?" for _ in REPEATED)
    rows = db.execute(
        f"select type, payload from events where run_id = ? and type in ({marks}) order by seq", [run, *REPEATED]
    ).fetchall()
    told = [EVENT.validate_python({"type": kind, **json.loads(payload)}) for kind, payload in rows]
    _spend(db, run, reduce(_used, told, Spent(Usage(), None)))
    words = " ".join((plain(run), *(word for event in told for word in spoken(event))))
    db.execute(
        "insert into run_words (run_id, words) values (?, ?) "
        "on conflict (run_id) do update set words = excluded.words",
        [run, words],
    )


def refill_all(db: Database) -> None:
    """The same for every run of a log that did not keep them yet."""
    for (run,) in db.execute("select id from runs").fetchall():
        # A run that cannot be read any more must not keep the others from being opened.
        with suppress(ValueError):
            refill(db, run)


class Spent(NamedTuple):
    """What a run has used, and the price at which it goes on."""

    usage: Usage
    price: Price | None


def _used(spent: Spent, event: e.Event) -> Spent:
    """The same after one more event, as the fold counts it."""
    match event:
        case e.RunStarted() | e.Branched():
            return Spent(at_price(spent.usage, event.price), event.price)
        case e.ModelCalled() if not for_audit(event):
            return Spent(added(spent.usage, event, spent.price), spent.price)
        case _:
            return spent


def _spent(db: Database, run: str) -> Spent:
    columns = ", ".join(USED)
    *used, price = db.execute(f"select {columns}, price from runs where id = ?", [run]).fetchone()
    usage = Usage.model_validate(dict(zip(USED, used, strict=True)))
    return Spent(usage, Price.model_validate_json(price) if price else None)


def _spend(db: Database, run: str, spent: Spent) -> None:
    sets = ", ".join(f"{column} = :{column}" for column in (*USED, "price"))
    price = spent.price.model_dump_json() if spent.price else None
    db.execute(f"update runs set {sets} where id = :id", {**spent.usage.model_dump(), "price": price, "id": run})


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
