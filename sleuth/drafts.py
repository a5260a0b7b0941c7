"""What a run records of its doubts: drafted answers with the model's certainty, and what was decided by them.

A draft is what the model would answer without looking. Whether that spares the search, and which remembered names
steer a search, is decided in `uncertainty.py`; the numbers that decided stand here, in the log.
"""

from typing import Literal

from sleuth.models import Entropy, Record
from sleuth.rules import Filter, Statistic, Trigger

RECALLED = "from memory"
"""The engine of a turn that asked none: the passage was found before, or is what the model remembers."""

MEMORY = "model memory"
"""The collection of what a model remembers. It is no source: whatever a document says instead holds."""

Influence = Literal["none", "attention", "content words", "removal"]
"""What says how much a token matters: nothing; the model's own attention; or a stand-in, which is none."""


class Place(Record):
    """One token of a draft, with how sure the model was of it."""

    text: str
    start: int
    """Where it stands in the draft's text, in characters."""
    end: int
    logprob: float
    entropy: Entropy
    """Between which bounds the entropy of the model's distribution lay here, in nats."""
    attention: float | None = None
    """The largest weight that a later token gives to this one; None where the model shows no attention."""


class Draft(Record):
    """What the model answers to a question from memory, in one sentence that marks the value."""

    question: str
    asked: str
    """The question in words, its references filled."""
    model: str
    text: str
    """The reply as it came."""
    sentence: str
    value: str
    start: int
    """Where the value stands in the text."""
    end: int
    places: tuple[Place, ...] | None
    """Its tokens; None where the server does not say how likely they were."""


class Decision(Record):
    """Whether a question is searched for, and by which numbers that was decided."""

    trigger: Trigger
    retrieve: bool
    reason: str
    influence: Influence = "none"
    scores: tuple[Entropy | None, ...] = ()
    """What was compared for each token of the draft, from the lower and the upper bound of its entropy; None for one
    that does not count. Empty where nothing had to be compared, or nothing was known."""
    threshold: float | None = None
    highest: Entropy | None = None
    """The largest lower and the largest upper score."""
    at: int | None = None
    """The token with the largest lower score, counted from 0."""
    straddles: bool | None = None
    """Whether the threshold lies within `highest`, so that the decision hangs on what the server did not report."""


class Name(Record):
    """A name that might enter a query."""

    text: str
    fact: str | None
    """The fact that it is the value of; None for one that the question itself gives."""
    named: bool
    """Whether the reasoning step, the question with its references filled, names it."""
    confidence: float | None
    """How sure the model was of it in the newest draft that holds it; None where none does."""
    kept: bool


class Drafted(Record):
    """The model drafted an answer before anything was searched for it."""

    type: Literal["drafted"] = "drafted"
    draft: Draft


class RelevanceMeasured(Record):
    """How sure the model is that a draft answers its question, whole or without one word (a stand-in)."""

    type: Literal["relevance_measured"] = "relevance_measured"
    question: str
    asked: str
    start: int | None
    """Where the word that was left out stands in the draft's text; None for the whole draft."""
    end: int | None
    sure: float | None
    """Probability of yes; None where the server does not say."""


class RetrievalDecided(Record):
    """The trigger decided whether a question is searched for."""

    type: Literal["retrieval_decided"] = "retrieval_decided"
    question: str
    asked: str
    decision: Decision


class EntitiesExtracted(Record):
    """The model named what the investigated question is about (MIND's first step)."""

    type: Literal["entities_extracted"] = "entities_extracted"
    entities: tuple[str, ...]
    relations: tuple[str, ...] = ()


class NamesFiltered(Record):
    """It was decided which remembered names steer the next query."""

    type: Literal["names_filtered"] = "names_filtered"
    question: str
    filter: Filter
    statistic: Statistic
    keep: float
    names: tuple[Name, ...]


Doubted = Drafted | RelevanceMeasured | RetrievalDecided | EntitiesExtracted | NamesFiltered
