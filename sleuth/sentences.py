"""A page as sentences: where each stands, which are shown to the model, and how far a page is about an entity.

What the model then says of them is checked in `reading`.
"""

import re
from typing import NamedTuple

from sleuth.search import Passage
from sleuth.search.local.corpus import STOP, names
from sleuth.values import plain

SHOWN_WORDS = 170
"""Most words of a page shown to the model; longer pages show the sentences nearest to the question."""

ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|St|Mt|Dr|Mr|Mrs|Ms|Jr|Sr|Prof|Rev|Gen|Col|Lt|Sgt|Capt|vs|No|ca|approx|Inc|Ltd|Co|Bros|Op|Vol|b|d|c|r|fl)|"
    r"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)|\b[A-Za-z]\.[A-Za-z])\.$"
)


class Sentence(NamedTuple):
    """A numbered sentence and where it stands in its passage."""

    number: int
    text: str
    start: int
    end: int


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text with their offsets; initials and common abbreviations do not end one."""
    found: list[Sentence] = []
    start = 0
    for m in re.finditer(r"[.!?][\"'”’)\]]*(?=\s)|[。！？]|\n+", text):
        if m[0].startswith(".") and ABBREVIATION.search(text[start : m.start() + 1]):
            continue
        _keep(found, text, start, m.end())
        start = m.end()
    _keep(found, text, start, len(text))
    return tuple(found)


def _keep(found: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        found.append(Sentence(len(found) + 1, text[start:end], start, end))


def content(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, cut to their stem's first letters so that inflections meet."""
    return frozenset(stems(text))


def stems(text: str) -> tuple[str, ...]:
    """The words of `content` in their order, with repetitions."""
    return tuple((w.removesuffix("s") if len(w) > 3 else w)[:6] for w in plain(text).split() if w not in STOP)


def shown(passage: Passage, question: str, words: int = SHOWN_WORDS, first: int = 2) -> tuple[Sentence, ...]:
    """The sentences to show: all of a short page; of a long one the first ones and those nearest to the question.

    Of a page of labelled lines (a table's row, a country's entry) only the lines whose label the question speaks of,
    where there are any: among twenty of them a small model does not find the one.
    """
    every = sentences(passage.text)
    if lines := _labelled(every, question):
        return lines
    if sum(len(s.text.split()) for s in every) <= words:
        return every
    wanted = content(question)
    order = sorted(every, key=lambda s: (s.number > first, -len(wanted & content(s.text)), s.number))
    room = words
    kept: list[Sentence] = []
    for sentence in order:
        size = len(sentence.text.split())
        if size <= room or not kept:
            kept.append(sentence)
            room -= size
    return tuple(sorted(kept))


LABEL = re.compile(r"([^.!?:]{2,60}):(?=\s|$)")
"""What stands before a line's colon: "head of government: Chancellor Ada Holm"."""
LABELLED = 0.6
"""From this share of labelled lines on, a page is one of labelled lines."""
FEW_LINES = 4
"""Lines that need no choice."""


def _labelled(every: tuple[Sentence, ...], question: str) -> tuple[Sentence, ...]:
    labels = {s.number: label[1] for s in every if (label := LABEL.match(s.text))}
    if len(every) <= FEW_LINES or len(labels) < LABELLED * len(every):
        return ()
    wanted = content(question)
    shared = {number: len(wanted & content(label)) for number, label in labels.items()}
    return tuple(s for s in every if shared.get(s.number, 0) == max(shared.values()) > 0)


def bearing(passage: Passage, question: str, entity: str) -> int:
    """How many words of a question, the entity's own apart, meet in one sentence of a passage."""
    wanted = content(question) - content(entity)
    return max((len(wanted & content(s.text)) for s in sentences(passage.text)), default=0)


def about(passage: Passage, entity: str) -> float:
    """How far a passage is about an entity: by its title from 0 to 1, or 0.2 where only the text names it."""
    by_title = names(passage.title, entity)
    if by_title:
        return by_title
    return 0.2 if mentions(passage.text, entity) else 0.0


def hinted(passage: Passage, question: str) -> bool:
    """Whether the question names what a title has in brackets: "Heat (1995 film)" in "the 1995 film Heat"."""
    brackets = " ".join(re.findall(r"\((.*?)\)", passage.title))
    return bool(content(brackets) & content(question))


def mentions(text: str, entity: str) -> bool:
    """Whether a text names an entity: in full, without what stands in brackets, or by all its longer words."""
    bare = plain(re.sub(r"\(.*?\)", "", entity))
    body = plain(text)
    if bare and f" {bare} " in f" {body} ":
        return True
    long_words = {w for w in bare.split() if w not in STOP}
    return len(long_words) > 1 and long_words <= set(body.split())
