"""CSV and its like: each row a line with the names of its columns."""

import csv
import io

from sleuth.search.conversion import Converted
from sleuth.search.conversion.plain import decode
from sleuth.search.conversion.rows import could_name, line, one_line

SAMPLE = 20_000
"""Characters by which the separator is found."""
SEPARATORS = ",;\t|"


def convert(data: bytes) -> Converted:
    """A table of separated values as one text, a row a line."""
    text, guessed = decode(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    rows = (cells for row in reader if any(cells := one_line(row)))
    try:
        first = next(rows, [])
        # A file of values mostly begins with their names.
        names = first if could_name(first) else []
        lines = [line(row, names) for row in rows]
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num:,} is no row: {error}") from None
    # Names alone, without a row under them, are a row.
    lines = lines if names and lines else [line(first), *lines]
    return Converted(text="\n".join(lines), notes=(f"read as {guessed} (guessed)",) if guessed else ())


def _separator(text: str) -> str:
    """What cuts the first rows into cells most evenly; of equals, into most."""
    best, separator = (0.0, 0), ","
    for candidate in SEPARATORS:
        try:
            rows = [r for r in csv.reader(io.StringIO(text[:SAMPLE], newline=""), delimiter=candidate) if r][:-1]
        except csv.Error:
            continue
        widths = [len(row) for row in rows] or [len(next(csv.reader([text.split("\n")[0]], delimiter=candidate), []))]
        common = max(set(widths), key=widths.count)
        if common > 1 and (score := (widths.count(common) / len(widths), common)) > best:
            best, separator = score, candidate
    return separator
