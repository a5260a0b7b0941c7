"""Saved web pages: the main text, without menus and footers."""

from sleuth.search.documents.conversion import Converted
from sleuth.search.web.fetching.charsets import decoded
from sleuth.search.web.fetching.extraction import read_html

LATEST = "2100-01-01"
"""Dates after this are none. When a file was saved, which would be nearer, is lost as files are copied."""


def convert(data: bytes) -> Converted:
    """A saved page as text."""
    page = read_html(decoded(data), LATEST)
    return Converted(text=page.text, title=page.title or None, date=page.date)
