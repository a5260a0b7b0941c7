"""Byte-order marks, by which a text says itself how it is encoded (Unicode Standard, 23.8)."""

import codecs

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Of those that begin alike the longer first."""


def marked(data: bytes) -> str | None:
    """The text behind a byte-order mark, faulty bytes replaced; None where there is no mark."""
    found = next(((mark, encoding) for mark, encoding in MARKS if data.startswith(mark)), None)
    return data[len(found[0]) :].decode(found[1], "replace") if found else None
