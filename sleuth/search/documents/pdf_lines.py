"""The lines of a PDF's pages as text: columns in reading order, lines joined to paragraphs, cells to rows.

Pure: lines with their places in, text out. What the lines are, `pdf_pages.py` finds out.
"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median

from sleuth.search.documents.pdf_pages import Line

BULLET = re.compile(r"\W{0,2}|\(?\w{1,3}[.)]")
"""What begins an item of a list."""
FURNITURE = re.compile(r"^\W*\d+\W*|\W*\d+\W*$")
"""A page's number in its running header or footer."""


def in_reading_order(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines as they are read: where two columns of prose are drawn across, line by line, one after the other."""
    gutter = between_columns(lines)
    if gutter is None:
        return lines
    ordered: list[Line] = []
    sides: tuple[list[Line], list[Line]] = ([], [])
    for each in sorted(lines, key=lambda x: -x.bottom):
        side = side_of(each, gutter)
        if side is None:
            ordered += (*sides[0], *sides[1], each)
            sides = ([], [])
        else:
            sides[side].append(each)
    return [x._replace(row=n) for n, x in enumerate((*ordered, *sides[0], *sides[1]))]


def side_of(each: Line, gutter: float) -> int | None:
    """Left (0) or right (1) of the gutter; None for a line across it."""
    left, right = sorted((abs(each.left), abs(each.right)))
    return 0 if right <= gutter else 1 if left >= gutter else None


def between_columns(lines: Sequence[Line]) -> float | None:
    """Where two columns of prose that are drawn across, line by line, part; None for any other page.

    Prose fills the width of its column, which the cells of a table mostly do not.
    """
    if len(lines) < 10:
        return None
    begin, end = min(abs(x.left) for x in lines), max(abs(x.right) for x in lines)
    places = [begin + (end - begin) * share / 100 for share in range(30, 71)]
    gutter = min(places, key=lambda x: (sum(side_of(each, x) is None for each in lines), abs(x - (begin + end) / 2)))
    sides = [side for each in lines if (side := side_of(each, gutter)) is not None]
    if min(sides.count(0), sides.count(1)) < 5 or len(sides) < 0.75 * len(lines):
        return None
    crossings = sum(a != b for a, b in pairwise(sides))
    for side, room in ((0, gutter - begin), (1, end - gutter)):
        if median(x.right - x.left for x in lines if side_of(x, gutter) == side) < 0.6 * room:
            return None
    return gutter if crossings >= min(sides.count(0), sides.count(1)) else None


def flowed(lines: Sequence[Line]) -> str:
    """Lines as paragraphs: a line that merely ran out of room goes on, a line that ended before does not."""
    page = [list(group) for _, group in groupby(lines, key=lambda x: x.row)]
    downs = [d for a, b in pairwise(lines) if 0 < (d := a.bottom - b.bottom) < 3 * a.height]
    # Of a few lines the usual distance cannot be told; that of prose is below 1.8 times the height of its letters.
    leading = median(downs) if len(downs) > 5 else 1.6 * max((x.height for x in lines), default=0.0)
    text = ""
    for number, row in enumerate(page):
        text += joint(page, number, leading) if number else ""
        text += "".join(x.text + (" " if BULLET.fullmatch(x.text) else " | ") for x in row[:-1]) + row[-1].text
    return text + ("\xad" if page and page[-1][-1].hyphen else "")


def joint(page: list[list[Line]], number: int, leading: float) -> str:
    """What stands between a row and the one before, where lines mostly lie `leading` points apart."""
    before, after = page[number - 1][-1], page[number][0]
    if before.hyphen:
        return "" if after.text[:1].islower() else "-"
    if before.text.endswith("-") and not before.text.endswith(" -"):
        return ""
    if len(page[number - 1]) > 1 or len(page[number]) > 1:
        return "\n"
    down = before.bottom - after.bottom
    if down <= 0:  # the next column begins
        return " " if goes_on(before.text, after.text) else "\n\n"
    if down > 1.3 * leading or not alike(before, after):
        return "\n\n"
    near = [row[0] for row in page[max(0, number - 5) : number + 5] if len(row) == 1 and alike(row[0], after)]
    room = max(x.right for x in near) - before.right
    item = BULLET.fullmatch(before.text.split(" ", 1)[0])
    indented = after.left - before.left > 0.8 * after.height and not item
    back = number + 1 >= len(page) or page[number + 1][0].left < after.left - 0.8 * after.height
    if room > after.word + 0.3 * after.height or (indented and back):
        return "\n"
    return " "


def goes_on(before: str, after: str) -> bool:
    """Whether a sentence that a column or a page cuts goes on in the next."""
    return after[:1].islower() and before[-1:] not in ".!?:"


def alike(one: Line, other: Line) -> bool:
    """Whether two lines may belong to one column: of one size, and beginning at about one place."""
    same = 0.85 < one.height / other.height < 1.18
    return same and abs(one.left - other.left) < 3 * one.height


def heading(lines: Sequence[Line]) -> str:
    """The text in the largest letters of a page, where they are clearly larger than the rest; else nothing."""
    if not lines:
        return ""
    largest = max(x.height for x in lines)
    if largest < 1.2 * median(x.height for x in lines):
        return ""
    large = [x.text for x in lines if x.height > 0.95 * largest]
    return " ".join(large) if len(large) <= 3 else ""


def without_furniture(texts: list[str]) -> list[str]:
    """Pages without their numbers, and without the header or footer that most of them share, but for the first."""
    pages = [text.split("\n") for text in texts]
    for end in (0, -1):
        edges = [FURNITURE.sub("", page[end]).strip() if page[end] else None for page in pages]
        seen: set[str] = set()
        for page, edge in zip(pages, edges, strict=True):
            if edge is None or len(page) == 1 or not 3 <= edges.count(edge) > len(pages) / 2:
                continue
            # A lone word with a number, such as "Case 3", may well be a heading.
            counted = len(edge.split()) == 1 and edge != page[end].strip()
            if not edge or (edge in seen and not counted):
                del page[end]
            seen.add(edge)
    return ["\n".join(page).strip("\n") for page in pages]


def joined(texts: list[str]) -> tuple[str, tuple[int, ...]]:
    """Pages as one text, a sentence or word that goes on overleaf made whole, and where each page begins."""
    text, starts = "", []
    for page in texts:
        if text and page:
            if text.endswith("\xad"):
                text = text[:-1] + ("" if page[0].islower() else "-")
            else:
                text += " " if page[0].islower() and text[-1] not in ".!?:" else "\n\n"
        starts.append(len(text))
        text += page
    return text.removesuffix("\xad"), tuple(starts)
