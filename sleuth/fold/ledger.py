"""What the events of the ledger and the tree change: facts, questions, nodes."""

from sleuth import events as e
from sleuth.fold.changes import Changes, replace
from sleuth.fold.turns import violated
from sleuth.state import Conflict, Judgement, State, numbered
from sleuth.tree import Revision


def question_changed(state: State, event: e.QuestionOpened | e.QuestionClosed | e.QuestionsOrdered) -> Changes:
    """The open and closed questions."""
    match event:
        case e.QuestionsOrdered():
            by_id = {q.id: q for q in state.questions}
            return {"questions": tuple(by_id[i] for i in event.questions), "ordered_by": event.author}
        case e.QuestionClosed():
            closed = replace(state.questions, event.question, status=event.status, fact=event.fact)
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


def fact_changed(state: State, event: e.FactRecorded | e.FactRefused | e.FactChanged | e.ConflictJudged) -> Changes:
    """The facts, and the contradictions between them."""
    match event:
        case e.FactRecorded(fact=fact):
            home = next((n for n in state.nodes if n.id == fact.node), None)
            changes: Changes = {"facts": (*state.facts, fact)}
            if home and fact.id not in home.evidence:
                changes["nodes"] = replace(state.nodes, home.id, evidence=(*home.evidence, fact.id))
            if event.disputes is not None:
                changes["conflicts"] = (*state.conflicts, Conflict(old=event.disputes, new=fact.id))
            return changes
        case e.FactRefused():
            refusals = (*state.refusals, (event.key, event.reason, event.reply))
            return {"refusals": refusals, **violated(state, f"V2: {event.reason}")}
        case e.FactChanged():
            facts = replace(state.facts, event.fact, status=event.status)
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
                "judgements": (*state.judgements, Judgement(**event.model_dump(exclude={"type", "call"}))),
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


def node_changed(
    state: State, event: e.NodeAdded | e.NodeSummarised | e.NodeRevived | e.Repaired, seq: int
) -> Changes:
    """The evidence tree."""
    match event:
        case e.NodeAdded():
            turn = state.turn and state.turn.model_copy(update={"node": event.node.id})
            return {"nodes": (*state.nodes, event.node), "turn": turn}
        case e.NodeSummarised():
            return {"nodes": replace(state.nodes, event.node, summary=event.summary)}
        case e.NodeRevived():
            return {"nodes": replace(state.nodes, event.node, status="active")}
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
    nodes = replace(state.nodes, event.node, **corrected)
    if pruned:
        nodes = tuple(n.model_copy(update={"status": "pruned"}) if n.id in pruned else n for n in nodes)
    facts = state.facts
    if event.new is not None:
        facts = replace(facts, event.new, supersedes=event.old)
    for adopted in event.adopted:
        facts = replace(facts, adopted, node=event.node)
    return {"nodes": nodes, "facts": facts, "refunds": state.refunds + event.refunded}
