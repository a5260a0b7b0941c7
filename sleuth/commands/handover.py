"""`export RUN` and `import PATH`: hand a run over, and open one that was handed over."""

import argparse
import json
from pathlib import Path

from sleuth.bundle import open_bundle, read_bundle, write_bundle
from sleuth.commands.options import Commands, Parser, result
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.settings import log_path
from sleuth.store import Log
from sleuth.views.projection import project


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser("export", parents=[common], help="write a run to a file")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--format", required=True, choices=("bundle", "json"))
    parser.add_argument("-o", "--output", metavar="PATH", required=True, type=Path)
    parser.set_defaults(run=export)
    parser = commands.add_parser("import", parents=[common], help="open a bundle, to be read")
    parser.add_argument("path", metavar="PATH", type=Path)
    parser.set_defaults(run=bring)


def export(arguments: argparse.Namespace) -> int:
    """A bundle holds everything; JSON is what `show --json` prints."""
    log, run, path = Log(log_path(arguments.log)), arguments.identity, arguments.output
    if arguments.format == "bundle":
        write_bundle(log, run, path)
    else:
        row = log.run(run)
        document = project(run, replay(log.entries(run)), row.status if row else None)
        try:
            path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise CallerError(f"The file {str(path)!r} cannot be written: {error.strerror}.") from error
    result({"run": run, "format": arguments.format, "path": str(path)}, f"Wrote {path}.", as_json=arguments.json)
    return 0


def bring(arguments: argparse.Namespace) -> int:
    """Open a bundle in the log."""
    bundle = read_bundle(arguments.path)
    run = open_bundle(Log(log_path(arguments.log)), bundle)
    text = f"Opened the run {run}; `python -m sleuth show {run}` shows it."
    result({"run": run, "question": bundle.header.question}, text, as_json=arguments.json)
    return 0
