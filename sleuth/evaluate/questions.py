"""Questions to measure with: what a question of a data file is, and choosing and pooling them.

The forms in which data sets come, and reading them, are told in `forms.py`.
"""

from random import Random
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from sleuth.errors import CallerError
from sleuth.search import Document, digest


class Paragraph(BaseModel):
    """A paragraph that a data set gives with its question."""

    model_config = ConfigDict(frozen=True)
    id: str = ""
    title: str
    text: str
    date: str | None = None
    """ISO date the paragraph speaks from; None when the set does not say."""
    supporting: bool = False
    """Whether the answer rests on it, as the set says; False everywhere in a set that does not say."""


class Position(NamedTuple):
    """One of several contradicting answers, and the paragraphs that hold it."""

    text: str
    paragraphs: tuple[str, ...]


class Asked(BaseModel):
    """A question with its gold answer; further columns are left alone."""

    model_config = ConfigDict(frozen=True)
    id: str
    question: str
    answer: str | None
    """None where the right thing is to abstain."""
    aliases: tuple[str, ...] = ()
    hops: int | None = None
    type: str | None = None
    paragraphs: tuple[Paragraph, ...] = ()
    stale: tuple[str, ...] = ()
    """Answers that once were right, and that a newer document overturns."""
    positions: tuple[Position, ...] = ()
    """Contradicting answers of which none is the truth: it is right to show them all, each with its source."""
    repair: Literal["none", "due"] | None = None
    """Whether the paragraphs call for a repair: `none` where every statement must survive, `due` where one corrects
    another; None where the set does not say."""
    own_corpus: bool = False
    """Whether the question is searched for in its own paragraphs only, which contradict those of other questions."""
    surnames_in_capitals: bool = False
    """Whether the answers are persons as the World Factbook writes them (`people.py`)."""

    @property
    def golds(self) -> tuple[str, ...]:
        """The answer and its aliases."""
        return () if self.answer is None else (self.answer, *self.aliases)


class Questions(NamedTuple):
    """A data file: its questions, and the documents in which those without a corpus of their own are searched."""

    rows: tuple[Asked, ...]
    documents: tuple[Document, ...]
    """Empty where the file brings none: then the collections of the settings are searched."""
    sha256: str
    """Of questions and documents, by which an interrupted measurement knows its data again."""


def draw(rows: tuple[Asked, ...], *, hops: int | None, n: int | None, seed: int) -> tuple[Asked, ...]:
    """The questions of so many hops, at most n of them, drawn by the seed; CallerError when none is left."""
    kept = [row for row in rows if hops is None or row.hops == hops]
    if not kept:
        known = sorted({row.hops for row in rows if row.hops is not None})
        raise CallerError(f"No question has {hops} hops; the file has questions of {known}.")
    return tuple(Random(seed).sample(kept, n) if n is not None and n < len(kept) else kept)


def pooled(rows: tuple[Asked, ...]) -> tuple[Document, ...]:
    """Every paragraph of several questions once, as the documents of one collection."""
    documents = {}
    for row in rows:
        for p in row.paragraphs:
            # Sets number their paragraphs anew in each question; the text itself is the identity when pooled.
            identity = digest(f"{p.title}\n{p.text}")[:16]
            documents[identity] = Document(id=identity, title=p.title, text=p.text, date=p.date)
    return tuple(documents.values())


def own(row: Asked) -> tuple[Document, ...]:
    """The paragraphs of one question as documents, under their own ids."""
    return tuple(
        Document(id=p.id or str(number), title=p.title, text=p.text, date=p.date)
        for number, p in enumerate(row.paragraphs, start=1)
    )
