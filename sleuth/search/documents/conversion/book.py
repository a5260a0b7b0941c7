"""E-books (EPUB): the chapters in reading order."""

from lxml import etree  # type: ignore[import-untyped]

from sleuth.search.documents.conversion import Converted, in_parts
from sleuth.search.documents.conversion.markup import first_heading, parsed, text_of
from sleuth.search.documents.conversion.package import Package, name_of, resolved
from sleuth.search.documents.titles import day, own_title

CONTAINER = "META-INF/container.xml"
ENCRYPTION = "META-INF/encryption.xml"
FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Ways of hiding fonts, which leave the text as it is."""


def convert(data: bytes) -> Converted:
    """An e-book as text, its chapters as pages."""
    package = Package(data)
    if ENCRYPTION in package.names:
        ways = (x.get("Algorithm") for x in package.xml(ENCRYPTION).iter() if name_of(x) == "EncryptionMethod")
        if any(way not in FONTS for way in ways):
            raise ValueError("it is encrypted (copy protection)")
    path = next((x.get("full-path") for x in package.xml(CONTAINER).iter() if name_of(x) == "rootfile"), None)
    if not path:
        raise ValueError("it is not of the form that its name says")
    book = package.xml(path)
    chapters = [parsed(package.read(part)) for part in _spine(book, path) if part in package.names]
    text, starts = in_parts([text_of(chapter) for chapter in chapters])
    said = {name_of(x): x.text for x in reversed(list(book.iter())) if x.text}
    title = own_title(said.get("title")) or next(filter(None, map(first_heading, chapters)), None)
    return Converted(text=text, title=title, date=day(said.get("date")), pages=starts)


def _spine(book: etree._Element, path: str) -> list[str]:
    """The parts of the book's text in reading order, without its table of contents."""
    items = {x.get("id"): x for x in book.iter() if name_of(x) == "item"}
    refs = [x for x in book.iter() if name_of(x) == "itemref"]
    listed = [items[x.get("idref")] for x in refs if x.get("idref") in items]
    return [resolved(path, x.get("href", "")) for x in listed if "nav" not in x.get("properties", "").split()]
