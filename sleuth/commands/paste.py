"""`paste FILE`: a text with citations that was written elsewhere, made a run to be audited."""

import argparse
import sys
from pathlib import Path

from pydantic import JsonValue

from sleuth import models
from sleuth.commands.carrying import FAILED, INTERRUPTED
from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, result, say
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.pasted.bringing import begin, bring
from sleuth.pasted.files import text_of
from sleuth.pasted.looking import connect
from sleuth.pasted.parsing import parse
from sleuth.search import Document
from sleuth.search.documents import read_documents
from sleuth.settings import load
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.lines import ending
from sleuth.views.show import visible


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "paste",
        parents=[common],
        help="make a text with citations a run to be audited",
        description="Read a text with citations (Markdown or plain), bring the sources that it names, and record its "
        "claims beside them. A source is looked for in the collections, in the pages kept from before, on the web "
        "with --fetch, and in the files. A marker cites for the sentence it stands in or right behind.",
    )
    parser.add_argument("path", metavar="FILE", help="the text; - reads it from standard input")
    parser.add_argument("--title", metavar="T", help="what to call it; else its first heading, or its first words")
    parser.add_argument(
        "--corpus",
        metavar="NAME_OR_PATH",
        action="append",
        default=[],
        help="a collection that holds its sources; may be repeated",
    )
    parser.add_argument(
        "--file",
        metavar="PATH",
        action="append",
        default=[],
        type=Path,
        help="a source, or a folder of them, found by its title, or a name such as 3.txt for [3]; may be repeated",
    )
    parser.add_argument("--fetch", action="store_true", help="fetch the pages that are nowhere else")
    parser.add_argument("--split", action="store_true", help="split sentences that say several things, by the model")
    parser.add_argument("--model", metavar="NAME", help="the model that splits, else that of the settings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Everything that can be wrong with what was asked is told before anything is recorded."""
    if arguments.model and not arguments.split:
        raise CallerError("A model is only asked to split sentences; add --split, or leave --model out.")
    settings = load({"model": arguments.model} if arguments.model else {})
    report = parse(_read(arguments.path))
    names = tuple(dict.fromkeys(arguments.corpus))
    look = connect(settings, names, _files(arguments.file), fetch=arguments.fetch)
    log = Log(log_path(arguments.log))
    model = None
    if arguments.split:
        provide(settings.model)
        model = models.connect(settings.model, settings)
    splits = settings.model if arguments.split else None
    identity = begin(log, report, settings, title=arguments.title, collections=names, model=splits)
    say(f"run {identity}")
    interrupted = False
    try:
        for entries in bring(log, identity, look, model):
            for entry in entries:
                if entry.event.type == "step_taken":
                    say(visible(entry.event.title))
    except KeyboardInterrupt:
        interrupted = True
    state = replay(log.entries(identity))
    result(_document(identity, state), _told(identity, state), as_json=arguments.json)
    if interrupted:
        say("Interrupted; paste the text once more to bring all of its sources.")
        return INTERRUPTED
    if state.status == "failed":
        say(visible(state.reason or ""))
        return FAILED
    say(f"`python -m sleuth audit {identity}` checks its claims; `show {identity}` shows them.")
    return 0


def _read(path: str) -> str:
    """The text of a file, or of standard input, in whatever encoding."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise CallerError(f"The file {path!r} cannot be read: {error.strerror}.") from error
    return text_of("standard input" if path == "-" else path, data)


def _files(paths: list[Path]) -> tuple[Document, ...]:
    if not paths:
        return ()
    reading = read_documents(paths)
    for refused in reading.refused:
        say(f"Not read: {visible(refused.path)}: {visible(refused.why)}.")
    return reading.documents


def _document(run: str, state: State) -> dict[str, JsonValue]:
    report = state.report
    assert report is not None
    return {
        "run": run,
        "title": state.question,
        "status": state.status,
        "sentences": len(report.claims),
        "claims": len(state.claims),
        "uncited": sum(not claim.citations for claim in state.claims),
        "sources": [
            {
                "markers": list(source.markers),
                "title": source.passage.title,
                "url": source.passage.url,
                "ending": source.ending,
                "message": source.message,
                "passage": source.passage.id,
            }
            for source in state.sources
        ],
        "problems": list(report.problems),
    }


def _told(run: str, state: State) -> str:
    report = state.report
    assert report is not None
    lines = [f"{run}  {visible(state.question)}", state.answer or f"{len(report.claims)} sentences", ""]
    for source in state.sources:
        markers = " ".join(m if m.startswith("http") else f"[{m}]" for m in source.markers)
        lines.append(f"{source.passage.id} {visible(markers)} {visible(source.passage.title)}")
        lines.append(f"    {visible(ending(source))}")
    if report.problems:
        lines += ["", "What does not fit", *(f"  {visible(problem)}" for problem in report.problems)]
    return "\n".join(lines)
