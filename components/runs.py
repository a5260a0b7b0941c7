"""The runs as the page reads them: the one runner of this server, and what the log tells of each.

The runner is the only thing shared between tabs. Everything else is read from the log by run and place, so that
nothing kept can ever be another run's or another moment's.
"""

import streamlit as st

from sleuth.folders import log_path
from sleuth.rewinding import Standing, rewind
from sleuth.runner import Runner
from sleuth.settings import Settings, load
from sleuth.store import Log, RunRow


@st.cache_resource(show_spinner=False)
def runner() -> Runner:
    """The runner of this server, on the log that the environment names."""
    return Runner(Log(log_path()))


def log() -> Log:
    """The log that the runner writes, opened anew (0.7 ms), for what it reads must be of the classes in use now."""
    return Log(log_path())


def settings() -> Settings:
    """The settings as they stand now; read anew each time, for another page or program may change them."""
    return load()


def standing(run: str, seq: int) -> Standing:
    """A run as it stood after an event; see `sleuth.rewinding`."""
    return rewind(log_path(), run, seq)


def row(run: str) -> RunRow | None:
    """One run as lists show it."""
    found = log().run(run)
    return carried(found) if found else None


def carried(row: RunRow) -> RunRow:
    """The row; a run that this server has only just begun to carry is running, not interrupted."""
    if row.status == "interrupted" and runner().carries(row.id):
        return row.model_copy(update={"status": "running"})
    return row
