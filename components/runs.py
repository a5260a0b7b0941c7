"""The runs as the page reads them: the one runner of this server, and cached projections of the log.

The runner is the only thing shared between tabs. Everything else is read from the log by run and place, so a
cached value can never be another run's or another moment's.
"""

from collections.abc import Iterator
from typing import NamedTuple

import streamlit as st

from sleuth.fold import replay
from sleuth.runner import Runner
from sleuth.settings import Settings, load, log_path
from sleuth.state import State
from sleuth.store import Log, RunRow
from sleuth.views.timeline import Step, extend

STRIDE = 200
"""Events between two kept states. A state in between is folded from the last kept one: about 15 ms."""


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


class Standing(NamedTuple):
    """A run as it stood after some event, and the steps that led there."""

    state: State
    steps: tuple[Step, ...]


@st.cache_data(max_entries=64, show_spinner=False)
def standing(run: str, seq: int) -> Standing:
    """Fold a run up to an event, from the nearest kept state before it."""
    kept = (seq - 1) // STRIDE * STRIDE
    before = standing(run, kept) if kept > 0 else Standing(State(), ())
    entries = log().entries(run, after=kept, upto=seq)
    return Standing(replay(entries, before.state), extend(before.steps, entries))


def row(run: str) -> RunRow | None:
    """One run as lists show it."""
    found = log().run(run)
    return carried(found) if found else None


def carried(row: RunRow) -> RunRow:
    """The row; a run that this server has only just begun to carry is running, not interrupted."""
    if row.status == "interrupted" and runner().carries(row.id):
        return row.model_copy(update={"status": "running"})
    return row


BATCH = 500


def every() -> Iterator[RunRow]:
    """All runs, newest first, read in batches: 5,000 take about 60 ms."""
    offset = 0
    while batch := log().runs(limit=BATCH, offset=offset):
        yield from (carried(row) for row in batch)
        offset += len(batch)
