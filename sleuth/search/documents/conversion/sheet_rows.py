"""The rows of a spreadsheet: a script for a process of its own, which a hostile or vast file may crash or bloat.

It takes the file on standard input and prints one JSON object a line, a sheet each. It imports nothing of Sleuth, so
that it starts at once; `sheets.py` starts it. Formulas are given as the values that the program which saved the file
had worked out.
"""

import datetime
import io
import json
import sys

import python_calamine as calamine

CELLS = 5_000_000
"""Most cells that are read, blank ones between filled ones too."""


def main() -> None:
    """Read the spreadsheet on standard input and print its sheets."""
    try:
        book = calamine.load_workbook(io.BytesIO(sys.stdin.buffer.read()))
    except calamine.PasswordError:
        tell(refused="it is encrypted with a password")
        return
    except calamine.CalamineError as error:
        tell(refused=f"it is damaged, or no spreadsheet ({str(error).splitlines()[0][:100]})")
        return
    room = CELLS
    for about in book.sheets_metadata:
        if about.typ != calamine.SheetTypeEnum.WorkSheet:
            continue
        try:
            sheet = book.get_sheet_by_name(about.name)
        except calamine.CalamineError:
            tell(name=about.name, damaged=True)
            continue
        fit = min(sheet.height, room // max(1, sheet.width))
        room -= fit * sheet.width
        rows = [[written(cell) for cell in row] for row in sheet.to_python(nrows=fit)] if fit else []
        for (top, left), (bottom, _) in sheet.merged_cell_ranges or []:
            repeat(rows, sheet.start or (0, 0), top, left, bottom)
        hidden = about.visible != calamine.SheetVisibleEnum.Visible
        tell(name=about.name, hidden=hidden, rows=rows, cut=sheet.height - fit)


def tell(**said: object) -> None:
    """Print one line of what was read."""
    print(json.dumps(said), flush=True)


def repeat(rows: list[list[str]], start: tuple[int, int], top: int, left: int, bottom: int) -> None:
    """Put the value of a merged cell in each of its rows, so that every row can be read alone."""
    top, left, bottom = top - start[0], left - start[1], min(bottom - start[0], len(rows) - 1)
    if 0 <= top < len(rows) and 0 <= left < len(rows[top]):
        for row in range(top + 1, bottom + 1):
            rows[row][left] = rows[top][left]


def written(cell: object) -> str:
    """A cell as text: whole numbers without a point, days and moments as ISO."""
    match cell:
        case bool():
            return "yes" if cell else "no"
        case float():
            return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
        case datetime.datetime() if cell.time() == datetime.time():
            return cell.date().isoformat()
        case datetime.datetime():
            return cell.isoformat(" ", "minutes")
    return str(cell)


if __name__ == "__main__":
    main()
