"""CSV and its like: each row a line with the names of its columns."""

import csv
import io
from collections.abc import Iterator
from itertools import chain, islice

from sleuth.search.documents.conversion import Converted
from sleuth.search.documents.conversion.plain import decode
from sleuth.search.documents.conversion.rows import could_name, line, one_line

SAMPLE = 20_000
"""Characters by which the separator is found."""
SEPARATORS = ",;\t|"


def convert(data: bytes) -> Converted:
    """A table of separated values as one text, a row a line."""
    text, guessed = decode(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    try:
        lines = list(_lines(cells for row in reader if any(cells := one_line(row))))
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num:,} is no row: {error}") from None
    return Converted(text="\n".join(lines), notes=(f"read as {guessed} (guessed)",) if guessed else ())


def _lines(rows: Iterator[list[str]]) -> Iterator[str]:
    """The rows as lines. A file of values mostly begins with their names, now and then after a remark."""
    for row in rows:
        filled = [cell for cell in row if cell]
        if len(filled) > 1:
            second = list(islice(rows, 1))
            names = row if second and could_name(row) else []
            yield from (line(each, names) for each in chain([] if names else [row], second, rows))
        elif not filled[0].lower().startswith("sep="):  # by which Excel tells the separator
            yield filled[0]


def _separator(text: str) -> str:
    """What cuts the first rows into cells most evenly; of equals, into most."""
    best, separator = (0.0, 0), ","
    for candidate in SEPARATORS:
        try:
            rows = [r for r in csv.reader(io.StringIO(text[:SAMPLE], newline=""), delimiter=candidate) if len(r) > 1]
        except csv.Error:
            continue
        # The sample may end within a row.
        widths = [len(row) for row in (rows[:-1] if len(text) > SAMPLE else rows)]
        common = max(widths, key=widths.count, default=0)
        lines = text[:SAMPLE].count("\n") + 1
        if common and (score := (widths.count(common) / lines, common)) > best:
            best, separator = score, candidate
    return separator
