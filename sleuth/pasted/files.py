"""The text of a file to be pasted: plain text and Markdown as they are, other documents as their text."""

from pathlib import PurePath

from sleuth.errors import CallerError
from sleuth.search.documents.conversion import FORMS, convert
from sleuth.search.documents.conversion.plain import decode

PLAIN = frozenset((".md", ".markdown", ".txt", ".text", ""))
"""Endings of files whose markup is what is read; a document's is read away."""


def text_of(name: str, data: bytes) -> str:
    """The text in a file's content; CallerError, by the file's name, where it is none that can be read."""
    form = PurePath(name).suffix.lower()
    try:
        if form in PLAIN or form not in FORMS:
            return decode(data).text
        return convert(form, data).text
    except ValueError as error:
        raise CallerError(f"The file {name!r} cannot be read: {error}.") from error
