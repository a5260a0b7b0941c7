"""Teach, and what holds for every page."""

import pytest
from driving import press, texts

from components import samples
from sleuth import models
from sleuth.bundle import write_bundle

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
