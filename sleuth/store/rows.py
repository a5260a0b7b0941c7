"""How entries of the log become rows of its tables, and rows entries.

Long texts are kept once in tables of their own, and what an event changes in the list of runs (`listed.py`) is
written with it.
"""

import json
from datetime import datetime

from pydantic import JsonValue
from sqlite_utils import Database

from sleuth import events as e
from sleuth.events import EVENT, Entry
from sleuth.pasted.records import SourceBrought
from sleuth.person import PassageAdded
from sleuth.retrieval.rankings import Ranked
from sleuth.search import Passage
from sleuth.store.listed import keep, refill

SHARED = {
    "events": "seq <= :at",
    "calls": "seq <= :at",
    "passages": """id in (
      select json_extract(p.value, '$.id') from events e, json_each(e.payload, '$.passages') p
      where e.run_id = :parent and e.seq <= :at and e.type = 'searched'
      union select json_extract(payload, '$.passage.id') from events
      where run_id = :parent and seq <= :at and type in ('passage_added', 'source_brought'))""",
    "considered": """sha256 in (
      select json_extract(p.value, '$.sha256') from events e, json_each(e.payload, '$.passages') p
      where e.run_id = :parent and e.seq <= :at and e.type = 'ranked')""",
}
"""Which rows of its parent a branch shares, by table; a passage is known from the first event that carries it."""


def share(db: Database, parent: str, at: int, run: str) -> None:
    """Copy what a branch shares with its parent up to an event, within the caller's transaction."""
    for table, shared in SHARED.items():
        kept = [c.name for c in db.table(table).columns if c.name != "run_id"]
        columns = ", ".join(kept)
        db.execute(
            f"insert into {table} (run_id, {columns}) select :run, {columns} from {table} "
            f"where run_id = :parent and {shared}",
            {"run": run, "parent": parent, "at": at},
        )
    refill(db, run)


def append(db: Database, run: str, entries: tuple[Entry, ...]) -> None:
    """Write entries at the end of a run, within the caller's transaction."""
    for entry in entries:
        event = entry.event
        # The means of a run are told in full: a default may change, what a run was carried on with does not.
        means = isinstance(event, e.RunStarted | e.Branched)
        payload: dict[str, JsonValue] = event.model_dump(mode="json", exclude={"type"}, exclude_defaults=not means)
        if isinstance(event, e.Searched):
            payload["passages"] = _keep_passages(db, run, entry, event.passages)
        elif isinstance(event, Ranked) and event.passages:
            payload["passages"] = _keep_considered(db, run, event.passages)
        elif isinstance(event, PassageAdded | SourceBrought):
            (payload["passage"],) = _keep_passages(db, run, entry, (event.passage,))
        elif isinstance(event, e.ModelCalled):
            _keep_call(db, run, entry, payload)
        row = {"run_id": run, "seq": entry.seq, "at": entry.at.isoformat(), "type": event.type}
        db.table("events").insert(row | {"payload": json.dumps(payload, ensure_ascii=False)})
        keep(db, run, event)
    if entries:
        at = entries[-1].at.isoformat()
        db.execute("update runs set seq = ?, updated_at = ? where id = ?", [entries[-1].seq, at, run])


def _keep_passages(db: Database, run: str, entry: Entry, passages: tuple[Passage, ...]) -> list[JsonValue]:
    """Store the texts of passages once; the passages without them."""
    rows = [
        {"run_id": run, **p.model_dump(), "retrieved_at": p.retrieved_at or entry.at.isoformat()} for p in passages
    ]
    db.table("passages").insert_all(rows, ignore=True)
    return [p.model_dump(mode="json", exclude={"text"}) for p in passages]


def _keep_considered(db: Database, run: str, passages: tuple[Passage, ...]) -> list[JsonValue]:
    """Store once the texts that a retrieval has to choose from; the passages without them."""
    rows = [(run, p.sha256, p.text) for p in passages]
    db.conn.executemany("insert or ignore into considered (run_id, sha256, text) values (?, ?, ?)", rows)
    return [p.model_dump(mode="json", exclude={"text"}, exclude_defaults=True) for p in passages]


def _keep_call(db: Database, run: str, entry: Entry, payload: dict[str, JsonValue]) -> None:
    assert isinstance(entry.event, e.ModelCalled)
    call = entry.event.model_dump(mode="json", exclude={"type"})
    call["prompt"] = json.dumps(call["prompt"], ensure_ascii=False)
    db.table("calls").insert({"run_id": run, "seq": entry.seq, "at": entry.at.isoformat(), **call})
    for text in ("prompt", "reply", "reasoning"):
        payload.pop(text, None)


def read(row: tuple[int, str, str, str], texts: dict[str, str]) -> Entry:
    """An entry from its row (seq, at, type, payload).

    `texts` are those of the run's passages by id, and by hash those that its retrievals had to choose from.
    """
    seq, at, kind, payload = row
    fields = json.loads(payload)
    if kind == "searched":
        fields["passages"] = [{**p, "text": texts[p["id"]]} for p in fields.get("passages", ())]
    elif kind == "ranked":
        fields["passages"] = [{**p, "text": texts[p["sha256"]]} for p in fields.get("passages", ())]
    elif kind in ("passage_added", "source_brought"):
        fields["passage"]["text"] = texts[fields["passage"]["id"]]
    return Entry(seq=seq, at=datetime.fromisoformat(at), event=EVENT.validate_python({"type": kind, **fields}))
