"""State as the fold of events. Nothing is decided here: each event says what became of the state.

`replay(entries)` gives the state as it stood after those entries, so resuming, rewinding and opening a sample
are the same call with fewer or more of them.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce
from typing import TypeVar

from sleuth import drafts as d
from sleuth import events as e
from sleuth import person as by
from sleuth.events import Entry
from sleuth.ledger import Fact, Question, Search
from sleuth.rankings import FollowedUp, Ranked, Retrieved
from sleuth.search import BY_HAND
from sleuth.state import Conflict, State, Turn, Usage, numbered, place
from sleuth.tree import Node, Revision

N = TypeVar("N", int, float)
R = TypeVar("R", Fact, Node, Question)


def replay(entries: Iterable[Entry], state: State | None = None) -> State:
    """Fold entries, in order, into the state they leave behind."""
    return reduce(apply, entries, state or State())


def then(state: State, *events: e.Event) -> State:
    """The state after events that are not recorded yet, for a decision that needs to look ahead."""
    at = state.updated_at or datetime.fromtimestamp(0, UTC)
    return replay(e.number(events, after=state.seq, at=at), state)


def apply(state: State, entry: Entry) -> State:
    """The state after one more entry."""
    return state.model_copy(
        update={
            "seq": entry.seq,
            "updated_at": entry.at,
            "started_at": state.started_at or entry.at,
            **_changes(state, entry.event, entry.seq),
        }
    )


Changes = dict[str, object]
"""What an event changes of the state, by field."""


def _changes(state: State, event: e.Event, seq: int) -> Changes:
    match event:
        case e.StepTaken():
            return {"phase": event.phase, "doing": event.title, "steps": state.steps + 1}
        case e.ModelCalled():
            return {"usage": _spent(state.usage, event)}
        case e.ContractMade():
            return {"contract": event.contract}
        case e.HypothesesRanked():
            return {"hypotheses": event.hypotheses}
        case e.Nudged():
            return {"nudged": True}
        case e.QuestionOpened() | e.QuestionClosed() | e.QuestionsOrdered():
            return _question(state, event)
        case e.TurnStarted() | e.Searched() | e.PassageRead() | e.TurnChecked() | e.ReplyRefused():
            return _turn(state, event)
        case e.FactRecorded() | e.FactRefused() | e.FactChanged() | e.ConflictJudged():
            return _fact(state, event)
        case e.NodeAdded() | e.NodeSummarised() | e.NodeRevived() | e.Repaired():
            return _node(state, event, seq)
        case Ranked() | FollowedUp():
            return _retrieved(state, event)
        case by.Acted() | by.FactPinned() | by.PassageAdded() | by.HypothesisProposed() | by.HypothesisDropped():
            return _person(state, event, seq)
        case d.Drafted() | d.RelevanceMeasured() | d.RetrievalDecided() | d.EntitiesExtracted() | d.NamesFiltered():
            return _doubted(state, event)
        case _:
            return _run(state, event)


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
    changed = list(records)
    at = place(records, identity)
    changed[at] = records[at].model_copy(update=changes)
    return tuple(changed)


def _question(state: State, event: e.QuestionOpened | e.QuestionClosed | e.QuestionsOrdered) -> Changes:
    match event:
        case e.QuestionsOrdered():
            by_id = {q.id: q for q in state.questions}
            return {"questions": tuple(by_id[i] for i in event.questions), "ordered_by": event.author}
        case e.QuestionClosed():
            closed = _replace(state.questions, event.question, status=event.status, fact=event.fact)
            return {"questions": closed}
        case e.QuestionOpened(question=opened):
            before = next((q for q in state.questions if q.id == opened.id), None)
            if before is None:
                return {"questions": (*state.questions, opened)}
            # A question that returns keeps its place; asked about something else, pages have to be read anew.
            questions = tuple(opened if q.id == opened.id else q for q in state.questions)
            kept = before.text == opened.text
            return {
                "questions": questions,
                "reads": tuple(pair for pair in state.reads if kept or pair[0] != opened.id),
            }


def _turn(
    state: State, event: e.TurnStarted | e.Searched | e.PassageRead | e.TurnChecked | e.ReplyRefused
) -> Changes:
    match event:
        case e.TurnStarted():
            turn = Turn(number=event.turn, **event.model_dump(exclude={"type", "turn", "reason"}))
            questions = _replace(state.questions, event.question, action=event.query)
            return {"turn": turn, "turns": event.turn, "questions": questions}
        case e.Searched():
            return _searched(state, event)
        case e.PassageRead():
            pair = (event.question, event.passage)
            return {"reads": (*state.reads, pair), "offered": tuple(o for o in state.offered if o != pair)}
        case e.ReplyRefused():
            refusals = (*state.refusals, (event.key, event.problem, event.reply))
            return {"refusals": refusals, **_violated(state, f"V6: {event.problem}")}
        case e.TurnChecked():
            sizes = [s for s in (state.max_context_chars, event.context_chars) if s is not None]
            return {
                "turn": None,
                "violations": (*state.violations, *event.violations),
                "turns_checked": state.turns_checked + 1,
                "turns_valid_raw": state.turns_valid_raw + event.valid_raw,
                "turns_valid": state.turns_valid + event.valid,
                "max_context_chars": max(sizes),
            }


BROUGHT: Changes = {"searched": True, "retrieving": None}
"""What a search that came back says of the turn, whatever it found."""


def _searched(state: State, event: e.Searched) -> Changes:
    ids = tuple(p.id for p in event.passages)
    known = {p.id for p in state.passages}
    turn = state.turn
    search = Search(
        **event.model_dump(exclude={"type", "passages"}),
        passages=ids,
        declared=turn.declared if turn else (),
        mechanical=turn.mechanical if turn else (),
        followed=turn.retrieving.followed if turn and turn.retrieving else (),
    )
    unasked = event.engine in (BY_HAND, d.RECALLED)
    changes: Changes = {
        "searches": (*state.searches, search),
        "passages": (*state.passages, *(p for p in event.passages if p.id not in known)),
        "turn": turn and turn.model_copy(update={**BROUGHT, "retrieved": ids, "by_hand": unasked}),
    }
    if unasked:
        return changes | {"refunds": state.refunds + 1}
    searched = state.question_of(event.question).searched + 1
    return changes | {"questions": _replace(state.questions, event.question, searched=searched)}


def _retrieved(state: State, event: Retrieved) -> Changes:
    if state.turn is None:
        return {}
    match event:
        case Ranked():
            now = state.retrieving.ranked(event.ranking, event.passages)
        case FollowedUp():
            now = state.retrieving.wanting(event.wanted)
    return {"turn": state.turn.model_copy(update={"retrieving": now})}


def _violated(state: State, violation: str) -> Changes:
    if state.turn is None:
        return {}
    return {"turn": state.turn.model_copy(update={"violations": (*state.turn.violations, violation)})}


def _fact(state: State, event: e.FactRecorded | e.FactRefused | e.FactChanged | e.ConflictJudged) -> Changes:
    match event:
        case e.FactRecorded(fact=fact):
            home = next((n for n in state.nodes if n.id == fact.node), None)
            changes: Changes = {"facts": (*state.facts, fact)}
            if home and fact.id not in home.evidence:
                changes["nodes"] = _replace(state.nodes, home.id, evidence=(*home.evidence, fact.id))
            if event.disputes is not None:
                changes["conflicts"] = (*state.conflicts, Conflict(old=event.disputes, new=fact.id))
            return changes
        case e.FactRefused():
            refusals = (*state.refusals, (event.key, event.reason, event.reply))
            return {"refusals": refusals, **_violated(state, f"V2: {event.reason}")}
        case e.FactChanged():
            facts = _replace(state.facts, event.fact, status=event.status)
            if event.status == "dormant":
                return {"facts": facts, "reads": _unread(state, event.fact)}
            if event.status == "in":
                return {"facts": facts}
            # What is refuted contradicts nobody any more.
            unsettled = tuple(c for c in state.unsettled if event.fact not in (c.old, c.new))
            return {"facts": facts, "unsettled": unsettled}
        case e.ConflictJudged(verdict="conflict"):
            pair = Conflict(old=event.old, new=event.new, confirmed=True)
            return {"conflicts": tuple(pair if c.new == event.new else c for c in state.conflicts)}
        case e.ConflictJudged():
            pair = Conflict(old=event.old, new=event.new, confirmed=True)
            unsettled = tuple(c for c in state.unsettled if {c.old, c.new} != {event.old, event.new})
            return {
                "conflicts": tuple(c for c in state.conflicts if c.new != event.new),
                "judged": (*state.judged, (event.old, event.new)),
                "unsettled": (*unsettled, pair) if event.verdict in ("equal support", "pinned") else unsettled,
            }


def _unread(state: State, identity: str) -> tuple[tuple[str, str], ...]:
    """What was read, less the page of a fact that is hidden now: only reading it again can find the fact anew.

    A fact held back in a dispute is in sight, so that its page has nothing more to tell.
    """
    if any(identity in (c.old, c.new) for c in state.unsettled):
        return state.reads
    fact = state.fact(identity)
    asked = {q.id for q in state.questions if q.slot == fact.slot}
    return tuple((q, p) for q, p in state.reads if not (q in asked and p == fact.passage))


def _node(state: State, event: e.NodeAdded | e.NodeSummarised | e.NodeRevived | e.Repaired, seq: int) -> Changes:
    match event:
        case e.NodeAdded():
            turn = state.turn and state.turn.model_copy(update={"node": event.node.id})
            return {"nodes": (*state.nodes, event.node), "turn": turn}
        case e.NodeSummarised():
            return {"nodes": _replace(state.nodes, event.node, summary=event.summary)}
        case e.NodeRevived():
            return {"nodes": _replace(state.nodes, event.node, status="active")}
        case e.Repaired():
            return _repaired(state, event, seq)


def _repaired(state: State, event: e.Repaired, seq: int) -> Changes:
    node = numbered(state.nodes, event.node)
    revision = Revision(old=event.old, new=event.new, reason=event.reason, at_seq=seq)
    corrected = {
        "revisions": (*node.revisions, revision),
        "summary": event.summary,
        "evidence": (*node.evidence, *event.adopted),
    }
    pruned = frozenset(event.pruned)
    nodes = _replace(state.nodes, event.node, **corrected)
    if pruned:
        nodes = tuple(n.model_copy(update={"status": "pruned"}) if n.id in pruned else n for n in nodes)
    facts = state.facts
    if event.new is not None:
        facts = _replace(facts, event.new, supersedes=event.old)
    for adopted in event.adopted:
        facts = _replace(facts, adopted, node=event.node)
    return {"nodes": nodes, "facts": facts, "refunds": state.refunds + event.refunded}


def _person(
    state: State,
    event: by.Acted | by.FactPinned | by.PassageAdded | by.HypothesisProposed | by.HypothesisDropped,
    seq: int,
) -> Changes:
    match event:
        case by.Acted():
            return {"acts": (*state.acts, (seq, event))}
        case by.FactPinned():
            return {"facts": _replace(state.facts, event.fact, pinned=event.pinned)}
        case by.PassageAdded(passage=passage):
            known = any(p.id == passage.id for p in state.passages)
            return {
                "passages": state.passages if known else (*state.passages, passage),
                "offered": (*state.offered, (event.question, passage.id)),
            }
        case by.HypothesisProposed():
            return {"proposed": (*state.proposed, event.hypothesis)}
        case by.HypothesisDropped():
            return {"proposed": tuple(h for h in state.proposed if h.id != event.hypothesis)}


def _doubted(state: State, event: d.Doubted) -> Changes:
    match event:
        case d.Drafted():
            return {"drafts": (*state.drafts, event.draft)}
        case d.RelevanceMeasured():
            return {"relevances": (*state.relevances, event)}
        case d.RetrievalDecided():
            return {"decisions": (*state.decisions, event)}
        case d.EntitiesExtracted():
            return {"named": event}
        case d.NamesFiltered():
            return {}  # it says what became of the query that the next event tells


def _run(state: State, event: e.Event) -> Changes:
    match event:
        case e.RunStarted():
            return {name: getattr(event, name) for name in e.RunStarted.model_fields if name != "type"}
        case e.Branched():
            means = ("memory", "model", "collections", "engines", "limits", "rules")
            return {
                **{name: getattr(event, name) for name in means},
                "parent": (event.parent, event.at),
                "nudged": False,
                # Another memory does not know what this one was in the middle of.
                "turn": state.turn if event.memory == state.memory else None,
                **UNANSWERED,
            }
        case e.Answered():
            return {
                "status": "finished",
                "cause": "answered",
                "reason": None,
                "answer": event.text,
                "claims": event.claims,
                "confidence": event.confidence,
            }
        case e.AnswerReopened():
            return UNANSWERED | {"cause": "reopened", "reason": event.reason}
        case e.Abstained():
            return UNANSWERED | {
                "status": "finished",
                "cause": event.cause,
                "reason": event.reason,
                "claims": event.claims,
            }
        case e.RunPaused():
            return {"status": "paused", **({"reason": event.reason} if event.reason else {})}
        case e.RunResumed():
            return {"status": "running", "cause": None, "reason": None}
        case e.RunStopped():
            return {"status": "stopped", "cause": "stopped", "reason": "A person stopped the run."}
        case e.RunFailed():
            return {"status": "failed", "cause": "failed", "reason": event.error}
        case _:
            raise TypeError(f"no fold for the event {event.type!r}")


UNANSWERED: Changes = {
    "status": "paused",
    "cause": None,
    "reason": None,
    "answer": None,
    "claims": (),
    "confidence": None,
}
"""A run that goes on towards an answer once somebody lets it."""
