"""The child process that runs llama.cpp: a native crash in here cannot take its parent down.

Started by `sleuth.models.embedded` as `python -m sleuth.models.embedded_server`. It reads one line of
JSON (a `Launch`) from standard input, answers with one line of JSON (a `Listening`) on standard output,
and serves until standard input ends, which happens when its parent closes the pipe or dies.
"""

import os
import signal
import sys
from pathlib import Path

import psutil

from sleuth.models import Record

NICENESS = 5
"""A lower priority than the page's, so that the browser stays responsive while the model generates."""

ERRORS = 1
"""llama.cpp's level of logging: what ended it, and no line for each request."""


class Launch(Record):
    """What the child is asked to serve."""

    weights: Path
    api_key: str
    """Made up afresh for each child, so that no other page or user of this machine can use the server."""
    name: str
    """The name the server reports as its model."""
    slots: int
    slot_tokens: int
    """Context of each slot, in tokens."""


class Listening(Record):
    """Where the child answers, without `/v1`."""

    url: str


def cores() -> int:
    """Physical cores that this process may use, at least one.

    Generation is bound by memory, so a second thread on the same core only costs.
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, psutil.cpu_count(logical=False) or allowed))


def serve() -> None:
    """Serve until the parent is gone."""
    # Ctrl-C in a terminal reaches the whole group; the parent decides when its child ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority()
    # llama.cpp may print to standard output, which is reserved for the one line that the parent reads.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    launch = Launch.model_validate_json(sys.stdin.readline())

    # Imported here because it loads 100 MB of native code, in this process only.
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = str(launch.weights)
    params.model_alias = {launch.name}
    params.api_keys = [launch.api_key]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.ui = False
    params.cors_origins = ""
    params.verbosity = ERRORS
    # llama.cpp would keep every prompt it has seen, up to 8 GB; each purpose's own slot serves as well.
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    params.n_parallel = launch.slots
    params.n_ctx = launch.slots * launch.slot_tokens
    params.cpuparams.n_threads = cores()
    params.cpuparams_batch.n_threads = cores()
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:
        # Its own sentence only blames "the input params". The last line is what the person gets to see.
        sys.exit("the weights are damaged, of a kind that llama.cpp does not know, or larger than the free memory")

    print(Listening(url=server.listening_address).model_dump_json(), file=answer, flush=True)
    sys.stdin.read()
    # Without the interpreter's and llama.cpp's tidying up, which waits for a running generation.
    os._exit(0)


def lower_priority() -> None:
    """Let everything else on the machine go first."""
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)


if __name__ == "__main__":
    serve()
