"""Teach and Settings, and what holds for every page."""

import pytest
from driving import press, texts

from components import samples
from sleuth import models
from sleuth.bundle import write_bundle
from sleuth.settings import load, settings_file

HISTORY, TEACH, SETTINGS = "pages/history_page.py", "pages/teach_page.py", "pages/settings_page.py"


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
