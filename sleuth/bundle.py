"""A run as one JSONL file: handed to an auditor, played to a class, or shipped as a sample.

The first line says what the file is; each further line is one entry of the log, complete with passages and exact
prompts. A bundle comes from elsewhere: every line is checked before anything of it enters a log.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.events import Entry
from sleuth.fold import apply
from sleuth.models import Record
from sleuth.person import FactPinned, PassageAdded
from sleuth.retrieval.rankings import Ranked, mark
from sleuth.search import digest
from sleuth.state import State
from sleuth.store import Log


class Header(Record):
    """The first line of a bundle."""

    format: Literal["sleuth-run"] = "sleuth-run"
    version: Literal[1] = 1
    run: str
    question: str
    title: str | None = None
    """A name for it in a list of samples."""
    note: str | None = None
    """What is worth seeing in it."""


class Bundle(Record):
    """A run read from a bundle."""

    header: Header
    entries: tuple[Entry, ...]


def write_bundle(log: Log, run: str, path: Path, *, title: str | None = None, note: str | None = None) -> Bundle:
    """Write a run to a file, replacing what is there; CallerError where that cannot be written."""
    entries = complete(log, run)
    started = entries[0].event
    assert isinstance(started, e.RunStarted)
    header = Header(run=run, question=started.question, title=title, note=note)
    lines = (header.model_dump_json(exclude_none=True), *(entry.model_dump_json() for entry in entries))
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise CallerError(f"The file {str(path)!r} cannot be written: {error.strerror}.") from error
    return Bundle(header=header, entries=entries)


def complete(log: Log, run: str) -> tuple[Entry, ...]:
    """The entries of a run with the exact prompt, reply and reasoning back in each model call."""
    calls = {call.seq: call for call in log.calls(run)}

    def whole(entry: Entry) -> Entry:
        if not isinstance(entry.event, e.ModelCalled):
            return entry
        texts = calls[entry.seq].model_dump(include={"reply", "reasoning"})
        called = entry.event.model_copy(update=texts | {"prompt": calls[entry.seq].prompt})
        return entry.model_copy(update={"event": called})

    return tuple(whole(entry) for entry in log.entries(run))


def read_bundle(path: Path) -> Bundle:
    """Read and check a bundle; CallerError names the line that is malformed, foreign or altered."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CallerError(f"The bundle {str(path)!r} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CallerError(f"The file {str(path)!r} is not a bundle: it is no text in UTF-8.") from error
    first, *rest = text.split("\n")
    return Bundle(header=_header(path, first), entries=tuple(_entries(path, rest)))


def open_bundle(log: Log, bundle: Bundle, origin: Literal["sample", "imported"] = "imported") -> str:
    """Bring a bundle's run into a log, to be read there; its id. Opening it again changes nothing.

    Raises CallerError when the log holds another run of this id.
    """
    run = bundle.header.run
    if log.last_seq(run) == 0:
        log.begin(run, bundle.entries, origin=origin)
        return run
    if complete(log, run)[: len(bundle.entries)] != bundle.entries:
        raise CallerError(f"The log {str(log.path)!r} holds another run {run!r}; open the bundle with another log.")
    if log.run(run) is None:
        log.restore(run)
    return run


def _header(path: Path, line: str) -> Header:
    try:
        fields = json.loads(line)
        if fields["format"] != "sleuth-run":
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise CallerError(f"The file {str(path)!r} is not a bundle: line 1 is no header of a run.") from None
    if fields.get("version") != 1:
        raise CallerError(
            f"The bundle {str(path)!r} has the version {fields.get('version')!r}; this Sleuth reads version 1."
        )
    try:
        return Header.model_validate(fields)
    except ValidationError as error:
        raise CallerError(f"Line 1 of the bundle {str(path)!r} cannot be read: {_first(error)}.") from None


def _entries(path: Path, lines: list[str]) -> Iterator[Entry]:
    state = State()
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        try:
            entry = Entry.model_validate_json(line)
            state = _follow(state, entry)
        except ValidationError as error:
            raise CallerError(f"Line {number} of the bundle {str(path)!r} cannot be read: {_first(error)}.") from None
        except ValueError as error:
            raise CallerError(f"Line {number} of the bundle {str(path)!r} is not right: {error}.") from None
        yield entry
    if state.seq == 0:
        raise CallerError(f"The bundle {str(path)!r} holds no event of its run.")


def _follow(state: State, entry: Entry) -> State:
    """The state after one more entry; ValueError when it cannot have come after the ones before."""
    event = entry.event
    if entry.seq != state.seq + 1:
        raise ValueError(f"event {entry.seq} stands where {state.seq + 1} belongs")
    if isinstance(event, e.RunStarted) != (entry.seq == 1):
        raise ValueError("a run starts with run_started, once")
    passages = event.passages if isinstance(event, e.Searched | Ranked) else ()
    passages = (event.passage,) if isinstance(event, PassageAdded) else passages
    if any(digest(p.text) != p.sha256 for p in passages):
        raise ValueError("the text of a passage was altered after it was recorded")
    if isinstance(event, e.ModelCalled) and digest(event.reply) != event.reply_sha256:
        raise ValueError("the reply of the model was altered after it was recorded")
    known = {x.id for records in (state.passages, state.facts, state.questions, state.nodes) for x in records}
    if missing := [identity for identity in _refers(event) if identity not in known]:
        raise ValueError(f"it refers to {missing[0]!r}, which was never recorded")
    if isinstance(event, Ranked) and (strange := _unknown(state, event)):
        raise ValueError(f"it ranks the passage {strange!r}, which was not found")
    match event:
        case e.FactRecorded(fact=added) | e.NodeAdded(node=added) if added.id in known:
            raise ValueError(f"{added.id!r} is recorded a second time")
    return apply(state, entry)


def _unknown(state: State, event: Ranked) -> str | None:
    """A place of a ranking at which no passage stands."""
    before = state.turn.retrieving.pool if state.turn and state.turn.retrieving else ()
    found = {mark(p) for p in (*before, *event.passages)}
    return next((m for m in event.ranking.places if m not in found), None)


def _refers(event: e.Event) -> tuple[str, ...]:
    """What an event takes to be recorded before it, so that reading the run later cannot fail."""
    match event:
        case e.FactRecorded(fact=fact):
            return (fact.passage,)
        case e.FactChanged():
            return (event.fact,)
        case e.QuestionClosed(fact=str(fact)):
            return (event.question, fact)
        case e.NodeAdded(node=node):
            return (node.parent,) if node.parent else ()
        case e.Repaired():
            return tuple(x for x in (event.node, event.old, event.new, *event.pruned, *event.adopted) if x)
        case e.NodeRevived():
            return (event.node,)
        case e.QuestionsOrdered():
            return event.questions
        case e.AnswerReopened():
            return event.facts
        case e.ConflictJudged():
            return (event.old, event.new)
        case FactPinned():
            return (event.fact,)
        case PassageAdded():
            return (event.question,)
        case e.Answered() | e.Abstained():
            return tuple(x for claim in event.claims for c in claim.citations for x in (c.fact, c.passage) if x)
        case _:
            return ()


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
