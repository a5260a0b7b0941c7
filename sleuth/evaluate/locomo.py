"""The multi-hop questions of LoCoMo: reading the file as published, and the selection that recall is reported on.

Selected are the questions of category 1 with at least two distinct evidence turns. An entry of `evidence` counts as
the id of a turn only as it stands: a few entries are several ids in one text, or no id, and name no turn. That gives
the 276 questions of the published selection, with 3.17 evidence turns on average.

Source: LoCoMo (arXiv 2402.17753), https://github.com/snap-research/locomo.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from sleuth.errors import CallerError
from sleuth.evaluate.stages import Case
from sleuth.search import digest

MULTI_HOP = 1
"""The category of questions that several turns answer together."""
FEWEST = 2
"""Evidence turns of a selected question."""


class Turn(NamedTuple):
    """What one person said at once."""

    id: str
    """`D3:12`: the twelfth turn of the third session."""
    session: int
    date: str
    """Of its session: `8 May, 2023`."""
    speaker: str
    text: str
    caption: str
    """What the picture shows that was shared with it; empty for none."""


class Dialogue(NamedTuple):
    """A long dialogue of two persons, over months, with its selected questions."""

    id: str
    speakers: tuple[str, str]
    turns: tuple[Turn, ...]
    cases: tuple[Case, ...]


class _Said(BaseModel):
    dia_id: str
    speaker: str
    text: str
    blip_caption: str = ""


class _Question(BaseModel):
    question: str
    category: int
    evidence: tuple[str, ...] = ()


class _Sample(BaseModel):
    sample_id: str
    qa: tuple[_Question, ...]
    conversation: dict[str, str | tuple[_Said, ...]]


class Read(NamedTuple):
    """A file of dialogues."""

    dialogues: tuple[Dialogue, ...]
    sha256: str


def read(path: Path) -> Read:
    """The dialogues of a file; CallerError when it is no such file, or no question of it is selected."""
    try:
        text = path.read_text(encoding="utf-8")
        samples = json.loads(text)
        dialogues = tuple(_dialogue(_Sample.model_validate(sample)) for sample in samples)
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError(f"The data file {str(path)!r} cannot be read: {error}.") from error
    except (ValidationError, TypeError, ValueError, KeyError) as error:
        first = str(error).splitlines()[0]
        raise CallerError(f"The data file {str(path)!r} is not in the form of LoCoMo: {first}.") from error
    if not any(d.cases for d in dialogues):
        raise CallerError(
            f"No question of {str(path)!r} is of category {MULTI_HOP} with at least {FEWEST} evidence turns."
        )
    return Read(dialogues, digest(text))


def _dialogue(sample: _Sample) -> Dialogue:
    told = sample.conversation
    # In the order of time: session_10 comes after session_9.
    sessions = sorted(int(m[1]) for key in told if (m := re.fullmatch(r"session_(\d+)", key)))
    turns = tuple(
        _turn(said, n, str(told.get(f"session_{n}_date_time", ""))) for n in sessions for said in _said(told, n)
    )
    known = frozenset(turn.id for turn in turns)
    cases = []
    for number, question in enumerate(sample.qa, start=1):
        evidence = known.intersection(entry.strip() for entry in question.evidence)
        if question.category == MULTI_HOP and len(evidence) >= FEWEST:
            cases.append(Case(f"{sample.sample_id} q{number}", question.question, evidence, sample.sample_id))
    return Dialogue(sample.sample_id, (str(told["speaker_a"]), str(told["speaker_b"])), turns, tuple(cases))


def _said(told: dict[str, str | tuple[_Said, ...]], session: int) -> tuple[_Said, ...]:
    said = told[f"session_{session}"]
    return () if isinstance(said, str) else said


def _turn(said: _Said, session: int, moment: str) -> Turn:
    # "1:56 pm on 8 May, 2023"
    date = moment.rpartition(" on ")[2]
    return Turn(said.dia_id, session, date, said.speaker, " ".join(said.text.split()), said.blip_caption)
