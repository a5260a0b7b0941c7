"""A claim with a part of it left out, to be filled from the passages: a small question that a weak model can answer.

Asked whether a passage entails a claim, a small model says yes to nearly everything. It does find what the passage
says in the place of a name, a date or a number that it is not shown; whether that is what the claim says is for code.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.citations import dates, figures
from sleuth.citations.checks import sayable
from sleuth.citations.locating import fold
from sleuth.citations.parts import Cited, Part, parts, sources
from sleuth.values import plain, same, stands

GAP = "____"


class Blank(NamedTuple):
    """The part of a claim that is left out."""

    part: Part
    statement: str
    """The claim with a gap in its place."""


def blank(claim: str, cited: Sequence[Cited]) -> Blank | None:
    """The part of a claim that says most about it: what the cited words lack, else the last that is not in a title.

    None for a claim that gives no name, date or number, or none that it gives only once.
    """
    said = sayable(claim)
    aside = [m.span() for m in BRACKETS.finditer(said)]
    titles = [c.passage.title for c in cited if c.passage]
    known = [p for p in parts(said, sources(said, cited)) if p.kind != "quoted" and _once(p, said)]
    known = [p for p in known if not any(a < p.start < b for a, b in aside)] or known
    untitled = [p for p in known if not any(stands(p.text, title) for title in titles)]
    doubted = [p for p in untitled if p.where != "quoted"]
    chosen = next((some[-1] for some in (doubted, untitled, known) if some), None)
    if chosen is None:
        return None
    gap = f"{GAP} (date)" if chosen.kind == "date" else GAP
    before, after = (_without(text, chosen.text) for text in (said[: chosen.start], said[chosen.end :]))
    return Blank(chosen, before + gap + after)


BRACKETS = re.compile(r"\s*\([^()]*\)")
"""Words in brackets behind a name, which tell it from others of that name: `Mercury (planet)`."""


def _once(part: Part, claim: str) -> bool:
    return not stands(part.text, _without(claim[: part.start] + " " + claim[part.end :], part.text))


def _without(text: str, name: str) -> str:
    """A text without the brackets that would give a name away: `the singer of Dusk (Ann Lee song)`."""
    return BRACKETS.sub(lambda m: "" if stands(name, m[0]) else m[0], text)


def fits(part: Part, filled: str) -> bool:
    """Whether what a passage says in the place of a part is what the claim says there.

    What is said may be more exact than the claim, never less; of a name its end will do, as a surname does.
    """
    match part.kind:
        case "date":
            claimed = [r for d in dates.dates(part.text) for r in d.readings]
            found = [r for d in dates.dates(filled) for r in d.readings]
            return any(dates.covers(c, f) for c in claimed for f in found)
        case "number":
            asked, given = figures.figures(part.text, ()), figures.figures(filled, ())
            # "3" for "3 metres": the statement goes on with the unit.
            return any(figures.covers(a, g) or (a.value == g.value and not g.unit) for a in asked for g in given)
        case _:
            mine, theirs = (plain(fold(text).text) for text in (part.text, filled))
            surname = bool(theirs) and mine.endswith(f" {theirs}")
            return holds(filled, part.text) or surname or _one_country(mine, theirs)


def holds(text: str, value: str) -> bool:
    """Whether a value stands in a text, as a model may write it: "Tromso" in one that has Tromsø."""
    return stands(fold(value).text, fold(text).text)


def _one_country(a: str, b: str) -> bool:
    """Whether two words that do not contain each other mean one country, as "French" and "France"."""
    return not (stands(a, b) or stands(b, a)) and same(a, b)
