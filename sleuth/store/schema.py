"""The log's tables and the views that let people and Datasette read plain tables.

Outsiders rely on these names. A change is a new migration at the end, never an edit of an old one.
"""

from sqlite_utils import Database, Migrations

from sleuth.store.listed import COSTS, FOUND, SEALS, refill_all

migrations = Migrations("sleuth")


@migrations()
def tables(db: Database) -> None:
    """Runs, their events, and the long texts that events refer to."""
    _each(db, TABLES)


@migrations()
def views(db: Database) -> None:
    """Facts, questions and the rest as they stand at the end of each run."""
    _each(db, VIEWS)


@migrations()
def views_of_revisable_belief(db: Database) -> None:
    """A pruned node can stand again, a person can pin a fact, and a branch knows its parent."""
    _each(db, REVISABLE)


@migrations()
def claims_that_stand(db: Database) -> None:
    """The claims of an answer that was reopened or branched away from are history."""
    _each(db, STANDING_CLAIMS)


@migrations()
def places_of_passages(db: Database) -> None:
    """A citation opens its document at the right page and place."""
    _each(db, PLACES)


@migrations()
def rankings_of_retrievals(db: Database) -> None:
    """What a retrieval had to choose from, and each order it was put in."""
    _each(db, RANKINGS)


@migrations()
def runs_found_and_named(db: Database) -> None:
    """A run is found by its words, has a person's title and tags, and its row tells what it has used."""
    _each(db, FOUND)


@migrations()
def costs_of_runs(db: Database) -> None:
    """What a run cost, and what it has used and is found by for those recorded before."""
    _each(db, COSTS)
    refill_all(db)


@migrations()
def audits_of_runs(db: Database) -> None:
    """Verdicts and labels as tables, and the seal that a person set on a run."""
    _each(db, SEALS)


@migrations()
def pasted_texts(db: Database) -> None:
    """What became of the sources that a pasted text names; a passage knows why its text could not be had."""
    _each(db, SOURCES)


def _each(db: Database, script: str) -> None:
    # Not executescript, which would commit the migration's transaction before it begins.
    for statement in script.split(";\n"):
        if statement.strip():
            db.execute(statement)


# `runs` repeats what the last events say of a run (status, answer) so that a list of thousands needs no fold;
# both are written in one transaction.
TABLES = """
create table runs (
  id text primary key,
  question text not null,
  model text not null,
  memory text not null,
  origin text not null,
  created_at text not null,
  updated_at text not null,
  status text not null,
  cause text,
  answer text,
  seq integer not null,
  owner text,
  deleted_at text
);
create index runs_by_creation on runs (created_at desc);
create table events (
  run_id text not null references runs (id),
  seq integer not null,
  at text not null,
  type text not null,
  payload text not null,
  primary key (run_id, seq)
) without rowid;
create table calls (
  run_id text not null references runs (id),
  seq integer not null,
  at text not null,
  purpose text not null,
  model text not null,
  prompt_sha256 text not null,
  reply_sha256 text not null,
  prompt text not null,
  reply text not null,
  reasoning text,
  finish text,
  prompt_tokens integer,
  cached_tokens integer,
  completion_tokens integer,
  seconds real,
  primary key (run_id, seq)
);
create table passages (
  run_id text not null references runs (id),
  id text not null,
  title text not null,
  text text not null,
  sha256 text not null,
  url text,
  date text,
  collection text not null,
  document text not null,
  retrieved_at text not null,
  primary key (run_id, id)
);
create trigger events_are_never_edited before update on events
begin select raise(abort, 'events are append-only'); end;
create trigger events_are_never_removed before delete on events
when (select deleted_at from runs where id = old.run_id) is null
begin select raise(abort, 'events are append-only; delete the whole run instead'); end;
"""

VIEWS = """
create view facts as
select e.run_id, json_extract(e.payload, '$.fact.id') as id,
  json_extract(e.payload, '$.fact.statement') as statement,
  json_extract(e.payload, '$.fact.entity') as entity,
  json_extract(e.payload, '$.fact.attribute') as attribute,
  json_extract(e.payload, '$.fact.value') as value,
  coalesce((select json_extract(c.payload, '$.status') from events c
    where c.run_id = e.run_id and c.type = 'fact_changed'
      and json_extract(c.payload, '$.fact') = json_extract(e.payload, '$.fact.id')
    order by c.seq desc limit 1), json_extract(e.payload, '$.fact.status'), 'in') as status,
  (select json_extract(r.payload, '$.old') from events r
    where r.run_id = e.run_id and r.type = 'repaired'
      and json_extract(r.payload, '$.new') = json_extract(e.payload, '$.fact.id')) as supersedes,
  json_extract(e.payload, '$.fact.passage') as passage,
  json_extract(e.payload, '$.fact.quote') as quote,
  json_extract(e.payload, '$.fact.node') as node,
  e.seq
from events e where e.type = 'fact_recorded';

create view hypotheses as
select e.run_id, json_extract(h.value, '$.id') as id, json_extract(h.value, '$.statement') as statement,
  json_extract(h.value, '$.value') as value, json_extract(h.value, '$.confidence') as confidence,
  json_extract(h.value, '$.supports') as supports, json_extract(h.value, '$.contradicts') as contradicts,
  json_extract(h.value, '$.rank') as rank, e.seq
from events e, json_each(e.payload, '$.hypotheses') h
where e.type = 'hypotheses_ranked'
  and e.seq = (select max(seq) from events l where l.run_id = e.run_id and l.type = 'hypotheses_ranked');

create view questions as
select e.run_id, json_extract(e.payload, '$.question.id') as id,
  json_extract(e.payload, '$.question.text') as text,
  coalesce((select json_extract(t.payload, '$.query') from events t
    where t.run_id = e.run_id and t.type = 'turn_started' and t.seq > e.seq
      and json_extract(t.payload, '$.question') = json_extract(e.payload, '$.question.id')
    order by t.seq desc limit 1), json_extract(e.payload, '$.question.action')) as action,
  json_extract(e.payload, '$.question.priority') as priority,
  coalesce((select json_extract(c.payload, '$.status') from events c
    where c.run_id = e.run_id and c.type = 'question_closed' and c.seq > e.seq
      and json_extract(c.payload, '$.question') = json_extract(e.payload, '$.question.id')
    order by c.seq desc limit 1), 'open') as status,
  e.seq
from events e where e.type = 'question_opened'
  and e.seq = (select max(seq) from events l where l.run_id = e.run_id and l.type = 'question_opened'
    and json_extract(l.payload, '$.question.id') = json_extract(e.payload, '$.question.id'));

create view nodes as
select e.run_id, json_extract(e.payload, '$.node.id') as id, json_extract(e.payload, '$.node.parent') as parent,
  coalesce((select json_extract(s.payload, '$.summary') from events s
    where s.run_id = e.run_id and s.type in ('node_summarised', 'repaired')
      and json_extract(s.payload, '$.node') = json_extract(e.payload, '$.node.id')
    order by s.seq desc limit 1), json_extract(e.payload, '$.node.summary')) as summary,
  case when exists (select 1 from events r, json_each(r.payload, '$.pruned') p
    where r.run_id = e.run_id and r.type = 'repaired'
      and p.value = json_extract(e.payload, '$.node.id')) then 'pruned' else 'active' end as status,
  e.seq
from events e where e.type = 'node_added';

create view revisions as
select run_id, json_extract(payload, '$.node') as node, json_extract(payload, '$.old') as old,
  json_extract(payload, '$.new') as new, json_extract(payload, '$.reason') as reason, seq as at_seq
from events where type = 'repaired';

create view searches as
select run_id, json_extract(payload, '$.turn') as turn, json_extract(payload, '$.question') as question,
  json_extract(payload, '$.query') as query, json_extract(payload, '$.engine') as engine,
  json_extract(payload, '$.outcome') as outcome, json_array_length(payload, '$.passages') as passages, seq
from events where type = 'searched';

create view claims as
select e.run_id, json_extract(c.value, '$.id') as id, json_extract(c.value, '$.text') as text,
  json_extract(t.value, '$.fact') as fact, json_extract(t.value, '$.passage') as passage,
  json_extract(t.value, '$.quote') as quote, e.seq
from events e, json_each(e.payload, '$.claims') c
left join json_each(c.value, '$.citations') t
where e.type = 'answered';

create view steps as
select e.run_id, e.seq, row_number() over (partition by e.run_id order by e.seq) as step, e.at,
  json_extract(e.payload, '$.phase') as phase, json_extract(e.payload, '$.turn') as turn,
  json_extract(e.payload, '$.title') as title, json_extract(e.payload, '$.question') as question,
  json_extract(e.payload, '$.seconds') as seconds, c.purpose, c.prompt_tokens, c.cached_tokens,
  c.completion_tokens
from events e
left join calls c on c.run_id = e.run_id and c.seq = e.seq + 1
where e.type = 'step_taken';
"""

REVISABLE = """
drop view nodes;
create view nodes as
select e.run_id, json_extract(e.payload, '$.node.id') as id, json_extract(e.payload, '$.node.parent') as parent,
  coalesce((select json_extract(s.payload, '$.summary') from events s
    where s.run_id = e.run_id and s.type in ('node_summarised', 'repaired')
      and json_extract(s.payload, '$.node') = json_extract(e.payload, '$.node.id')
    order by s.seq desc limit 1), json_extract(e.payload, '$.node.summary')) as summary,
  coalesce((select case r.type when 'repaired' then 'pruned' else 'active' end from events r
    where r.run_id = e.run_id and (
      (r.type = 'node_revived' and json_extract(r.payload, '$.node') = json_extract(e.payload, '$.node.id'))
      or (r.type = 'repaired' and exists (select 1 from json_each(r.payload, '$.pruned') p
        where p.value = json_extract(e.payload, '$.node.id'))))
    order by r.seq desc limit 1), 'active') as status,
  e.seq
from events e where e.type = 'node_added';

create view interventions as
select run_id, seq, at, json_extract(payload, '$.author') as author, json_extract(payload, '$.act') as act,
  json_extract(payload, '$.target') as target, json_extract(payload, '$.reason') as reason,
  json_extract(payload, '$.undoes') as undoes
from events where type = 'acted';

create view branches as
select run_id, json_extract(payload, '$.parent') as parent, json_extract(payload, '$.at') as at_seq
from events where type = 'branched';
"""

STANDING_CLAIMS = """
drop view claims;
create view claims as
select e.run_id, json_extract(c.value, '$.id') as id, json_extract(c.value, '$.text') as text,
  json_extract(t.value, '$.fact') as fact, json_extract(t.value, '$.passage') as passage,
  json_extract(t.value, '$.quote') as quote, e.seq
from events e, json_each(e.payload, '$.claims') c
left join json_each(c.value, '$.citations') t
where e.type in ('answered', 'abstained') and e.seq = (
  select max(l.seq) from events l where l.run_id = e.run_id
    and l.type in ('answered', 'abstained', 'answer_reopened', 'branched'));
"""

PLACES = """
alter table passages add column start integer;
alter table passages add column page integer;
"""

RANKINGS = """
create table considered (
  run_id text not null,
  sha256 text not null,
  text text not null,
  primary key (run_id, sha256)
) without rowid;
create view rankings as
select r.run_id, r.seq, json_extract(r.payload, '$.turn') as turn,
  json_extract(r.payload, '$.question') as question,
  json_extract(r.payload, '$.ranking.stage') as stage, json_extract(r.payload, '$.ranking.round') as round,
  json_extract(r.payload, '$.ranking.query') as query, json_extract(r.payload, '$.ranking.engine') as engine,
  coalesce(json_extract(r.payload, '$.ranking.outcome'), 'found') as outcome, m.key + 1 as place,
  json_extract(p.value, '$.title') as title, json_extract(p.value, '$.collection') as collection,
  json_extract(p.value, '$.document') as document, json_extract(p.value, '$.sha256') as sha256
from events r
join json_each(r.payload, '$.ranking.places') m
left join events k on k.run_id = r.run_id and k.type = 'ranked' and k.seq <= r.seq
  and json_extract(k.payload, '$.turn') = json_extract(r.payload, '$.turn')
join json_each(k.payload, '$.passages') p on substr(json_extract(p.value, '$.sha256'), 1, 12) = m.value
where r.type = 'ranked';
"""

SOURCES = """
alter table passages add column unread text;
create view sources as
select run_id, seq, json_extract(payload, '$.markers') as markers,
  json_extract(payload, '$.passage.title') as title, json_extract(payload, '$.passage.url') as url,
  json_extract(payload, '$.ending') as ending, json_extract(payload, '$.message') as message,
  json_extract(payload, '$.passage.id') as passage
from events where type = 'source_brought';
"""
