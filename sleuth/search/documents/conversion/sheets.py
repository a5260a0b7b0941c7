"""Spreadsheets: each row a line with the names of its columns, each sheet a page under its name."""

import re
from pathlib import Path

from sleuth.models import Record
from sleuth.search.documents.apart import read_apart
from sleuth.search.documents.conversion import Converted, in_parts
from sleuth.search.documents.conversion.package import ENCRYPTED, OLE, Package, is_encrypted
from sleuth.search.documents.conversion.rows import named

SECONDS = 60.0
"""How long one file may take."""
BLANK = re.compile(rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>")
"""A cell with a formula and no value."""
SCRIPT = Path(__file__).parent / "sheet_rows.py"


class _Sheet(Record):
    """What the reader says of a sheet, or why there is none."""

    refused: str | None = None
    name: str = ""
    hidden: bool = False
    damaged: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    cut: int = 0
    """Rows that were left out."""


def convert(data: bytes) -> Converted:
    """A spreadsheet as text, its sheets as pages."""
    old = data.startswith(OLE)
    if old and is_encrypted(data):
        raise ValueError(ENCRYPTED)
    package = None if old else Package(data)
    title, date = package.about() if package else (None, None)
    said, broken = read_apart(SCRIPT, data, SECONDS)
    sheets = [_Sheet.model_validate_json(line) for line in said]
    if sheets and sheets[0].refused:
        raise ValueError(sheets[0].refused)
    filled = [sheet for sheet in sheets if any(any(row) for row in sheet.rows)]
    if broken and not filled:
        raise ValueError(f"{broken}: it is damaged, or its cells stand too far apart")
    text, starts = in_parts(["\n".join((sheet.name, *named(sheet.rows))) for sheet in filled])
    notes = [f"sheet {sheet.name!r} is hidden, and was read" for sheet in filled if sheet.hidden]
    notes += [f"sheet {sheet.name!r} is damaged" for sheet in sheets if sheet.damaged]
    notes += [f"the last {sheet.cut:,} rows of sheet {sheet.name!r} were left out" for sheet in sheets if sheet.cut]
    if package and (blank := _without_value(package)):
        notes.append(f"formulas without a saved value stand blank ({blank:,}); open and save the file once")
    notes += [f"sheets after {filled[-1].name!r} were not read: {broken}"] if broken else []
    return Converted(text=text, title=title, date=date, pages=starts, notes=tuple(notes))


def _without_value(package: Package) -> int:
    """How many formulas were never worked out, as in files that no spreadsheet program has saved."""
    sheets = (name for name in package.names if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name))
    return sum(len(BLANK.findall(package.read(name))) for name in sheets)
