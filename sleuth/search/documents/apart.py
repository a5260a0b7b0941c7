"""Native readers of foreign files, each file in a process of its own: one that crashes the reader, never comes to an
end or swells in memory costs this process nothing but the wait."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

MEMORY = 2 << 30
"""Bytes of address space that a reader may take; held to on Linux, which alone lets a parent do so."""


class Output(NamedTuple):
    """What a reader printed."""

    lines: tuple[bytes, ...]
    """The whole lines that came before it ended."""
    broken: str
    """Why it ended before its time; empty when it did not."""


def read_apart(script: Path, data: bytes, seconds: float) -> Output:
    """Run a script of Python on a file's bytes; it is ended when the seconds are over."""
    # -P: without it the folder of the script would be searched for modules before the libraries.
    with subprocess.Popen(
        [sys.executable, "-P", str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    ) as run:
        _limit(run.pid)
        try:
            output, _ = run.communicate(data, timeout=seconds)
            broken = f"the reader broke (exit {run.returncode})" if run.returncode else ""
        except subprocess.TimeoutExpired:
            run.kill()
            output, _ = run.communicate()
            broken = f"{seconds:g} seconds were over"
    *lines, _ = output.split(b"\n")  # what follows the last line's end is a line cut off, or nothing
    return Output(tuple(lines), broken)


def _limit(process: int) -> None:
    if sys.platform == "linux":
        import resource

        resource.prlimit(process, resource.RLIMIT_AS, (MEMORY, MEMORY))
