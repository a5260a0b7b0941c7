"""Questions to measure with: one JSON object a line, in the uniform form of the data sets."""

import json
from pathlib import Path
from random import Random

from pydantic import BaseModel, ConfigDict, ValidationError

from sleuth.errors import CallerError
from sleuth.search import CASEBOOK, Document, digest

BUILT_IN = Path(__file__).parent.parent / "casebook" / "questions.jsonl"


class Paragraph(BaseModel):
    """A paragraph that a data set gives with its question."""

    model_config = ConfigDict(frozen=True)
    title: str
    text: str


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

    @property
    def golds(self) -> tuple[str, ...]:
        """The answer and its aliases."""
        return () if self.answer is None else (self.answer, *self.aliases)


def load(path: Path) -> tuple[Asked, ...]:
    """Read a data file, or the built-in questions for the name `casebook`."""
    file = BUILT_IN if str(path) == CASEBOOK and not path.exists() else path
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError(f"The data file {str(path)!r} cannot be read: {error}.") from error
    rows = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            rows.append(Asked.model_validate(json.loads(line)))
        except (json.JSONDecodeError, ValidationError) as error:
            raise CallerError(f"Line {number} of {str(path)!r} is no question with an answer: {error}") from error
    return tuple(rows)


def draw(rows: tuple[Asked, ...], *, hops: int | None, n: int | None, seed: int) -> tuple[Asked, ...]:
    """The questions of so many hops, at most n of them, drawn by the seed; CallerError when none is left."""
    kept = [row for row in rows if hops is None or row.hops == hops]
    if not kept:
        known = sorted({row.hops for row in rows if row.hops is not None})
        raise CallerError(f"No question has {hops} hops; the file has questions of {known}.")
    return tuple(Random(seed).sample(kept, n) if n is not None and n < len(kept) else kept)


def pooled(rows: tuple[Asked, ...]) -> tuple[Document, ...]:
    """Every paragraph of a data file once, as the documents of one collection."""
    documents = {}
    for row in rows:
        for p in row.paragraphs:
            identity = digest(f"{p.title}\n{p.text}")[:16]
            documents[identity] = Document(id=identity, title=p.title, text=p.text)
    return tuple(documents.values())
