"""State as the fold of events. Nothing is decided here: each event says what became of the state.

`replay(entries)` gives the state as it stood after those entries, so resuming, rewinding and opening a sample
are the same call with fewer or more of them.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from typing import Literal, TypeVar

from sleuth import events as e
from sleuth.contract import Contract, fill
from sleuth.events import Entry
from sleuth.ledger import Claim, Confidence, Fact, Hypothesis, Question, Search
from sleuth.models import Record
from sleuth.search import Passage
from sleuth.settings import Limits
from sleuth.tree import Node, Revision

N = TypeVar("N", int, float)
R = TypeVar("R", Fact, Node, Question)

Status = Literal["running", "paused", "interrupted", "finished", "stopped", "failed"]


class Usage(Record):
    """What the model calls of a run cost. A sum is None once one call did not report its part."""

    calls: int = 0
    prompt_tokens: int | None = 0
    cached_tokens: int | None = 0
    completion_tokens: int | None = 0
    seconds: float | None = 0.0


class Turn(Record):
    """The turn under way."""

    number: int
    question: str
    text: str
    query: str
    entities: tuple[str, ...]
    searched: bool = False
    retrieved: tuple[str, ...] = ()
    node: str | None = None
    """The node this turn has added, once it found something."""
    violations: tuple[str, ...] = ()


class Conflict(Record):
    """A new fact that disagrees with a standing one, and how far the judgement has come."""

    old: str
    new: str
    confirmed: bool = False


class State(Record):
    """A run as it stands after some event."""

    question: str = ""
    memory: str = ""
    model: str = ""
    collections: tuple[str, ...] = ()
    limits: Limits = Limits()
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
    reads: tuple[tuple[str, str], ...] = ()
    """(question, passage) pairs already read or passed over."""
    turn: Turn | None = None
    turns: int = 0
    conflicts: tuple[Conflict, ...] = ()
    """Disagreements still to be judged; nothing else proceeds before they are."""
    judged: tuple[tuple[str, str], ...] = ()
    refusals: tuple[tuple[str, str, str], ...] = ()
    """(key, problem, reply) of each reply that was not of the asked form."""
    nudged: bool = False
    violations: tuple[str, ...] = ()
    turns_checked: int = 0
    turns_valid_raw: int = 0
    turns_valid: int = 0
    max_context_chars: int | None = None
    usage: Usage = Usage()
    phase: str | None = None
    doing: str | None = None
    """Title of the last step."""
    steps: int = 0
    seq: int = 0
    started_at: datetime | None = None
    updated_at: datetime | None = None

    def fact(self, identity: str) -> Fact:
        """The fact with this id."""
        return next(f for f in self.facts if f.id == identity)

    def passage(self, identity: str) -> Passage:
        """The passage with this id."""
        return next(p for p in self.passages if p.id == identity)

    def values(self) -> dict[int, str]:
        """The value of each slot whose question is answered."""
        return {q.slot: self.fact(q.fact).value for q in self.questions if q.status == "answered" and q.fact}

    def asked(self, question: Question) -> str:
        """The question in words, with references to answered slots filled."""
        return fill(question.text, self.values())


def replay(entries: Iterable[Entry], state: State | None = None) -> State:
    """Fold entries, in order, into the state they leave behind."""
    return reduce(apply, entries, state or State())


def apply(state: State, entry: Entry) -> State:
    """The state after one more entry."""
    event = entry.event
    after = state.model_copy(
        update={
            "seq": entry.seq,
            "updated_at": entry.at,
            "started_at": state.started_at or entry.at,
        }
    )
    match event:
        case e.RunStarted():
            changes = event.model_dump(include={"question", "memory", "model"})
            return _with(after, **changes, collections=event.collections, limits=event.limits)
        case e.StepTaken():
            return _with(after, phase=event.phase, doing=event.title, steps=after.steps + 1)
        case e.ModelCalled():
            return _with(after, usage=_spent(after.usage, event))
        case e.ContractMade():
            return _with(after, contract=event.contract)
        case e.HypothesesRanked():
            return _with(after, hypotheses=event.hypotheses)
        case e.Nudged():
            return _with(after, nudged=True)
        case e.QuestionOpened() | e.QuestionClosed():
            return _question(after, event)
        case e.TurnStarted() | e.Searched() | e.PassageRead() | e.TurnChecked() | e.ReplyRefused():
            return _turn(after, event)
        case e.FactRecorded() | e.FactRefused() | e.FactChanged() | e.ConflictJudged():
            return _fact(after, event)
        case e.NodeAdded() | e.NodeSummarised() | e.Repaired():
            return _node(after, event, entry.seq)
        case _:
            return _ending(after, event)


def _with(state: State, **changes: object) -> State:
    return state.model_copy(update=changes)


def _spent(usage: Usage, call: e.ModelCalled) -> Usage:
    def plus(total: N | None, part: N | None) -> N | None:
        return None if total is None or part is None else total + part

    return Usage(
        calls=usage.calls + 1,
        prompt_tokens=plus(usage.prompt_tokens, call.prompt_tokens),
        cached_tokens=plus(usage.cached_tokens, call.cached_tokens),
        completion_tokens=plus(usage.completion_tokens, call.completion_tokens),
        seconds=plus(usage.seconds, call.seconds),
    )


def _replace(records: tuple[R, ...], identity: str, **changes: object) -> tuple[R, ...]:
    return tuple(r.model_copy(update=changes) if r.id == identity else r for r in records)


def _question(state: State, event: e.QuestionOpened | e.QuestionClosed) -> State:
    if isinstance(event, e.QuestionClosed):
        closed = _replace(state.questions, event.question, status=event.status, fact=event.fact)
        return _with(state, questions=closed)
    others = tuple(q for q in state.questions if q.id != event.question.id)
    # A question that returns keeps its place among the others.
    opened = sorted((*others, event.question), key=lambda q: int(q.id[1:]))
    reads = tuple(pair for pair in state.reads if pair[0] != event.question.id)
    return _with(state, questions=tuple(opened), reads=reads)


def _turn(state: State, event: e.TurnStarted | e.Searched | e.PassageRead | e.TurnChecked | e.ReplyRefused) -> State:
    match event:
        case e.TurnStarted():
            turn = Turn(
                number=event.turn,
                question=event.question,
                text=event.text,
                query=event.query,
                entities=event.entities,
            )
            questions = _replace(state.questions, event.question, action=event.query)
            return _with(state, turn=turn, turns=event.turn, questions=questions)
        case e.Searched():
            return _searched(state, event)
        case e.PassageRead():
            return _with(state, reads=(*state.reads, (event.question, event.passage)))
        case e.ReplyRefused():
            refusals = (*state.refusals, (event.key, event.problem, event.reply))
            return _violated(_with(state, refusals=refusals), f"V6: {event.problem}")
        case e.TurnChecked():
            sizes = [s for s in (state.max_context_chars, event.context_chars) if s is not None]
            return _with(
                state,
                turn=None,
                violations=(*state.violations, *event.violations),
                turns_checked=state.turns_checked + 1,
                turns_valid_raw=state.turns_valid_raw + event.valid_raw,
                turns_valid=state.turns_valid + event.valid,
                max_context_chars=max(sizes),
            )


def _searched(state: State, event: e.Searched) -> State:
    known = {p.id for p in state.passages}
    ids = tuple(p.id for p in event.passages)
    search = Search(**event.model_dump(exclude={"type", "passages"}), passages=ids)
    questions = tuple(
        q.model_copy(update={"searched": q.searched + 1}) if q.id == event.question else q for q in state.questions
    )
    turn = state.turn and state.turn.model_copy(update={"searched": True, "retrieved": ids})
    return _with(
        state,
        searches=(*state.searches, search),
        passages=(*state.passages, *(p for p in event.passages if p.id not in known)),
        questions=questions,
        turn=turn,
    )


def _violated(state: State, violation: str) -> State:
    if state.turn is None:
        return state
    turn = state.turn.model_copy(update={"violations": (*state.turn.violations, violation)})
    return _with(state, turn=turn)


def _fact(state: State, event: e.FactRecorded | e.FactRefused | e.FactChanged | e.ConflictJudged) -> State:
    match event:
        case e.FactRecorded(fact=fact):
            nodes = tuple(
                n.model_copy(update={"evidence": (*n.evidence, fact.id)})
                if n.id == fact.node and fact.id not in n.evidence
                else n
                for n in state.nodes
            )
            conflicts = state.conflicts
            if event.disputes is not None:
                conflicts = (*conflicts, Conflict(old=event.disputes, new=fact.id))
            return _with(state, facts=(*state.facts, fact), nodes=nodes, conflicts=conflicts)
        case e.FactRefused():
            refusals = (*state.refusals, (event.key, event.reason, event.reply))
            return _violated(_with(state, refusals=refusals), f"V2: {event.reason}")
        case e.FactChanged():
            return _with(state, facts=_replace(state.facts, event.fact, status=event.status))
        case e.ConflictJudged(verdict="conflict"):
            pair = Conflict(old=event.old, new=event.new, confirmed=True)
            return _with(state, conflicts=tuple(pair if c.new == event.new else c for c in state.conflicts))
        case _:
            rest = tuple(c for c in state.conflicts if c.new != event.new)
            return _with(state, conflicts=rest, judged=(*state.judged, (event.old, event.new)))


def _node(state: State, event: e.NodeAdded | e.NodeSummarised | e.Repaired, seq: int) -> State:
    match event:
        case e.NodeAdded():
            turn = state.turn and state.turn.model_copy(update={"node": event.node.id})
            return _with(state, nodes=(*state.nodes, event.node), turn=turn)
        case e.NodeSummarised():
            return _with(state, nodes=_replace(state.nodes, event.node, summary=event.summary))
        case e.Repaired():
            node = next(n for n in state.nodes if n.id == event.node)
            revision = Revision(old=event.old, new=event.new, reason=event.reason, at_seq=seq)
            nodes = _replace(state.nodes, event.node, revisions=(*node.revisions, revision), summary=event.summary)
            for pruned in event.pruned:
                nodes = _replace(nodes, pruned, status="pruned")
            facts = _replace(state.facts, event.new, supersedes=event.old)
            return _with(state, nodes=nodes, facts=facts)


def _ending(state: State, event: e.Event) -> State:
    match event:
        case e.Answered():
            return _with(
                state,
                status="finished",
                cause="answered",
                reason=None,
                answer=event.text,
                claims=event.claims,
                confidence=event.confidence,
            )
        case e.Abstained():
            return _with(state, status="finished", cause=event.cause, reason=event.reason)
        case e.RunPaused():
            return _with(state, status="paused")
        case e.RunResumed():
            return _with(state, status="running", cause=None, reason=None)
        case e.RunStopped():
            return _with(state, status="stopped", cause="stopped", reason="A person stopped the run.")
        case e.RunFailed():
            return _with(state, status="failed", cause="failed", reason=event.error)
        case _:
            raise TypeError(f"no fold for the event {event.type!r}")
