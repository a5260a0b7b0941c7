"""A run as it stood after any of its events, quickly: what was folded once is kept, and shared, never copied.

States are frozen and share what did not change between them, so that keeping one every so many events costs little,
and handing them out costs nothing. (A cache that pickles them spends more time on it than the whole rest of a page.)
They are kept in this module, so that reloading the program after an edit of its source forgets them with their
classes.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sleuth.fold import replay
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.timeline import Step, extend

STRIDE = 50
"""Events between two kept states. To read and fold what lies between takes about 10 ms."""

BATCH = 2000
"""Events read at once, so that a very long run is never in memory with all its events."""

RUNS = 16
"""Runs whose states are kept: about 30 kB a state, 3 MB for a run of 5,000 events."""


class Standing(NamedTuple):
    """A run as it stood after some event, and the steps that led there."""

    state: State
    steps: tuple[Step, ...]


@lru_cache(maxsize=64)
def rewind(path: Path, run: str, seq: int) -> Standing:
    """The run of the log at `path` as it stood after its event `seq`, of those recorded; 0 is before its first.

    Raises CallerError when there is no such run. What is recorded never changes, so neither does the result: ask
    only for events that are recorded already.
    """
    kept = _kept(path, run)
    # A copy: another thread may be adding to it.
    at = max((place for place in tuple(kept) if place <= seq), default=0)
    standing = kept.get(at) or Standing(State(), ())
    while at < seq:
        upto = min(at + BATCH, seq)
        entries = Log(path).entries(run, after=at, upto=upto)
        for begun in range(0, len(entries), STRIDE):  # what is kept stands at multiples of it
            part = entries[begun : begun + STRIDE]
            standing = Standing(replay(part, standing.state), extend(standing.steps, part))
            if standing.state.seq % STRIDE == 0:
                kept[standing.state.seq] = standing
        at = upto
    return standing


@lru_cache(maxsize=RUNS)
def _kept(path: Path, run: str) -> dict[int, Standing]:  # noqa: ARG001  both are the cache's key
    """The kept states of a run, by the event after which they stood."""
    return {}
