"""Claims beside what they cite, made by rule from the paragraphs of data files: true ones, and ones of which exactly
one thing is wrong.

Every pair is decided by the seed. A true claim is a sentence of its page said otherwise, or a triple of the data set
as the sentence that Sleuth makes of one; a wrong one is such a claim, changed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from sleuth.errors import CallerError
from sleuth.evaluate import altering
from sleuth.evaluate import rewording as r
from sleuth.evaluate.questions import Paragraph
from sleuth.models import Record
from sleuth.search import Passage, digest
from sleuth.search.local.corpus import STOP
from sleuth.sentences import sentences
from sleuth.stating import statement
from sleuth.values import is_date, stands, words

Kind = Literal[
    "true", "number", "date", "name", "unit", "negation", "swapped entity", "right page wrong figure", "not located"
]
WRONG: tuple[Kind, ...] = (
    "unit", "right page wrong figure", "swapped entity", "negation", "number", "date", "name", "not located",
)  # fmt: skip
"""What is wrong with a claim, the kinds first for which few sentences serve."""
COLLECTION = "pairs"
WORDS = (8, 40)
"""Fewest and most words of a sentence that is made a claim."""


class Pair(Record):
    """A claim, what it cites, and what is known of it by the way it was made."""

    id: str
    kind: Kind
    claim: str
    passage: Passage
    quote: str
    start: int
    end: int
    rules: tuple[str, ...]
    """How the claim was reworded; `triple` for one made of a triple."""
    before: str = ""
    after: str = ""
    """What was changed into what; empty for a true one."""


class Base(NamedTuple):
    """A sentence of a page, and a claim that it bears out."""

    passage: Passage
    start: int
    end: int
    claim: str
    rules: tuple[str, ...]

    @property
    def quote(self) -> str:
        """The sentence."""
        return self.passage.text[self.start : self.end]

    @property
    def page(self) -> str:
        """All that the page says, its title too."""
        return f"{self.passage.title}\n{self.passage.text}"


class _Meta(BaseModel):
    model_config = ConfigDict(frozen=True)
    evidence_triples: tuple[tuple[str, str, str], ...] = ()


class _Row(BaseModel):
    """A question with its paragraphs, or a document by itself."""

    model_config = ConfigDict(frozen=True)
    paragraphs: tuple[Paragraph, ...] = ()
    meta: _Meta = _Meta()
    title: str = ""
    text: str = ""


class Material(NamedTuple):
    """What pairs are made from."""

    pages: tuple[Passage, ...]
    triples: tuple[tuple[str, str, str], ...]


def read(files: Sequence[Path]) -> Material:
    """The paragraphs of data files, each text once, and their triples; CallerError names a file that has none."""
    if not files:
        raise CallerError("There is nothing to make pairs from; name the data files whose paragraphs are to be used.")
    pages: dict[str, Passage] = {}
    triples: dict[tuple[str, str, str], None] = {}
    for file in files:
        for row in _rows(file):
            triples.update(dict.fromkeys(row.meta.evidence_triples))
            for paragraph in row.paragraphs or (Paragraph(title=row.title, text=row.text),):
                if paragraph.text.strip():
                    pages.setdefault(digest(paragraph.text), _passage(paragraph, len(pages) + 1))
    if not pages:
        raise CallerError(f"No paragraph stands in {', '.join(repr(str(file)) for file in files)}.")
    return Material(tuple(pages.values()), tuple(triples))


def _rows(file: Path) -> Iterator[_Row]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError(f"The data file {str(file)!r} cannot be read: {error}.") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield _Row.model_validate_json(line)
        except ValidationError as error:
            told = f"Line {number} of {str(file)!r} has no paragraphs: {error.errors()[0]['msg']}."
            raise CallerError(told) from error


def _passage(paragraph: Paragraph, number: int) -> Passage:
    return Passage(
        id=f"p{number}",
        title=paragraph.title,
        text=paragraph.text,
        date=paragraph.date,
        collection=COLLECTION,
        document=str(number),
        sha256=digest(paragraph.text),
    )


def made(material: Material, n: int, seed: int) -> tuple[Pair, ...]:
    """At most n pairs of each kind of wrong claim, and as many true ones as there are wrong ones.

    True and wrong ones are made from different sentences. Fewer come where the files hold too few that serve.
    """
    chance = Random(seed)
    bases = list(_bases(material, chance))
    chance.shuffle(bases)
    half = len(bases) // 2
    donors = tuple(sorted({person for page in material.pages if (person := _person(page))}))
    wrong: list[Pair] = []
    free = bases[:half]
    for kind in WRONG:
        left: list[Base] = []
        count = 0
        for base in free:
            pair = _wrong(kind, base, material.pages, donors, chance) if count < n else None
            if pair is None:
                left.append(base)
            else:
                wrong.append(pair)
                count += 1
        free = left
    true = [_pair("true", base, chance) for base in _mixed(bases[half:], len(wrong))]
    numbered = (pair.model_copy(update={"id": f"{seed}-{i}"}) for i, pair in enumerate((*true, *wrong), start=1))
    return tuple(numbered)


def _person(page: Passage) -> tuple[str, str] | None:
    """The given and the family name of whom a page is about, where it is about a person of two names."""
    m = re.fullmatch(r"([A-Z][a-zà-ÿ]{2,}) ([A-Z][a-zà-ÿ]{2,})", r.named(page.title))
    return (m[1], m[2]) if m and not words(m[0]) & STOP and re.search(r"\b(?:born|died)\b", page.text[:200]) else None


def _mixed(bases: Sequence[Base], n: int) -> list[Base]:
    """So many claims, triples and sentences by turns as long as there are both."""
    triples = [base for base in bases if base.rules == ("triple",)]
    said = [base for base in bases if base.rules != ("triple",)]
    some = triples[: n // 3]
    return [*some, *said[: n - len(some)]]


def _bases(material: Material, chance: Random) -> Iterator[Base]:
    yield from _from_triples(material)
    for page in material.pages:
        for sentence in sentences(page.text):
            low, high = WORDS
            text = sentence.text
            if not low <= len(text.split()) <= high or not text.endswith(".") or not _by_itself(text, page.title):
                continue
            claim, rules = r.reworded(text, page.title, chance)
            if rules and not re.match(r"(He|She|It)\b", claim):
                yield Base(page, sentence.start, sentence.end, claim, rules)


def _by_itself(text: str, title: str) -> bool:
    """Whether a sentence says what it speaks of."""
    if re.match(r"(He|She|It) [a-z]", text):
        return bool(r.named(title))
    return text[0].isupper() and not re.match(
        r"(?:This|These|That|Those|They|His|Her|Hers|Their|Its|However|Another|Other|Both|Such|There|I|We|You)\b",
        text,
    )


def _from_triples(material: Material) -> Iterator[Base]:
    """The triples as Sleuth's own sentences, where one sentence of the page has the value as it is."""
    pages: dict[str, list[Passage]] = {}
    for page in material.pages:
        pages.setdefault(page.title, []).append(page)
    for subject, relation, value in material.triples:
        for page in pages.get(subject, ()):
            found = next((s for s in sentences(page.text) if stands(value, s.text)), None)
            if found is not None:
                claim = statement(_question(subject, relation, value), value)
                yield Base(page, found.start, found.end, claim, ("triple",))


def _question(subject: str, relation: str, value: str) -> str:
    match relation.partition(" of "):
        case ("date", _, "birth"):
            return f"When was {subject} born?"
        case ("place", _, "birth"):
            return f"Where was {subject} born?"
        case ("date" | "place", _, "death"):
            return f"{'When' if is_date(value) else 'Where'} did {subject} die?"
        case ("director", "", ""):
            return f"Who directed {subject}?"
    return f"What is the {relation} of {subject}?"


def _pair(
    kind: Kind, base: Base, chance: Random, changed: altering.Changed | None = None, quote: str | None = None
) -> Pair:
    said = _typed(base.quote, chance) if quote is None else quote
    return Pair(
        id="",
        kind=kind,
        claim=changed.text if changed else base.claim,
        passage=base.passage,
        quote=said,
        start=base.start,
        end=base.end,
        rules=base.rules,
        before=changed.before if changed else "",
        after=changed.after if changed else "",
    )


TYPED: tuple[Callable[[str], str], ...] = (
    lambda quote: quote.replace(" ", "\n", 3),
    lambda quote: re.sub(r"(\w{4})(\w{4})", "\\1-\n\\2", quote, count=1) if quote.isascii() else quote,
    lambda quote: quote.replace("fi", "ﬁ").replace("fl", "ﬂ"),
    lambda quote: quote.upper(),
    lambda quote: re.sub(r'"([^"]*)"', "“\\1”", quote).replace("'", "’").replace(" - ", " – "),
    lambda quote: quote.rstrip("."),
)
"""Ways in which a quote is typed otherwise than its page."""


def _typed(quote: str, chance: Random) -> str:
    # A number that is parted would be another number, so words alone are.
    return chance.choice(TYPED)(quote) if chance.random() < 0.3 and not re.search(r"\d{5}", quote) else quote


def _wrong(
    kind: Kind, base: Base, pages: Sequence[Passage], donors: tuple[tuple[str, str], ...], chance: Random
) -> Pair | None:
    """The claim with one thing changed; None where it has none of that kind."""
    if kind == "not located":
        if chance.random() < 0.5:
            other = chance.choice(pages)
            quote = next((s.text for s in sentences(other.text) if len(s.text.split()) >= WORDS[0]), None)
            same = quote is None or quote in base.passage.text or other.title == base.passage.title
            return None if same else _pair(kind, base, chance, quote=quote)
        quote = altering.misquoted(base.quote, chance)
        return _pair(kind, base, chance, quote=quote) if quote else None
    changed: altering.Changed | None = None
    match kind:
        case "number":
            changed = altering.other_number(base.claim, base.page, chance)
        case "date":
            changed = altering.other_date(base.claim, base.page, chance)
        case "name":
            changed = altering.other_name(base.claim, base.page, donors, chance)
        case "unit":
            changed = altering.other_unit(base.claim, base.page, chance)
        case "negation":
            changed = altering.denied(base.claim, chance)
        case "swapped entity":
            changed = altering.swapped(base.claim, base.page.replace(base.quote, " "), chance)
        case "right page wrong figure":
            changed = altering.other_figure(base.claim, base.quote, base.page, chance)
    return _pair(kind, base, chance, changed) if changed else None
