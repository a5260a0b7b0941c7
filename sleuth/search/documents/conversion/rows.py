"""Tables as lines, one a row: with the names of its columns where they are known, so that a row alone says it all."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

NUMBER = re.compile(r"[\W\d]*\d[\W\d]*[a-zA-Z]{0,3}")
"""A number, date or amount, with a unit or without."""
LONGEST_NAME = 80
"""Characters of the longest name of a column."""


def named(rows: Sequence[Sequence[str]], header: bool | None = None) -> Iterator[str]:
    """The rows of a table as lines; `header` says whether the first names the columns, None that it is to be judged.

    >>> list(named([("Bridge", "Opened"), ("Old bridge", "1912"), ("New bridge", "")]))
    ['Bridge: Old bridge; Opened: 1912', 'Bridge: New bridge']
    >>> list(named([("Born", "1880"), ("Died", "1950")]))
    ['Born | 1880', 'Died | 1950']
    """
    filled = [cells for row in rows if any(cells := one_line(row))]
    while len(filled) > 1 and sum(map(bool, filled[0])) == 1 < len(filled[0]):
        yield "".join(filled.pop(0))  # a title over the table
    if header is None:
        header = has_names(filled)
    names = filled.pop(0) if header and len(filled) > 1 else []
    yield from (line(row, names) for row in filled)


def line(row: Sequence[str], names: Sequence[str] = ()) -> str:
    """A row of one-line cells as a line, each cell with the name of its column if it has one.

    >>> line(["Old bridge", "1912", "stone"], ["Bridge", "Opened"])
    'Bridge: Old bridge; Opened: 1912; stone'
    """
    if not names:
        return " | ".join(row).strip(" |")
    pairs = zip_longest(names, row[: len(names)], fillvalue="")
    further = (cell for cell in row[len(names) :] if cell)
    return "; ".join((*(f"{name}: {cell}" if name else cell for name, cell in pairs if cell), *further))


def one_line(row: Sequence[str]) -> list[str]:
    """The cells of a row without line ends and spare spaces."""
    return [" ".join(cell.split()) for cell in row]


def could_name(row: Sequence[str]) -> bool:
    """Whether a row could be the names of columns: at least two, each its own, none a number."""
    names = [cell for cell in row if cell]
    short = all(len(cell) <= LONGEST_NAME and not NUMBER.fullmatch(cell) for cell in names)
    return len(names) >= 2 and len({*names}) == len(names) and short


def has_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: words over a column that mostly holds numbers or dates."""
    if len(rows) < 2 or not could_name(rows[0]):
        return False
    for column, name in enumerate(rows[0]):
        below = [row[column] for row in rows[1:101] if column < len(row) and row[column]]
        if name and below and 2 * sum(bool(NUMBER.fullmatch(cell)) for cell in below) > len(below):
            return True
    return False
