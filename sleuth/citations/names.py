"""The proper names of a text with where they stand, and how far another text names the same.

A name is a run of words with capitals, particles and initials among them. Scripts without capitals show none, and a
text all in capitals shows none either. What is a name at the beginning of a sentence can only be guessed.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from sleuth.citations.dates import dates
from sleuth.search.local.corpus import STOP
from sleuth.sentences import content, sentences
from sleuth.values import DEMONYMS, MONTHS, plain

Naming = Literal["whole", "near", "part", "missing"]
"""`whole`: it is named, whatever the spelling; `near`: what stands there may be meant (a surname alone); `part`: a
name that shares a word with it; `missing`: nothing of it."""


class Name(NamedTuple):
    """A proper name that a text mentions."""

    start: int
    end: int
    text: str
    first: bool = False
    """Whether it begins a sentence, where any word has a capital."""


_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_REST = r"[\w’'·\u0300-\u036f]"
_WORD = (
    rf"(?:(?:{_UPPER}\.){{2,}}|{_UPPER}{_REST}*(?:-\w{_REST}*)*(?:(?<=\b\w)\.)?"
    rf"|(?:[dDlL]|al|el|O)[’'-]{_UPPER}{_REST}*)"
)
_PARTICLE = (
    r"(?:of the|of|the|de la|de los|de las|de|del|della|der|den|di|da|das|dos|do|du|des|la|le|el|al|bin|ibn|van der"
    r"|van den|van de|van|von der|von dem|von|zu|zur|y|e|ter|ten|av|af)"
)
_RUN = re.compile(rf"{_WORD}(?:\s+(?:{_PARTICLE}\s+){{0,2}}{_WORD})*")
_ROMAN = re.compile(r"[IVXLC]+")

_LOWER = (
    "a an the this that these those he she it they we you i his her its their our my your who which what when where "
    "why how there here one two three four five six seven eight nine ten some many most all both each every no not "
    "none in on at by of for from with without to into over under after before during since until between among "
    "against about across along as if so but and or nor yet while although though because however moreover therefore "
    "thus also then later earlier today now only even still just once first second third finally meanwhile according "
    "such other another more less few several any neither either never always often usually sometimes despite unlike "
    "like compared remembered through throughout within near around above below up down out off than is was are were "
    "has had have do did does can could may might must shall should will would be been being let see note take "
    "consider compare find give"
)
LOWER = frozenset(_LOWER.split())
"""Words that have a capital only where they begin a sentence or a title."""
DAYS = frozenset(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
_HONORIFICS = (
    "mr mrs ms miss dr sir dame lord lady king queen prince princess emperor empress duke duchess count countess "
    "baron president professor prof saint st pope father captain general colonel major lieutenant senator governor "
    "minister chancellor judge justice rev reverend director actor author film city river lake mount"
)
HONORIFICS = frozenset(_HONORIFICS.split())
"""What may stand before a name, and be left out of it."""
_CLASSES = (
    "games river lake sea bay island islands mountain mount mountains bridge city town county province state "
    "district university college school museum church cathedral company corporation group club party prize award "
    "series film album band war battle empire kingdom republic station airport road street building tower park"
)
CLASSES = frozenset(_CLASSES.split())
"""What may stand behind a name and say what it is of."""
_COMMON = re.compile(
    r"\w+(?:tion|sion|ment|ness|ing|ings|ed|ly|ers|ists|ians|ities|ies|ance|ence|ship|ages|ture|ism)$"
)
"""How words end that are rarely names by themselves: "Construction", "Filming", "Critics"."""


@lru_cache(maxsize=256)
def names(text: str) -> tuple[Name, ...]:
    """The proper names of a text in their order.

    >>> [n.text for n in names("In 1904 the Norholm Bridge was opened by Ludwig von der Tann.")]
    ['Norholm Bridge', 'Ludwig von der Tann']
    """
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > 0.7 * len(letters):
        return ()
    begins = {s.start + len(s.text) - len(s.text.lstrip("\"'“‘([ -")) for s in sentences(text)}
    dated = frozenset(place for date in dates(text) for place in range(date.start, date.end))
    found: list[Name] = []
    for m in _RUN.finditer(text):
        if m.start() and (text[m.start() - 1].isalnum() or text[m.start() - 1] in "_"):
            continue
        found += _trimmed(text, m.start(), m.end(), m.start() in begins, dated)
    return tuple(found)


def _trimmed(text: str, start: int, end: int, first: bool, dated: frozenset[int]) -> list[Name]:
    """A run without the words that are no names; what remains on either side of one is a name of its own."""
    words = [(start + m.start(), start + m.end()) for m in re.finditer(r"\S+", text[start:end])]
    runs: list[list[tuple[int, int]]] = [[]]
    for place, (low, high) in enumerate(words):
        word = plain(text[low:high])
        upper = text[low].isupper()
        time = word in DAYS or (word in MONTHS and not _called(text, words, place))
        lower = word in (LOWER if first else STOP) and upper and place == 0
        again = place > 0 and upper and word in ("the", "a", "an")  # "Covered Bridge The Covered Bridge is"
        if low in dated or time or lower or again or word == "i":
            runs.append([])
        elif upper or word not in STOP or runs[-1]:
            runs[-1].append((low, high))
    made: list[Name] = []
    for run in runs:
        while run and not text[run[-1][0]].isupper() and not re.match(r"(?:al|el|d|l)[’'-]", text[run[-1][0] :]):
            run.pop()
        if not run:
            continue
        low, high = run[0][0], run[-1][1]
        said = re.sub(r"(?:['’][sS]|['’])$", "", text[low:high])
        if len(plain(said).replace(" ", "")) > 1 and not (len(run) == 1 and _ROMAN.fullmatch(said)):
            made.append(Name(low, low + len(said), said, first and low == start))
    return made


def _called(text: str, words: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a month's name is part of a longer one: "June Allyson", "Lucien August", but not "in August Mann"."""
    head = text[max(0, words[0][0] - 10) : words[0][0]]
    before = re.search(r"\b(?:in|of|since|until|by|last|next|from|to|during|early|late|mid)[ -]$", head)
    return len(words) > 1 and (place > 0 or before is None)


def naming(name: Name, text: str, title: str = "") -> Naming:
    """How far a text, or the title it stands under, names what a name does.

    >>> naming(Name(0, 12, "Michael Mann"), "Directed by Mann."), naming(Name(0, 4, "Mann"), "By Michael Mann.")
    ('near', 'whole')
    """
    body = _spoken(f"{title} . {text}")
    if _named(name.text, body, f"{title}\n{text}"):
        return "whole"
    words = [w for w in plain(name.text).split() if w not in STOP]
    if name.first and len(words) > 1 and _loose_first(words, body):
        return "whole"
    bare = words
    while len(bare) > 1 and (bare[0] in HONORIFICS or (bare[0] in DEMONYMS and _named(bare[0], body, text))):
        bare = bare[1:]  # "King Frederik", "French-American Anne Aghion"
    if bare != words and _together(bare, body):
        return "whole"
    present = [w for w in bare if f" {w} " in body]
    if not present:
        return "missing"
    parts = re.split(r"\s+of\s+(?:the\s+)?", name.text)
    if len(parts) > 1 and all(naming(Name(0, len(part), part), text, title) == "whole" for part in parts):
        return "whole"
    if len(bare) > 1 and bare[-1] in CLASSES and naming(Name(0, 0, " ".join(bare[:-1])), text, title) == "whole":
        return "near"
    if len(bare) > 1 and present[-1:] == bare[-1:] and _alone(bare[-1], text):
        return "near"
    return "part"


def common(word: str) -> bool:
    """Whether a word that begins a sentence is hardly a name: by its ending, or as one of everyday words."""
    return word.lower() in LOWER or word.lower() in HONORIFICS or bool(_COMMON.fullmatch(word.lower()))


def _loose_first(words: list[str], body: str) -> bool:
    """Whether a run at the beginning of a sentence is named without its first word, which then is no name."""
    first, *rest = words
    if not _together(rest, body):
        return False
    return len(rest) > 1 or bool(content(first) & content(body)) or common(first)


@lru_cache(maxsize=256)
def _spoken(text: str) -> str:
    return f" {plain(_possessive(text))} "


def _possessive(text: str) -> str:
    return re.sub(r"['’][sS]\b|(?<=s)['’](?=\s)", "", text)


def _named(name: str, body: str, text: str) -> bool:
    said = plain(_possessive(name))
    if f" {said} " in body:
        return True
    words = [w for w in said.split() if w not in STOP]
    if words and _together(words, body):
        return True
    country = DEMONYMS.get(said, said)
    if any(f" {word} " in body for word, of in DEMONYMS.items() if of == country) or f" {country} " in body:
        return True
    if len(words) == 1 and len(said) > 3 and any(f" {form} " in body for form in _forms(said)):
        return True
    joined = said.replace(" ", "")
    if len(joined) > 3 and re.search(f" {' ?'.join(joined)} ", body):  # "Mc Donald", "Wal Mart"
        return True
    return _initials(name, words, text)


def _forms(word: str) -> tuple[str, ...]:
    """The plural and the singular."""
    return (f"{word}s", f"{word}es", word.removesuffix("s"))


APART = 3
"""Most words between two words of one name: "George Cooper Stevens" is George Stevens."""


def _together(words: list[str], body: str) -> bool:
    """Whether the words of a name stand in their order, little between them; an initial stands for a name."""
    if not words:
        return False
    parts = [rf"{w}\w*" if len(w) == 1 else re.escape(w) for w in words]
    if len(parts) == 1:
        return bool(re.search(rf" {parts[0]} ", body))
    gap = rf"(?: \S+){{0,{APART}}}? "
    if re.search(" " + gap.join(parts) + " ", body):
        return True
    # "Stevens, George": the family name first.
    return len(parts) == 2 and bool(re.search(rf" {parts[1]} {parts[0]} ", body))


def _initials(name: str, words: list[str], text: str) -> bool:
    """Whether one is short for the other: BBC and British Broadcasting Corporation, J. Smith and John Smith."""
    short = re.sub(r"[.\s]", "", name)
    if 2 <= len(short) <= 6 and short.isupper():
        letters = r"\W+(?:(?:of|the|and|for|de)\W+)*".join(rf"{c}\w+" for c in short)
        return bool(re.search(rf"\b{letters}", text))
    if len(words) > 2 or (len(words) == 2 and name.istitle()):
        acronym = "".join(w[0] for w in words).upper()
        if len(acronym) > 2 and re.search(rf"\b{r'.?'.join(acronym)}\b", text):
            return True
    if len(words) > 1:
        # "J. R. R. Tolkien" for "John Ronald Reuel Tolkien".
        first, last = words[0], words[-1]
        return len(first) > 1 and bool(re.search(rf" {first[0]} (?:\w )*{re.escape(last)} ", _spoken(text)))
    return False


def _alone(word: str, text: str) -> bool:
    """Whether a family name always stands without another name before it."""
    places = [n for n in names(text) if word in plain(n.text).split()]
    return bool(places) and all(plain(_possessive(n.text)).split()[0] == word for n in places)
