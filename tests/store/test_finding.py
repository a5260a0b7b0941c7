"""A run is found by its words, by how it stands and by a person's title and tags; an older log can do it as well."""

import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import small_run
from small_run import ABSTAINED, AFTERMATH, BEGUN, STEPS, record
from sqlite_utils import Database

from sleuth.errors import CallerError
from sleuth.events import RunStarted, number
from sleuth.fold import replay
from sleuth.prices import Price
from sleuth.settings import Limits
from sleuth.store import Log, Wanted
from sleuth.store.finding import STANDINGS, matching
from sleuth.store.listed import USED
from sleuth.store.schema import migrations


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


def ask(log: Log, run: str, question: str, *, model: str = "scripted", after: int = 0) -> str:
    """A run that was only just asked."""
    asked = RunStarted(question=question, memory="retree", model=model, collections=(), limits=Limits())
    log.begin(run, number((asked,), after=0, at=BEGUN + timedelta(seconds=after)))
    return run


def found(log: Log, words: str = "", **wanted) -> list[str]:
    return [row.id for row in log.runs(Wanted(words=words, **wanted))]


# By words


@pytest.mark.parametrize(
    "words",
    [
        "designer",
        "DESIGN",
        "TROMSØ",  # the answer
        "lund engineer",  # of facts
        "holm favourite",  # of a fact that was refuted since
        "brid nor tro",  # beginnings, in any order
        "scripted retree",
        "small",
        "(1870–1941)",
        "???",  # no word: nothing is asked for
    ],
)
def test_a_run_is_found_by_the_beginnings_of_its_words(log, words):
    record(log)
    record(log, "other", ABSTAINED[:1])
    assert "small" in found(log, words)


@pytest.mark.parametrize("words", ["ridge", "tromsø zebra", 'tro"', "words : tro", "tro OR zebra", "NOT zebra", "*"])
def test_words_that_are_not_its_own_do_not_find_it_and_nothing_is_a_command(log, words):
    record(log)
    assert found(log, words) == (["small"] if matching(words) in (None, '"tro"*') else [])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("谁设计了诺霍尔姆大桥？", "大桥"),
        ("من صمم جسر نورهولم؟", "جسر"),
        ("Wer entwarf die Hafenbrücke?", "hafenbruc"),
        ("Who was 90 % sure of AB-123?", "ab-12"),
    ],
)
def test_any_script_is_searched(log, question, words):
    ask(log, "r1", question)
    ask(log, "r2", "Something else?")
    assert found(log, words) == ["r1"]


def test_a_branch_is_found_by_what_it_shares_and_not_by_what_its_parent_found_later(log):
    record(log)
    branched = small_run.entries((AFTERMATH[-1],))[0].event
    log.branch("small", 6, "branch", number((branched,), after=6, at=BEGUN))
    assert set(found(log, "norholm designer")) == {"small", "branch"}
    assert found(log, "tromsø") == ["small"]
    assert found(log, "flat") == ["branch"]


def test_what_was_searched_for_a_moment_ago_is_found_while_another_thread_writes(log):
    threads = [threading.Thread(target=ask, args=(log, f"r{n}", f"Who kept light {n}?")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found(log, "light")) == 8


def test_a_purged_run_is_found_no_more(log):
    record(log)
    log.tag("small", "bridges")
    log.delete("small")
    assert found(log, "tromsø") == []
    log.purge(BEGUN + timedelta(days=10_000))
    with closing(sqlite3.connect(log.path)) as connection:
        for table in ("tags", "run_words"):
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,)
        connection.execute("insert into run_words_index (run_words_index) values ('integrity-check')")


# By how it stands, and otherwise


def test_each_run_is_found_by_how_its_row_says_it_stands(log):
    record(log, "answered")
    record(log, "no answer", ABSTAINED)
    record(log, "failed", STEPS[:15])
    record(log, "stopped", STEPS[:19])
    record(log, "waiting", (*STEPS, *AFTERMATH[:6]))
    for run in ("paused", "running"):
        record(log, run, STEPS[:11] if run == "paused" else STEPS[:5])
        log.claim(run)
    record(log, "interrupted", STEPS[:5])
    for standing in STANDINGS:
        assert found(log, standings=(standing,)) == [standing]
    assert {row.id: row.status for row in log.runs()} == {
        **{run: run for run in ("failed", "stopped", "paused", "running", "interrupted")},
        "answered": "finished",
        "no answer": "finished",
        "waiting": "paused",
    }
    assert len(found(log, standings=("failed", "stopped"))) == 2


def test_runs_are_chosen_by_model_memory_origin_question_and_date(log):
    ask(log, "r1", "Who?", model="ollama/qwen3")
    ask(log, "r2", "Where?", after=60)
    record(log, "r3", origin="imported")
    assert found(log, models=("ollama/qwen3",)) == ["r1"]
    assert found(log, origins=("imported",)) == ["r3"]
    assert found(log, memories=("flat",)) == []
    assert found(log, question="Where?") == ["r2"]
    assert found(log, since=BEGUN + timedelta(seconds=30)) == ["r2"]
    assert found(log, before=BEGUN + timedelta(seconds=1)) == ["r1"]
    assert log.count(Wanted(models=("ollama/qwen3", "scripted"))) == 3
    assert log.choices().models == ("ollama/qwen3", "scripted")


def test_each_order_is_kept_over_pages(log):
    for number_, question in enumerate(("Cats?", "apes?", "Bees?")):
        ask(log, f"r{number_}", question, after=number_)
    record(log, "dear")
    log.rename("r2", "aardvarks")
    assert found(log, order="name")[:3] == ["r2", "r1", "r0"]
    assert found(log, order="newest")[:2] == ["r2", "r1"]
    assert found(log, order="tokens")[0] == "dear"
    assert found(log, order="changed")[0] == "dear"
    pages = [log.runs(Wanted(order="oldest"), limit=2, offset=n) for n in (0, 2)]
    assert [row.id for page in pages for row in page] == found(log, order="oldest")


def used(row_or_usage) -> tuple:
    return tuple(getattr(row_or_usage, name) for name in USED)


def test_the_row_tells_the_calls_tokens_and_cost_that_the_fold_adds_up(log):
    unpriced = replay(record(log)).usage
    assert used(log.run("small")) == used(unpriced)
    assert log.run("small").cost is None
    price = Price(model="scripted", prompt=3, cached=1, completion=9, currency="EUR")
    priced = ((STEPS[0][0].model_copy(update={"price": price}),), *STEPS[1:])
    usage = replay(record(log, "priced", priced)).usage
    assert used(log.run("priced")) == used(usage)
    assert usage.cost > 0
    assert log.run("priced").tokens == usage.tokens
    branched = small_run.entries((AFTERMATH[-1],))[0].event
    log.branch("priced", 6, "branch", number((branched,), after=6, at=BEGUN))
    assert used(log.run("branch")) == used(replay(log.entries("branch")).usage)
    assert log.run("branch").calls == 1
    silent = small_run.called("read", "no").model_copy(update={"prompt_tokens": None})
    record(log, "silent", (*STEPS[:3], (small_run.step("read", 1, "Read"), silent), *STEPS[3:9]))
    assert log.run("silent").tokens is None
    assert log.run("silent").calls == 3


# Title and tags


def test_a_title_is_a_name_beside_the_question_and_can_be_taken_away(log):
    every = record(log)
    log.rename("small", "  The  bridge\ncorrected ")
    row = log.run("small")
    assert (row.name, row.title, row.question) == ("The bridge corrected", "The bridge corrected", small_run.QUESTION)
    assert found(log, "corrected bri") == ["small"]
    assert len(log.entries("small")) == len(every), "it is no event"
    log.rename("small", " ")
    assert (log.run("small").title, log.run("small").name) == (None, small_run.QUESTION)
    assert found(log, "corrected brid") == []


def test_tags_are_told_apart_by_their_letters_only(log):
    record(log, "r1")
    record(log, "r2")
    log.tag("r1", "Brücken")
    log.tag("r2", " brucken ")
    log.tag("r2", "to check")
    assert log.choices().tags == ("Brücken", "to check")
    assert found(log, tags=("Brücken",)) == ["r2", "r1"]
    assert found(log, tags=("Brücken", "to check")) == ["r2"]
    assert found(log, "check") == ["r2"]
    assert log.run("r2").tags == ("Brücken", "to check")
    log.untag("r2", "TO CHECK")
    assert log.run("r2").tags == ("Brücken",)
    assert found(log, "check") == []


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda log: log.tag("small", " · "), "no letter and no digit"),
        (lambda log: log.tag("small", "x" * 41), "has 41 characters; at most 40"),
        (lambda log: log.rename("small", "x" * 201), "has 201 characters; at most 200"),
        (lambda log: log.rename("nope", "x"), "no run 'nope'"),
        (lambda log: log.tag("nope", "x"), "no run 'nope'"),
    ],
)
def test_a_name_that_will_not_do_says_why(log, act, said):
    record(log)
    with pytest.raises(CallerError, match=said):
        act(log)
    assert (log.run("small").title, log.run("small").tags) == (None, ())


# Logs of before


def before(log: Log, path: Path, migration: str) -> Path:
    """The log as it would be had it been written before a migration."""
    with closing(sqlite3.connect(path)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before=migration)
        connection.execute(f"attach '{log.path}' as new")
        for table in ("runs", "events", "calls", "passages"):
            columns = ", ".join(column.name for column in db.table(table).columns)
            connection.execute(f"insert into main.{table} ({columns}) select {columns} from new.{table}")
        connection.commit()
    return path


def test_a_run_that_cannot_be_read_any_more_does_not_keep_a_log_from_opening(log, tmp_path):
    record(log)
    old = before(log, tmp_path / "old.db", "runs_found_and_named")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("drop trigger events_are_never_edited")
        connection.execute("update events set payload = '{}' where type = 'fact_recorded'")
        connection.commit()
    assert [row.id for row in Log(old).runs()] == ["small"]


def test_runs_of_a_log_from_before_are_found_and_told_like_new_ones(log, tmp_path):
    record(log)
    record(log, "gone")
    old = before(log, tmp_path / "old.db", "runs_found_and_named")
    upgraded = Log(old)
    assert upgraded.runs() == log.runs()
    for words in ("tromsø lund", "favourite walkers", "retree"):
        assert found(upgraded, words) == found(log, words) == ["small", "gone"]
    with closing(sqlite3.connect(old)) as connection, pytest.raises(sqlite3.DatabaseError, match="append-only"):
        connection.execute("update events set payload = ''")
