"""The log: nothing is edited, lost or doubled; people read plain tables; a file that will not do is named."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import small_run
from at_once import at_once
from small_run import ABSTAINED, AUDITED, BEGUN, STEPS, entries, record

from sleuth import events as e
from sleuth import store
from sleuth.errors import CallerError, ServiceError
from sleuth.events import number
from sleuth.fold import replay
from sleuth.models import Message
from sleuth.store import Log, Wanted
from sleuth.store.owners import this_process


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


def query(log: Log, sql: str, *values: object) -> list[tuple]:
    """What another program reads from the file."""
    with closing(sqlite3.connect(log.path)) as connection:
        return connection.execute(sql, values).fetchall()


def change(log: Log, sql: str) -> None:
    with closing(sqlite3.connect(log.path)) as connection, connection:
        connection.execute(sql)


# Writing and reading


def test_a_run_is_read_back_as_recorded_apart_from_the_exact_prompts(log):
    every = record(log)
    read = log.entries("small")
    assert [x.seq for x in read] == list(range(1, len(every) + 1))
    for was, now in zip(every, read, strict=True):
        if isinstance(was.event, e.ModelCalled):
            bare = was.event.model_copy(update={"prompt": (), "reply": "", "reasoning": None})
            was = was.model_copy(update={"event": bare})
        assert now == was


def test_exact_prompt_reply_and_reasoning_of_a_call_are_kept(log):
    every = record(log)
    seq = next(x.seq for x in every if isinstance(x.event, e.ModelCalled))
    call = log.call("small", seq)
    assert call == log.calls("small")[0]
    assert call.prompt[1] == Message(role="user", content=small_run.BROCHURE)
    assert (call.reply, call.reasoning) == ("no form", "The brochure names her.")
    assert [c.seq for c in log.calls("small")] == [x.seq for x in every if isinstance(x.event, e.ModelCalled)]
    assert log.call("small", 1) is None


def test_a_part_of_a_run_is_read_by_its_places(log):
    every = record(log)
    assert [x.seq for x in log.entries("small", after=5, upto=9)] == [6, 7, 8, 9]
    assert log.last_seq("small") == len(every)
    assert log.last_seq("none such") == 0


def test_a_passage_met_in_two_searches_is_stored_once(log):
    record(log, steps=(*STEPS[:5], (small_run.searched(2, "q1", "once more", small_run.P1),)))
    assert query(log, "select id, text from passages order by id") == [
        ("p1", small_run.BROCHURE),
        ("p2", small_run.MINUTES),
    ]
    assert log.entries("small")[-1].event.passages == (small_run.P1,)


def test_a_run_that_does_not_exist_is_named_with_the_log(log):
    with pytest.raises(CallerError, match="no run 'nope'"):
        log.entries("nope")
    with pytest.raises(CallerError, match="no run 'nope'"):
        log.claim("nope")
    assert log.run("nope") is None


# Append-only


@pytest.mark.parametrize(
    "sql", ["update events set payload = '{}'", "delete from events", "delete from events where seq = 3"]
)
def test_no_program_can_edit_or_remove_an_event(log, sql):
    every = record(log)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        change(log, sql)
    assert len(log.entries("small")) == len(every)


def test_two_writers_of_one_run_cannot_both_have_a_place(log):
    every = record(log, steps=STEPS[:5])
    late = number((small_run.step("read", 1, "Read it too"), e.RunPaused()), after=len(every) - 1, at=BEGUN)
    with pytest.raises(ServiceError, match="Another process is writing this run"):
        log.append("small", late)
    assert len(log.entries("small")) == len(every), "nothing of the refused step is kept"
    assert log.run("small").status != "paused"


def test_a_step_is_recorded_whole_or_not_at_all(log):
    every = record(log, steps=STEPS[:5])
    following = entries()[len(every) : len(every) + 2]
    torn = (*following, following[1].model_copy(update={"seq": 2}))
    with pytest.raises(ServiceError):
        log.append("small", torn)
    assert log.last_seq("small") == len(every)
    assert len(log.calls("small")) == 1, "the call of the torn step is gone too"


def test_many_writers_wait_for_one_another(log):
    for i in range(6):
        record(log, f"run{i}", STEPS[:1])
    failures = []

    def write(run: str) -> None:
        try:
            for seq in range(1, 15):
                log.append(run, number((e.RunPaused() if seq % 2 else e.RunResumed(),), after=seq, at=BEGUN))
                log.claim(run)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(f"run{i}",)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == []
    assert query(log, "select count(*), max(seq) from events group by run_id") == [(15, 15)] * 6


def test_a_new_log_may_be_opened_by_many_at_once(tmp_path):
    assert at_once(8, lambda: Log(tmp_path / "new" / "log.db")) == []


# Lists


def test_the_list_tells_each_run_as_its_last_events_left_it(log):
    record(log, "answered")
    record(log, "abstained", ABSTAINED, origin="evaluation")
    record(log, "failed", STEPS[:15])
    rows = {row.id: row for row in log.runs()}
    assert (rows["answered"].status, rows["answered"].cause, rows["answered"].answer) == (
        "finished",
        "answered",
        "Tromsø",
    )
    assert (rows["abstained"].status, rows["abstained"].cause, rows["abstained"].answer) == (
        "finished",
        "no retrieval",
        None,
    )
    assert (rows["failed"].status, rows["failed"].cause) == ("failed", "The model's server cannot be reached.")
    assert rows["answered"].seq == len(entries())
    assert [row.id for row in log.runs(Wanted(origins=("evaluation",)))] == ["abstained"]
    assert len(log.runs(limit=2)) == 2
    assert len(log.runs(limit=2, offset=2)) == 1


def test_a_running_run_is_interrupted_unless_a_living_process_carries_it(log):
    record(log, steps=STEPS[:5])
    assert log.run("small").status == "interrupted"
    log.claim("small")
    assert log.run("small").status == "running"
    log.release("small")
    assert log.run("small").status == "interrupted"


ROOT = Path(__file__).parents[2]
CARRIER = """
import sys
from pathlib import Path
from sleuth.store import Log
Log(Path(sys.argv[1])).claim("small")
print("claimed", flush=True)
input()
"""


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs to see a dead process without reaping it")
def test_a_process_killed_but_not_yet_reaped_does_not_hold_its_run(log):
    record(log, steps=STEPS[:5])
    child = subprocess.Popen(
        [sys.executable, "-c", CARRIER, str(log.path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        child.stdout.readline()
        assert log.run("small").status == "running"
        with pytest.raises(CallerError, match="carried on by another process"):
            log.claim("small")
        child.kill()
        # Waits until it is dead, and leaves it unreaped.
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert log.run("small").status == "interrupted"
        log.claim("small")
    finally:
        child.kill()
        child.communicate()


def test_a_process_number_used_again_is_not_taken_for_the_owner(log):
    record(log, steps=STEPS[:5])
    host, number_, start = this_process().rsplit(" ", 2)
    change(log, f"update runs set owner = '{host} {number_} {float(start) - 60:.2f}'")
    assert log.run("small").status == "interrupted"
    change(log, "update runs set owner = 'elsewhere 1 1.00'")
    assert log.run("small").status == "running", "a process on another machine cannot be looked at"


def test_a_run_opened_from_a_bundle_cannot_be_carried_on(log):
    record(log, steps=STEPS[:5], origin="sample")
    with pytest.raises(CallerError, match="to be read"):
        log.claim("small")


# Delete, restore, purge


def test_a_deleted_run_leaves_the_lists_and_comes_back_whole(log):
    every = record(log)
    log.delete("small")
    assert log.runs() == ()
    assert log.run("small") is None
    log.restore("small")
    assert [row.id for row in log.runs()] == ["small"]
    assert len(log.entries("small")) == len(every)


def test_purging_removes_only_what_was_deleted_long_ago(log):
    record(log, "kept")
    record(log, "gone")
    log.delete("gone")
    assert log.purge(datetime.now(UTC) - timedelta(days=7)) == 0, "it was deleted just now"
    assert log.purge(datetime.now(UTC) + timedelta(seconds=1)) == 1
    for table in ("events", "calls", "passages"):
        assert {row[0] for row in query(log, f"select distinct run_id from {table}")} == {"kept"}
    log.restore("gone")
    assert log.run("gone") is None


# Views


def test_the_views_read_as_plain_tables(log):
    record(log)
    assert query(log, "select id, value, status, supersedes, passage, node from facts order by id") == [
        ("f1", "Ada Holm", "out", None, "p1", "n2"),
        ("f2", "Birger Lund", "in", "f1", "p2", "n2"),
        ("f3", "Tromsø", "in", None, "p3", "n4"),
    ]
    assert query(log, "select id, value, confidence, supports, rank from hypotheses order by rank") == [
        ("h2", "Birger Lund", "medium", '["f2"]', 1),
        ("h1", "Ada Holm", "low", "[]", 2),
    ]
    assert query(log, "select id, text, priority, status from questions order by id") == [
        ("q1", "Who designed the Norholm bridge?", "high", "answered"),
        ("q2", "Where was #1 born?", "medium", "answered"),
    ]
    assert query(log, "select id, parent, summary, status from nodes order by id") == [
        ("n1", None, "Nothing is confirmed yet.", "active"),
        ("n2", "n1", "Birger Lund designed it.", "active"),
        ("n3", "n2", "Ada Holm was born in Norholm.", "pruned"),
        ("n4", "n2", "Birger Lund was born in Tromsø.", "active"),
    ]
    assert query(log, "select node, old, new, reason from revisions") == [
        ("n2", "f1", "f2", "the minutes correct the brochure")
    ]
    assert query(log, "select turn, question, engine, outcome, passages from searches order by seq") == [
        (1, "q1", "corpus", "found", 2),
        (2, "q2", "corpus", "found", 1),
    ]
    assert query(log, "select id, fact, passage, quote from claims order by id") == [
        ("c1", "f2", "p2", "Birger Lund"),
        ("c2", "f3", "p3", "Tromsø"),
    ]
    steps = query(log, "select step, phase, title, seconds, purpose, prompt_tokens from steps order by step")
    assert steps[0] == (1, "plan", "Plan the chain of questions", 0.25, "plan", 120)
    assert steps[2] == (3, "choose", "Choose q1", 0.25, None, None)
    assert len(steps) == sum(isinstance(group[0], e.StepTaken) for group in STEPS)


@pytest.mark.parametrize("n", range(1, len(STEPS) + 1))
def test_the_views_agree_with_the_fold_wherever_the_run_stands(log, n):
    record(log, steps=STEPS[:n])
    state = replay(log.entries("small"))
    assert query(log, "select id, status, supersedes from facts order by id") == [
        (f.id, f.status, f.supersedes) for f in state.facts
    ]
    assert query(log, "select id, action, status from questions order by id") == [
        (q.id, q.action, q.status) for q in state.questions
    ]
    assert query(log, "select id, summary, status from nodes order by id") == [
        (x.id, x.summary, x.status) for x in state.nodes
    ]
    assert query(log, "select id, confidence, rank from hypotheses order by rank") == [
        (h.id, h.confidence, h.rank) for h in state.hypotheses
    ]


@pytest.mark.parametrize("n", range(len(AUDITED) + 1))
def test_views_and_list_of_an_audit_agree_with_the_fold_wherever_it_stands(log, n):
    record(log, steps=(*STEPS, *AUDITED[:n]))
    state, row = replay(log.entries("small")), log.run("small")
    assert query(log, "select seq, reviewer, claim, text, verdict, note, seconds from verdicts order by seq") == [
        (at, v.reviewer, v.claim.id, v.claim.text, v.verdict, v.note, v.seconds) for at, v in state.verdicts
    ]
    assert query(log, "select claim, text, passages, label, reason, model from entailments order by seq") == [
        (x.claim.id, x.claim.text, json.dumps(x.passages, separators=(",", ":")), x.label, x.reason, x.model)
        for x in state.entailments
    ]
    assert (row.sealed_by, row.seal_broken) == ((state.seal.reviewer, False) if state.seal else (None, None))
    assert row.audited == (n > 0)


def test_a_second_opening_keeps_what_is_there(log):
    every = record(log)
    assert len(Log(log.path).entries("small")) == len(every)


# Files that will not do


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("create table events (id integer, name text)")
        connection.execute(
            "create table _sqlite_migrations (id integer primary key, migration_set, name, applied_at)"
        )
        connection.execute("insert into _sqlite_migrations values (1, 'theirs', 'first', 'then')")
    before = path.read_bytes()
    with pytest.raises(CallerError, match="another program"):
        Log(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, long enough to be taken for a header of a database. " * 20)
    with pytest.raises(CallerError, match="is not an SQLite database"):
        Log(path)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(CallerError, match="is it a folder"):
        Log(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CallerError, match="folder for the log"):
        Log(tmp_path / "file" / "log.db")


def test_a_read_only_log_can_be_read_and_says_why_it_is_not_written(log, monkeypatch):
    record(log, steps=STEPS[:5])
    connect = sqlite3.connect
    monkeypatch.setattr(store.sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True))
    again = Log(log.path)
    assert again.run("small").seq == log.last_seq("small")
    with pytest.raises(CallerError, match="cannot be written; choose another with --log or SLEUTH_LOG"):
        again.append("small", number((e.RunPaused(),), after=again.last_seq("small"), at=BEGUN))


def test_a_log_that_stays_locked_is_reported_and_nothing_is_half_written(log, monkeypatch):
    every = record(log, steps=STEPS[:5])
    monkeypatch.setattr(store, "BUSY_MS", 50)
    with closing(sqlite3.connect(log.path)) as other:
        other.execute("begin exclusive")
        assert log.last_seq("small") == len(every), "reading goes on"
        with pytest.raises(ServiceError, match="stayed locked"):
            log.append("small", number((e.RunPaused(),), after=len(every), at=BEGUN))
        other.rollback()
    assert log.last_seq("small") == len(every)


def test_a_full_disk_is_reported_and_nothing_is_half_written(log, monkeypatch):
    every = record(log, steps=STEPS[:5])
    connect = sqlite3.connect

    def small_disk(path, **options):
        connection = connect(path, **options)
        connection.execute("pragma max_page_count = 1")
        return connection

    long = e.RunFailed(error="x" * 200_000)
    with monkeypatch.context() as patch:
        patch.setattr(store.sqlite3, "connect", small_disk)
        with pytest.raises(ServiceError, match="full or failing"):
            log.append("small", number((e.RunPaused(), long), after=len(every), at=BEGUN))
    assert log.last_seq("small") == len(every)
    assert log.run("small").status == "interrupted"


def test_claims_of_a_reopened_answer_are_no_longer_listed(tmp_path):
    log = Log(tmp_path / "log.db")
    every = small_run.record(log)
    query = "select count(*) from claims where run_id = 'small'"
    assert sqlite3.connect(log.path).execute(query).fetchone() == (2,)
    reopened = e.AnswerReopened(facts=("f3",), reason="another Birger Lund")
    log.append("small", e.number((reopened,), after=every[-1].seq, at=small_run.BEGUN))
    assert sqlite3.connect(log.path).execute(query).fetchone() == (0,)
    assert log.run("small").status == "paused", "it waits to be carried on, though nobody carries it"
