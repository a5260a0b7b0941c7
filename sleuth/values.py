"""Values as code compares them: names, dates, numbers.

Small models err at comparing; so dates, sameness and size are decided here. Every function answers None when
the two values cannot be compared, which is not the same as equal.
"""

import re
import unicodedata
from datetime import date
from functools import lru_cache
from typing import NamedTuple

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
MONTH = "(" + "|".join((*MONTHS, "sept", *(n[:3] for n in MONTHS))) + r")\b\.?"
"""A month by its name or as it is shortened."""

DEMONYMS = {
    "american": "united states", "us": "united states", "usa": "united states", "u s": "united states",
    "united states of america": "united states", "british": "united kingdom", "uk": "united kingdom",
    "english": "england", "scottish": "scotland", "welsh": "wales", "irish": "ireland", "french": "france",
    "german": "germany", "italian": "italy", "spanish": "spain", "portuguese": "portugal", "dutch": "netherlands",
    "belgian": "belgium", "swiss": "switzerland", "austrian": "austria", "hungarian": "hungary", "polish": "poland",
    "czech": "czech republic", "russian": "russia", "ukrainian": "ukraine", "swedish": "sweden",
    "norwegian": "norway", "danish": "denmark", "finnish": "finland", "icelandic": "iceland", "greek": "greece",
    "turkish": "turkey", "israeli": "israel", "iranian": "iran", "indian": "india", "pakistani": "pakistan",
    "chinese": "china", "japanese": "japan", "korean": "korea", "south korean": "south korea",
    "australian": "australia", "canadian": "canada", "mexican": "mexico", "brazilian": "brazil",
    "argentine": "argentina", "argentinian": "argentina", "chilean": "chile", "cuban": "cuba",
    "egyptian": "egypt", "south african": "south africa", "nigerian": "nigeria", "romanian": "romania",
    "bulgarian": "bulgaria", "serbian": "serbia", "croatian": "croatia", "philippine": "philippines",
    "filipino": "philippines", "thai": "thailand", "vietnamese": "vietnam", "indonesian": "indonesia",
}  # fmt: skip
"""Words for belonging to a country, so that "American" and "United States" are the same."""


class PartialDate(NamedTuple):
    """A date known to the year, the month or the day; an unknown part is None."""

    year: int
    month: int | None = None
    day: int | None = None


_PLAIN_ASCII = "".join(chr(c).lower() if chr(c).isalnum() else " " for c in range(128))


UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""A sign of a script that leaves no space between words: Thai, Lao, Burmese, Khmer, kana, Chinese characters."""


def plain(text: str) -> str:
    """Lower case, no accents, no punctuation, single spaces: the form in which names are compared.

    Where a script leaves no space between words, each sign is one.

    >>> plain("Bogotá, D.C."), plain("北京 is Beijing")
    ('bogota d c', '北 京 is beijing')
    """
    if text.isascii():
        # The same in a twentieth of the time: every passage of a large collection is read through here.
        return " ".join(text.translate(_PLAIN_ASCII).split())
    bare = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c))
    return " ".join(UNSPACED.sub(r" \g<0> ", kept).split())


def stands(value: str, text: str) -> bool:
    """Whether a value stands in a text, as whole words and whatever the spelling."""
    return f" {plain(value)} " in f" {plain(text)} "


def words(text: str) -> frozenset[str]:
    """The plain words of a text."""
    return frozenset(plain(text).split())


def parse_date(text: str) -> PartialDate | None:
    """Read a date as encyclopedias and logs write it; None when there is none.

    >>> parse_date("14 January 1987")
    PartialDate(year=1987, month=1, day=14)
    >>> parse_date("c. 490 BC").year
    -490
    """
    low = text.lower()
    if m := re.search(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b", low):
        return PartialDate(int(m[1]), int(m[2]), int(m[3]) if m[3] else None)
    if m := re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\s+" + MONTH + r",?\s+(\d{3,4})\b", low):
        return PartialDate(int(m[3]), _month(m[2]), int(m[1]))
    if m := re.search(r"\b" + MONTH + r"\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{3,4})\b", low):
        return PartialDate(int(m[3]), _month(m[1]), int(m[2]))
    if m := re.search(r"\b" + MONTH + r",?\s+(\d{4})\b", low):
        return PartialDate(int(m[2]), _month(m[1]))
    if m := re.search(r"\b(\d{1,4})\s*(bc|bce)\b", low):
        return PartialDate(-int(m[1]))
    if m := re.search(r"\b(\d{3,4})\b", low):
        return PartialDate(int(m[1]))
    return None


def _month(name: str) -> int:
    return next(i for i, m in enumerate(MONTHS, start=1) if m.startswith(name[:3]))


def number(text: str) -> float | None:
    """The first number of a text, thousands separators and million/billion read; None when there is none."""
    m = re.search(r"-?\d[\d,  ]*(?:\.\d+)?", text)
    if not m:
        return None
    value = float(re.sub(r"[,  ]", "", m[0]))
    scale = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
    word = re.match(r"\s*(thousand|million|billion|trillion)", text[m.end() :].lower())
    return value * scale[word[1]] if word else value


def same(a: str, b: str) -> bool:
    """Whether two values mean the same: spelling, accents, order of date parts, precision and demonyms apart.

    A value that contains the other as whole words is a refinement of it, hence the same.
    """
    x, y = plain(a), plain(b)
    x, y = DEMONYMS.get(x, x), DEMONYMS.get(y, y)
    if x == y:
        return True
    if not x or not y:
        return False
    if is_date(a) and is_date(b):
        return _compatible(parse_date(a), parse_date(b))
    if (agree := _measure_alike(a, b)) is not None:
        return agree
    return f" {x} " in f" {y} " or f" {y} " in f" {x} "


ABOUT = re.compile(
    r"^(about|around|almost|nearly|some|roughly|approximately|over|more than|less than|under|c\.|ca\.)\s*"
)
ROUGHLY = 0.1
"""How far a value given as "about" may lie from the exact one, as a share of it."""

UNITS = {
    "km": ("length", 1000.0), "kilometre": ("length", 1000.0), "kilometer": ("length", 1000.0),
    "m": ("length", 1.0), "metre": ("length", 1.0), "meter": ("length", 1.0), "cm": ("length", 0.01),
    "centimetre": ("length", 0.01), "centimeter": ("length", 0.01), "mile": ("length", 1609.344),
    "mi": ("length", 1609.344), "ft": ("length", 0.3048), "foot": ("length", 0.3048), "feet": ("length", 0.3048),
    "yard": ("length", 0.9144), "inch": ("length", 0.0254), "kg": ("mass", 1.0), "kilogram": ("mass", 1.0),
    "g": ("mass", 0.001), "gram": ("mass", 0.001), "t": ("mass", 1000.0), "tonne": ("mass", 1000.0),
    "ton": ("mass", 1000.0), "lb": ("mass", 0.45359237), "pound": ("mass", 0.45359237),
    "ha": ("area", 1e4), "hectare": ("area", 1e4), "acre": ("area", 4046.8564224),
}  # fmt: skip
"""Units that encyclopedias give one measure in: what is measured, and how much it is in SI."""


class _Measure(NamedTuple):
    number: float
    unit: tuple[str, float] | None
    step: float
    """The place value of the last printed digit, in the unit."""
    rough: bool


@lru_cache(maxsize=4096)  # each number of a slot is held against every other
def _measure(text: str) -> _Measure | None:
    low = text.strip().lower()
    bare = ABOUT.sub("", low)
    value = number(bare)
    if value is None or not bare[:1].isdigit():
        return None
    decimals = re.match(r"[\d, \u00a0]*\.(\d+)", bare)
    m = re.match(r"[\d,.\s\u00a0]+([a-z]+)", bare)
    word = m[1] if m else ""
    unit = UNITS.get(word) or UNITS.get(word.removesuffix("s"))
    return _Measure(value, unit, 10.0 ** -len(decimals[1]) if decimals else 1.0, bare != low)


def _measure_alike(a: str, b: str) -> bool | None:
    """Whether two numbers with units give one measure; None when either is no number.

    In one unit they must be equal; across units they must agree to within half of the last printed digit; and what
    is said to be "about" so much may be off by a tenth.
    """
    x, y = _measure(a), _measure(b)
    if x is None or y is None:
        return None
    if x.unit and y.unit and x.unit[0] != y.unit[0]:
        return False
    p, q = (m.unit[1] if x.unit and y.unit and m.unit else 1.0 for m in (x, y))
    apart = abs(x.number * p - y.number * q)
    if x.rough or y.rough:
        return apart <= ROUGHLY * max(abs(x.number * p), abs(y.number * q))
    return apart == 0 if p == q else apart <= max(x.step * p, y.step * q) / 2


def is_date(text: str) -> bool:
    """Whether a value is a date by itself: a bare year, or a month with a year."""
    return bool(re.fullmatch(r"\d{4}", text.strip())) or bool(
        re.search(r"\b" + MONTH, text.lower()) and parse_date(text)
    )


def _compatible(a: PartialDate | None, b: PartialDate | None) -> bool:
    return bool(a and b) and all(p == q for p, q in zip(a, b, strict=True) if p is not None and q is not None)  # type: ignore[arg-type]


def earlier(a: str, b: str) -> bool | None:
    """Whether date a lies before date b; None when either is no date or precision does not decide."""
    x, y = parse_date(a), parse_date(b)
    if x is None or y is None:
        return None
    for p, q in zip(x, y, strict=True):
        if p is None or q is None:
            return None
        if p != q:
            return p < q
    return None


def more(a: str, b: str) -> bool | None:
    """Whether number a is greater than number b; None when either is no number or they are equal."""
    x, y = number(a), number(b)
    return None if x is None or y is None or x == y else x > y


def longer(left: list[str], right: list[str]) -> bool | None:
    """Whether the first pair of dates spans more time than the second; lone values compare as numbers."""
    if len(left) < 2 or len(right) < 2:
        return more(left[-1], right[-1])
    spans = [_days(pair[0], pair[-1]) for pair in (left, right)]
    return None if spans[0] is None or spans[1] is None or spans[0] == spans[1] else spans[0] > spans[1]


def _days(start: str, end: str) -> int | None:
    x, y = parse_date(start), parse_date(end)
    if x is None or y is None or x.year < 1 or y.year < 1:
        return None
    try:
        return (date(y.year, y.month or 7, y.day or 1) - date(x.year, x.month or 7, x.day or 1)).days
    except ValueError:  # a page may print a 31 June
        return None
