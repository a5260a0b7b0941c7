"""Runs as a format receives them."""

from pathlib import Path

import hostile_run
import small_run

from sleuth import events as e
from sleuth import exports
from sleuth.events import Entry, number
from sleuth.exports import Recorded
from sleuth.fold import replay
from sleuth.store import Log
from sleuth.views.timeline import extend


def told(entries: tuple[Entry, ...], run: str = "small") -> Recorded:
    """A run of these entries."""
    state = replay(entries)
    return Recorded(run=run, status=state.status, entries=entries, state=state, steps=extend((), entries))


def of(steps: tuple[tuple[e.Event, ...], ...] = small_run.STEPS) -> Recorded:
    """A run of these steps."""
    return told(number(tuple(event for group in steps for event in group), after=0, at=small_run.BEGUN))


def hostile(folder: Path) -> Recorded:
    """The hostile run, by way of a log in a folder."""
    log = Log(folder / "hostile.db")
    small_run.record(log, "hostile", hostile_run.steps())
    return exports.recorded(log, "hostile")
