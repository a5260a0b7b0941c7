"""A run as it stands after some event. How events make it is told in `fold/`; nothing is decided in either."""

from datetime import datetime
from typing import Literal, TypeVar

from sleuth.contract import Contract, Slot, fill, worded
from sleuth.drafts import RECALLED, Draft, EntitiesExtracted, RelevanceMeasured, RetrievalDecided
from sleuth.ledger import Claim, Confidence, Fact, Hypothesis, Question, Search, Verdict
from sleuth.models import Record
from sleuth.pasted.records import Report, SentenceSplit, SourceBrought
from sleuth.person import Acted
from sleuth.prices import Price
from sleuth.retrieval.rankings import Retrieving
from sleuth.rules import Rules
from sleuth.search import Passage
from sleuth.settings import Limits
from sleuth.tree import Node
from sleuth.usage import Budget, Usage
from sleuth.verdicts import EntailmentJudged, PageChecked, Seal, VerdictGiven

Status = Literal["running", "paused", "interrupted", "finished", "stopped", "failed"]


class Turn(Record):
    """The turn under way."""

    number: int
    question: str
    text: str
    query: str
    entities: tuple[str, ...]
    declared: tuple[str, ...] = ()
    mechanical: tuple[str, ...] = ()
    searched: bool = False
    retrieved: tuple[str, ...] = ()
    node: str | None = None
    """The node this turn has added, once it found something."""
    by_hand: bool = False
    """Whether a person brought its passages, or they were remembered, so that it made no search of its own."""
    violations: tuple[str, ...] = ()
    retrieving: Retrieving | None = None
    """How far its search has come, where that is more than one."""


class Conflict(Record):
    """A new fact that disagrees with a standing one, and how far the judgement has come."""

    old: str
    new: str
    confirmed: bool = False


class Judgement(Record):
    """What was decided of two facts that disagree, and why."""

    old: str
    new: str
    verdict: Verdict
    reason: str
    """Carries text of pages."""


R = TypeVar("R", Fact, Node, Passage, Question)


def place(records: tuple[R, ...], identity: str) -> int:
    """Where the record with this id stands; StopIteration when there is none.

    Records are numbered as they come, so the one sought nearly always stands where its number says.
    """
    guess = int(identity[1:]) - 1
    if 0 <= guess < len(records) and records[guess].id == identity:
        return guess
    return next(i for i, record in enumerate(records) if record.id == identity)


def numbered(records: tuple[R, ...], identity: str) -> R:
    """The record with this id."""
    return records[place(records, identity)]


class State(Record):
    """A run as it stands after some event."""

    question: str = ""
    memory: str = ""
    model: str = ""
    collections: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    limits: Limits = Limits()
    rules: Rules = Rules()
    price: Price | None = None
    """What the model's tokens cost by the time it was recorded; None where nobody had said."""
    parent: tuple[str, int] | None = None
    """The run that this one branched from, and after which of its events."""
    status: Status = "running"
    cause: str | None = None
    """Why the run ended, in one of the causes of `events.Cause`, or the failure in words."""
    reason: str | None = None
    """The sentence that goes with the cause."""
    answer: str | None = None
    confidence: Confidence | None = None
    claims: tuple[Claim, ...] = ()
    contract: Contract | None = None
    facts: tuple[Fact, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    questions: tuple[Question, ...] = ()
    nodes: tuple[Node, ...] = ()
    passages: tuple[Passage, ...] = ()
    searches: tuple[Search, ...] = ()
    refunds: int = 0
    """Searches that do not count, since they led to a repair, or no engine was asked."""
    reads: tuple[tuple[str, str], ...] = ()
    """(question, passage) pairs already read or passed over."""
    turn: Turn | None = None
    turns: int = 0
    conflicts: tuple[Conflict, ...] = ()
    """Disagreements still to be judged; nothing else proceeds before they are."""
    judgements: tuple[Judgement, ...] = ()
    """What was decided of each disagreement, in order; nothing that is still to be judged."""
    unsettled: tuple[Conflict, ...] = ()
    """Disagreements that evidence has not decided: equally supported, or against a fact that a person pinned."""
    proposed: tuple[Hypothesis, ...] = ()
    """Candidate values that a person added."""
    offered: tuple[tuple[str, str], ...] = ()
    """(question, passage) pairs that a person added by hand and that are still to be read."""
    ordered_by: str | None = None
    """The person whose order of the questions holds; None while the program's does."""
    acts: tuple[tuple[int, Acted], ...] = ()
    """What persons did, each with its place in the log."""
    refusals: tuple[tuple[str, str, str], ...] = ()
    """(key, problem, reply) of each reply that was not of the asked form."""
    drafts: tuple[Draft, ...] = ()
    """Answers that the model drafted before a search, in order."""
    relevances: tuple[RelevanceMeasured, ...] = ()
    """What leaving words out of drafts cost, where that stands in for attention."""
    decisions: tuple[RetrievalDecided, ...] = ()
    named: EntitiesExtracted | None = None
    """What the investigated question is about, once the model was asked."""
    nudged: bool = False
    violations: tuple[str, ...] = ()
    turns_checked: int = 0
    turns_valid_raw: int = 0
    turns_valid: int = 0
    max_context_chars: int | None = None
    usage: Usage = Usage()
    """What the investigation used; an audit draws on none of its budgets."""
    verdicts: tuple[tuple[int, VerdictGiven], ...] = ()
    """The verdicts that persons have given and not taken back, each with its place in the log; one a reviewer and
    claim. They may be of claims that a later answer no longer makes."""
    entailments: tuple[EntailmentJudged, ...] = ()
    pages_checked: tuple[PageChecked, ...] = ()
    """What became of each cited page when it was last looked at; one a passage."""
    seal: Seal | None = None
    """The last seal that a person set, whether or not it holds."""
    audit_usage: Usage = Usage()
    """What the models of its audit used, at no known price: they may be others than the run's."""
    report: Report | None = None
    """The text that was pasted to be audited; None for an investigation."""
    sources: tuple[SourceBrought, ...] = ()
    """What became of the sources that it names, as far as they were looked for, in its order."""
    splits: tuple[SentenceSplit, ...] = ()
    phase: str | None = None
    doing: str | None = None
    """Title of the last step."""
    steps: int = 0
    seq: int = 0
    started_at: datetime | None = None
    updated_at: datetime | None = None

    def fact(self, identity: str) -> Fact:
        """The fact with this id."""
        return numbered(self.facts, identity)

    def passage(self, identity: str) -> Passage:
        """The passage with this id."""
        return numbered(self.passages, identity)

    @property
    def judged(self) -> tuple[tuple[str, str], ...]:
        """The pairs of facts, older first, whose disagreement was decided."""
        return tuple((j.old, j.new) for j in self.judgements)

    @property
    def undecided(self) -> tuple[Conflict, ...]:
        """The disagreements that nothing has decided, whether or not they were judged."""
        return (*self.conflicts, *self.unsettled)

    @property
    def disputed(self) -> frozenset[str]:
        """The facts that an undecided disagreement is about."""
        return frozenset(identity for pair in self.undecided for identity in (pair.old, pair.new))

    @property
    def looked(self) -> tuple[Search, ...]:
        """The searches without the turns that were answered from memory."""
        return tuple(s for s in self.searches if s.engine != RECALLED)

    @property
    def spent(self) -> int:
        """How many searches count against the limit."""
        return len(self.searches) - self.refunds

    @property
    def budgets(self) -> tuple[Budget, ...]:
        """What the run may use, and how much of it is used."""
        return (
            Budget("turns", self.turns, self.limits.turns),
            Budget("searches", self.spent, self.limits.searches),
            Budget("tokens", self.usage.tokens, self.limits.tokens),
            Budget("cost", self.usage.cost, self.limits.cost, self.usage.currency or ""),
        )

    @property
    def exhausted(self) -> bool:
        """Whether a budget is used up."""
        return any(budget.over for budget in self.budgets)

    @property
    def outspent(self) -> bool:
        """Whether a budget is used up that every call draws on, so that the turn under way is cut short."""
        return any(budget.over for budget in self.budgets if budget.name in ("tokens", "cost"))

    @property
    def retrieving(self) -> Retrieving:
        """The retrieval of the turn under way, as far as it has come."""
        assert self.turn is not None
        turn = self.turn
        return turn.retrieving or Retrieving(
            text=turn.text, query=turn.query, entities=turn.entities, budget=self.limits.passages
        )

    def question_about(self, slot: int) -> Question:
        """The question that asks for the value of a slot."""
        return next(q for q in self.questions if q.slot == slot)

    def question_of(self, identity: str) -> Question:
        """The question with this id."""
        return numbered(self.questions, identity)

    def slot(self, number: int) -> Slot:
        """The contract's slot with this number."""
        assert self.contract is not None
        return self.contract.slots[number - 1]

    def entity(self, question: Question) -> str:
        """What a question is about, with the references filled."""
        return fill(self.slot(question.slot).entity, self.values())

    def values(self) -> dict[int, str]:
        """The value of each slot whose question is answered."""
        return {q.slot: self.fact(q.fact).value for q in self.questions if q.status == "answered" and q.fact}

    def asked(self, question: Question) -> str:
        """The question in words, with references to answered slots filled."""
        return fill(question.text, self.values())

    def worded(self, question: Question) -> str:
        """The same for a reader: an answer that it still waits for is named, `Where was [answer 1] born?`."""
        return worded(question.text, self.values())
