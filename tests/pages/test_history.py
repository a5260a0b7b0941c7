"""History: a run is found, named, tagged, handed over, compared, deleted and brought back."""

import statistics
import time

import pytest
import small_run
from driving import has, press, sound, table, texts

from components.history.actions import address_of
from components.history.table import page_key
from sleuth.bundle import write_bundle
from sleuth.events import RunStarted, number
from sleuth.fold import replay
from sleuth.settings import Limits
from sleuth.store import Log, Wanted
from sleuth.verdicts import VerdictGiven

HISTORY = "pages/history_page.py"


def choose(app, *rows):
    """Choose rows of the table of runs, as clicks would."""
    app.session_state[app.dataframe[0].key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return sound(app.run())


def listed(app) -> list[str]:
    return table(app, app.dataframe[0].key)["run"]


def search(app, words):
    app.text_input(key="history_search").set_value(words).run()
    return sound(app)


@pytest.fixture
def three(record) -> None:
    record("r1")
    record("r2", small_run.ABSTAINED)
    record("r3", small_run.STEPS[:15])


# Finding


def test_the_table_answers_which_run_it_was(open_app, three):
    app = open_app(HISTORY)
    rows = table(app, app.dataframe[0].key)
    assert rows["run"] == ["r3", "r2", "r1"]
    assert rows["status"] == ["failed", "no answer", "answered"]
    assert rows["answer"] == ["", "– no retrieval", "Tromsø"]
    assert rows["tokens"] == ["258", "129", "387"]
    assert "cost" not in rows, "no price is known"
    assert "tags" not in rows


@pytest.mark.parametrize(
    ("words", "found"), [("TROMSØ", ["r1"]), ("favourite walk", ["r3", "r1"]), ("", ["r3", "r2", "r1"])]
)
def test_runs_are_found_by_words_of_question_answer_and_facts(open_app, three, words, found):
    assert listed(search(open_app(HISTORY), words)) == found


def test_filters_narrow_the_list_say_what_they_do_and_are_cleared_at_once(open_app, three, log):
    log.tag("r1", "to check")
    app = open_app(HISTORY)
    app.multiselect(key="history_standings").set_value(["failed", "answered"]).run()
    assert listed(sound(app)) == ["r3", "r1"]
    app.multiselect(key="history_tags").set_value(["to check"]).run()
    assert listed(sound(app)) == ["r1"]
    assert "1 of 3 runs · only answered, failed, tag to check" in texts(app).replace(
        "failed, answered", "answered, failed"
    )
    assert listed(press(app, "history_clear")) == ["r3", "r2", "r1"]
    assert app.multiselect(key="history_tags").value == []


def test_runs_are_chosen_by_the_day_they_were_asked(open_app, three):
    app = open_app(HISTORY)
    day = small_run.BEGUN.date()
    app.date_input(key="history_asked").set_value((day, day)).run()
    assert len(listed(sound(app))) == 3
    app.date_input(key="history_asked").set_value((day.replace(year=2027), day.replace(year=2028))).run()
    assert "None of the 3 runs fits: date" in texts(sound(app))
    assert len(listed(press(app, "history_show_all"))) == 3


def test_the_order_can_be_chosen(open_app, three):
    app = open_app(HISTORY)
    app.selectbox(key="history_order").set_value("tokens").run()
    assert listed(sound(app)) == ["r1", "r3", "r2"]


def test_what_was_searched_for_is_still_there_after_a_look_at_a_run(open_app, three):
    app = press(choose(search(open_app(HISTORY), "tromsø"), 0), "history_open")
    assert app.query_params["run"] == "r1"
    app.switch_page(HISTORY).run()
    assert app.text_input(key="history_search").value == "tromsø"
    assert listed(sound(app)) == ["r1"]


def test_history_says_when_nothing_fits_and_when_there_is_nothing(open_app, record):
    assert "No run yet" in texts(open_app(HISTORY))
    record("r1")
    assert "None of the 1 run fits these words" in texts(search(open_app(HISTORY), "zebra"))


def many(log: Log, count: int) -> None:
    asked = RunStarted(question="Who?", memory="retree", model="m", collections=(), limits=Limits())
    for n in range(count):
        log.begin(f"run{n:04}", number((asked,), after=0, at=small_run.BEGUN))


def test_every_one_of_many_runs_can_be_reached(open_app, log):
    many(log, 130)
    app = open_app(HISTORY)
    assert "130 of 130 runs" in texts(app)
    seen = listed(app)
    for page in (2, 3):
        app.session_state[page_key(Wanted())] = page
        seen += listed(sound(app.run()))
    assert seen == [f"run{n:04}" for n in reversed(range(130))]
    assert listed(search(app, "run0007")) == ["run0007"]
    assert len(listed(search(app, "who"))) == 50, "another search begins at its first page"


def test_many_runs_cost_a_page_of_them(open_app, log, monkeypatch):
    many(log, 300)
    read = []
    monkeypatch.setattr(
        Log, "runs", lambda self, *a, runs=Log.runs, **k: read.append(runs(self, *a, **k)) or read[-1]
    )
    app, times = open_app(HISTORY), []
    for _ in range(10):
        begun = time.perf_counter()
        app.run()
        times.append(time.perf_counter() - begun)
    assert max(map(len, read)) == 50
    assert statistics.median(times) < 1, "five seconds would be a read of everything"


# What can be done


def test_without_a_chosen_run_nothing_can_be_done(open_app, three):
    app = open_app(HISTORY)
    assert all(app.button(key=f"history_{what}").disabled for what in ("open", "compare", "resume", "delete"))
    assert "Choose a run in the table" in texts(app)


def test_history_opens_a_run(open_app, record):
    record("r1")
    app = press(choose(open_app(HISTORY), 0), "history_open")
    assert app.query_params["run"] == "r1"
    assert "▮▮▮ high" in texts(app)


def test_two_runs_are_put_side_by_side(open_app, three):
    app = choose(open_app(HISTORY), 0, 2)
    assert app.button(key="history_open").disabled
    app = press(app, "history_compare")
    assert app.query_params["runs"] == "r3,r1"
    assert "A has no answer" in texts(app) or "B answers Tromsø" in texts(app)


def test_deleting_runs_can_be_undone(open_app, three, log):
    app = choose(open_app(HISTORY), 1)
    assert "Chosen: Where was the designer" in texts(app)
    app = press(app, "history_delete")
    assert listed(app) == ["r3", "r1"]
    assert [row.id for row in log.runs()] == ["r3", "r1"]
    app = press(app, "history_undo")
    assert listed(app) == ["r3", "r2", "r1"]
    assert not has(app, "history_undo")
    app = press(choose(app, 0, 2), "history_delete")
    assert "Deleted: 2 runs" in texts(app)
    assert listed(press(app, "history_undo")) == ["r3", "r2", "r1"]


def test_a_run_in_hand_cannot_be_deleted(open_app, record, log):
    record("r1", small_run.STEPS[:5])
    log.claim("r1")
    assert choose(open_app(HISTORY), 0).button(key="history_delete").disabled


def test_a_title_names_a_run_everywhere_and_leaves_its_question(open_app, record, log):
    record("r1")
    app = choose(open_app(HISTORY), 0)
    field = next(x for x in app.text_input if x.label == "Title")
    field.set_value("A *bridge*").run()
    assert (log.run("r1").title, log.run("r1").question) == ("A *bridge*", small_run.QUESTION)
    assert table(sound(app), app.dataframe[0].key)["question"] == [f"A *bridge* · {small_run.QUESTION}"]
    assert "A *bridge*" in app.button(key="pick_r1").label.replace("\\", "")
    log.tag("r1", "to check")
    app = press(choose(app, 0), "history_open")
    assert "A *bridge* · to check" in texts(app)


def tags(app):
    return next(x for x in app.multiselect if x.label == "Tags")


def test_tags_are_given_to_all_chosen_runs_and_taken_off_again(open_app, three, log):
    log.tag("r1", "old")
    app = choose(open_app(HISTORY), 0, 2)
    assert tags(app).value == [], "only what both bear"
    tags(app).set_value(["to check"]).run()
    assert [log.run(r).tags for r in ("r1", "r2", "r3")] == [("old", "to check"), (), ("to check",)]
    told = table(sound(app), app.dataframe[0].key)["tags"]
    assert list(map(list, told)) == [["to check"], [], ["old", "to check"]]
    tags(choose(app, 0, 2)).set_value([]).run()
    assert [log.run(r).tags for r in ("r1", "r3")] == [("old",), ()]


def test_a_tag_that_will_not_do_is_one_sentence(open_app, record, log):
    record("r1")
    app = choose(open_app(HISTORY), 0)
    tags(app).set_value(["x" * 50]).run()
    assert "at most 40 are accepted" in sound(app).toast[0].value.replace("\\", "")
    assert log.run("r1").tags == ()


@pytest.mark.parametrize(
    ("here", "link"),
    [
        ("http://127.0.0.1:8501/history", "http://127.0.0.1:8501/?run=r1"),
        ("https://sleuth.example/deep/down/history?x=1", "https://sleuth.example/deep/down/?run=r1"),
    ],
)
def test_a_link_opens_the_run_from_anywhere(here, link):
    assert address_of("r1", here) == link


# Import


@pytest.fixture
def bundle(record, log, tmp_path) -> bytes:
    """A run of another log, as a file."""
    other = Log(tmp_path / "other.db")
    small_run.record(other, "theirs")
    write_bundle(other, "theirs", tmp_path / "theirs.jsonl")
    return (tmp_path / "theirs.jsonl").read_bytes()


def bring(app, *files):
    app.file_uploader(key="import_files").set_value([(name, data, "application/jsonl") for name, data in files])
    return press(app, "import_now")


def test_a_bundle_opens_at_once_to_be_read(open_app, log, bundle):
    app = bring(open_app(HISTORY), ("theirs.jsonl", bundle))
    assert app.query_params["run"] == "theirs"
    assert log.run("theirs").origin == "imported"


def test_of_several_files_each_that_will_not_do_says_why_and_the_rest_opens(open_app, log, bundle):
    app = bring(
        open_app(HISTORY),
        ("theirs.jsonl", bundle),
        ("*evil*](x).jsonl", b"Dear reader"),
        ("cut.jsonl", bundle[: len(bundle) // 2]),
    )
    said = texts(app)
    assert "The file '*evil*](x).jsonl' is not a bundle: line 1 is no header of a run." in said
    assert "cut off" in said
    assert "1 run opened." in said
    assert [row.id for row in log.runs()] == ["theirs"]


def test_importing_nothing_asks_for_a_file(open_app):
    assert "Choose one or more files first" in texts(press(open_app(HISTORY), "import_now"))


def test_the_audit_of_a_run_that_is_here_already_is_added_and_told(open_app, record, log, tmp_path):
    record("small")
    other = Log(tmp_path / "other.db")
    given = VerdictGiven(reviewer="B*N*", claim=small_run.C1, verdict="supported")
    small_run.record(other, "small", (*small_run.STEPS, (given,)))
    write_bundle(other, "small", tmp_path / "bn.jsonl")
    app = bring(open_app(HISTORY), ("bn.jsonl", (tmp_path / "bn.jsonl").read_bytes()))
    assert "small was here already: 1 verdict of B*N* was added." in texts(app)
    assert [x.reviewer for _, x in replay(log.entries("small")).verdicts] == ["B*N*"]
