"""The text of HTML that is all content, such as a chapter of a book: every block a line, tables as rows."""

from collections.abc import Iterator

from lxml import etree, html  # type: ignore[import-untyped]

from sleuth.search.documents.conversion.rows import named

UNSEEN = {"script", "style", "head", "template", "noscript", "iframe", "object", "svg", "rt", "rp"}
"""Elements whose text is not shown, or stands twice."""
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PARAGRAPHS = {"p", "div", "blockquote", "pre", "table", "ul", "ol", "dl", "section", "article", "figure", *HEADINGS}
"""Elements with a blank line around them."""
LINES = {"br", "li", "dt", "dd", "tr", "hr", "figcaption", "caption"}
"""Elements that begin a line."""


def parsed(data: bytes) -> etree._Element:
    """HTML or XHTML as a tree, as browsers forgive it; ValueError when there is nothing."""
    try:
        return html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8", remove_comments=True))
    except (etree.LxmlError, ValueError, AssertionError):
        raise ValueError("no readable text") from None


def text_of(root: etree._Element) -> str:
    """The text of a tree in paragraphs."""
    paragraphs = "".join(_pieces(root)).split("\x00\x00")
    lines = ((" ".join(line.split()) for line in paragraph.split("\x00")) for paragraph in paragraphs)
    return "\n\n".join(text for each in lines if (text := "\n".join(filter(None, each))))


def first_heading(root: etree._Element) -> str | None:
    """The text of the first heading."""
    return next((text for x in root.iter(*sorted(HEADINGS)) if (text := " ".join(x.text_content().split()))), None)


def _pieces(element: etree._Element) -> Iterator[str]:
    """Text with NUL, which no markup can hold, where a line ends, and two where a paragraph does."""
    tag = element.tag if isinstance(element.tag, str) else None
    if tag is None or tag in UNSEEN or element.get("hidden") is not None:
        return
    around = "\x00\x00" if tag in PARAGRAPHS else "\x00" if tag in LINES else ""
    yield around
    if tag == "table":
        rows = list(element.iter("tr"))
        cells = [["".join(_pieces(cell)).replace("\x00", " ") for cell in row.iter("td", "th")] for row in rows]
        marked = bool(rows) and all(cell.tag == "th" for cell in rows[0].iter("td", "th"))
        yield "\x00".join(named(cells, True if marked else None))
    elif tag == "sup" and (mark := element.text_content().strip()).isdecimal():
        yield f"[{mark}]"  # a footnote's, which must not become the last figure of a year
    else:
        yield element.text or ""
        for child in element:
            yield from _pieces(child)
            yield child.tail or ""
    yield around
