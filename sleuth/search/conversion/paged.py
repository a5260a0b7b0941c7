"""PDF files."""

from sleuth.search.conversion import Converted
from sleuth.search.pdf import pdf_text


def convert(data: bytes) -> Converted:
    """A PDF as text."""
    read = pdf_text(data)
    return Converted(text=read.text, title=read.title, date=read.date, pages=read.pages, notes=read.notes)
