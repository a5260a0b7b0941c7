"""Saying a sentence otherwise by rule, so that it stays true.

The rules read texts with patterns of their own, so that what is measured is not what made the measure.
"""

import re
from collections.abc import Callable, Iterable
from random import Random

from sleuth.search.local.corpus import STOP
from sleuth.values import MONTHS, plain

MONTH = "|".join(name.capitalize() for name in MONTHS)
SHORT = "|".join(name[:3].capitalize() for name in MONTHS if name != "may") + "|Sept"
DAY_FIRST = re.compile(rf"\b(\d{{1,2}}) ({MONTH}),? (\d{{4}})\b")
MONTH_FIRST = re.compile(rf"\b({MONTH}) (\d{{1,2}}) ?, ?(\d{{4}})\b")
YEAR = re.compile(
    r"(?<![\d.,$£€-])\b(1[4-9]\d\d|20[0-2]\d)\b(?![\d%]|[.,]\d|-|s\b| (?:people|m|km|ft|feet|metres|meters)\b)"
)
_NO_DAY = "".join(rf"(?<!{before} )" for before in (*(name.capitalize() for name in MONTHS), "AD", "A.D."))
AMOUNT = re.compile(
    rf"(?<![\w.,$£€#:/–×-])(?<![A-Z]\. ){_NO_DAY}(\d{{1,3}}(?:,\d{{3}})+|\d{{1,3}}(?:\.\d+)?)"
    rf"(?![\w:/–×-]|[.,]\d| (?:BC|AD|×|{MONTH})\b)"
)
"""A number that is no part of a date, and none of a word."""
UNITS = {
    "metres": ("feet", 3.28084), "meters": ("feet", 3.28084), "m": ("ft", 3.28084), "feet": ("metres", 0.3048),
    "ft": ("m", 0.3048), "km": ("miles", 0.621371), "kilometres": ("miles", 0.621371),
    "kilometers": ("miles", 0.621371), "miles": ("km", 1.609344), "mi": ("km", 1.609344), "kg": ("lb", 2.20462),
    "acres": ("hectares", 0.404686), "hectares": ("acres", 2.47105), "lb": ("kg", 0.453592),
    "cm": ("inches", 0.393701), "inches": ("cm", 2.54),
}  # fmt: skip
"""A unit, another one for the same, and how much of it one is."""
CONVERTIBLE = re.compile(rf"{AMOUNT.pattern} (?P<unit>{'|'.join(sorted(UNITS, key=len, reverse=True))})\b")
ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
_MORE = f"hundred|thousand|million|{ONES.replace(' ', '|')}"
SPOKEN = re.compile(rf"(?<![-\w])(?<!ty )({'|'.join(ONES.split()[2:])})\b(?![ -]\w*(?:{_MORE}))")
"""A small number in words, by itself."""
TWO_WORDS = re.compile(r"\b([A-Z][a-zà-ÿ]{2,}) ([A-Z][a-zà-ÿ]{2,})\b(?! [A-Z(]|['’-])")
Rule = Callable[[str, str, Random], str | None]
"""(sentence, title, chance) -> the sentence otherwise; None where the rule finds nothing to do."""


def free(found: Iterable[re.Match[str]], sentence: str) -> list[re.Match[str]]:
    """The matches that are neither quoted nor part of a name ("Die Hard 2") or of a date's range."""
    return [
        m
        for m in found
        if sentence[: m.start()].count('"') % 2 == 0
        and not re.search(r"(?<!^)\b[A-Z][\w’']* $", sentence[: m.start()])
        and not re.search(rf"\b(?:{MONTH}|{SHORT})\b", sentence[max(0, m.start() - 18) : m.end() + 18])
    ]


def two_words(text: str) -> list[re.Match[str]]:
    """The names of two words that are no part of a longer one, nor begin a sentence, where a capital says little."""
    return [
        m
        for m in TWO_WORDS.finditer(text)
        if plain(m[1]) not in STOP
        and not re.search(r"(?:^|[.!?\n] |\b[A-Z][\w.’'-]*,? |[-’'\"])$", text[: m.start()])
    ]


def named(title: str) -> str:
    """What a title names, without what tells it from others of the name."""
    return re.sub(r"\s*\(.*?\)|\s+-\s.*", "", title).strip()


def pronoun(sentence: str, title: str, chance: Random) -> str | None:
    """Who or what it is, for "he", "she" or "it" at the beginning; of persons often the family name alone."""
    m = re.match(r"(He|She|It) (?=[a-z])", sentence)
    who = named(title)
    if m and m[1] != "It" and re.fullmatch(r"\w+ [A-Z]\w+", who) and chance.random() < 0.5:
        who = who.split()[1]
    return f"{who} {sentence[m.end() :]}" if m and who else None


def bare(sentence: str, _title: str, _: Random) -> str | None:
    """Without what stands in brackets."""
    said = re.sub(r" ?\([^()]*\)(?=[\s.,;:]|$)", "", sentence)
    return said if said != sentence and "(" not in said and ")" not in said else None


def dated(sentence: str, _title: str, chance: Random) -> str | None:
    """A date in another format."""
    if m := DAY_FIRST.search(sentence):
        day, month, year = int(m[1]), m[2], m[3]
    elif m := MONTH_FIRST.search(sentence):
        day, month, year = int(m[2]), m[1], m[3]
    else:
        return None
    number = MONTHS.index(month.lower()) + 1
    forms = (
        f"{day} {month} {year}", f"{month} {day}, {year}", f"{year}-{number:02}-{day:02}",
        f"{_nth(day)} {month[:3]} {year}", f"{day}.{number}.{year}",
    )  # fmt: skip
    said = chance.choice([form for form in forms if form != m[0]])
    return sentence[: m.start()] + said + sentence[m.end() :]


def coarser(sentence: str, _title: str, chance: Random) -> str | None:
    """Only the month or the year of a day."""
    m = re.search(rf"\bon ((?:{MONTH}) \d{{1,2}} ?, ?(\d{{4}})|\d{{1,2}} (?:{MONTH}) (\d{{4}}))", sentence)
    if m is None:
        return None
    month = re.search(MONTH, m[1])
    year = m[2] or m[3]
    said = year if chance.random() < 0.5 or month is None else f"{month[0]} {year}"
    return f"{sentence[: m.start()]}in {said}{sentence[m.end() :]}"


def worded(sentence: str, _title: str, chance: Random) -> str | None:
    """A number in words, or in millions, or words in digits."""
    found = [m for m in free(AMOUNT.finditer(sentence), sentence) if not YEAR.fullmatch(m[1])]
    chance.shuffle(found)
    for m in found:
        value = float(m[1].replace(",", ""))
        if value.is_integer() and 2 <= value <= 99 and "." not in m[1] and not re.match(r"\s?%", sentence[m.end() :]):
            return f"{sentence[: m.start()]}{in_words(int(value))}{sentence[m.end() :]}"
        if scale := re.match(r" (million|billion)\b", sentence[m.end() :]):
            whole = value * (1e6 if scale[1] == "million" else 1e9)
            return f"{sentence[: m.start()]}{whole:,.0f}{sentence[m.end() + scale.end() :]}"
        if value >= 1e6:
            return f"{sentence[: m.start()]}{value / 1e6:.12g} million{sentence[m.end() :]}"
    for m in free(SPOKEN.finditer(sentence), sentence):
        return f"{sentence[: m.start()]}{ONES.split().index(m[1])}{sentence[m.end() :]}"
    return None


def converted(sentence: str, _title: str, _: Random) -> str | None:
    """A measure in another unit, as exact as it was."""
    for m in free(CONVERTIBLE.finditer(sentence), sentence):
        value = float(m[1].replace(",", ""))
        # Of "500 to 700 feet" both ends would have to be converted.
        if value and not re.search(r"(?:\d|\bto|\band|\bor|[–×-]) ?$", sentence[: m.start()]):
            other, factor = UNITS[m["unit"]]
            exact = value * factor
            # As many places as do not lose what was printed.
            places = len(m[1].partition(".")[2]) + (0 if factor > 1 else 1)
            return f"{sentence[: m.start()]}{exact:,.{places}f} {other}{sentence[m.end() :]}"
    return None


def clause(sentence: str, _title: str, _: Random) -> str | None:
    """Without what follows the last comma, where that goes on about something else."""
    m = re.search(r", (?:who|which|where|and|but|while|although|as well as|including|with) [^,]*\.$", sentence)
    kept = sentence[: m.start()] if m else ""
    if len(kept.split()) < 8 or kept.count("(") != kept.count(")") or kept.count('"') % 2:
        return None
    # A series that is cut, or a sentence that has no verb left, would say something else.
    if re.search(r",[^,]*$", kept) or not re.search(r"\b(?:was|is|were|are|has|had|became|[a-z]{3,}ed)\b", kept):
        return None
    return f"{kept}."


REWORDINGS: dict[str, Rule] = {
    "pronoun": pronoun, "brackets": bare, "date format": dated, "coarser date": coarser, "number": worded,
    "unit": converted, "clause": clause,
}  # fmt: skip


def reworded(sentence: str, title: str, chance: Random) -> tuple[str, tuple[str, ...]]:
    """A sentence otherwise, by every rule that fits or by some of them, and the names of those."""
    applied: list[str] = []
    for name, rule in REWORDINGS.items():
        needed = name == "pronoun"
        if (needed or chance.random() < 0.8) and (said := rule(sentence, title, chance)):
            sentence = said
            applied.append(name)
    return sentence, tuple(applied)


def in_words(value: int) -> str:
    """A number below a hundred as it is spoken."""
    if value < 20:
        return ONES.split()[value]
    tens, ones = divmod(value, 10)
    return TENS.split()[tens] + (f"-{ONES.split()[ones]}" if ones else "")


def _nth(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
