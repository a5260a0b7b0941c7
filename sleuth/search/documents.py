"""Reading documents from files: Markdown, plain text, and JSONL.

What cannot be read is named with the reason, never swallowed.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import Document, digest

TEXT = {".md", ".markdown", ".txt", ".text", ".rst"}
ROWS = {".jsonl", ".ndjson"}


class Refused(Record):
    """A file that was not read, and why."""

    path: str
    why: str


class Reading(Record):
    """What came of reading files."""

    documents: tuple[Document, ...]
    refused: tuple[Refused, ...] = ()


def read_documents(paths: Iterable[Path], *, from_json: bool = False) -> Reading:
    """Read files and folders; with `from_json`, the `paragraphs` of a data set's question file.

    Raises CallerError when a path does not exist or nothing readable was found.
    """
    paths = tuple(paths)
    documents: dict[str, Document] = {}
    refused: list[Refused] = []
    for path in paths:
        if not path.exists():
            raise CallerError(f"The path {str(path)!r} does not exist.")
        for file in _files(path):
            try:
                # Named within its folder: two folders of one collection may each hold an index.md.
                name = file.relative_to(path).as_posix() if path.is_dir() else file.name
                documents |= {d.id: d for d in _read(file, name, from_json)}
            except ValueError as error:
                refused.append(Refused(path=str(file), why=str(error)))
    if not documents:
        why = "; ".join(f"{r.path}: {r.why}" for r in refused[:3]) or "the folder holds no file"
        named = ", ".join(str(p) for p in paths)
        accepted = ", ".join(sorted(TEXT | ROWS))
        raise CallerError(f"Nothing readable in {named} ({why}); readable are {accepted}.")
    return Reading(documents=tuple(documents.values()), refused=tuple(refused))


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(path).parts):
            yield file


def _read(file: Path, name: str, from_json: bool) -> list[Document]:
    suffix = file.suffix.lower()
    if from_json or suffix in ROWS:
        rows = [_row(line, number) for number, line in enumerate(decode(file).splitlines(), start=1) if line.strip()]
        if from_json:
            return [_paragraph(p) for row in rows for p in _paragraphs(row)]
        return [_document(row, number) for number, row in enumerate(rows, start=1)]
    if suffix not in TEXT:
        raise ValueError(f"{suffix or 'a file without an ending'} is not a form this version reads")
    text = decode(file).strip()
    if not text:
        raise ValueError("no readable text")
    heading = re.match(r"#\s+(.+)", text)
    return [Document(id=name, title=heading[1].strip() if heading else file.stem, text=text)]


def decode(file: Path) -> str:
    """A file's text as UTF-8 or, by its byte-order mark, UTF-16; ValueError when it is neither."""
    raw = file.read_bytes()
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError("its encoding is neither UTF-8 nor UTF-16") from None
    if "\x00" in text:
        raise ValueError("it is not text")
    return text


def _row(line: str, number: int) -> dict[str, object]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {number} is not JSON: {error.msg}") from None
    if not isinstance(row, dict):
        raise ValueError(f"line {number} is not a JSON object")
    return row


def _document(row: dict[str, object], number: int) -> Document:
    try:
        wanted = {k: row[k] for k in Document.model_fields if row.get(k) is not None}
        return Document.model_validate({**wanted, "id": str(row["id"])})
    except (KeyError, ValidationError):
        raise ValueError(f"line {number} lacks one of id, title, text, or one is not a text") from None


def _paragraphs(row: dict[str, object]) -> list[dict[str, object]]:
    paragraphs = row.get("paragraphs")
    if not isinstance(paragraphs, list):
        raise ValueError("a line has no list `paragraphs`")
    return paragraphs


def _paragraph(row: dict[str, object]) -> Document:
    if not isinstance(row, dict) or not {"title", "text"} <= row.keys():
        raise ValueError("a paragraph lacks its title or its text")
    title, text = str(row["title"]), str(row["text"])
    # Sets number their paragraphs anew in each question; the text itself is the identity when pooled.
    return Document(id=digest(title + "\n" + text)[:16], title=title, text=text)
