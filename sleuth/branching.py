"""A branch: a new run that shares another's events up to a step, and goes its own way from there.

What is shared is copied, so that the branch replays, resumes, exports and is deleted like any run, and its parent is
never touched. Any run can be branched from, also one that was only opened to be read.
"""

from typing import NamedTuple

from sleuth import events as e
from sleuth import memory
from sleuth.acts import Intervention, perform
from sleuth.carrying import new_id, now
from sleuth.errors import CallerError
from sleuth.events import Branched, Entry, number
from sleuth.fold import replay, then
from sleuth.pasted.records import only_audited
from sleuth.person import Acted
from sleuth.prices import agreed
from sleuth.settings import Settings
from sleuth.state import State
from sleuth.store import Log


class Cut(NamedTuple):
    """Where a branch parts from its parent."""

    at: int
    """The last event they share, the end of a step."""
    state: State
    """The parent as it stood there, with the means it was carried on with then."""


def cut(log: Log, parent: str, at: int) -> Cut:
    """The end of the newest step at or before an event; CallerError when there is no such run or
    event, or it is a pasted text."""
    row = log.run(parent)
    if row is None:
        raise CallerError(f"There is no run {parent!r} in {log.path}; `runs` lists them.")
    if row.pasted:
        raise only_audited(parent)
    if not 1 <= at <= row.seq:
        raise CallerError(f"The run {parent!r} has the events 1 to {row.seq}; {at} is none of them.")
    # The event after tells whether a step ends here.
    entries = log.entries(parent, upto=at + 1)
    last = max(place for place in boundaries(entries) if place <= at)
    return Cut(last, replay(entries[:last]))


def boundaries(entries: tuple[Entry, ...]) -> tuple[int, ...]:
    """The places after which nothing is half done: the end of each step, and of each thing a person did."""
    starts = [entry.seq for entry in entries if _starts(entry.event)]
    return (*(seq - 1 for seq in starts if seq > 1), entries[-1].seq)


def _starts(event: e.Event) -> bool:
    """Whether an event opens a transaction of the log, or is one by itself."""
    match event:
        case e.RunPaused():
            return event.reason is None  # with one it follows from what a person did
        case (
            e.RunStarted() | e.Branched() | e.StepTaken() | e.RunResumed() | e.RunStopped() | e.RunFailed() | Acted()
        ):
            return True
        case _:
            return False


def branch(
    log: Log, parent: str, at: int, settings: Settings, *, change: Intervention | None = None, run: str | None = None
) -> str:
    """Record a branch of a run, cut at `cut(log, parent, at)`, that goes on with these settings; its id.

    `change` is done to its ledger at once. It waits to be carried on like any paused run. CallerError, with nothing
    recorded, when there is no such run, event or memory strategy, or the change cannot be made there.
    """
    memory.strategy(settings.memory)
    place, state = cut(log, parent, at)
    moment = now()
    means = settings.model_dump(include={"memory", "model", "collections"})
    rules = memory.rules(settings.memory, settings.rules)
    parted = Branched(
        parent=parent,
        at=place,
        **means,
        engines=settings.web.engines,
        limits=settings.limits,
        rules=rules,
        price=agreed(settings),
    )
    changed = perform(then(state, parted), change) if change is not None else ()
    run = run or new_id(moment)
    log.branch(parent, place, run, number((parted, *changed), after=place, at=moment))
    return run
