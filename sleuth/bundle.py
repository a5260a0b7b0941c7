"""A run as one JSONL file: handed to an auditor, played to a class, or shipped as a sample.

The first line says what the file is, how many events follow, and their sha256; each further line is one entry of the
log, complete with passages and exact prompts. A bundle comes from elsewhere: every line is checked before anything of
it enters a log. The hash in the header shows accidents and careless edits; whoever must rule out more compares the
file's own sha256 (`fingerprint`), told by another way than the file.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field, JsonValue, ValidationError

from sleuth import events as e
from sleuth.addresses import without_credentials
from sleuth.audit.merging import merged
from sleuth.carrying import held
from sleuth.errors import CallerError
from sleuth.events import Entry
from sleuth.following import follow
from sleuth.models import Record
from sleuth.search import digest
from sleuth.state import State
from sleuth.store import Log
from sleuth.store.naming import TITLE_CHARS


class Header(Record):
    """The first line of a bundle."""

    format: Literal["sleuth-run"] = "sleuth-run"
    version: Literal[1] = 1
    run: str = Field(pattern=r"^[\w.-]{1,100}$")
    question: str
    title: str | None = None
    """What whoever wrote it calls it; lists call it so after it was opened."""
    note: str | None = None
    """What is worth seeing in it."""
    lesson: str | None = None
    """What a class can learn from it, in a few sentences."""
    events: int | None = None
    """How many lines follow; None in a bundle written before they were counted."""
    sha256: str | None = None
    """Hash of those lines, as text in UTF-8 with a line feed behind each."""


class Bundle(Record):
    """A run read from a bundle."""

    header: Header
    entries: tuple[Entry, ...]


def write_bundle(log: Log, run: str, path: Path, *, title: str | None = None, note: str | None = None) -> Bundle:
    """Write a run to a file, replacing what is there; CallerError where that cannot be written."""
    bundle = bundled(run, complete(log, run), title=title, note=note)
    try:
        path.write_text(lines(bundle), encoding="utf-8", newline="\n")
    except OSError as error:
        raise CallerError(f"The file {str(path)!r} cannot be written: {error.strerror}.") from error
    return bundle


def bundled(run: str, entries: tuple[Entry, ...], *, title: str | None = None, note: str | None = None) -> Bundle:
    """The bundle of a run's complete entries."""
    started = entries[0].event
    assert isinstance(started, e.RunStarted)
    told = digest(_told(entries))
    header = Header(run=run, question=started.question, title=title, note=note, events=len(entries), sha256=told)
    return Bundle(header=header, entries=entries)


def lines(bundle: Bundle) -> str:
    """The text of a bundle's file."""
    return f"{bundle.header.model_dump_json(exclude_none=True)}\n{_told(bundle.entries)}"


def _told(entries: tuple[Entry, ...]) -> str:
    return "".join(f"{entry.model_dump_json()}\n" for entry in entries)


def fingerprint(data: bytes) -> str:
    """The sha256 of a file as it is, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def complete(log: Log, run: str) -> tuple[Entry, ...]:
    """The entries of a run with the exact prompt, reply and reasoning back in each model call.

    Addresses come without credentials: whatever is handed over is made of these.
    """
    calls = {call.seq: call for call in log.calls(run)}

    def whole(entry: Entry) -> Entry:
        if not isinstance(entry.event, e.ModelCalled):
            return entry
        texts = calls[entry.seq].model_dump(include={"reply", "reasoning"})
        called = entry.event.model_copy(update=texts | {"prompt": calls[entry.seq].prompt})
        return entry.model_copy(update={"event": called})

    return tuple(_bare(whole(entry)) for entry in log.entries(run))


BARE = ("url", "title", "document", "collection", "collections", "engine", "engines", "message", "error", "reason")
"""Fields that hold an address, or a service's own sentence; texts of pages and replies stay as their hashes say."""


def _bare(entry: Entry) -> Entry:
    """The entry without a password or key in an address; nearly every entry is that already."""
    told = entry.model_dump_json(include={"event": True})
    if without_credentials(told) == told:
        return entry
    return Entry.model_validate(_stripped(entry.model_dump(mode="json")))


def _stripped(value: JsonValue, within: str = "") -> JsonValue:
    match value:
        case dict():
            return {name: _stripped(inner, name) for name, inner in value.items()}
        case list():
            return [_stripped(inner, within) for inner in value]
        case str() if within in BARE:
            return without_credentials(value)
        case _:
            return value


def read_bundle(path: Path) -> Bundle:
    """Read and check a bundle; CallerError names the line that is malformed, foreign or altered."""
    try:
        return parse_bundle(path.read_bytes(), str(path))
    except OSError as error:
        raise CallerError(f"The bundle {str(path)!r} cannot be read: {error.strerror}.") from error


def parse_bundle(data: bytes, name: str) -> Bundle:
    """The bundle in a file's content, checked as by `read_bundle`; `name` is what a complaint calls it."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")  # as some editors and version controls leave it
    except UnicodeDecodeError:
        raise CallerError(f"The file {name!r} is not a bundle: it is no text in UTF-8.") from None
    first, _, rest = text.partition("\n")
    header = _header(name, first)
    bundle = Bundle(header=header, entries=tuple(_entries(name, rest.split("\n"))))
    if header.events is not None and len(bundle.entries) < header.events:
        raise CallerError(
            f"The bundle {name!r} is cut off: it holds {len(bundle.entries)} of the {header.events} events that "
            "its first line names."
        )
    started = bundle.entries[0].event
    renamed = isinstance(started, e.RunStarted) and started.question != header.question
    if renamed or (header.sha256 is not None and digest(rest) != header.sha256):
        raise CallerError(f"The bundle {name!r} was altered after it was written: its events are not those it names.")
    return bundle


class Opened(NamedTuple):
    """A bundle's run in a log."""

    run: str
    added: tuple[Entry, ...] = ()
    """What the bundle's audit added to a run that the log held already."""


def open_bundle(log: Log, bundle: Bundle, origin: Literal["sample", "imported"] = "imported") -> Opened:
    """Bring a bundle's run into a log, to be read there. Opening it again changes nothing.

    Of a run that the log holds already, what the bundle's audit found is added to it. Raises CallerError when the log
    holds another run of this id, or is just carrying it on.
    """
    run = bundle.header.run
    if log.last_seq(run) == 0:
        log.begin(run, bundle.entries, origin=origin)
        log.rename(run, (bundle.header.title or "")[:TITLE_CHARS])
        return Opened(run)
    if _added(log, bundle):
        row = log.run(run)
        # Paused with a cause: it waits to be carried on, and nobody does.
        if row is not None and (row.status == "running" or (row.status == "paused" and row.cause is None)):
            raise CallerError(f"The run {run!r} is being carried on; stop it, then open the bundle of its audit.")
        with held(log, run, audit=True):
            added = _added(log, bundle)
            log.append(run, added)
    else:
        added = ()
    if log.run(run) is None:
        log.restore(run)
    return Opened(run, added)


def _added(log: Log, bundle: Bundle) -> tuple[Entry, ...]:
    """What a log that holds a bundle's run has to add of its audit."""
    run = bundle.header.run
    added = merged(complete(log, run), bundle.entries)
    if added is None:
        raise CallerError(f"The log {str(log.path)!r} holds another run {run!r}; open the bundle with another log.")
    return added


def _header(name: str, line: str) -> Header:
    try:
        fields = json.loads(line)
        if fields["format"] != "sleuth-run":
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CallerError(f"The file {name!r} is not a bundle: line 1 is no header of a run.") from None
    if fields.get("version") != 1:
        raise CallerError(
            f"The bundle {name!r} has the version {fields.get('version')!r}; this Sleuth reads version 1."
        )
    try:
        return Header.model_validate(fields)
    except ValidationError as error:
        raise CallerError(f"Line 1 of the bundle {name!r} cannot be read: {_first(error)}.") from None


def _entries(name: str, rows: list[str]) -> Iterator[Entry]:
    state = State()
    for number, line in enumerate(rows, start=2):
        if not line.strip():
            continue
        try:
            entry = Entry.model_validate_json(line)
            state = follow(state, entry)
        except ValidationError as error:
            if number == len(rows) + 1:  # every whole line has a line feed behind it
                raise CallerError(
                    f"Line {number} of the bundle {name!r} cannot be read: the file is cut off there."
                ) from None
            raise CallerError(f"Line {number} of the bundle {name!r} cannot be read: {_first(error)}.") from None
        except ValueError as error:
            raise CallerError(f"Line {number} of the bundle {name!r} is not right: {error}.") from None
        yield entry
    if state.seq == 0:
        raise CallerError(f"The bundle {name!r} holds no event of its run.")


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
