"""Titles and dates as files give them for themselves, without what programs leave there."""

import re

LONGEST = 200
"""Characters of the longest title."""
BY_PROGRAM = re.compile(
    r"untitled.*|\S+\.\w{2,5}|(document|book|sheet|slide|title|(powerpoint )?presentation) ?\d*|\W*",
    re.IGNORECASE,
)
"""What no person wrote for a title: a file's name, a program's first guess, nothing."""


def own_title(said: str | None) -> str | None:
    """A title as the file gives it; None for what a program put there.

    >>> own_title("Microsoft Word - The harbour")
    'The harbour'
    >>> own_title("report_v2.docx") is None
    True
    """
    title = " ".join(re.sub(r"^Microsoft (Word|PowerPoint) - ", "", said or "").split())
    return None if BY_PROGRAM.fullmatch(title) else title[:LONGEST]


def day(said: str | None) -> str | None:
    """The ISO day of a moment as PDF, office and e-book files write it; None for anything else.

    >>> day("D:20190401100000Z"), day("2019-04-01T10:00:00Z"), day("April")
    ('2019-04-01', '2019-04-01', None)
    """
    found = re.match(r"(?:D:)?((?:19|20)\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])", said or "")
    return "-".join(found.groups()) if found else None
