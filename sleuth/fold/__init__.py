"""State as the fold of events. Nothing is decided here: each event says what became of the state.

`replay(entries)` gives the state as it stood after those entries, so resuming, rewinding and opening a sample
are the same call with fewer or more of them.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce

from sleuth import drafts as d
from sleuth import events as e
from sleuth import person as by
from sleuth import verdicts as v
from sleuth.events import Entry
from sleuth.fold.audit import audited, breaks
from sleuth.fold.changes import Changes
from sleuth.fold.course import person_acted, run_changed
from sleuth.fold.ledger import fact_changed, node_changed, question_changed
from sleuth.fold.turns import doubted, retrieved, turn_changed
from sleuth.pasted.records import SentenceSplit, SourceBrought, TextPasted
from sleuth.retrieval.rankings import FollowedUp, Ranked
from sleuth.state import State
from sleuth.usage import added, for_audit


def replay(entries: Iterable[Entry], state: State | None = None) -> State:
    """Fold entries, in order, into the state they leave behind."""
    return reduce(apply, entries, state or State())


def then(state: State, *events: e.Event) -> State:
    """The state after events that are not recorded yet, for a decision that needs to look ahead."""
    at = state.updated_at or datetime.fromtimestamp(0, UTC)
    return replay(e.number(events, after=state.seq, at=at), state)


def apply(state: State, entry: Entry) -> State:
    """The state after one more entry."""
    changes = {
        "seq": entry.seq,
        "updated_at": entry.at,
        "started_at": state.started_at or entry.at,
        **_changes(state, entry.event, entry.seq),
    }
    if state.seal is not None and state.seal.broken is None and breaks(state.seal.reviewer, entry.event):
        changes["seal"] = state.seal.model_copy(update={"broken": entry.seq})
    return state.model_copy(update=changes)


def _changes(state: State, event: e.Event, seq: int) -> Changes:
    match event:
        case e.StepTaken():
            return {"phase": event.phase, "doing": event.title, "steps": state.steps + 1}
        case e.ModelCalled() if for_audit(event):
            return {"audit_usage": added(state.audit_usage, event, None)}
        case e.ModelCalled():
            return {"usage": added(state.usage, event, state.price)}
        case e.ContractMade():
            return {"contract": event.contract}
        case e.HypothesesRanked():
            return {"hypotheses": event.hypotheses}
        case e.Nudged():
            return {"nudged": True}
        case e.QuestionOpened() | e.QuestionClosed() | e.QuestionsOrdered():
            return question_changed(state, event)
        case e.TurnStarted() | e.Searched() | e.PassageRead() | e.TurnChecked() | e.ReplyRefused():
            return turn_changed(state, event)
        case e.FactRecorded() | e.FactRefused() | e.FactChanged() | e.ConflictJudged():
            return fact_changed(state, event)
        case e.NodeAdded() | e.NodeSummarised() | e.NodeRevived() | e.Repaired():
            return node_changed(state, event, seq)
        case Ranked() | FollowedUp():
            return retrieved(state, event)
        case TextPasted():
            return {"report": event.report}
        case SourceBrought():
            return {"sources": (*state.sources, event), "passages": (*state.passages, event.passage)}
        case SentenceSplit():
            return {"splits": (*state.splits, event)}
        case by.Acted() | by.FactPinned() | by.PassageAdded() | by.HypothesisProposed() | by.HypothesisDropped():
            return person_acted(state, event, seq)
        case d.Drafted() | d.RelevanceMeasured() | d.RetrievalDecided() | d.EntitiesExtracted() | d.NamesFiltered():
            return doubted(state, event)
        case v.VerdictGiven() | v.VerdictWithdrawn() | v.EntailmentJudged() | v.PageChecked() | v.AuditSealed():
            return audited(state, event, seq)
        case _:
            return run_changed(state, event)
