"""The lines on the pages of a PDF: a script for a process of its own, which a hostile file may crash, stall or bloat.

It takes the file on standard input and prints one JSON object a line: first what the file says about itself, then
each page as it is read, so that what was read before a page that breaks the reader is not lost. It imports nothing
of Sleuth, so that it starts in a tenth of a second; `pdf.py` starts it.

PDFium gives characters with their places, in the order in which the file draws them. This makes lines of them, and
cells where lines have gaps as a table or columns have; `pdf_lines.py` makes text of those.
"""

import contextlib
import ctypes
import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from statistics import median
from typing import NamedTuple

PAGES = 5_000
"""Most pages that are read."""
CHARACTERS = 5_000_000
"""Most characters that are read."""
HYPHENS = "\x02\ufffe\xad"
"""How a hyphen at the end of a line is given: PDFium has had two marks for it, and files have the soft one."""
PRESENTATION = re.compile("[\ufb00-\ufdff\ufe70-\ufefc]+")
"""Ligatures and the shapes of Arabic letters, which stand for plain letters."""
DROPPED = re.compile("[\x02\ufffe\xad\u200b\ufeff]")
MARKED = re.compile(r"(?:\d{3}|[^\W\d]{3}|[^\w\s])$")
"""What a footnote's mark follows; other raised figures are powers and units."""


class Glyph(NamedTuple):
    """A character and the box it is drawn in, in points from the page's lower left corner."""

    text: str
    left: float
    right: float
    bottom: float
    top: float


class Line(NamedTuple):
    """A line of the page, or its part within one column. A line from right to left is measured mirrored."""

    text: str
    left: float
    right: float
    bottom: float
    height: float
    word: float
    """Width of its first word."""
    hyphen: bool
    """Whether its last word goes on in the next line."""
    row: int
    """Which line of the page it belongs to."""


def main() -> None:
    """Read the PDF on standard input and print its pages."""
    import pypdfium2  # type: ignore[import-untyped]

    try:
        document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
    except pypdfium2.PdfiumError as error:
        locked = error.err_code in (pypdfium2.raw.FPDF_ERR_PASSWORD, pypdfium2.raw.FPDF_ERR_SECURITY)
        tell(refused="it is encrypted" if locked else "it is damaged, or no PDF")
        return
    said = document.get_metadata_dict()
    tell(pages=len(document), title=said["Title"], created=said["CreationDate"], changed=said["ModDate"])
    room = CHARACTERS
    for number in range(min(len(document), PAGES)):
        lines: list[Line] = []
        with contextlib.suppress(pypdfium2.PdfiumError):  # a page that cannot be opened holds no text
            lines = list(cells(rows(glyphs(document[number].get_textpage()))))
        room -= sum(len(x.text) for x in lines)
        if room < 0:
            return
        tell(lines=lines)


def tell(**said: str | int | list[Line]) -> None:
    """Print one line of what was read."""
    print(json.dumps(said), flush=True)


def glyphs(page: "pypdfium2.PdfTextPage") -> Iterator[Glyph]:  # type: ignore[name-defined] # noqa: F821
    """The characters of a page in the order in which they are drawn."""
    from pypdfium2 import raw

    box = raw.FS_RECTF()
    for place in range(page.count_chars()):
        code = raw.FPDFText_GetUnicode(page.raw, place)
        text = chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"
        if text in "\r\n" or not raw.FPDFText_GetLooseCharBox(page.raw, place, ctypes.byref(box)):
            box.left = box.right = box.bottom = box.top = 0.0
        yield Glyph(text, box.left, box.right, box.bottom, box.top)


def rows(drawn: Iterator[Glyph]) -> list[list[Glyph]]:
    """The lines of a page, without blank ones: as PDFium parts them, but what goes on beside a line belongs to it."""
    found: list[list[Glyph]] = [[]]
    for glyph in drawn:
        if glyph.text not in "\r\n":
            found[-1].append(glyph)
        if glyph.text in "\r\n" + HYPHENS:
            found.append([])
    page: list[list[Glyph]] = []
    for row in found:
        placed = [g for g in row if not g.text.isspace()]
        if placed and page and beside(page[-1], placed[0]):
            page[-1] += row
        elif placed:
            page.append(row)
    return page


def beside(row: list[Glyph], glyph: Glyph) -> bool:
    """Whether a glyph stands on the line, after its end."""
    if row[-1].text in HYPHENS:
        return False
    bottom, top = min(g.bottom for g in row if g.top), max(g.top for g in row)
    shared = min(top, glyph.top) - max(bottom, glyph.bottom)
    ended = glyph.left >= max(g.right for g in row) - 1 or glyph.right <= min(g.left for g in row if g.top) + 1
    return ended and shared > 0.5 * min(top - bottom, glyph.top - glyph.bottom)


def cells(page: list[list[Glyph]]) -> Iterator[Line]:
    """The lines of a page, those of a table or of columns cut into cells.

    Neighbouring rows that all have a wide gap are cut at the gaps that they have in common.
    """
    number = 0
    for parted, group in groupby(page, key=is_parted):
        block = list(group)
        cuts = gaps([glyph for row in block for glyph in row]) if parted and len(block) > 1 else []
        for row in block:
            number += 1
            of_cell = [sum(b <= glyph.left for _, b in cuts) for glyph in row]
            for cell in dict.fromkeys(c for c, g in zip(of_cell, row, strict=True) if not g.text.isspace()):
                part = [g for c, g in zip(of_cell, row, strict=True) if c == cell or g.text.isspace()]
                yield line(part, number)


def is_parted(row: list[Glyph]) -> bool:
    """Whether a line has a gap as a table's row has one: wide, and not as wide as all the others.

    A line stretched to the width of its column has wide gaps too, but alike.
    """
    widths = [b - a for a, b in gaps(row, least=0.1)]
    stretched = len(widths) > 1 and max(widths) < 1.7 * min(widths)
    return bool(widths) and max(widths) > 0.7 * height_of(row) and not stretched


def gaps(row: list[Glyph], least: float = 0.4) -> list[tuple[float, float]]:
    """The stretches within these lines where nothing is drawn, if as wide as this share of the letters' height."""
    placed = sorted((g.left, g.right) for g in row if not g.text.isspace())
    least *= height_of(row)
    found, reached = [], placed[0][1]
    for left, right in placed:
        if left - reached > least:
            found.append((reached, left))
        reached = max(reached, right)
    return found


def height_of(row: list[Glyph]) -> float:
    """How high the letters of a line mostly are, in points."""
    return max(1.0, median(g.top - g.bottom for g in row if not g.text.isspace()))


def line(run: list[Glyph], row: int) -> Line:
    """Glyphs, not all blank, as a line or a cell of one."""
    placed = [g for g in run if not g.text.isspace()]
    height, bottom = height_of(run), median(g.bottom for g in placed)
    text = ""
    for raised, group in groupby(in_logical_order(run), key=lambda g: is_raised(g, height, bottom)):
        part = "".join(g.text for g in group)
        # The mark of a footnote, which must not become the last figure of a year.
        text += f"[{part}]" if raised and MARKED.search(text) and part.isdecimal() and len(part) < 4 else part
    text = PRESENTATION.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    text = " ".join(DROPPED.sub("", text).split())
    first = placed[: len((text.split() or [""])[0])] or placed
    left, right = min(g.left for g in placed), max(g.right for g in placed)
    if 2 * sum(map(from_right, text)) > sum(map(str.isalpha, text)):
        left, right = -right, -left
    word = max(g.right for g in first) - min(g.left for g in first)
    return Line(text, left, right, bottom, height, word, placed[-1].text in HYPHENS, row)


def is_raised(glyph: Glyph, height: float, bottom: float) -> bool:
    """Whether a glyph is small and stands above the line's foot, as the mark of a footnote does."""
    return (
        not glyph.text.isspace() and glyph.top - glyph.bottom < 0.8 * height and glyph.bottom > bottom + 0.1 * height
    )


def from_right(character: str) -> bool:
    """Whether a character belongs to a script written from right to left."""
    return unicodedata.bidirectional(character) in ("R", "AL")


def in_logical_order(run: list[Glyph]) -> list[Glyph]:
    """Glyphs in the order in which they are read aloud.

    PDFium turns words from right to left round, but leaves those whose letters bear a replacement text, as browsers
    print Arabic, as they are drawn: a word of such a script that begins left of where it ends is turned round here.
    """
    ordered: list[Glyph] = []
    for rtl, group in groupby(run, key=lambda g: from_right(g.text)):
        part = list(group)
        ordered += reversed(part) if rtl and part[0].left < part[-1].left else part
    return ordered


if __name__ == "__main__":
    main()
