"""Reading documents from files and folders, in whatever of the forms of `conversion`, and rows of JSON.

What cannot be read is named with the reason, never swallowed, and keeps no other file out.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import Document
from sleuth.search.documents.conversion import FORMS, convert
from sleuth.search.documents.json_rows import read_rows

ROWS = {".jsonl", ".ndjson"}
LARGEST = 256 << 20
"""Bytes of the largest file that is converted; files of rows may be larger."""
READER = "1"
"""Raised when files come to be read otherwise, so that unchanged ones are read anew."""


class Refused(Record):
    """A file that was not read, and why."""

    path: str
    why: str


class Note(Record):
    """What a person should know of the reading of a file that was read."""

    path: str
    what: str


class Origin(Record):
    """The file that a document was converted from. Rows of JSON have none: reading them anew costs little."""

    document: str
    """The document's id."""
    file: str
    """The file's whole path."""
    sha256: str
    """Hash of its bytes and of how they were read."""


class Reading(Record):
    """What came of reading files."""

    documents: tuple[Document, ...]
    """Those of new and changed files, and all rows."""
    refused: tuple[Refused, ...] = ()
    notes: tuple[Note, ...] = ()
    origins: tuple[Origin, ...] = ()
    """Where the documents come from."""
    unchanged: tuple[Origin, ...] = ()
    """Those of `known` whose file is as it was."""
    gone: tuple[Origin, ...] = ()
    """Those of `known` whose file was below the paths and is there no more."""


Turn = Callable[[str, int, int], bool]
"""Told which file is read next, how many were before it and of how many; False ends the reading there."""


class _File(NamedTuple):
    path: Path
    name: str
    """Within the folder that was asked for."""
    folder: str
    """That folder's own name."""


def read_documents(paths: Iterable[Path], *, from_json: bool = False, known: Iterable[Origin] = ()) -> Reading:
    """Read files and folders as `read_files` does; CallerError when nothing readable was found either."""
    paths = tuple(paths)
    reading = read_files(paths, from_json=from_json, known=known)
    if reading.documents or reading.unchanged or reading.gone:
        return reading
    raise unreadable(paths, reading.refused)


def unreadable(paths: Iterable[Path], refused: tuple[Refused, ...]) -> CallerError:
    """What to raise where nothing was found at these paths but what was refused."""
    why = "; ".join(f"{r.path}: {r.why}" for r in refused[:3]) or "the folder holds no file"
    accepted = ", ".join(sorted(FORMS.keys() | ROWS))
    return CallerError(f"Nothing readable in {', '.join(map(shown, paths))} ({why}); readable are {accepted}.")


def read_files(
    paths: Iterable[Path], *, from_json: bool = False, known: Iterable[Origin] = (), turn: Turn | None = None
) -> Reading:
    """Read files and folders; with `from_json`, the `paragraphs` of a data set's question file.

    Files that are as they were in `known` are not converted again, and changed ones keep their document's id. `turn`
    comes before each file. Raises CallerError when a path does not exist.
    """
    paths = tuple(paths)
    for path in paths:
        if not path.exists():
            raise CallerError(f"The path {shown(path)!r} does not exist.")
    before = {origin.file: origin for origin in known}
    reader = _Reader(before, from_json)
    files = tuple(each for path in paths for each in _files(path))
    for done, each in enumerate(files):
        if turn and not turn(each.path if isinstance(each, Refused) else each.name, done, len(files)):
            break
        reader.take(each)
    gone = tuple(o for o in before.values() if any(Path(o.file).is_relative_to(p.absolute()) for p in paths))
    return Reading(
        documents=tuple(reader.documents.values()),
        refused=tuple(reader.refused),
        notes=tuple(reader.notes),
        origins=tuple(reader.origins),
        unchanged=tuple(reader.unchanged),
        gone=tuple(o for o in gone if _is_gone(Path(o.file))),
    )


class _Reader:
    """Reads one file after the other, and keeps what came of each."""

    def __init__(self, before: Mapping[str, Origin], from_json: bool) -> None:
        self.before, self.from_json = before, from_json
        self.documents: dict[str, Document] = {}
        self.refused: list[Refused] = []
        self.notes: list[Note] = []
        self.origins: list[Origin] = []
        self.unchanged: list[Origin] = []
        self._taken = {origin.document: origin.file for origin in before.values()}
        self._seen: dict[str, str] = {}
        """Files by their hash, and by their path."""

    def take(self, file: "_File | Refused") -> None:
        """Read a file, or note why it is none."""
        if isinstance(file, Refused):
            self.refused.append(file)
            return
        try:
            if self.from_json or file.path.suffix.lower() in ROWS:
                self.documents |= {each.id: each for each in read_rows(_bytes(file.path, None), self.from_json)}
            else:
                self._convert(file, shown(file.path.absolute()))
        except ValueError as error:
            self.refused.append(Refused(path=shown(file.path), why=str(error)))

    def _convert(self, file: _File, whole: str) -> None:
        if whole in self._seen:
            return
        data, ending = _bytes(file.path, LARGEST), file.path.suffix.lower()
        sha = hashlib.sha256(f"{READER} {ending}\n".encode() + data).hexdigest()
        if other := self._seen.get(sha):
            self.notes.append(Note(path=shown(file.path), what=f"the same as {other}, and not taken twice"))
            return
        self._seen[whole] = whole
        before = self.before.get(whole)
        if before and before.sha256 == sha:
            self._seen[sha] = shown(file.path)
            self.unchanged.append(before)
            return
        converted = convert(ending, data)
        self._seen[sha] = shown(file.path)
        name = before.document if before else self._name(file, whole)
        self._taken[name] = whole
        self.origins.append(Origin(document=name, file=whole, sha256=sha))
        self.notes += (Note(path=shown(file.path), what=what) for what in converted.notes)
        self.documents[name] = Document(
            id=name,
            title=converted.title or shown(Path(file.path.stem)),
            text=converted.text,
            date=converted.date,
            pages=converted.pages,
        )

    def _name(self, file: _File, whole: str) -> str:
        """The id of a file's document: its name within its folder, with the folder where another has that name."""
        names = (file.name, f"{file.folder}/{file.name}", whole)
        return next(name for name in names if self._taken.get(name, whole) == whole)


def shown(path: Path) -> str:
    """A path as text; bytes of its name that are none stand as `�`."""
    return os.fsencode(path).decode(errors="replace")


def _files(path: Path) -> Iterator[_File | Refused]:
    """The files of a folder, hidden ones aside, by name; links to folders are named, not followed."""
    if not path.is_dir():
        yield _File(path, shown(Path(path.name)), shown(Path(path.absolute().parent.name)))
        return
    closed: list[Refused] = []

    def note(error: OSError) -> None:
        closed.append(Refused(path=shown(Path(error.filename)), why=f"it cannot be opened: {error.strerror}"))

    for at, folders, names in os.walk(path, onerror=note):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for link in (Path(at, each) for each in folders if Path(at, each).is_symlink()):
            yield Refused(path=shown(link), why="a link to a folder is not followed; name that folder as well")
        for file in (Path(at, each) for each in sorted(names) if not each.startswith(".")):
            yield _File(file, shown(file.relative_to(path)).replace(os.sep, "/"), shown(Path(path.absolute().name)))
    yield from closed


def _is_gone(file: Path) -> bool:
    """Whether a file is there no more; one in a folder that cannot be opened may be."""
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _bytes(path: Path, most: int | None) -> bytes:
    """The bytes of a file; ValueError when there are none to be had, or more than the most."""
    try:
        if not path.is_file():  # a pipe would be waited for without end
            raise ValueError("the link leads nowhere" if path.is_symlink() else "it is no regular file")
        if most is not None and (size := path.stat().st_size) > most:
            raise ValueError(f"it has {size >> 20:,} MB; at most {most >> 20:,} MB are read")
        return path.read_bytes()
    except OSError as error:
        raise ValueError(f"it cannot be opened: {error.strerror}") from None
