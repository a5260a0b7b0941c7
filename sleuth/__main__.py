"""The command line: `python -m sleuth COMMAND …`.

Exit status: 0 answered or done; 1 a service failed; 2 the caller can fix it; 3 ended without an answer and says why.
Results go to standard output, everything else to standard error.
"""

import io
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from sleuth.commands import (
    act,
    ask,
    audit,
    bench,
    branch,
    compare,
    corpus,
    evaluation,
    handover,
    model,
    naming,
    paste,
    recall,
    resume,
    runs,
    why,
)
from sleuth.commands.carrying import INTERRUPTED
from sleuth.commands.options import Parser, common, say
from sleuth.errors import SleuthError

COMMANDS = (
    ask,
    resume,
    branch,
    runs,
    compare,
    naming,
    why,
    act,
    paste,
    audit,
    handover,
    corpus,
    model,
    evaluation,
    recall,
    bench,
)


def parser() -> Parser:
    """The parser of the whole command line."""
    shared = common()
    whole = Parser(
        prog="python -m sleuth",
        description="Investigate questions that no single document answers, in the open.",
        parents=[shared],
        allow_abbrev=False,
    )
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(commands, shared)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A pipe on Windows would otherwise get a code page that has no ◉ and no names of most people.
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        chosen = parser().parse_args(arguments, Namespace(log=None, json=False))
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except SleuthError as error:
        say(f"sleuth: {error}")
        return error.exit_status
    except KeyboardInterrupt:
        say("sleuth: interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output, `head` perhaps, has enough of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
