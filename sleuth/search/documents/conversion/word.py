"""Word documents: paragraphs and tables in their order, each footnote after the paragraph that bears its mark.

The XML is walked here: python-docx gives neither footnotes nor what stands in content controls, in text boxes or in
insertions under review.
"""

from collections.abc import Iterator

from lxml import etree  # type: ignore[import-untyped]

from sleuth.search.documents.conversion import Converted
from sleuth.search.documents.conversion.package import Package, name_of
from sleuth.search.documents.conversion.rows import named
from sleuth.search.documents.titles import own_title

PASSED_OVER = {"del", "moveFrom", "Fallback", "rt", "instrText", "delText", "pPr", "rPr", "sectPr", "tblPr", "object"}
"""What is deleted, stands twice, or is no text."""
SIGNS = {"tab": " ", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": " "}
NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
MARK = "mark"
"""Where a note's mark is put in the XML."""


def convert(data: bytes) -> Converted:
    """A document of Word as text."""
    package = Package(data)
    main = package.main()
    root = package.xml(main)
    body = next((each for each in root if name_of(each) == "body"), None)
    if body is None:
        raise ValueError("it is not of the form that its name says")
    title, date = package.about()
    notes = {kind: _notes(package, main, kind) for kind in NOTES.values()}
    for kind, letter in (("footnoteReference", ""), ("endnoteReference", "e")):
        # Their ids are the program's own; the marks that a reader sees count them.
        for number, mark in enumerate((x for x in body.iter() if name_of(x) == kind), start=1):
            mark.set(MARK, f"[{letter}{number}]")
    paragraphs = [text for block in _blocks(body) for text in _texts(block, notes)]
    return Converted(text="\n\n".join(paragraphs), title=title or _heading(body), date=date)


Notes = dict[str, dict[str, str]]
"""The texts of foot- and endnotes, by their kind and id."""


def _notes(package: Package, main: str, kind: str) -> dict[str, str]:
    if (part := package.related(main, kind)) is None:
        return {}
    return {_get(note, "id") or "": " ".join("".join(_runs(note)).split()) for note in package.xml(part)}


def _blocks(parent: etree._Element) -> Iterator[etree._Element]:
    """The paragraphs and tables, also of content controls and the like."""
    for each in parent:
        if name_of(each) in ("p", "tbl"):
            yield each
        elif name_of(each) not in PASSED_OVER:
            yield from _blocks(each)


def _texts(block: etree._Element, notes: Notes) -> Iterator[str]:
    """A paragraph, or a table's rows as lines; then the notes whose marks it bears."""
    if name_of(block) == "tbl":
        text = "\n".join(named(_rows(block), _header(block)))
    else:
        lines = "".join(_runs(block)).split("\n")
        text = "\n".join(" ".join(line.split()) for line in lines).strip()
    if not text:
        return
    marked = (x for x in block.iter() if name_of(x) in NOTES)
    said = [f"{x.get(MARK)} {note}" for x in marked if (note := notes[NOTES[name_of(x)]].get(_get(x, "id") or ""))]
    yield "\n".join((text, *said))


def _runs(element: etree._Element) -> Iterator[str]:
    """The text of an element in reading order."""
    for each in element:
        name = name_of(each)
        if name == "t":
            yield each.text or ""
        elif name in SIGNS:
            yield SIGNS[name]
        elif name in NOTES:
            yield each.get(MARK, "")
        elif name not in PASSED_OVER:
            yield from _runs(each)
            if name == "p":  # a text box in a paragraph, a paragraph in a cell
                yield "\n"


def _rows(table: etree._Element) -> list[list[str]]:
    """The cells of a table by row and column; one that spans rows stands in each of them."""
    rows: list[list[str]] = []
    for row in _within(table, "tr"):
        cells: list[str] = []
        for cell in _within(row, "tc"):
            properties = {name_of(x): x for each in cell if name_of(each) == "tcPr" for x in each}
            text = "".join(_runs(cell))
            goes_on = "vMerge" in properties and _get(properties["vMerge"], "val") != "restart"
            if goes_on and rows and len(cells) < len(rows[-1]):
                text = rows[-1][len(cells)]
            span = _get(properties["gridSpan"], "val") if "gridSpan" in properties else "1"
            cells += [text, *[""] * (min(int(span or 1), 100) - 1)]
        rows.append(cells)
    return rows


def _within(parent: etree._Element, name: str) -> Iterator[etree._Element]:
    """The rows of a table or cells of a row, also in content controls, but not those of a table in a cell."""
    for each in parent:
        if name_of(each) == name:
            yield each
        elif name_of(each) in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _within(each, name)


def _header(table: etree._Element) -> bool | None:
    """Whether the first row is marked as the one that is repeated on every page; None when it is not."""
    first = next(_within(table, "tr"), None)
    marked = first is not None and any(name_of(x) == "tblHeader" for each in first for x in each)
    return True if marked else None


def _heading(body: etree._Element) -> str | None:
    """The first paragraph in the style of a title or a chapter's heading."""
    for block in _blocks(body):
        style = next((_get(x, "val") or "" for x in block.iter() if name_of(x) == "pStyle"), "")
        if style.lower() in ("title", "heading1", "berschrift1", "titel", "titre", "1") and name_of(block) == "p":
            return own_title("".join(_runs(block)))
    return None


def _get(element: etree._Element, name: str) -> str | None:
    """An attribute, whatever its namespace."""
    return next((value for key, value in element.attrib.items() if etree.QName(key).localname == name), None)
