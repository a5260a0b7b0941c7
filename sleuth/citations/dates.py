"""The dates of a text, with where they stand, and which date is covered by which.

Whatever `values.parse_date` reads is read here too; beyond it decades, eras, days without a year, ranges, and figures
alone, of which an ambiguous one ("03/04/1931") has two readings.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sleuth.values import MONTH, MONTHS


class When(NamedTuple):
    """A date as far as it is told; an unknown part is None."""

    year: int | None
    """Negative before Christ."""
    month: int | None = None
    day: int | None = None
    decade: bool = False
    """Whether the ten years from `year` on are meant."""


class Dated(NamedTuple):
    """A date that a text mentions."""

    start: int
    end: int
    text: str
    readings: tuple[When, ...]
    """What it may mean: more than one where day and month could change places."""


_DAY = r"(?P<day>[0-3]?\d)(?:\s?(?:st|nd|rd|th))?\.?"
_MONTH = MONTH.replace("(", "(?P<month>", 1)
_YEAR = r"(?P<year>\d{3,4})(?![\d%]|[.,]\d)"
_ERA = r"(?:\s*(?P<era>b\.?\s?c\.?(?:\s?e\.?)?|a\.?\s?d\.?|c\.?\s?e\.?)(?![\w]))"
_UNTIL = r"\s*(?:[-–—/&]|to|and|or|until)\s*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?(?=\D|$)(?!-\d)",
        r"(?<!\d)(?P<year>\d{4})[/.](?P<month>\d{1,2})[/.](?P<day>\d{1,2})(?!\d)",
        r"(?P<year>\d{4})\s?年(?:\s?(?P<month>\d{1,2})\s?月(?:\s?(?P<day>\d{1,2})\s?日)?)?",
        rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}(?:,|\s+of)?\s+(?P<year>\d{{1,4}})(?!\d){_ERA}",
        rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}\s*(?:,|\s+of)?\s*\b{_YEAR}",
        rf"\b{_MONTH}\s+(?P<first>[0-3]?\d){_UNTIL}{_DAY}\s*,?\s*\b{_YEAR}",
        rf"\b{_MONTH}\s+{_DAY}\s*,?\s*\b{_YEAR}",
        rf"\b{_MONTH}\s*(?:,|\s+of)?\s*\b(?P<year>\d{{4}})(?!\d|[.,]\d)",
        r"(?<![\d.,/])(?P<a>\d{1,2})(?P<sign>[./])(?P<b>\d{1,2})(?P=sign)(?P<year>\d{4})(?!\d)",
        rf"\b{_DAY}(?:\s+of)?\s+{_MONTH}(?!\s+\d)",
        rf"\b{_MONTH}\s+{_DAY}(?![\d,.]*\d)",
        r"\b(?P<year>1\d\d0|20\d0)['’]?(?P<decade>s)\b",
        rf"(?<![\d.,])(?P<year>\d{{1,4}}){_ERA}",
        r"\ba\.?\s?d\.?\s+(?P<year>\d{1,4})(?!\d)",
        r"(?<![\d.,$€£¥#-])(?P<year>1\d{3}|20\d{2})(?![\d%]|[.,]\d|['’]?s\b)",
        r"(?<=[\d\0]{4}[-–—/])(?P<year>1\d{3}|20\d{2})(?![\d%]|[.,]\d)",
    )
)
_SHORT = re.compile(r"[-–—/](?P<short>\d{2})(?![\d%]|[.,]\d|-\d)")
"""The end of "1904–10"."""
_OPEN = re.compile(
    rf"(?<![\d.,])(?P<day>[0-3]?\d)(?:st|nd|rd|th)?{_UNTIL}$|\b(?P<month>{MONTH}){_UNTIL}$", re.IGNORECASE
)
"""What stands before "5 March 1931" or "April 1931" where a range ends there."""


@lru_cache(maxsize=256)
def dates(text: str) -> tuple[Dated, ...]:
    """The dates of a text in their order, none within another.

    >>> [d.readings[0] for d in dates("Built 1904–10, opened on 3rd March 1911, in the 1930s closed.")][:2]
    [When(year=1904, month=None, day=None, decade=False), When(year=1910, month=None, day=None, decade=False)]
    """
    found: list[Dated] = []
    free = text
    for form in _FORMS:
        for m in form.finditer(free):
            readings = tuple(_read(m))
            # Both days of "March 3–5, 1931" are meant; of "03/04/1931" one, and it is not known which.
            for meant in ((r,) for r in readings) if "first" in m.re.groupindex else (readings,) if readings else ():
                # The full stop of "on 17 September." is the sentence's, that of "44 B.C." its own.
                end = m.end() - (m[0].endswith(".") and not m.groupdict().get("era"))
                found.append(Dated(m.start(), end, text[m.start() : end], meant))
        # What has been read is no part of another date: blanked out, so that the offsets stay.
        free = _blanked(free, found)
    found.sort()
    return tuple(sorted((*found, *_opened(text, found), *_shortened(text, found))))


def covers(claimed: When, said: When) -> bool:
    """Whether a date that is said carries one that is claimed: the same, or a finer one.

    >>> covers(When(1931), When(1931, 3, 3)), covers(When(1931, 3, 3), When(1931))
    (True, False)
    """
    if claimed.decade or said.decade:
        if not claimed.decade or claimed.year is None or said.year is None:
            return False
        return claimed.year // 10 == said.year // 10
    return all(c is None or c == s for c, s in zip(claimed[:3], said[:3], strict=True))


def _blanked(text: str, found: list[Dated]) -> str:
    signs = list(text)
    for dated in found:
        signs[dated.start : dated.end] = "\0" * (dated.end - dated.start)
    return "".join(signs)


def _read(m: re.Match[str]) -> Iterator[When]:
    told = m.groupdict()
    if (year := told.get("year")) is not None:
        number = int(year)
        if re.match(r"b", (told.get("era") or "").strip(), re.IGNORECASE):
            number = -number
    if told.get("a"):
        first, second = int(told["a"]), int(told["b"])
        # Day first as most of the world writes it; a slash may also be American.
        orders = [(second, first)] + ([(first, second)] if told["sign"] == "/" and first != second else [])
        yield from (When(number, month, day) for month, day in orders if 1 <= month <= 12 and 1 <= day <= 31)
        return
    month = told.get("month")
    if "first" in told and month and 1 <= int(told["first"]) <= 31:
        yield When(number, _month(month), int(told["first"]))
    read = None if month is None else int(month) if month.isdigit() else _month(month)
    day = int(told["day"]) if told.get("day") else None
    if (read is not None and not 1 <= read <= 12) or (day is not None and not 1 <= day <= 31):
        return
    yield When(number if year is not None else None, read, day, bool(told.get("decade")))
    if year and month and read and day is None and month.isdigit() and read > number % 100:
        yield When(number)  # "1904-05" may be a season


def _opened(text: str, found: list[Dated]) -> Iterator[Dated]:
    """The beginnings of "3–5 March 1931", "March to April 1931", "March 3 – 5, 1931" and "490–480 BC"."""
    for dated in found:
        when = dated.readings[0]
        before = text[max(0, dated.start - 30) : dated.start]
        if m := _OPEN.search(before):
            start = max(0, dated.start - 30) + m.start()
            if any(d.start < dated.start and d.end > start for d in found):
                continue
            if m["day"] and when.day and 1 <= int(m["day"]) <= 31:
                yield Dated(start, start + len(m["day"]), m["day"], (when._replace(day=int(m["day"])),))
            elif m["month"] and when.month and when.day is None:
                yield Dated(start, start + len(m["month"]), m["month"], (when._replace(month=_month(m["month"])),))
        if (when.year or 0) < 0 and (m := re.search(rf"(?<![\d.,])(\d{{1,4}}){_UNTIL}$", before)):
            start = max(0, dated.start - 30) + m.start()
            if not any(d.start < dated.start and d.end > start for d in found):
                yield Dated(start, start + len(m[1]), m[1], (When(-int(m[1])),))


def _shortened(text: str, found: list[Dated]) -> Iterator[Dated]:
    for dated in found:
        year = dated.readings[0].year
        m = _SHORT.match(text, dated.end)
        if m and year and year > 999 and dated.readings[0].month is None and int(m["short"]) > year % 100:
            yield Dated(m.start("short"), m.end(), m["short"], (When(year // 100 * 100 + int(m["short"])),))


def _month(name: str) -> int:
    return next(i for i, m in enumerate(MONTHS, start=1) if m.startswith(name.lower()[:3]))
