"""The numbers of a text with their units and where they stand, and which number is covered by which.

Digits with their separators, percent, money, "1.2 million", numbers in words (English; read by text2num), ordinals,
ranges. A measure may be given in another unit: then it has to agree to within half of its last printed digit.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from text_to_num import alpha2digit  # type: ignore[import-untyped]

from sleuth.search.local.corpus import STOP
from sleuth.values import ROUGHLY, UNITS

Sense = Literal["exact", "about", "over", "under"]


class Unit(NamedTuple):
    """What a number counts."""

    kind: str
    factor: float = 1.0
    """How much one is in the unit of its kind that all are compared in."""
    zero: float = 0.0
    """Where its scale begins, in that unit."""


class Figure(NamedTuple):
    """A number that a text mentions."""

    start: int
    end: int
    text: str
    value: float
    step: float
    """The place value of its last printed digit."""
    unit: Unit | None = None
    ordinal: bool = False
    sense: Sense = "exact"
    counting: bool = False
    """Whether a word follows that it counts, and that is no unit: "two sons"."""

    @property
    def amount(self) -> float:
        """How much it is, whatever the unit."""
        return self.value * self.unit.factor + self.unit.zero if self.unit else self.value


SCALES = {
    "dozen": 12.0, "hundred": 1e2, "thousand": 1e3, "lakh": 1e5, "million": 1e6, "mn": 1e6, "crore": 1e7,
    "billion": 1e9, "bn": 1e9, "trillion": 1e12,
}  # fmt: skip
SPEED, TIME = "speed", "time"
MEASURES: dict[str, Unit] = {
    **{name: Unit(kind, factor) for name, (kind, factor) in UNITS.items()},
    "millimetre": Unit("length", 0.001), "millimeter": Unit("length", 0.001), "mm": Unit("length", 0.001),
    "yd": Unit("length", 0.9144), "inches": Unit("length", 0.0254), "nautical mile": Unit("length", 1852.0),
    "lbs": Unit("mass", 0.45359237), "ounce": Unit("mass", 0.028349523125), "oz": Unit("mass", 0.028349523125),
    "km/h": Unit(SPEED, 1 / 3.6), "kph": Unit(SPEED, 1 / 3.6), "mph": Unit(SPEED, 0.44704),
    "miles per hour": Unit(SPEED, 0.44704), "kilometres per hour": Unit(SPEED, 1 / 3.6),
    "kilometers per hour": Unit(SPEED, 1 / 3.6), "knot": Unit(SPEED, 0.514444), "m/s": Unit(SPEED, 1.0),
    "°c": Unit("temperature", 1.0, 273.15), "°f": Unit("temperature", 5 / 9, 459.67 * 5 / 9),
    "second": Unit(TIME, 1.0), "minute": Unit(TIME, 60.0), "min": Unit(TIME, 60.0), "hour": Unit(TIME, 3600.0),
    "day": Unit(TIME, 86400.0), "week": Unit(TIME, 604800.0), "month": Unit("months", 1.0),
    "year": Unit("months", 12.0), "decade": Unit("months", 120.0),
    "litre": Unit("volume", 1.0), "liter": Unit("volume", 1.0), "gallon": Unit("gallon"),
    "kw": Unit("power", 1e3), "mw": Unit("power", 1e6), "gw": Unit("power", 1e9), "hp": Unit("horsepower"),
    "%": Unit("percent"), "percent": Unit("percent"), "per cent": Unit("percent"),
    "percentage point": Unit("percent"),
    "dollar": Unit("$"), "us dollar": Unit("$"), "usd": Unit("$"), "euro": Unit("€"), "eur": Unit("€"),
    "pounds sterling": Unit("£"), "gbp": Unit("£"), "yen": Unit("¥"), "rupee": Unit("₹"), "franc": Unit("franc"),
    "rouble": Unit("rouble"), "ruble": Unit("rouble"),
}  # fmt: skip
"""The units that are told apart; whatever else is counted goes by its number alone."""

_WORDS = "|".join(re.escape(name) for name in sorted(MEASURES, key=len, reverse=True))
_UNIT = re.compile(
    rf"[\s\u00a0-]{{0,2}}(?P<square>(?:sq\.?|square)[\s\u00a0-])?(?P<unit>{_WORDS})(?:e?s)?(?P<power>[²2])?(?![\w/])"
    r"|[\s\u00a0]?(?P<sign>%)",
    re.IGNORECASE,
)
_FEET = re.compile(
    r"(?P<feet>\d+)[\s\u00a0-]?(?:ft|feet|foot|′|')[\s\u00a0,-]?(?P<inches>\d+(?:\.\d+)?)[\s\u00a0-]?(?:in(?:ch(?:es)?)?\b|″|\")",
    re.IGNORECASE,
)
_MONEY = re.compile(r"(?:US|A|C|NZ|HK)?(?P<money>[$€£¥₹])\s?$|\b(?P<code>USD|EUR|GBP)\s?$")
_SCALE = re.compile(rf"[\s\u00a0-]?(?P<scale>{'|'.join(SCALES)})s?\b", re.IGNORECASE)
_DIGITS = re.compile(
    r"(?<![\w.,])(?P<minus>(?<![\d\w])[-−](?=\d))?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?!\d)|\d{1,3}(?:\.\d{3}){2,}|\d+)"
    r"(?P<part>[.]\d+|,\d{1,2}(?![\d,]))?(?P<th>(?i:st|nd|rd|th)\b)?(?![\d])"
    r"|(?<=[A-Za-z$€£¥₹(/+×x–—-])(?P<inner>\d{1,3}(?:,\d{3})+|\d+)(?P<innerpart>\.\d+)?(?P<innerth>(?i:st|nd|rd|th)\b)?(?!\d)"
)
_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NTH = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth "
    "eightieth ninetieth hundredth thousandth"
)
_NAMED = "|".join(f"{_ONES} {_TENS} {_NTH} hundred thousand million billion".split())
_SPELT = re.compile(
    rf"\b(?:a[ -](?=hundred|thousand|million|billion))?(?:{_NAMED})(?:(?:-|\s+and\s+|\s+)(?:{_NAMED}))*\b",
    re.IGNORECASE,
)
_HALF = re.compile(
    rf"\bhalf an?\s+(?P<scale>{'|'.join(SCALES)})\b"
    rf"|\b(?P<n>{_NAMED}|\d+) and a half\s+(?P<scales>{'|'.join(SCALES)})\b",
    re.IGNORECASE,
)
_SENSES: tuple[tuple[Sense, re.Pattern[str]], ...] = (
    ("about", re.compile(r"\b(?:about|around|almost|nearly|some|roughly|approximately|circa|c\.|ca\.)\s*$", re.I)),
    ("over", re.compile(r"\b(?:over|(?:more|greater) than|at least|above|exceed\w*)\s*$", re.IGNORECASE)),
    ("under", re.compile(r"\b(?:under|(?:less|fewer) than|at most|up to|below)\s*$", re.IGNORECASE)),
)
_COUNTED = re.compile(r"[\s-]+([a-z]{2,})")
_BETWEEN = re.compile(r"\s*(?:[-–—×x/]|to|and|or|by)\s*(?:[$€£¥₹]\s?)?", re.IGNORECASE)
CLOSE = 0.05
"""Most by which a number may be rounded in a claim, as a share of it: 2.4 is not 2."""


@lru_cache(maxsize=256)
def figures(text: str, taken: tuple[tuple[int, int], ...] = ()) -> tuple[Figure, ...]:
    """The numbers of a text in their order, apart from stretches that are taken (its dates).

    >>> [(f.text, f.value) for f in figures("Two hundred and five of 1.2 million people, 3%.")]
    [('Two hundred and five', 205.0), ('1.2 million', 1200000.0), ('3%', 3.0)]
    """
    held = bytearray(len(text))
    for start, end in taken:
        held[start:end] = b"1" * (end - start)
    found: list[Figure] = []
    for reading in (_feet, _halves, _digits, _spelt):
        free = [figure for figure in reading(text) if not any(held[figure.start : figure.end])]
        for figure in free:
            held[figure.start : figure.end] = b"1" * (figure.end - figure.start)
        found += free
    return tuple(_shared(text, sorted(found)))


def covers(claimed: Figure, said: Figure) -> bool:
    """Whether a number that is said carries one that is claimed.

    The same number in the same unit; or in another unit, to within half of the last printed digit; or a rounder one
    in the claim than in what is said, never the reverse; or within what "about", "over" or "under" allow.
    """
    if claimed.ordinal != said.ordinal:
        return False
    if claimed.unit and (said.unit.kind != claimed.unit.kind if said.unit else said.counting):
        return False
    both = claimed.unit is not None and said.unit is not None
    factors = [f.unit.factor if both and f.unit else 1.0 for f in (claimed, said)]
    want, have = (claimed.amount, said.amount) if both else (claimed.value, said.value)
    apart = abs(want - have)
    if apart <= 1e-9 * max(1.0, abs(want)):
        return True
    steps = [f.step * factor for f, factor in zip((claimed, said), factors, strict=True)]
    if both and claimed.unit != said.unit:
        close = apart <= max(steps) / 2 * (1 + 1e-9) and apart <= ROUGHLY * abs(have)
    else:
        close = steps[0] > steps[1] and apart <= steps[0] / 2 * (1 + 1e-9) and apart <= CLOSE * abs(have)
    return close or _allowed(claimed.sense, want, have)


def _allowed(sense: Sense, want: float, have: float) -> bool:
    """Whether "about", "over" or "under" so much may be said of what there is."""
    match sense:
        case "about":
            return abs(want - have) <= ROUGHLY * abs(have)
        case "over":
            return want < have <= want * (1 + ROUGHLY)
        case "under":
            return want * (1 - ROUGHLY) <= have < want
        case "exact":
            return False


def _feet(text: str) -> Iterator[Figure]:
    for m in _FEET.finditer(text):
        metres = int(m["feet"]) * 0.3048 + float(m["inches"]) * 0.0254
        yield Figure(m.start(), m.end(), m[0], metres, 0.0254, Unit("length"))


def _halves(text: str) -> Iterator[Figure]:
    for m in _HALF.finditer(text):
        scale = SCALES[(m["scale"] or m["scales"]).lower()]
        whole = 0.0 if m["n"] is None else float(_in_digits(m["n"]))
        yield _finished(text, m.start(), m.end(), (whole + 0.5) * scale, scale / 10)


def _digits(text: str) -> Iterator[Figure]:
    for m in _DIGITS.finditer(text):
        whole = re.sub(r"\D", "", m["whole"] or m["inner"])
        part = re.sub(r"\D", "", m["part"] or m["innerpart"] or "")
        if len(whole) > 15:
            continue
        value = float(f"{whole}.{part or 0}") * (-1 if m["minus"] else 1)
        step = 10.0 ** -len(part)
        if m["th"] or m["innerth"]:
            yield Figure(m.start(), m.end(), m[0], value, step, ordinal=True)
            continue
        end = m.end()
        if scale := _SCALE.match(text, end):
            factor = SCALES[scale["scale"].lower()]
            value, step, end = value * factor, step * factor, scale.end()
        yield _finished(text, m.start(), end, value, step)


def _spelt(text: str) -> Iterator[Figure]:
    for m in _SPELT.finditer(text):
        read = re.findall(r"(\d+(?:\.\d+)?)(st|nd|rd|th|s)?", _in_digits(m[0]))
        numbers = [float(number) for number, _ in read]
        if len(read) == 2 and 10 <= numbers[0] <= 20 and 10 <= numbers[1] <= 99 and not read[0][1]:
            # "nineteen eighty-four"
            yield _finished(text, m.start(), m.end(), numbers[0] * 100 + numbers[1], 1.0)
            continue
        for number, (_, th) in zip(numbers, read, strict=True):
            if th:
                yield Figure(m.start(), m.end(), m[0], number, 1.0, ordinal=True)
            elif len(read) > 1 or number != 1:  # "one of them" is no figure
                scale = _SCALE.match(text, m.end())
                factor = SCALES[scale["scale"].lower()] if scale else 1.0
                yield _finished(text, m.start(), scale.end() if scale else m.end(), number * factor, factor)


def _in_digits(words: str) -> str:
    return str(alpha2digit(" ".join(words.lower().removeprefix("a ").split()), "en", threshold=0))


def _finished(text: str, start: int, end: int, value: float, step: float) -> Figure:
    """A number with the unit behind it, the sign of money before it, and the sense that it is given in."""
    unit = None
    if (money := _MONEY.search(text[max(0, start - 5) : start])) is not None:
        unit = Unit(money["money"]) if money["money"] else MEASURES[money["code"].lower()]
        start -= len(money[0])
        if text[end : end + 1] in ("m", "M") and not text[end + 1 : end + 2].isalnum():
            value, step, end = value * 1e6, step * 1e6, end + 1
    elif (m := _UNIT.match(text, end)) and not (m["unit"] and len(m["unit"]) > 2 and m["unit"].istitle()):
        # "3 Second Street" is no time.
        unit, end = _unit(m), m.end()
    before = text[max(0, start - 20) : start]
    sense: Sense = next((sense for sense, form in _SENSES if form.search(before)), "exact")
    counted = _COUNTED.match(text, end)
    counting = unit is None and counted is not None and counted[1] not in STOP
    return Figure(start, end, text[start:end], value, step, unit, False, sense, counting)


def _unit(m: re.Match[str]) -> Unit | None:
    if m["sign"]:
        return MEASURES["%"]
    unit = MEASURES[m["unit"].lower()]
    if m["square"] or m["power"]:
        return Unit("area", unit.factor**2) if unit.kind == "length" else None
    return unit


def _shared(text: str, found: Sequence[Figure]) -> Iterator[Figure]:
    """The same where the first of two numbers has what is said behind the second: "200 to 301 metres"."""
    for figure, after in zip(found, (*found, None)[1:], strict=True):
        between = after and _BETWEEN.fullmatch(text, figure.end, after.start)
        if after and between and figure.unit is None and after.unit and not figure.ordinal:
            scale = 1.0
            if re.fullmatch(r"\s*(?:[-–—]|to)\D*", between[0]) and figure.value < 1000 <= after.value:
                # "1.2 to 1.5 million km"
                scale = next((s for s in SCALES.values() if s >= 1000 and f"{after.value / s:g}" in after.text), 1.0)
            yield figure._replace(unit=after.unit, value=figure.value * scale, step=figure.step * scale)
        else:
            yield figure
