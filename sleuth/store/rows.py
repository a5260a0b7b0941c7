"""How entries of the log become rows of its tables, and rows entries.

Long texts are kept once in tables of their own, and what an event changes in the list of runs is written with it.
"""

import json
from datetime import datetime

from pydantic import JsonValue
from sqlite_utils import Database

from sleuth import events as e
from sleuth.events import EVENT, Entry
from sleuth.person import PassageAdded
from sleuth.retrieval.rankings import Ranked
from sleuth.search import Passage


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
        elif isinstance(event, PassageAdded):
            (payload["passage"],) = _keep_passages(db, run, entry, (event.passage,))
        elif isinstance(event, e.ModelCalled):
            _keep_call(db, run, entry, payload)
        row = {"run_id": run, "seq": entry.seq, "at": entry.at.isoformat(), "type": event.type}
        db.table("events").insert(row | {"payload": json.dumps(payload, ensure_ascii=False)})
        if change := _listed(event):
            sets = ", ".join(f"{column} = ?" for column in change)
            db.execute(f"update runs set {sets} where id = ?", [*change.values(), run])
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


def _listed(event: e.Event) -> dict[str, str | None] | None:
    """What an event changes in the list of runs."""
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
    elif kind == "passage_added":
        fields["passage"]["text"] = texts[fields["passage"]["id"]]
    return Entry(seq=seq, at=datetime.fromisoformat(at), event=EVENT.validate_python({"type": kind, **fields}))
