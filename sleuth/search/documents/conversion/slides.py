"""Presentations: each slide's text in its order, its tables as rows, and what the speaker noted."""

from collections.abc import Iterator

from lxml import etree  # type: ignore[import-untyped]

from sleuth.search.documents.conversion import Converted, in_parts
from sleuth.search.documents.conversion.package import Package, name_of
from sleuth.search.documents.conversion.rows import named
from sleuth.search.documents.titles import own_title

FURNITURE = {"sldNum", "dt", "ftr", "hdr", "sldImg"}
"""Placeholders that hold no text of the slide."""


def convert(data: bytes) -> Converted:
    """A presentation as text, its slides as pages."""
    package = Package(data)
    main = package.main()
    listed = [x for x in package.xml(main).iter() if name_of(x) == "sldId"]
    relations = package.relations(main)
    ids = [next((v for k, v in x.attrib.items() if k.endswith("}id")), "") for x in listed]
    parts = [relations[each].target for each in ids if each in relations]
    slides = [package.xml(part) for part in parts]
    texts = ["\n".join((*_lines(slide), *_noted(package, part))) for slide, part in zip(slides, parts, strict=True)]
    text, starts = in_parts(texts)
    title, date = package.about()
    first = own_title(next(_titles(slides[0]), None)) if slides else None
    hidden = [str(n) for n, slide in enumerate(slides, start=1) if slide.get("show") in ("0", "false")]
    notes = (f"read although hidden: slide {', '.join(hidden)}",) if hidden else ()
    return Converted(text=text, title=title or first, date=date, pages=starts, notes=notes)


def _lines(slide: etree._Element) -> Iterator[str]:
    """The paragraphs and rows of a slide, its title first."""
    for shape in sorted(_shapes(slide), key=lambda shape: _placeholder(shape) not in ("title", "ctrTitle")):
        if _placeholder(shape) in FURNITURE:
            continue
        yield from _paragraphs(shape)
        for table in (x for x in shape.iter() if name_of(x) == "tbl"):
            rows = [x for x in table if name_of(x) == "tr"]
            cells = [["\n".join(_paragraphs(c)) for c in row if name_of(c) == "tc"] for row in rows]
            marked = any(name_of(x) == "tblPr" and x.get("firstRow") in ("1", "true") for x in table)
            yield from named(cells, True if marked else None)


def _shapes(slide: etree._Element) -> Iterator[etree._Element]:
    """The shapes in the order in which they are drawn, those of groups too; what stands twice, once."""
    for each in slide:
        if name_of(each) in ("sp", "graphicFrame", "cxnSp"):
            yield each
        elif name_of(each) != "Fallback":
            yield from _shapes(each)


def _placeholder(shape: etree._Element) -> str | None:
    found = next((x for x in shape.iter() if name_of(x) == "ph"), None)
    return None if found is None else found.get("type", "obj")


def _paragraphs(shape: etree._Element) -> Iterator[str]:
    """The paragraphs of a shape or of a cell; those of a table in the shape are its rows' own."""
    for body in (x for x in shape if name_of(x) == "txBody"):
        for paragraph in (x for x in body if name_of(x) == "p"):
            pieces = (
                (x.text or "") if name_of(x) == "t" else " " for x in paragraph.iter() if name_of(x) in ("t", "br")
            )
            if text := " ".join("".join(pieces).split()):
                yield text


def _titles(slide: etree._Element) -> Iterator[str]:
    return (text for x in _shapes(slide) if _placeholder(x) in ("title", "ctrTitle") for text in _paragraphs(x))


def _noted(package: Package, part: str) -> Iterator[str]:
    """What the speaker noted under a slide."""
    if notes := package.related(part, "notesSlide"):
        bodies = (x for x in _shapes(package.xml(notes)) if _placeholder(x) not in FURNITURE)
        if text := "\n".join(text for body in bodies for text in _paragraphs(body)):
            yield f"Notes: {text}"
