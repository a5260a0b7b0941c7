"""PDF files as text.

Their lines are read by PDFium in a process of its own (`pdf_pages.py`). PDFium must not be called from two threads,
either.
"""

import re
from itertools import groupby
from pathlib import Path

from sleuth.models import Record
from sleuth.search.documents.apart import read_apart
from sleuth.search.documents.pdf_lines import flowed, heading, in_reading_order, joined, without_furniture
from sleuth.search.documents.pdf_pages import Line
from sleuth.search.documents.titles import day, own_title

SECONDS = 60.0
"""How long one file may take; pages read until then are kept. A thousand pages take about 12."""
LARGEST = 256 << 20
"""Bytes of the largest file that is read."""
SCRIPT = Path(__file__).parent / "pdf_pages.py"
UNREADABLE = re.compile("\\(cid:\\d+\\)|[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""What stands in a text layer whose fonts do not say which letters they draw."""
MOST_UNREADABLE = 0.1
"""Share of such characters from which a text layer is refused. Symbols of a few private fonts are well below it."""


class PdfText(Record):
    """The text of a PDF and what the file says about itself."""

    text: str
    pages: tuple[int, ...]
    """Where in the text each page begins, as character offsets; one without text begins where the next does."""
    title: str | None = None
    """From the metadata, else the largest letters of the first page; None when neither tells."""
    date: str | None = None
    """ISO date of its making; None when the file tells none."""
    notes: tuple[str, ...] = ()
    """What was not read: pages without text, pages past a limit."""


class _File(Record):
    """What the reader says of a file before its pages."""

    refused: str | None = None
    pages: int = 0
    title: str = ""
    created: str = ""
    changed: str = ""


class _Page(Record):
    lines: tuple[Line, ...]


def pdf_text(data: bytes, seconds: float = SECONDS) -> PdfText:
    """Read a PDF.

    Raises ValueError with the reason when it cannot be read: it is encrypted with a password, is damaged or no PDF,
    is larger than `LARGEST`, holds no text, or holds text without meaning.
    """
    if b"%PDF-" not in data[:1024]:
        raise ValueError("it is no PDF")
    if len(data) > LARGEST:
        raise ValueError(f"it has {len(data) >> 20:,} MB; at most {LARGEST >> 20:,} MB are read")
    said, broken = read_apart(SCRIPT, data, seconds)
    if not said:
        raise ValueError(broken)
    file = _File.model_validate_json(said[0])
    if file.refused:
        raise ValueError(file.refused)
    lines = [in_reading_order(_Page.model_validate_json(page).lines) for page in said[1:]]
    texts = without_furniture([flowed(page) for page in lines])
    text, starts = joined(texts)
    if broken and not texts:
        raise ValueError(broken)
    if not text.strip():
        raise ValueError(f"no readable text on any of {len(texts):,} pages (scanned pages?)")
    if (share := _unreadable(text)) > MOST_UNREADABLE:
        raise ValueError(f"its text layer has no meaning ({share:.0%} of it are not letters of any script)")
    blank = [number for number, page in enumerate(texts, start=1) if not page]
    notes = [f"no text on {_pages(blank)} of {file.pages:,} (scanned?)"] if blank else []
    if len(texts) < file.pages:
        read = _pages(list(range(1, len(texts) + 1)))
        notes.append(f"only {read} of {file.pages:,} taken: {broken or 'that is the most that is read'}")
    title = own_title(file.title) or own_title(heading(lines[0]))
    date = day(file.created) or day(file.changed)
    return PdfText(text=text, pages=starts, title=title, date=date, notes=tuple(notes))


def _unreadable(text: str) -> float:
    """Which share of a text, spaces apart, is no letter or sign of any script."""
    written = sum(not c.isspace() for c in text)
    return sum(len(found[0]) for found in UNREADABLE.finditer(text)) / max(1, written)


def _pages(numbers: list[int]) -> str:
    """Page numbers as people write them.

    >>> _pages([2, 5, 6, 7])
    'pages 2, 5–7'
    """
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    written = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"page{'s' * (len(numbers) > 1)} {written}"
