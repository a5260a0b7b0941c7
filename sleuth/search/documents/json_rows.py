"""Documents as rows of JSON, one object a line, and the paragraphs of data sets' questions."""

import json

from pydantic import ValidationError

from sleuth.search import Document, digest
from sleuth.search.documents.conversion.plain import decode


def read_rows(data: bytes, paragraphs: bool) -> list[Document]:
    """The documents of a file with a JSON object a line, or those in the `paragraphs` of its objects.

    Raises ValueError naming the line that is none.
    """
    # Not splitlines: a JSON text may hold U+2028 and its like as they are.
    lines = decode(data).text.split("\n")
    rows = [_row(line, number) for number, line in enumerate(lines, start=1) if line.strip()]
    if paragraphs:
        return [_paragraph(p) for row in rows for p in _paragraphs(row)]
    return [_document(row, number) for number, row in enumerate(rows, start=1)]


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
