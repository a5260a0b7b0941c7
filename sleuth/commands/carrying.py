"""Carrying a run on in this process, for `ask` and `resume`: progress while it runs, then its result."""

from sleuth import carrying
from sleuth.carrying import Connect, carry
from sleuth.commands.options import result, say
from sleuth.commands.progress import listening
from sleuth.errors import ServiceError
from sleuth.fold import replay
from sleuth.investigate import Ports
from sleuth.settings import Settings
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.projection import project, stop_reason
from sleuth.views.show import conclusion, progress, visible

ANSWERED, FAILED, UNANSWERED, INTERRUPTED = 0, 1, 3, 130
"""Exit statuses; 130 is what shells use for a program that Ctrl-C ended."""


def opened(settings: Settings) -> Connect:
    """Open model and search now, so that a caller's mistake is told before anything is recorded.

    A service that fails is left for the run to record as its outcome.
    """
    try:
        ports = carrying.connect(settings)
        listening(ports.search)
    except ServiceError as error:
        return _failing(error)
    return lambda _: ports


def _failing(error: ServiceError) -> Connect:
    def connect(_: Settings) -> Ports:
        raise error

    return connect


def carry_on(log: Log, run: str, settings: Settings, connect: Connect, *, as_json: bool) -> int:
    """Carry a run to its end with progress on standard error, print its result, and give the exit status."""
    interrupted = False
    try:
        for entries in carry(log, run, settings, connect):
            for line in progress(entries):
                say(line)
    except KeyboardInterrupt:
        interrupted = True
    return conclude(log, run, as_json=as_json, interrupted=interrupted)


def conclude(log: Log, run: str, *, as_json: bool, interrupted: bool = False) -> int:
    """Print what became of a run, and give the exit status."""
    state, row = replay(log.entries(run)), log.run(run)
    status = row.status if row else state.status
    result(project(run, state, status), conclusion(state, status), as_json=as_json)
    if interrupted:
        say(f"Interrupted; nothing recorded is lost. `python -m sleuth resume {run}` goes on.")
        return INTERRUPTED
    if state.status == "failed":
        say(f"{visible(state.reason or '')} `python -m sleuth resume {run}` goes on from here.")
    elif state.answer is None:
        say(f"No answer: {visible(stop_reason(state) or status)}")
    say(f"`python -m sleuth show {run}` shows its ledger and evidence tree.")
    return exit_status(state)


def exit_status(state: State) -> int:
    """0 answered, 1 a service failed, 3 ended without an answer."""
    if state.status == "failed":
        return FAILED
    return UNANSWERED if state.answer is None else ANSWERED
