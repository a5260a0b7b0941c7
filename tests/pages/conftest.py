"""The page without a browser: Streamlit's own driver on `app.py`, with a log of this test's own."""

from pathlib import Path

import harbour
import pytest
import small_run
import streamlit as st
from driving import sound
from streamlit.testing.v1 import AppTest

from components import runs
from sleuth.folders import log_path
from sleuth.store import Log

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def scripted(tmp_path, monkeypatch):
    """A scripted model and the harbour's four pages by default; nothing of another test's caches."""
    st.cache_resource.clear()
    st.cache_data.clear()
    monkeypatch.setenv("SLEUTH_MODEL", f"scripted/{harbour.script(tmp_path)}")
    monkeypatch.setenv("SLEUTH_CORPUS", str(harbour.pages(tmp_path)))
    yield
    runner = runs.runner()
    for row in runs.log().runs():
        runner.stop(row.id)
        runner.join(row.id, 10)
    st.cache_resource.clear()
    st.cache_data.clear()


@pytest.fixture
def log() -> Log:
    return Log(log_path())


@pytest.fixture
def record(log):
    """Record the small run as far as it went after so many of its steps; its id."""

    def recorded(run: str, steps=small_run.STEPS, **options) -> str:
        small_run.record(log, run, steps, **options)
        return run

    return recorded


@pytest.fixture
def open_app():
    """Open the page: `open_app("pages/history_page.py", run="small")`. Nothing may have been raised."""

    def opened(page: str | None = None, **address: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        if page:
            app.switch_page(page).run()
        return sound(app)

    return opened
