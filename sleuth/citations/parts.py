"""What of a claim can be looked up in what it cites: its numbers, dates, names and quoted words, each found or not.

A part is looked for in all cited passages together. What stands in the words that are quoted is told from what only
stands elsewhere on the page; the title of a page counts as quoted.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from rapidfuzz import fuzz

from sleuth.citations import dates, figures, names
from sleuth.citations.locating import Located, locate
from sleuth.models import Record
from sleuth.search import Passage
from sleuth.sentences import content, sentences
from sleuth.values import plain

Kind = Literal["number", "date", "name", "quoted"]
Where = Literal["quoted", "elsewhere", "missing"]


class Cited(NamedTuple):
    """What a claim cites: a passage and the words of it that carry the claim."""

    passage: Passage | None
    """None where the citation names a passage that is not there."""
    quote: str
    """Empty where the citing text quotes nothing."""
    start: int
    end: int


class Found(Record):
    """Where a part of a claim stands."""

    cited: int
    """The place of the citation among those of the claim, from 0."""
    start: int
    end: int
    """In characters of that passage's text."""


class Part(Record):
    """A number, date, name or quotation of a claim, and where the cited passages have it."""

    kind: Kind
    text: str
    start: int
    end: int
    """In characters of the claim."""
    where: Where
    found: tuple[Found, ...] = ()
    """Empty as well where a title has it."""
    note: str = ""
    """How it is given, where that is not as the claim does: "given as 988 ft"."""
    instead: str = ""
    """What of the same kind stands there instead of what is missing."""
    sure: bool = True
    """Whether it is certainly a name, or a name that is certainly another's."""


class Source(NamedTuple):
    """A cited passage as parts are looked for in it."""

    cited: int
    passage: Passage
    located: Located | None
    """Where its quote stands; None where nothing is quoted, or it does not stand there."""
    quoted: tuple[tuple[int, int], ...]
    """The stretches that carry the claim: the quote, or without one the sentences nearest to the claim."""

    def within(self, start: int, end: int) -> bool:
        """Whether a stretch of the text lies in what is quoted."""
        return any(low <= start and end <= high for low, high in self.quoted)


def sources(claim: str, cited: Sequence[Cited]) -> tuple[Source, ...]:
    """The passages whose text is there, each with where it speaks of the claim."""
    there = ((place, c, c.passage) for place, c in enumerate(cited) if c.passage and c.passage.unread is None)
    return tuple(_source(claim, place, c, passage) for place, c, passage in there)


def _source(claim: str, place: int, cited: Cited, passage: Passage) -> Source:
    if not cited.quote.strip():
        return Source(place, passage, None, _nearest(claim, passage.text))
    if passage.text[cited.start : cited.end] == cited.quote:
        return Source(place, passage, Located(cited.start, cited.end, 1.0), ((cited.start, cited.end),))
    found = locate(cited.quote, passage.text)
    return Source(place, passage, found, ((found.start, found.end),) if found else ())


def _nearest(claim: str, text: str) -> tuple[tuple[int, int], ...]:
    wanted = content(claim)
    shared = [(len(wanted & content(s.text)), s) for s in sentences(text)]
    most = max((count for count, _ in shared), default=0)
    return tuple((s.start, s.end) for count, s in shared if count == most > 0)


def parts(claim: str, among: Sequence[Source]) -> tuple[Part, ...]:
    """The parts of a claim in its order, each looked up."""
    dated = dates.dates(claim)
    taken = tuple((d.start, d.end) for d in dated)
    made = [
        *(_date(d, among) for d in dated),
        *(_number(f, among) for f in figures.figures(claim, taken)),
        *(part for n in names.names(claim) if (part := _name(n, claim, among))),
        *(_quotation(m, among) for m in QUOTED.finditer(claim) if plain(m[0])),
    ]
    return tuple(sorted(made, key=lambda part: (part.start, part.end)))


QUOTED = re.compile(r"“(?P<a>[^”]+)”|„(?P<b>[^“”]+)[“”]|«(?P<c>[^»]+)»|(?<!\w)\"(?P<d>[^\"]+)\"(?!\w)")
"""Words that a claim puts between quotation marks."""


def _figures(text: str) -> tuple[figures.Figure, ...]:
    return figures.figures(text, tuple((d.start, d.end) for d in dates.dates(text)))


def _date(claimed: dates.Dated, among: Sequence[Source]) -> Part:
    def carried(text: str) -> Iterable[tuple[int, int, str]]:
        for said in dates.dates(text):
            if any(dates.covers(c, s) for c in claimed.readings for s in said.readings):
                yield said.start, said.end, said.text
        if _bare_year(claimed):
            # "1500 people" is not told from a year by its looks.
            for figure in _figures(text):
                if figure.value == claimed.readings[0].year and not figure.ordinal:
                    yield figure.start, figure.end, figure.text

    looked = _looked("date", claimed.text, claimed.start, claimed.end, among, carried)
    if looked.where != "missing":
        return looked
    if apart := _apart(claimed, among):
        return looked.model_copy(update={"where": "elsewhere", "found": apart, "note": "day and year stand apart"})
    return looked.model_copy(
        update={"instead": _instead(claimed.text, among, lambda t: [d.text for d in dates.dates(t)])}
    )


def _bare_year(dated: dates.Dated) -> bool:
    return dated.text.isdigit()


def _apart(claimed: dates.Dated, among: Sequence[Source]) -> tuple[Found, ...]:
    """Where the day stands without its year, and the year by itself."""
    when = claimed.readings[0]
    if when.year is None or when.month is None:
        return ()
    for source in among:
        said = dates.dates(source.passage.text)
        days = [d for d in said for r in d.readings if r.year is None and r[1:3] == when[1:3]]
        years = [d for d in said for r in d.readings if r.year == when.year and r.month is None and not r.decade]
        if days and years:
            return tuple(Found(cited=source.cited, start=d.start, end=d.end) for d in (days[0], years[0]))
    return ()


def _number(claimed: figures.Figure, among: Sequence[Source]) -> Part:
    def carried(text: str) -> Iterable[tuple[int, int, str]]:
        every = _figures(text)
        # A number without a unit may be the one; not where the same number stands with another unit.
        other = any(f.value == claimed.value and f.unit and not figures.covers(claimed, f) for f in every)
        for said in every:
            if figures.covers(claimed, said) and not (claimed.unit and said.unit is None and other):
                yield said.start, said.end, said.text
        if claimed.unit is None and not claimed.ordinal:
            for dated in dates.dates(text):
                if dated.readings[0].month is None and abs(dated.readings[0].year or 0) == claimed.value:
                    yield dated.start, dated.end, dated.text

    def alike(text: str) -> list[str]:
        return [said.text for said in _figures(text) if _comparable(claimed, said)]

    looked = _looked("number", claimed.text, claimed.start, claimed.end, among, carried)
    if looked.where != "missing":
        return looked
    return looked.model_copy(update={"instead": _instead(claimed.text, among, alike)})


def _comparable(a: figures.Figure, b: figures.Figure) -> bool:
    """Whether a reader may take one number for what the other should be: one number, one unit, or one size."""
    if a.ordinal != b.ordinal:
        return False
    if a.unit and b.unit:
        return a.value == b.value or a.unit.kind == b.unit.kind
    return a.value == b.value or 0.2 < abs(b.value) / max(abs(a.value), 1e-9) < 5


Carried = Callable[[str], Iterable[tuple[int, int, str]]]
"""The stretches of a text that carry a part, each with its words."""


def _looked(kind: Kind, text: str, start: int, end: int, among: Sequence[Source], carried: Carried) -> Part:
    every = [(source, stretch) for source in among for stretch in carried(source.passage.text)]
    quoted = [(s, stretch) for s, stretch in every if s.within(stretch[0], stretch[1])]
    titled = [words for source in among for _, _, words in carried(source.passage.title)]
    shown = quoted or every
    where: Where = "quoted" if quoted or titled else "elsewhere" if every else "missing"
    said = shown[0][1][2] if shown else titled[0] if titled else text
    note = "" if said.casefold() == text.casefold() else f"given as {said}"
    return Part(
        kind=kind, text=text, start=start, end=end, where=where, note=note,
        found=tuple(Found(cited=s.cited, start=low, end=high) for s, (low, high, _) in shown),
    )  # fmt: skip


def _instead(text: str, among: Sequence[Source], alike: Callable[[str], list[str]]) -> str:
    """What is nearest to a missing value in the words that are quoted, or else on the page."""
    stretches = [source.passage.text[low:high] for source in among for low, high in source.quoted]
    for texts in (stretches, [source.passage.text for source in among]):
        if said := [value for body in texts for value in alike(body)]:
            return max(said, key=lambda value: fuzz.ratio(value.casefold(), text.casefold()))
    return ""


def _name(name: names.Name, claim: str, among: Sequence[Source]) -> Part | None:
    lone = name.first and " " not in name.text
    if lone and names.common(name.text):
        return None
    ways = [names.naming(name, source.passage.text, source.passage.title) for source in among]
    # The words of a title and of several passages together are what is cited.
    if len(among) > 1 and "whole" not in ways:
        ways.append(names.naming(name, " . ".join(f"{s.passage.title} . {s.passage.text}" for s in among)))
    found = tuple(
        Found(cited=source.cited, start=at.start, end=at.end)
        for source in among
        if (at := _standing(name.text, source.passage.text)) is not None
    )
    part = Part(kind="name", text=name.text, start=name.start, end=name.end, where="missing")
    if "whole" in ways:
        quoted = any(among_.within(f.start, f.end) for f in found for among_ in among if among_.cited == f.cited)
        return part.model_copy(update={"where": "quoted" if quoted else "elsewhere", "found": found})
    if lone and name.text.lower() in claim.lower()[: name.start] + claim.lower()[name.end :]:
        return None
    spoken = frozenset(plain(name.text).split())
    near = [
        n.text for source in among for n in names.names(source.passage.text) if spoken & set(plain(n.text).split())
    ]
    sure = "near" not in ways and not (lone and "part" not in ways)
    return part.model_copy(update={"instead": near[0] if near else "", "sure": sure})


def _standing(name: str, text: str) -> Located | None:
    """Where a name stands in a text: in full, or the longest of its words."""
    if (at := locate(name, text)) and at.score == 1.0:
        return at
    for word in sorted(name.split(), key=len, reverse=True):
        if word[:1].isupper() and (at := locate(word, text)) and at.score == 1.0:
            return at
    return None


def _quotation(m: re.Match[str], among: Sequence[Source]) -> Part:
    """Words in quotation marks, which have to stand in a passage or its title as they are."""
    group = next(g for g in "abcd" if m[g])
    said, start, end = m[group], m.start(group), m.end(group)
    every = [(s, at) for s in among if (at := locate(said, s.passage.text)) is not None and at.score == 1.0]
    titled = any((at := locate(said, s.passage.title)) is not None and at.score == 1.0 for s in among)
    quoted = [(s, at) for s, at in every if s.within(at.start, at.end)]
    return Part(
        kind="quoted", text=said, start=start, end=end,
        where="quoted" if quoted or titled else "elsewhere" if every else "missing",
        found=tuple(Found(cited=s.cited, start=at.start, end=at.end) for s, at in quoted or every),
    )  # fmt: skip
