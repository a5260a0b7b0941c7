"""`export RUN` and `import PATH`: hand a run over, and open one that was handed over."""

import argparse
from pathlib import Path

from sleuth import exports
from sleuth.audit.merging import told
from sleuth.bundle import fingerprint, open_bundle, parse_bundle
from sleuth.commands.options import Commands, Parser, result
from sleuth.errors import CallerError
from sleuth.folders import log_path
from sleuth.store import Log
from sleuth.views.show import visible


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser(
        "export",
        parents=[common],
        help="write a run to a file",
        description="Write a run to a file. A bundle holds everything and is opened elsewhere with `import`; html "
        "and md are reports; audit and audit_md report what was judged of each claim, audit_csv is that as three "
        "tables; csv is three tables (claims, facts, searches); both in a zip or a folder; bibtex and csl are the "
        "sources; graph and svg the evidence tree; json is what `show --json` prints, with the passages.",
    )
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--format", required=True, choices=exports.names())
    parser.add_argument(
        "-o", "--output", metavar="PATH", required=True, type=Path, help="a file, or a folder that there is"
    )
    parser.set_defaults(run=export)
    parser = commands.add_parser("import", parents=[common], help="open a bundle, to be read")
    parser.add_argument("path", metavar="PATH", type=Path)
    parser.set_defaults(run=bring)


def export(arguments: argparse.Namespace) -> int:
    """Write the run, and tell the sha256 of what was written: whoever receives it can compare."""
    run, path, form = arguments.identity, arguments.output, exports.form(arguments.format)
    recorded = exports.recorded(Log(log_path(arguments.log)), run)
    if path.is_dir() and form.parts:
        files = {path / name: content for name, content in form.parts(recorded).items()}
    elif path.is_dir():
        named = exports.file_name(recorded.state.question, run, arguments.format)
        files = {path / named: form.content(recorded)}
    elif form.parts and path.suffix == ".csv":
        raise CallerError(
            f"The format {arguments.format!r} is three tables; give a folder or a name in .zip, not {str(path)!r}."
        )
    else:
        files = {path: form.content(recorded)}
    for place, content in files.items():
        try:
            place.write_bytes(content)
        except OSError as error:
            raise CallerError(f"The file {str(place)!r} cannot be written: {error.strerror}.") from error
    written = [{"path": str(p), "bytes": len(c), "sha256": fingerprint(c)} for p, c in files.items()]
    text = "\n".join(f"Wrote {p} ({len(c):,} bytes, sha256 {fingerprint(c)})." for p, c in files.items())
    document = {"run": run, "format": arguments.format, "path": str(path), "files": written}
    result(document, text, as_json=arguments.json)
    return 0


def bring(arguments: argparse.Namespace) -> int:
    """Open a bundle in the log."""
    path = arguments.path
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CallerError(f"The bundle {str(path)!r} cannot be read: {error.strerror}.") from error
    bundle = parse_bundle(data, str(path))
    opened, hashed = open_bundle(Log(log_path(arguments.log)), bundle), fingerprint(data)
    run, added = opened.run, told(opened.added) if opened.added else None
    text = f"Opened the run {run} (sha256 {hashed}); `python -m sleuth show {run}` shows it."
    document = {"run": run, "question": bundle.header.question, "sha256": hashed, "added": added}
    result(document, f"{text}\n{visible(added)}" if added else text, as_json=arguments.json)
    return 0
