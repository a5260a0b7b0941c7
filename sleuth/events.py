"""Everything that can happen in a run, as past-tense facts that are never edited.

A run is its events: state is a fold over them (`state.py`), the log stores them (`store/`). Long texts
(passages, exact prompts and replies) travel in the event and are stored once by hash. A new field needs a
default, so that an old log stays readable.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from sleuth.contract import Contract
from sleuth.drafts import Doubted
from sleuth.ledger import Claim, Confidence, Fact, FactStatus, Hypothesis, Question, Verdict
from sleuth.models import Message, Record
from sleuth.pasted.records import Pasted
from sleuth.person import Acted, FactPinned, HypothesisDropped, HypothesisProposed, PassageAdded
from sleuth.prices import Price
from sleuth.retrieval.rankings import Retrieved
from sleuth.rules import AS_PUBLISHED, Rules
from sleuth.search import Outcome, Passage
from sleuth.settings import Limits
from sleuth.tree import Node
from sleuth.verdicts import Audited

Phase = Literal["plan", "choose", "search", "read", "compare", "update", "answer", "audit"]
"""The part of a turn that a step belongs to; `audit` comes after the last."""

Cause = Literal["answered", "no retrieval", "no supporting fact", "undecided", "search unavailable", "budget spent"]
"""Why an investigation ended."""


class RunStarted(Record):
    """A question was posed, and with what means."""

    type: Literal["run_started"] = "run_started"
    question: str
    memory: str
    model: str
    collections: tuple[str, ...]
    engines: tuple[str, ...] = ()
    """The web engines asked, in order; none when the web was not searched."""
    limits: Limits
    rules: Rules = AS_PUBLISHED
    price: Price | None = None
    """What the model's tokens cost at the time; None where nobody has said, as in old logs."""


class Branched(Record):
    """From here on this run goes its own way; everything before is its parent's, event by event."""

    type: Literal["branched"] = "branched"
    parent: str
    at: int
    """The parent's event after which the ways part."""
    memory: str
    model: str
    collections: tuple[str, ...]
    engines: tuple[str, ...] = ()
    limits: Limits
    rules: Rules
    price: Price | None = None


class StepTaken(Record):
    """Opens each step of the log: one phase, at most one call to a model or a search."""

    type: Literal["step_taken"] = "step_taken"
    phase: Phase
    turn: int
    title: str
    """What was done, in words for the timeline."""
    question: str | None = None
    seconds: float | None = None
    """How long the step took, the call included."""


class ModelCalled(Record):
    """One call to the model, with the exact prompt and reply."""

    type: Literal["model_called"] = "model_called"
    purpose: str
    model: str
    prompt_sha256: str
    reply_sha256: str
    prompt: tuple[Message, ...] = ()
    reply: str = ""
    reasoning: str | None = None
    finish: str | None = None
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float | None = None


class ReplyRefused(Record):
    """A reply was not of the asked form; it is asked again with the problem named, then a fallback is used."""

    type: Literal["reply_refused"] = "reply_refused"
    key: str
    """Which question to the model this was (`plan`, `read q1 p3`, …)."""
    problem: str
    reply: str


class ContractMade(Record):
    """The question was turned into the chain of one-fact questions that an answer must fill."""

    type: Literal["contract_made"] = "contract_made"
    contract: Contract
    fallback: bool = False
    """Whether the model's replies were unusable and the question stands as its own single slot."""


class QuestionOpened(Record):
    """An unknown entered the ledger, or returned to it after what answered it fell."""

    type: Literal["question_opened"] = "question_opened"
    question: Question
    reason: str


class QuestionClosed(Record):
    """A question left the list of open ones."""

    type: Literal["question_closed"] = "question_closed"
    question: str
    status: Literal["answered", "dropped"]
    fact: str | None = None
    reason: str


class QuestionsOrdered(Record):
    """The questions were put into an order: by what an answer would move, or as a person wants it."""

    type: Literal["questions_ordered"] = "questions_ordered"
    questions: tuple[str, ...]
    """Every question's id, the one to take up first in front."""
    author: str | None = None


class TurnStarted(Record):
    """The top open question was chosen and named the query."""

    type: Literal["turn_started"] = "turn_started"
    turn: int
    question: str
    text: str
    """The question with its references filled."""
    query: str
    entities: tuple[str, ...] = ()
    reason: str
    declared: tuple[str, ...] = ()
    """The facts whose values fill the question's references."""
    mechanical: tuple[str, ...] = ()
    """The facts that the question mentions."""


class Searched(Record):
    """A search came back.

    Where one retrieval is made of several searches and the model's own ranking, this is what the whole of it
    returned. It counts as one search; the events `ranked` and `followed_up` before it tell its parts.
    """

    type: Literal["searched"] = "searched"
    turn: int
    question: str
    query: str
    engine: str
    outcome: Outcome
    passages: tuple[Passage, ...] = ()
    message: str | None = None


class PassageRead(Record):
    """A passage was read for one question, or passed over with a reason."""

    type: Literal["passage_read"] = "passage_read"
    passage: str
    question: str
    verdict: Literal["fact", "nothing", "refused", "passed over"]
    note: str | None = None


class FactRecorded(Record):
    """A fact entered the ledger; held dormant while a contradiction with an older fact is being judged."""

    type: Literal["fact_recorded"] = "fact_recorded"
    fact: Fact
    disputes: str | None = None
    """The standing fact it disagrees with, which is judged next."""


class FactRefused(Record):
    """What the model extracted does not stand in the passage, and was refused."""

    type: Literal["fact_refused"] = "fact_refused"
    passage: str
    question: str
    value: str
    quote: str | None
    reason: str
    key: str = ""
    """Which question to the model this was; it is asked once more with the reason named."""
    reply: str = ""


class ConflictJudged(Record):
    """The model compared a new fact with a standing one (ReTree's call 1: is it a conflict? call 2: which holds?)."""

    type: Literal["conflict_judged"] = "conflict_judged"
    call: Literal[1, 2]
    old: str
    new: str
    verdict: Verdict
    reason: str


class FactChanged(Record):
    """A fact's standing changed."""

    type: Literal["fact_changed"] = "fact_changed"
    fact: str
    status: FactStatus
    reason: str


class Repaired(Record):
    """The node that introduced a refuted fact was corrected, and what was derived from it pruned."""

    type: Literal["repaired"] = "repaired"
    node: str
    old: str
    new: str | None
    """None when a fact fell and nothing took its place."""
    reason: str
    summary: str
    """The node's summary, made anew from the evidence that still stands."""
    pruned: tuple[str, ...] = ()
    adopted: tuple[str, ...] = ()
    """Facts of pruned nodes that do not rest on what fell, and now belong to the repaired node."""
    refunded: bool = False
    """Whether the search that led here does not count."""


class NodeRevived(Record):
    """A pruned node stands again, since a fact of it does."""

    type: Literal["node_revived"] = "node_revived"
    node: str


class NodeAdded(Record):
    """The tree grew by a node."""

    type: Literal["node_added"] = "node_added"
    node: Node


class NodeSummarised(Record):
    """A node's summary was restated from its standing evidence."""

    type: Literal["node_summarised"] = "node_summarised"
    node: str
    summary: str


class HypothesesRanked(Record):
    """Every hypothesis restated in full, best first within its slot."""

    type: Literal["hypotheses_ranked"] = "hypotheses_ranked"
    turn: int
    hypotheses: tuple[Hypothesis, ...]


class TurnChecked(Record):
    """A turn ended and was held against the protocol (V1–V6)."""

    type: Literal["turn_checked"] = "turn_checked"
    turn: int
    valid_raw: bool
    """Whether every reply of the turn was valid when first given."""
    valid: bool
    """Whether the turn is valid after repair."""
    violations: tuple[str, ...] = ()
    """One entry a broken rule, `V2: …`."""
    context_chars: int
    """Size of the policy's rendered memory at this turn, in characters."""


class Nudged(Record):
    """The budget is nearly used and there is evidence: an answer is now asked from the ledger."""

    type: Literal["nudged"] = "nudged"
    turn: int
    reason: str


class Answered(Record):
    """The run ended with an answer, as claims that cite facts."""

    type: Literal["answered"] = "answered"
    text: str
    claims: tuple[Claim, ...]
    confidence: Confidence | None
    forced: bool = False
    """Whether the nudge or the last turn forced it."""


class AnswerReopened(Record):
    """A fact under the answer fell, so that the answer is open again; the run waits to be carried on."""

    type: Literal["answer_reopened"] = "answer_reopened"
    facts: tuple[str, ...]
    reason: str


class Abstained(Record):
    """The run ended without an answer, and why."""

    type: Literal["abstained"] = "abstained"
    cause: Cause
    reason: str
    claims: tuple[Claim, ...] = ()
    """What was found nonetheless: the positions that contradict each other, each with its source."""


class RunPaused(Record):
    """The run waits for a person."""

    type: Literal["run_paused"] = "run_paused"
    reason: str | None = None
    """What there is to do for a run that had ended already; None when a person held it."""


class RunResumed(Record):
    """The run goes on: after a pause, a failure or an interruption."""

    type: Literal["run_resumed"] = "run_resumed"


class RunStopped(Record):
    """A person ended the run."""

    type: Literal["run_stopped"] = "run_stopped"


class RunFailed(Record):
    """A service failed. Nothing recorded is lost, and the run can be resumed."""

    type: Literal["run_failed"] = "run_failed"
    error: str


Event = Annotated[
    RunStarted
    | Branched
    | Acted
    | Audited
    | Pasted
    | Doubted
    | StepTaken
    | ModelCalled
    | ReplyRefused
    | ContractMade
    | QuestionOpened
    | QuestionClosed
    | QuestionsOrdered
    | TurnStarted
    | PassageAdded
    | Retrieved
    | Searched
    | PassageRead
    | FactRecorded
    | FactRefused
    | ConflictJudged
    | FactChanged
    | FactPinned
    | Repaired
    | NodeAdded
    | NodeSummarised
    | NodeRevived
    | HypothesesRanked
    | HypothesisProposed
    | HypothesisDropped
    | TurnChecked
    | Nudged
    | Answered
    | AnswerReopened
    | Abstained
    | RunPaused
    | RunResumed
    | RunStopped
    | RunFailed,
    Field(discriminator="type"),
]
"""Any event, told apart by its `type`."""

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads an event from its stored form."""


class Entry(Record):
    """An event in its place in the log."""

    seq: int
    """Position in the run, from 1 without gaps."""
    at: datetime
    event: Event


def number(events: tuple[Event, ...], *, after: int, at: datetime) -> tuple[Entry, ...]:
    """Give the events of one step their places after the last recorded one."""
    stamp = at.astimezone(UTC)
    return tuple(Entry(seq=after + i, at=stamp, event=event) for i, event in enumerate(events, start=1))
