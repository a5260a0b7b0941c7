"""The forms in which data sets come, and reading each into the questions of `questions.py`.

Most sets share one uniform form. Four say more, and are known by what they say: chains over documents beside them
(an outdated answer to each), edited chains (which statement is newer), contradicting pairs (which passage says
what), and statements of different periods (all of which hold). What a set does not say is not made up here.
"""

import json
import re
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sleuth.errors import CallerError
from sleuth.evaluate.questions import Asked, Paragraph, Position, Questions, pooled
from sleuth.search import CASEBOOK, Document, digest
from sleuth.search.documents import read_documents

CONTROLS = "controls"
"""The built-in pairs of passages by which false and missed repairs are counted."""

BUILT_IN = {
    CASEBOOK: Path(__file__).parent.parent / "casebook" / "questions.jsonl",
    CONTROLS: Path(__file__).parent / "controls.jsonl",
}
"""Data that comes with Sleuth, by name."""

CORPUS = "docs.jsonl"
"""Where a file of chains has its documents: beside it, under this name."""

EARLIER, LATER = "2000-01-01", "2001-01-01"
"""Dates of the statements of an edited chain. The set says which is newer, not when; only the order is its own."""


def load(path: Path) -> Questions:
    """Read a data file of any known form, or the built-in questions for the names `casebook` and `controls`."""
    built_in = BUILT_IN.get(str(path))
    file = built_in if built_in and not path.exists() else path
    text = _text(file, path)
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            rows.append(_read(json.loads(line)))
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
            raise CallerError(f"Line {number} of {str(path)!r} is no question with an answer: {problem}.") from error
        except ValueError as error:
            raise CallerError(f"Line {number} of {str(path)!r} is no question with an answer: {error}.") from error
    if not rows:
        raise CallerError(f"The data file {str(path)!r} holds no question; give one JSON object a line.")
    documents = _beside(file, tuple(rows)) or pooled(tuple(row for row in rows if not row.own_corpus))
    whole = digest(text + "".join(document.model_dump_json() for document in documents))
    return Questions(tuple(rows), documents, whole)


def _text(file: Path, named: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError(f"The data file {str(named)!r} cannot be read: {error}.") from error


def _read(row: object) -> Asked:
    """One line of a data file as a question; ValueError or ValidationError says what is missing."""
    if not isinstance(row, dict):
        raise ValueError("it is not a JSON object")
    told = meta if isinstance(meta := row.get("meta"), dict) else {}
    if "stale_answer" in row:
        return _chain(row)
    if "paragraph_kind" in told:
        return _edited(row)
    if "answer_by_paragraph" in told:
        return _contradicting(row)
    if {"url", "index"} <= told.keys() and "#P" in str(told["index"]):
        return Asked.model_validate(row).model_copy(update={"own_corpus": True, "repair": "none"})
    asked = Asked.model_validate(row)
    # The built-in controls say themselves whether a repair is due; such a pair means nothing among others.
    return asked.model_copy(update={"own_corpus": True}) if asked.repair else asked


def _chain(row: dict[str, object]) -> Asked:
    """A chain of the World Factbook: `answer` is from the newest edition, `stale_answer` from an earlier one."""
    asked = Asked.model_validate(row)
    return asked.model_copy(update={"stale": (str(row["stale_answer"]),), "surnames_in_capitals": True})


class _Edits(BaseModel):
    model_config = ConfigDict(frozen=True)
    paragraph_kind: dict[str, str]
    old_answer: str
    old_aliases: tuple[str, ...] = ()


def _edited(row: dict[str, object]) -> Asked:
    """A chain of edited statements: the edits are dated after everything else."""
    asked, edits = Asked.model_validate(row), _Edits.model_validate(row["meta"])

    def dated(paragraph: Paragraph) -> Paragraph:
        date = LATER if edits.paragraph_kind.get(paragraph.id, "").startswith("new") else EARLIER
        title = paragraph.title or subject(paragraph.text)
        # The date stands in the title too, as in that of an edition, so that every strategy can see it.
        return paragraph.model_copy(update={"date": date, "title": f"{title} ({date})" if title else ""})

    return asked.model_copy(
        update={
            "paragraphs": tuple(dated(p) for p in asked.paragraphs),
            "stale": (edits.old_answer, *edits.old_aliases),
            "own_corpus": True,
        }
    )


def subject(sentence: str) -> str:
    """What a plain statement is about, by its grammar alone; empty where that does not show.

    >>> subject("The head coach of Sund Rovers is Ada Holm.")
    'Sund Rovers'
    >>> subject("Ada Holm was born in the city of Bergen.")
    'Ada Holm'
    """
    # "The director of X is Y", but not a name like "The Heart of the Matter", whose words are capitals.
    if match := re.match(r"The [a-z][a-z ]*? of (.+?) is\b", sentence):
        return match[1]
    if re.match(r"The [a-z]", sentence):
        return ""
    match = re.match(r"(.+?)(?:'s child)? (?:is|was|plays|died)\b", sentence)
    return match[1] if match else ""


class _Contradiction(BaseModel):
    model_config = ConfigDict(frozen=True)
    answer_by_paragraph: dict[str, str]


def _contradicting(row: dict[str, object]) -> Asked:
    """Two real passages that contradict each other; neither is the truth."""
    asked, told = Asked.model_validate(row), _Contradiction.model_validate(row["meta"])
    text = {p.id: p.text for p in asked.paragraphs}
    if unknown := told.answer_by_paragraph.keys() - text.keys():
        raise ValueError(f"answer_by_paragraph names {sorted(unknown)}, which are no paragraphs")

    # One text given twice is one source, whichever of its ids a search returns.
    positions = tuple(
        Position(answer, tuple(p for p in text if text[p] == text[paragraph]))
        for paragraph, answer in told.answer_by_paragraph.items()
    )
    return asked.model_copy(update={"positions": positions, "own_corpus": True})


def _beside(file: Path, rows: tuple[Asked, ...]) -> tuple[Document, ...]:
    """The documents that chains without paragraphs are searched in; none for other forms."""
    if not any(row.surnames_in_capitals for row in rows):
        return ()
    corpus = file.parent / CORPUS
    if not corpus.is_file():
        raise CallerError(f"The chains in {str(file)!r} need their documents beside them, in {str(corpus)!r}.")
    reading = read_documents([corpus])
    return reading.documents
