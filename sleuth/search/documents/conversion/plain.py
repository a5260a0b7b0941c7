"""Plain text and Markdown in whatever encoding: told by its mark, by being UTF-8, or guessed."""

import re
import unicodedata
from typing import NamedTuple

from sleuth.search.byte_order import marked
from sleuth.search.documents.conversion import Converted
from sleuth.search.documents.titles import LONGEST

WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
SAMPLE = 200_000
"""Bytes by which an encoding is guessed."""
NO_TEXT = 0.005
"""Share of characters that cannot stand in a text, from which it is none."""


class Decoded(NamedTuple):
    """Text out of bytes."""

    text: str
    guessed: str | None
    """The encoding, where neither a mark nor the bytes themselves left only one."""


def convert(data: bytes) -> Converted:
    """A text; a Markdown heading at its beginning is the title."""
    text, guessed = decode(data)
    text = text.strip()
    heading = re.match(r"#\s+(.+)", text)
    notes = (f"read as {guessed} (guessed)",) if guessed else ()
    return Converted(text=text, title=heading[1].strip()[:LONGEST] if heading else None, notes=notes)


def decode(data: bytes) -> Decoded:
    """Bytes as text with plain line ends; ValueError when they are no text, or of no encoding that can be told."""
    text, guessed = _decode(data)
    if _alien(text) > NO_TEXT * len(text[:SAMPLE]):
        raise ValueError("it is not text")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), guessed)


def _decode(data: bytes) -> Decoded:
    if (told := marked(data)) is not None:
        return Decoded(told, None)
    if b"\x00" in data[:SAMPLE]:
        return _wide(data)
    try:
        return Decoded(data.decode(), None)
    except UnicodeDecodeError:
        return _guess(data)


def _wide(data: bytes) -> Decoded:
    """Bytes with zeros among them: UTF-16 or UTF-32 without a mark, or no text."""
    for encoding in WIDE:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Read the wrong way round, Latin letters become rare signs of many scripts, and spaces none at all.
        if not _alien(text) and any(c in text[:SAMPLE] for c in " \n"):
            return Decoded(text, encoding)
    raise ValueError("it is not text")


def _guess(data: bytes) -> Decoded:
    from chardetng_py.shortcuts import detect  # type: ignore[import-untyped]

    encoding: str = detect(data[:SAMPLE])
    text = data.decode(encoding, "replace")
    if text.count("\ufffd") > NO_TEXT * len(text):
        raise ValueError("its encoding cannot be told; save it as UTF-8")
    return Decoded(text, encoding.lower())


def _alien(text: str) -> int:
    """How many characters of a sample cannot stand in a text: controls, unassigned ones, halves of others."""
    sample = text[:SAMPLE]
    alien = (c for c in set(sample) - set("\t\n\r\f\v\x1a\x1b\x85") if unicodedata.category(c) in ("Cc", "Cn", "Cs"))
    return sum(map(sample.count, alien))
