"""PDF files."""

from sleuth.search.documents.conversion import Converted
from sleuth.search.documents.pdf import pdf_text


def convert(data: bytes) -> Converted:
    """A PDF as text."""
    read = pdf_text(data)
    return Converted(text=read.text, title=read.title, date=read.date, pages=read.pages, notes=read.notes)
