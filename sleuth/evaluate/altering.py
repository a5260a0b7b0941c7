"""Changing exactly one thing of a claim, so that what it cites no longer bears it out.

What is put in must not be true by accident: it stands nowhere on the page, save where that is what is wrong with it.
"""

import re
from random import Random
from typing import NamedTuple

from sleuth.evaluate.rewording import (
    AMOUNT,
    DAY_FIRST,
    MONTH_FIRST,
    ONES,
    SPOKEN,
    UNITS,
    YEAR,
    free,
    in_words,
    two_words,
)
from sleuth.values import plain

OTHERWISE = {
    **{unit: other for unit, (other, _) in UNITS.items()},
    "years": "months", "months": "years", "minutes": "hours", "hours": "minutes", "days": "weeks", "weeks": "days",
    "percent": "dollars", "sq km": "sq mi", "mph": "km/h", "km/h": "mph", "seconds": "minutes",
}  # fmt: skip
"""A unit, and one that is wrong in its place."""
MEASURED = re.compile(
    rf"{AMOUNT.pattern}(?P<gap>[ -])(?P<unit>{'|'.join(sorted(OTHERWISE, key=len, reverse=True))})\b"
)
MONEY = re.compile(r"(?<!\w)([$£€])(?=\d)")
NOT_HERE = re.compile(r"\b(?:not|never|no|n['’]t|neither|nor|without|none|cannot|failed|denied)\b", re.IGNORECASE)
SAYING = re.compile(r"\b(was|is|were|are|had been|has been|will be|can be)\b(?! (?:not|never|no)\b)")


NEAR = 0.12
"""How far a number that is put in lies at least from every number of the page, as a share of the greater."""


class Changed(NamedTuple):
    """A claim that says something else, and what was changed into what."""

    text: str
    before: str
    after: str


def other_number(claim: str, page: str, chance: Random) -> Changed | None:
    """Another number, far from every number of the page."""
    found = [m for m in free(AMOUNT.finditer(claim), claim) if not YEAR.fullmatch(m[1])]
    chance.shuffle(found)
    present = [float(m[0].replace(",", "")) for m in re.finditer(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?", page)]
    present += [float(n) for n in range(1, 100) if re.search(rf"\b{in_words(n)}\b", page, re.IGNORECASE)]
    for m in (*found, *free(SPOKEN.finditer(claim), claim)):
        digits = m[1][0].isdigit()
        value = float(m[1].replace(",", "")) if digits else float(ONES.split().index(m[1]))
        for _ in range(20):
            new = value * chance.uniform(1.2, 3) if chance.random() < 0.5 else value * chance.uniform(0.3, 0.8)
            places = len(m[1].partition(".")[2]) if digits else 0
            said = f"{new:,.{places}f}" if "," in m[1] or value >= 1e4 else f"{new:.{places}f}"
            number = float(said.replace(",", ""))
            if not digits:
                if not 2 <= number <= 99:
                    continue
                said = in_words(int(number))
            if number > 1 and all(abs(number - p) > NEAR * max(number, p) for p in present if p):
                return Changed(claim[: m.start(1)] + said + claim[m.end(1) :], m[1], said)
    return None


def other_date(claim: str, page: str, chance: Random) -> Changed | None:
    """Another year, or another day of it, that the page does not have."""
    full = [*DAY_FIRST.finditer(claim), *MONTH_FIRST.finditer(claim)]
    if full and chance.random() < 0.4:
        m = chance.choice(full)
        number = re.search(r"\b\d{1,2}\b", m[0])
        for _ in range(20):
            day = chance.randint(1, 28)
            if number and not re.search(rf"\b0?{day}\b", page):
                said = m[0][: number.start()] + str(day) + m[0][number.end() :]
                return Changed(claim[: m.start()] + said + claim[m.end() :], m[0], said)
    years = list(YEAR.finditer(claim))
    if not years:
        return None
    m = chance.choice(years)
    for _ in range(20):
        year = int(m[1]) + chance.choice((-1, 1)) * chance.randint(1, 40)
        near = {str(y) for y in (year, year % 100)}
        if (
            1000 < year < 2030
            and not any(re.search(rf"\b{y}\b", page) for y in near)
            and f"{year // 10}0s" not in page
        ):
            return Changed(claim[: m.start(1)] + str(year) + claim[m.end(1) :], m[1], str(year))
    return None


def other_name(claim: str, page: str, donors: tuple[tuple[str, str], ...], chance: Random) -> Changed | None:
    """Another name of one who is not on the page, whole or in one of its two words."""
    if not (found := two_words(claim)):
        return None
    m = chance.choice(found)
    body = plain(page)
    for _ in range(30):
        given, family = chance.choice(donors)
        way = chance.randrange(3)
        said = (f"{given} {m[2]}", f"{m[1]} {family}", f"{given} {family}")[way]
        new = plain((given, family, f"{given} {family}")[way]).split()
        if not any(f" {word}" in f" {body}" for word in new) and said != m[0]:
            return Changed(claim[: m.start()] + said + claim[m.end() :], m[0], said)
    return None


def other_unit(claim: str, page: str, chance: Random) -> Changed | None:
    """Another unit behind the same number."""
    found = free(MEASURED.finditer(claim), claim)
    if not found:
        if m := MONEY.search(claim):
            other = chance.choice([sign for sign in "$£€" if sign != m[1] and sign not in page])
            return Changed(claim[: m.start()] + other + claim[m.end() :], m[1], other) if other else None
        return None
    m = chance.choice(found)
    said = OTHERWISE[m["unit"]]
    before, after = m[0], f"{m[1]}{m['gap']}{said}"
    value = float(m[1].replace(",", ""))
    there = [float(other[1].replace(",", "")) for other in MEASURED.finditer(page) if other["unit"] == said]
    if not value or any(abs(value - other) <= NEAR * max(value, other) for other in there):
        return None
    return Changed(claim[: m.start()] + after + claim[m.end() :], before, after)


def denied(claim: str, _: Random) -> Changed | None:
    """The opposite: a "not" more, or one less."""
    if m := re.search(r"\b(was|is|were|are|did|has|had|could|can|would) (not|never)\b", claim):
        return Changed(claim[: m.start()] + m[1] + claim[m.end() :], m[0], m[1])
    if NOT_HERE.search(claim) or not (m := SAYING.search(claim)):
        return None
    first, *rest = m[1].split()
    said = " ".join((first, "not", *rest))
    return Changed(claim[: m.start()] + said + claim[m.end() :], m[1], said)


def swapped(claim: str, rest: str, chance: Random) -> Changed | None:
    """Another person of the same page."""
    found = two_words(claim)
    others = [m[0] for m in two_words(rest) if m[0] not in claim]
    if not found or not others:
        return None
    m, other = chance.choice(found), chance.choice(others)
    if {*plain(m[0]).split()} & {*plain(other).split()}:
        return None
    return Changed(claim[: m.start()] + other + claim[m.end() :], m[0], other)


def other_figure(claim: str, quote: str, page: str, chance: Random) -> Changed | None:
    """A figure of the same page that is not in the words quoted."""
    for pattern in chance.sample((YEAR, AMOUNT), 2):
        mine = [m for m in pattern.finditer(claim) if (pattern is YEAR) == bool(YEAR.fullmatch(m[1]))]
        rest = page.replace(quote, " ")
        others = sorted({m[1] for m in pattern.finditer(rest) if (pattern is YEAR) == bool(YEAR.fullmatch(m[1]))})
        others = [o for o in others if not re.search(rf"(?<!\d){re.escape(o)}(?!\d)", quote + claim)]
        if mine and others:
            m, other = chance.choice(mine), chance.choice(others)
            return Changed(claim[: m.start(1)] + other + claim[m.end(1) :], m[1], other)
    return None


def misquoted(quote: str, chance: Random) -> str | None:
    """A quote of which several words are others."""
    words = quote.split()
    places = [i for i, w in enumerate(words) if len(w) > 3 and w.isalpha() and w.islower()]
    if len(places) < 6:
        return None
    donors = chance.sample(
        [
            "harbour",
            "granite",
            "quietly",
            "merchant",
            "seldom",
            "copper",
            "orchard",
            "restored",
            "lantern",
            "council",
        ],
        5,
    )
    for place, donor in zip(chance.sample(places, 5), donors, strict=True):
        words[place] = donor
    return " ".join(words)
