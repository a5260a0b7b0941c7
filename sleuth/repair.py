"""What becomes of a run when facts fall, return or are held back: one transaction, by the repair policy of the run.

A policy decides two things only: how each fact stands afterwards, and which nodes are pruned. Everything else
follows for all policies alike: summaries are restated from standing evidence, questions that lost their answer
reopen, hypotheses are ranked anew, and an answer resting on what fell reopens. Since all of it is recorded at once,
no later decision ever sees a state half repaired. Sources: ReTree (arXiv 2608.10676) for `hard` and `flat`; the two
kinds of dependence and `selective` and `rebuild` are ours.
"""

import re
from typing import NamedTuple

from sleuth import contract as c
from sleuth import events as e
from sleuth.answering import answered
from sleuth.belief import label
from sleuth.dependence import reasons
from sleuth.fold import then
from sleuth.ledger import Fact, FactStatus, Question, standing
from sleuth.policy import checked
from sleuth.ranking import held, hypotheses
from sleuth.state import State
from sleuth.tree import Node, descendants, path, summarise, tip


class Change(NamedTuple):
    """What was decided about facts, by evidence or by a person; the rest follows."""

    reason: str
    refuted: frozenset[str] = frozenset()
    accepted: frozenset[str] = frozenset()
    """Facts that stand from now on: a correction, or one that a person restored."""
    withheld: frozenset[str] = frozenset()
    """Facts of equal support that both stop counting for now."""
    old: str | None = None
    """The fact at whose node this is recorded as a revision, if it is one."""
    new: str | None = None


class Extent(NamedTuple):
    """How far a change reaches."""

    standing: dict[str, FactStatus]
    pruned: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    adopted: tuple[str, ...] = ()


def repair(state: State, change: Change) -> tuple[e.Event, ...]:
    """Everything that follows from a change, as the events of one transaction."""
    reach = extent(state, change)
    events: list[e.Event] = [
        e.FactChanged(fact=f.id, status=reach.standing[f.id], reason=_reason(change, f.id, reach.standing[f.id]))
        for f in state.facts
        if reach.standing[f.id] != f.status
    ]
    events += [e.NodeRevived(node=node) for node in reach.revived]
    after = then(state, *events)
    reopened = questions(state, after, change)
    after = then(after, *reopened)
    if change.old is not None:
        refunded = state.turn is not None and state.rules.repairing_search == "refunded"
        node = next(n for n in state.nodes if n.id == state.fact(change.old).node)
        events.append(
            e.Repaired(
                node=node.id,
                old=change.old,
                new=change.new,
                reason=change.reason,
                summary=restated(after, node),
                pruned=reach.pruned,
                adopted=reach.adopted,
                refunded=refunded,
            )
        )
        after = then(after, events[-1])
    events += reopened
    events += summaries(state, after)
    events.append(e.HypothesesRanked(turn=state.turns, hypotheses=hypotheses(after)))
    events += reconsidered(state, after, change.reason)
    if state.turn and any(isinstance(x, e.QuestionOpened) and x.question.id == state.turn.question for x in reopened):
        events.append(checked(state))  # the turn under way asked on behalf of what fell
    return tuple(events)


def _reason(change: Change, fact: str, status: FactStatus) -> str:
    if fact in change.refuted | change.accepted | change.withheld:
        return change.reason
    if status == "dormant":
        return f"it was found because of {change.old or ', '.join(sorted(change.refuted | change.withheld))}"
    return "what it was found through stands again"


def extent(state: State, change: Change) -> Extent:
    """How far a change reaches under the policy of the run."""
    decided = _decided(state, change)
    match state.rules.repair:
        case "flat":
            return Extent(decided)
        case "hard":
            return _hard(state, change, decided)
        case "selective":
            refuted, back = _out(decided), change.accepted
            waiting = (held(state) | change.withheld) - back
            labels = label(reasons(state), refuted=refuted, held=waiting)
            return _by_facts(state, change, {f.id: labels[f.id] for f in state.facts})
        case "rebuild":
            waiting = (held(state) | change.withheld) - change.accepted
            return _by_facts(state, change, _anew(state, change, _out(decided), waiting))


def _decided(state: State, change: Change) -> dict[str, FactStatus]:
    """How facts stand when only what was decided itself is changed."""
    status: dict[str, FactStatus] = {f.id: f.status for f in state.facts}
    status |= dict.fromkeys(change.withheld, "dormant")
    status |= dict.fromkeys(change.refuted, "out")
    return status | dict.fromkeys(change.accepted, "in")


def _out(status: dict[str, FactStatus]) -> frozenset[str]:
    return frozenset(fact for fact, s in status.items() if s == "out")


def _hard(state: State, change: Change, decided: dict[str, FactStatus]) -> Extent:
    """Every node below one that introduced what fell is pruned, whatever it holds (ReTree as published)."""
    fallen = [f for f in standing(state.facts) if f.id in change.refuted | change.withheld]
    below = dict.fromkeys(n.id for f in fallen for n in descendants(state.nodes, f.node) if n.status == "active")
    derived = [f for f in state.facts if f.node in below and decided[f.id] == "in"]
    adopted = () if state.rules.siblings == "drop" or change.old is None else _siblings(state, change.old, derived)
    dormant: dict[str, FactStatus] = {f.id: "dormant" for f in derived if f.id not in (*adopted, *change.accepted)}
    # A fact that a person restored brings its own node back, nothing else.
    revived = {state.fact(f).node for f in change.accepted}
    nodes = tuple(n.id for n in state.nodes if n.status == "pruned" and n.id in revived)
    return Extent(decided | dormant, pruned=tuple(below), revived=nodes, adopted=adopted)


def _siblings(state: State, old: str, derived: list[Fact]) -> tuple[str, ...]:
    """Facts of this very turn whose question does not need the value that fell."""
    if state.contract is None or state.turn is None:
        return ()
    needing = c.depends(state.contract, state.fact(old).slot)
    return tuple(f.id for f in derived if f.turn == state.turn.number and f.slot not in needing)


def _by_facts(state: State, change: Change, status: dict[str, FactStatus]) -> Extent:
    """Nodes follow their facts: pruned when none of them stands any more, revived when one does again."""
    kept = state.fact(change.old).node if change.old else None

    def stands(node: Node) -> bool:
        return any(status[f] == "in" for f in node.evidence)

    changed = {f.node for f in state.facts if status[f.id] != f.status}
    pruned = tuple(
        n.id for n in state.nodes if n.status == "active" and n.id in changed and n.id != kept and not stands(n)
    )
    revived = tuple(n.id for n in state.nodes if n.status == "pruned" and stands(n))
    # A node whose fact is merely held back is where the dispute shows.
    disputed = {state.fact(f).node for f in change.withheld}
    return Extent(status, pruned=tuple(n for n in pruned if n not in disputed), revived=revived)


def _anew(state: State, change: Change, refuted: frozenset[str], waiting: frozenset[str]) -> dict[str, FactStatus]:
    """Every value derived again from the evidence that is left, along the chain of questions."""
    status: dict[str, FactStatus] = {f.id: "out" if f.id in refuted else "dormant" for f in state.facts}
    if state.contract is None:
        return status | {f.id: f.status for f in state.facts if f.id not in refuted | waiting}
    values: dict[int, str] = {}
    answers = {q.slot: q.fact for q in state.questions if q.status == "answered"}
    for slot in state.contract.slots:
        entity = c.fill(slot.entity, values)
        fitting = [
            f
            for f in state.facts
            if f.slot == slot.number and f.entity == entity and f.id not in refuted and f.id not in waiting
        ]
        status |= {f.id: "in" for f in fitting}
        if fitting:
            best = max(fitting, key=lambda f: (f.id in change.accepted, f.id == answers.get(f.slot)))
            values[slot.number] = best.value
    return status


def questions(before: State, after: State, change: Change) -> tuple[e.Event, ...]:
    """Questions answered by another fact now, and those that lost their answer or are about something else now."""
    if after.contract is None:
        return ()
    events: list[e.Event] = []
    values: dict[int, str] = {}
    was = {f.id: f.status for f in before.facts}
    for question in sorted(after.questions, key=lambda q: q.slot):
        facts = [f for f in standing(after.facts) if f.slot == question.slot]
        if question.status == "answered" and any(f.id == question.fact for f in facts):
            values[question.slot] = after.fact(str(question.fact)).value
            continue
        text = c.fill(after.contract.slots[question.slot - 1].text, values)
        returned = [f for f in facts if was[f.id] != "in"]
        # The turn under way closes its own question, unless that is about something else now.
        goes_on = before.turn is not None and before.turn.question == question.id and text == question.text
        if facts and (question.status == "answered" or (returned and not goes_on)):
            best = max(facts, key=lambda f: (f.id in change.accepted, f.firm, f.id in {r.id for r in returned}))
            values[question.slot] = best.value
            if text != question.text:  # it is asked about something else than before
                reworded = _opened(question, text, after, change)
                events.append(e.QuestionOpened(question=reworded, reason=REOPENED))
            reason = change.reason if best.id in change.accepted else best.statement
            events.append(e.QuestionClosed(question=question.id, status="answered", fact=best.id, reason=reason))
        elif question.status == "answered" or text != question.text or _disputed(change, question, after):
            events.append(e.QuestionOpened(question=_opened(question, text, after, change), reason=REOPENED))
    return tuple(events)


REOPENED = "what answered it, or what it was asked about, was repaired"


def _disputed(change: Change, question: Question, state: State) -> tuple[str, ...]:
    """The values of a question that both stopped counting."""
    facts = (state.fact(f) for f in sorted(change.withheld))
    return tuple(dict.fromkeys(f.value for f in facts if f.slot == question.slot))


def _opened(question: Question, text: str, state: State, change: Change) -> Question:
    disputed = _disputed(change, question, state)
    action = f"{text} {' or '.join(disputed)}" if disputed else text
    return Question(
        id=question.id,
        text=text,
        slot=question.slot,
        action=None if c.needs(text) else action,
        priority=question.priority,
    )


def restated(state: State, node: Node) -> str:
    """A node's summary, made anew from the evidence on its path and what is still open."""
    way = {n.id for n in path(state.nodes, node.id)}
    facts = tuple(f for f in state.facts if f.node in way)
    return summarise(facts, tuple(q.text for q in state.questions if q.status == "open"))


def summaries(before: State, after: State) -> tuple[e.Event, ...]:
    """Summaries that no longer fit, restated, parents first.

    `flat` restates only where the investigation stands, `rebuild` every one, the others those that cite a fact which
    no longer stands. Below a summary that comes out as it was, nothing has to be looked at.
    """
    here = tip(after.nodes)
    gone = {f.id for f in before.facts if f.status == "in"} - {f.id for f in standing(after.facts)}
    unmoved: set[str | None] = set()
    events: list[e.Event] = []
    for node in after.nodes:
        if node.status == "pruned" or (node.parent in unmoved and after.rules.repair != "rebuild"):
            continue
        match after.rules.repair:
            case "flat":
                due = here is not None and node.id == here.id
            case "rebuild":
                due = True
            case _:
                due = bool(gone.intersection(re.findall(r"\[(f\d+)\]", node.summary)))
        if not due:
            continue
        text = restated(after, node)
        if text == node.summary:
            unmoved.add(node.id)
        else:
            events.append(e.NodeSummarised(node=node.id, summary=text))
    return tuple(events)


def reconsidered(before: State, after: State, reason: str) -> tuple[e.Event, ...]:
    """An answer whose facts fell is open again, and given anew at once if the values that are left decide it."""
    if before.answer is None and not (before.status == "finished" and before.claims):
        return ()
    known = {f.id for f in standing(after.facts)}
    cited = {cited.fact for claim in before.claims for cited in claim.citations}
    fallen = tuple(sorted(fact for fact in cited if fact not in known))
    if not fallen and before.answer is not None:
        return ()
    reopened = e.AnswerReopened(facts=fallen, reason=reason)
    return (reopened, *answered(then(after, reopened)))
