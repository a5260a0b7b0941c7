"""History, Teach and Settings."""

import pytest
import small_run
from driving import has, press, sound, texts

from components import samples
from sleuth import models
from sleuth.bundle import write_bundle
from sleuth.events import RunStarted, number
from sleuth.settings import Limits, load, settings_file

HISTORY, TEACH, SETTINGS = "pages/history_page.py", "pages/teach_page.py", "pages/settings_page.py"


def choose(app, row):
    """Choose a row of the table of runs, as a click would."""
    app.session_state[app.dataframe[0].key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return sound(app.run())


def test_history_lists_every_run_with_its_answer_and_standing(open_app, record):
    record("r1")
    record("r2", small_run.ABSTAINED)
    record("r3", small_run.STEPS[:15])
    frame = open_app(HISTORY).dataframe[0].value
    assert list(frame["run"]) == ["r3", "r2", "r1"]
    assert list(frame["status"]) == ["failed", "no answer", "answered"]
    assert list(frame["answer"]) == ["", "– no retrieval", "Tromsø"]


@pytest.mark.parametrize(
    ("search", "found"),
    [("tromsø ANSWERED", ["r1"]), ("no answer retrieval", ["r2"]), ("bridge", ["r2", "r1"]), ("", ["r2", "r1"])],
)
def test_history_finds_runs_by_any_words(open_app, record, search, found):
    record("r1")
    record("r2", small_run.ABSTAINED)
    app = open_app(HISTORY)
    app.text_input(key="history_search").set_value(search).run()
    assert list(sound(app).dataframe[0].value["run"]) == found


def test_history_says_when_nothing_fits_and_when_there_is_nothing(open_app, record):
    assert "No run yet" in texts(open_app(HISTORY))
    record("r1")
    app = open_app(HISTORY)
    app.text_input(key="history_search").set_value("zebra").run()
    assert "None of the 1 run holds" in texts(sound(app))


def test_deleting_a_run_can_be_undone(open_app, record, log):
    record("r1")
    record("r2", small_run.ABSTAINED)
    app = choose(open_app(HISTORY), 1)
    assert "Chosen: Where was the designer" in texts(app)
    app = press(app, "history_delete")
    assert [row.id for row in log.runs()] == ["r2"]
    assert list(app.dataframe[0].value["run"]) == ["r2"]
    app = press(app, "history_undo")
    assert [row.id for row in log.runs()] == ["r2", "r1"]
    assert not has(app, "history_undo")


def test_history_opens_a_run(open_app, record):
    record("r1")
    app = choose(open_app(HISTORY), 0)
    app = press(app, "history_open")
    assert app.query_params["run"] == "r1"
    assert "▮▮▮ high" in texts(app)


def test_without_a_chosen_run_nothing_can_be_done(open_app, record):
    record("r1")
    app = open_app(HISTORY)
    assert all(app.button(key=f"history_{what}").disabled for what in ("open", "resume", "delete"))


def test_every_one_of_many_runs_can_be_reached(open_app, log):
    asked = RunStarted(question="Who?", memory="retree", model="m", collections=(), limits=Limits())
    for n in range(130):
        log.begin(f"run{n:03}", number((asked,), after=0, at=small_run.BEGUN))
    app = open_app(HISTORY)
    assert "130 of 130 runs" in texts(app)
    seen = list(app.dataframe[0].value["run"])
    for page in (2, 3):
        app.session_state["history_page"] = page
        seen += list(sound(app.run()).dataframe[0].value["run"])
    assert seen == [f"run{n:03}" for n in reversed(range(130))]
    app.text_input(key="history_search").set_value("run007").run()
    assert list(sound(app).dataframe[0].value["run"]) == ["run007"]


@pytest.fixture
def sample(record, log, tmp_path, monkeypatch):
    """One recorded investigation on the shelf, none in the log, and no model that could be reached."""
    monkeypatch.setattr(samples, "FOLDER", tmp_path / "shelf")
    samples.FOLDER.mkdir()
    write_bundle(
        log, record("bridge"), samples.FOLDER / "bridge.jsonl", title="A bridge *corrected*", note="A repair."
    )
    log.path.unlink()
    monkeypatch.setattr(models, "connect", lambda *_: pytest.fail("a sample needs no model"))


@pytest.mark.parametrize("page", [TEACH, None])
def test_a_sample_opens_with_one_click(open_app, log, sample, page):
    app = open_app(page)
    assert "A bridge *corrected*" in texts(app)
    app = press(app, "sample_bridge")
    assert app.query_params["run"] == "bridge"
    assert "▮▮▮ high" in texts(app)
    assert log.run("bridge").origin == "sample"


def test_settings_are_saved_for_the_next_run(open_app):
    app = open_app(SETTINGS)
    app.number_input(key="limit_turns").set_value(33)
    app.number_input(key="settings_timeout").set_value(9.5)
    app = press(app, "settings_save")
    assert "Saved in" in texts(app)
    assert (load(environment={}).limits.turns, load(environment={}).timeout_s) == (33, 9.5)


def test_a_limit_that_cannot_be_is_refused_in_a_sentence(open_app):
    app = open_app(SETTINGS)
    app.number_input(key="limit_nudge_share").set_value(7.0)
    assert "nudge_share" in texts(press(app, "settings_save"))
    assert not settings_file().exists()


def test_the_test_shows_what_the_model_said_and_how_long_it_took(open_app, tmp_path, monkeypatch):
    script = tmp_path / "check.jsonl"
    script.write_text('{"purpose": "check", "reply": "ready"}\n', encoding="utf-8")
    monkeypatch.setenv("SLEUTH_MODEL", f"scripted/{script}")
    said = texts(press(open_app(SETTINGS), "settings_test"))
    assert "scripted replied “ready” in 0.0 s" in said
    assert "SLEUTH_MODEL" in said


def test_the_test_shows_why_a_model_does_not_answer(open_app):
    assert "The script has no reply for 'check'" in texts(press(open_app(SETTINGS), "settings_test"))


def test_a_key_is_shown_nowhere(open_app, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    for page in (None, HISTORY, TEACH, SETTINGS):
        app = open_app(page)
        assert "sk-very" not in texts(app) + str(app.main)


def test_a_log_of_another_program_is_one_sentence(open_app, tmp_path, monkeypatch):
    import sqlite3

    foreign = sqlite3.connect(tmp_path / "foreign.db")
    foreign.execute("create table cats (name text)")
    foreign.close()
    monkeypatch.setenv("SLEUTH_LOG", str(tmp_path / "foreign.db"))
    app = open_app()
    assert "is an SQLite database of another program" in texts(app)
    monkeypatch.delenv("SLEUTH_LOG")
