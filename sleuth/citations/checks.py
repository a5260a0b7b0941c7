"""What code can say of a claim and what it cites, in words for a reader; no model is asked and nothing is fetched.

A check *failed* where something of the claim is not in what it cites, and is *doubtful* where it is there but not in
the words that are quoted. Whether the words mean what the claim says is left to a reader, or a model.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from rapidfuzz import fuzz

from sleuth.citations import pages
from sleuth.citations.locating import fold
from sleuth.citations.names import names
from sleuth.citations.negation import Negation, denied, negations, together
from sleuth.citations.pages import NOTHING, Known
from sleuth.citations.parts import QUOTED, Cited, Found, Kind, Part, Source, parts, sources
from sleuth.citations.results import NAMES, Check, Name, Outcome, shortened, unverified
from sleuth.search import digest
from sleuth.sentences import content, sentences
from sleuth.values import plain

__all__ = ["Check", "Cited", "Found", "Known", "Name", "Outcome", "Part", "check", "sayable", "unverified"]

CONCLUSION = re.compile(r"^Compared \([\w ]+\): .+(?P<hence>, hence .+)$", re.DOTALL)
"""A comparison that code made: what it chose is no part of what a passage has to say."""
REMARK = re.compile(r"\s*\(Remembered by the model; no source says so\.\)$")


def check(text: str, cited: Sequence[Cited], known: Known = NOTHING) -> tuple[Check, ...]:
    """Every check of a claim, in the order in which a reader goes through them; each name once.

    A claim that cites nothing has nothing to check, which is not the same as having passed.
    """
    if not cited:
        return tuple(Check(name=name, outcome="nothing to check", told="The claim cites nothing.") for name in NAMES)
    said = sayable(text)
    among = sources(said, cited)
    every = parts(said, among) if among else ()
    return (
        _passage(cited),
        _quote(cited, among, _of(every, "quoted")),
        *(_values(kind, _of(every, kind), among) for kind in ("number", "date", "name")),
        _negation(said, among),
        pages.title(among, known),
        pages.page(among, known.fates),
    )


def sayable(text: str) -> str:
    """A claim without what is said of it rather than by it; its places stay the same.

    >>> sayable("Compared (earlier): 1904 against 1899, hence Sleep, My Love.")
    'Compared (earlier): 1904 against 1899'
    """
    text = REMARK.sub("", text)
    m = CONCLUSION.match(text)
    return text[: m.start("hence")] if m else text


def _of(every: Iterable[Part], kind: Kind) -> tuple[Part, ...]:
    return tuple(part for part in every if part.kind == kind)


def _passage(cited: Sequence[Cited]) -> Check:
    for place, citation in enumerate(cited):
        which = "The citation" if len(cited) == 1 else f"Citation {place + 1}"
        if citation.passage is None:
            return Check(name="passage", outcome="failed", told=f"{which} names a passage that does not exist.")
        if citation.passage.unread is not None:
            told = f"The source under {which.lower()} could not be read: {citation.passage.unread}"
            return Check(name="passage", outcome="unknown", told=told)
        if digest(citation.passage.text) != citation.passage.sha256:
            told = f"The text of the passage under {which.lower()} is no longer the one that was stored."
            return Check(name="passage", outcome="failed", told=told)
    told = "The cited passage is there." if len(cited) == 1 else f"All {len(cited)} cited passages are there."
    return Check(name="passage", outcome="passed", told=told)


def _quote(cited: Sequence[Cited], among: Sequence[Source], quoted: tuple[Part, ...]) -> Check:
    def made(outcome: Outcome, told: str) -> Check:
        return Check(name="quote", outcome=outcome, told=told, parts=quoted)

    if not among:
        return made("unknown", "There is no passage to look in.")
    told: list[tuple[Outcome, str]] = [_quoted(cited[s.cited], s) for s in among if cited[s.cited].quote.strip()]
    told += [
        ("failed", f"The claim quotes “{part.text}”, which does not stand in {_what(among)}.")
        for part in quoted
        if part.where == "missing"
    ]
    for outcome in ("failed", "doubtful"):
        if worst := next((words for found, words in told if found == outcome), None):
            return made(outcome, worst)
    if told:
        return made("passed", "; ".join(dict.fromkeys(words for _, words in told)))
    return made("passed" if quoted else "nothing to check", _all("quotation", quoted, among))


def _quoted(cited: Cited, source: Source) -> tuple[Outcome, str]:
    """What became of one quote."""
    text, found = source.passage.text, source.located
    if found is None:
        return (
            "failed",
            f"The quote “{shortened(cited.quote)}” was not located in “{shortened(source.passage.title)}”.",
        )
    there = text[found.start : found.end]
    if found.score == 1.0:
        moved = (found.start, found.end) != (cited.start, cited.end)
        return "passed", f"The quote stands in the passage{', at another place than given' if moved else ''}."
    if changed := _changed(cited.quote, there):
        return "failed", f"The quote says {changed[0]} where the passage says {changed[1]}."
    if bool(negations(cited.quote)) != bool(negations(there)):
        return "failed", "The quote denies what the passage says, or the other way round."
    if len(foreign := _foreign(cited.quote, there)) > 1:
        said = " and ".join(f"“{word}”" for word in foreign[:2])
        return "failed", f"The quote says {said}, which the passage does not say there: “{shortened(there)}”."
    return "doubtful", f"The quote is not word for word: {found.score:.0%} alike to “{shortened(there)}”."


def _changed(quote: str, there: str) -> tuple[str, str] | None:
    """The first figure in which a quote differs from its passage."""
    digits = r"\d+(?:[.,]\d+)*"
    mine, theirs = re.findall(digits, quote), re.findall(digits, there)
    if new := [figure for figure in mine if figure not in theirs]:
        return new[0], next((figure for figure in theirs if figure not in mine), "something else")
    return None


SPELLING = 80
"""From this likeness on, a word is another one misspelt."""


def _foreign(quote: str, there: str) -> list[str]:
    """The words of a quote that its passage has not, however they are spelt."""
    said, has = plain(fold(quote).text).split(), frozenset(plain(fold(there).text).split())
    return [w for w in said if w not in has and not any(fuzz.ratio(w, other) >= SPELLING for other in has)]


def _values(kind: Literal["number", "date", "name"], found: tuple[Part, ...], among: Sequence[Source]) -> Check:
    def made(outcome: Outcome, told: str) -> Check:
        return Check(name=kind, outcome=outcome, told=told, parts=found)

    if not among:
        return made("unknown", "There is no passage to look in.")
    if not found:
        return made("nothing to check", f"The claim gives no {kind}.")
    if missing := [part for part in found if part.where == "missing" and part.sure]:
        return made("failed", " ".join(_missing(part, among) for part in missing))
    if unsure := [part for part in found if part.where == "missing"]:
        return made("doubtful", " ".join(_unsure(part, among) for part in unsure))
    if kind != "name" and (elsewhere := [part for part in found if part.where == "elsewhere"]):
        return made("doubtful", " ".join(_elsewhere(part, among) for part in elsewhere))
    return made("passed", _all(kind, found, among))


def _missing(part: Part, among: Sequence[Source]) -> str:
    if part.kind == "number" and part.instead.casefold() == part.text.casefold():
        return f"{part.text} stands in {_what(among)} for something else: in another unit, or of another thing."
    says = f"; it says {part.instead}" if part.instead else ""
    return f"{part.text} does not occur in {_what(among)}{says}."


def _unsure(part: Part, among: Sequence[Source]) -> str:
    if part.instead:
        return f"{part.text} does not occur in {_what(among)}, but {part.instead} does, which may be meant."
    return f"{part.text}, perhaps a name, does not occur in {_what(among)}."


def _elsewhere(part: Part, among: Sequence[Source]) -> str:
    if part.note.startswith("day"):
        return f"{part.text} does not stand in {_what(among)} in one piece: {part.note}."
    given = f" ({part.note})" if part.note else ""
    return f"{part.text}{given} stands in {_what(among)}, but not in the words that carry the claim."


def _all(kind: str, found: tuple[Part, ...], among: Sequence[Source]) -> str:
    if not found:
        return f"The claim has no {kind}."
    given = "; ".join(f"{part.text} is {part.note}" for part in found if part.note)
    if len(found) == 1:
        return f"{found[0].text} stands in {_what(among)}{f', {found[0].note}' if found[0].note else ''}."
    return f"All {len(found)} {kind}s stand in {_what(among)}{f' ({given})' if given else ''}."


def _what(among: Sequence[Source]) -> str:
    return "the passage" if len(among) == 1 else "the cited passages"


SPOKEN_OF = 0.5
"""From this share of its words on, a clause that is denied is the one that a claim speaks of."""


def _negation(text: str, among: Sequence[Source]) -> Check:
    def made(outcome: Outcome, told: str) -> Check:
        return Check(name="negation", outcome=outcome, told=told)

    if not among:
        return made("unknown", "There is no passage to look in.")
    own = _denying(text)
    speaking = [sentence for source in among for sentence in _speaking(text, source)]
    said = [negation for sentence in speaking for negation in _denying(sentence)]
    if own and not said:
        return made("failed", f"The claim says “{own[0].text}”, and the words that carry it do not deny anything.")
    for negation in said:
        if denied(negation, text) >= SPOKEN_OF and not any(together(negation, o) for o in own):
            return made("failed", f"The passage says “{negation.text}” of this, and the claim does not.")
    for negation in own:
        if not any(together(negation, s) for s in said):
            told = (
                f"The claim says “{negation.text}”; what the passage denies (“{said[0].text}”) seems another thing."
            )
            return made("doubtful", told)
    if len(own) > len(said):
        return made("doubtful", f"The claim denies more (“{own[0].text}”, “{own[1].text}”) than the passage does.")
    if own:
        return made("passed", f"Claim and passage both deny something (“{own[0].text}”, “{said[0].text}”).")
    if said:
        return made("passed", f"What the passage denies (“{said[0].text}”) is another thing.")
    return made("nothing to check", "Neither the claim nor the words that carry it deny anything.")


def _denying(text: str) -> list[Negation]:
    """The negations of a text, apart from those of names and of quoted titles: "The Kids Aren't Alright"."""
    called = [(n.start, n.end) for n in names(text)] + [m.span() for m in QUOTED.finditer(text)]
    # "Do n't Play with Martians", as a tokenised page prints it.
    called += [m.span() for m in re.finditer(r"(?<=[a-z,] )[A-Z]\w* ?n['’]t\b", text)]
    return [n for n in negations(text) if not any(start < n.end and n.start < end for start, end in called)]


def _speaking(text: str, source: Source) -> tuple[str, ...]:
    """The sentences of a passage that hold what is quoted; of several those that speak most of the claim."""
    held = [
        s.text
        for s in sentences(source.passage.text)
        if any(s.start < high and low < s.end for low, high in source.quoted)
    ]
    wanted = content(text)
    shared = [len(wanted & content(sentence)) for sentence in held]
    return tuple(sentence for sentence, count in zip(held, shared, strict=True) if count == max(shared))
