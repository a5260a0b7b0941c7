"""What becomes of a run when facts fall, return or are held back: one transaction, by the repair policy of the run.

A policy decides two things only: how each fact stands afterwards, and which nodes are pruned. Everything else follows
for all policies alike (`aftermath.py`): questions that lost their answer reopen, summaries are restated from standing
evidence, hypotheses are ranked anew, and an answer resting on what fell reopens. Since all of it is recorded at once,
no later decision ever sees a state half repaired. Sources: ReTree (arXiv 2608.10676) for `hard` and `flat`; the two
kinds of dependence and `selective` and `rebuild` are ours.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from sleuth import contract as c
from sleuth import events as e
from sleuth.fold import then
from sleuth.ledger import Fact, FactStatus
from sleuth.policy import checked
from sleuth.ranking import held, hypotheses
from sleuth.revision.aftermath import questions, reconsidered, restating, summaries
from sleuth.revision.dependence import relabelled
from sleuth.revision.lookahead import asked_as, standing_as
from sleuth.state import State, numbered
from sleuth.tree import descendants


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

    @property
    def decided(self) -> dict[str, FactStatus]:
        """How the facts that it is about stand."""
        status: dict[str, FactStatus] = dict.fromkeys(self.withheld, "dormant")
        return status | dict.fromkeys(self.refuted, "out") | dict.fromkeys(self.accepted, "in")


class Extent(NamedTuple):
    """How far a change reaches."""

    standing: Mapping[str, FactStatus]
    """The facts that stand otherwise than before."""
    pruned: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    adopted: tuple[str, ...] = ()


def repair(state: State, change: Change) -> tuple[e.Event, ...]:
    """Everything that follows from a change, as the events of one transaction."""
    reach = extent(state, change)
    revived = tuple(e.NodeRevived(node=node) for node in reach.revived)
    after = then(standing_as(state, reach.standing), *revived)
    asked = questions(state, after, change.reason, change.accepted, change.withheld)
    after = asked_as(after, asked)
    revision: tuple[e.Event, ...] = ()
    if change.old is not None:
        revision = (_revision(state, after, change, reach),)
        after = then(after, *revision)
    slots = frozenset(state.fact(f).slot for f in reach.standing)
    ranked = e.HypothesesRanked(turn=state.turns, hypotheses=hypotheses(after, only=slots))
    reopened = {x.question.id for x in asked if isinstance(x, e.QuestionOpened)}
    return (
        *(
            e.FactChanged(fact=fact, status=status, reason=_reason(change, fact, status))
            for fact, status in sorted(reach.standing.items(), key=lambda item: int(item[0][1:]))
        ),
        *revived,
        *revision,
        *asked,
        *summaries(after, reach.standing, reach.revived),
        ranked,
        *reconsidered(state, after, change.reason),
        # The turn under way asked on behalf of what fell; it ends here.
        *((checked(state),) if state.turn and state.turn.question in reopened else ()),
    )


def _revision(state: State, after: State, change: Change, reach: Extent) -> e.Event:
    assert change.old is not None
    node = numbered(state.nodes, state.fact(change.old).node)
    return e.Repaired(
        node=node.id,
        old=change.old,
        new=change.new,
        reason=change.reason,
        summary=restating(after)(node),
        pruned=reach.pruned,
        adopted=reach.adopted,
        refunded=state.turn is not None and state.rules.repairing_search == "refunded",
    )


def _reason(change: Change, fact: str, status: FactStatus) -> str:
    if fact in change.decided:
        return change.reason
    if status == "dormant":
        return f"it was found because of {change.old or ', '.join(sorted(change.refuted | change.withheld))}"
    return "what it was found through stands again"


def extent(state: State, change: Change) -> Extent:
    """How far a change reaches under the policy of the run."""
    refuted = (frozenset(f.id for f in state.facts if f.status == "out") | change.refuted) - change.accepted
    waiting = (held(state) | change.withheld) - change.accepted
    match state.rules.repair:
        case "flat":
            return Extent(_moved(state, change.decided))
        case "hard":
            return _hard(state, change)
        case "selective":
            status = relabelled(state.facts, change.decided, refuted=refuted, held=waiting)
            return _by_facts(state, change, status)
        case "rebuild":
            return _by_facts(state, change, _anew(state, change, refuted, waiting))


def _moved(state: State, status: Mapping[str, FactStatus]) -> dict[str, FactStatus]:
    return {fact: s for fact, s in status.items() if state.fact(fact).status != s}


def _hard(state: State, change: Change) -> Extent:
    """Every node below one that introduced what fell is pruned, whatever it holds (ReTree as published)."""
    fallen = [f for f in map(state.fact, change.refuted | change.withheld) if f.status == "in"]
    below = dict.fromkeys(
        n.id for home in {f.node for f in fallen} for n in descendants(state.nodes, home) if n.status == "active"
    )
    derived = [f for f in state.facts if f.status == "in" and f.node in below and f.id not in change.decided]
    adopted = _siblings(state, change.old, derived)
    dormant: dict[str, FactStatus] = {f.id: "dormant" for f in derived if f.id not in adopted}
    # A fact that a person restored brings its own node back, nothing else.
    homes = {state.fact(f).node for f in change.accepted}
    revived = tuple(n for n in homes if numbered(state.nodes, n).status == "pruned")
    pruned = tuple(n for n in below if n not in homes)
    return Extent(_moved(state, dormant | change.decided), pruned=pruned, revived=revived, adopted=adopted)


def _siblings(state: State, old: str | None, derived: list[Fact]) -> tuple[str, ...]:
    """Facts of this very turn whose question does not need the value that fell."""
    if old is None or state.contract is None or state.turn is None or state.rules.siblings == "drop":
        return ()
    needing = c.depends(state.contract, state.fact(old).slot)
    return tuple(f.id for f in derived if f.turn == state.turn.number and f.slot not in needing)


def _by_facts(state: State, change: Change, status: Mapping[str, FactStatus]) -> Extent:
    """Nodes follow their facts: pruned when none of them stands any more, revived when one does again.

    A node that is corrected stays, and so does one where a dispute is to be seen.
    """
    moved = _moved(state, status)
    kept = {state.fact(f).node for f in (*change.withheld, *((change.old,) if change.old else ()))}
    pruned, revived = [], []
    for home in dict.fromkeys(state.fact(f).node for f in moved):
        node = numbered(state.nodes, home)
        stands = any(moved.get(f, state.fact(f).status) == "in" for f in node.evidence)
        if node.status == "active" and not stands and home not in kept:
            pruned.append(home)
        elif node.status == "pruned" and stands:
            revived.append(home)
    return Extent(moved, pruned=tuple(pruned), revived=tuple(revived))


def _anew(state: State, change: Change, refuted: frozenset[str], waiting: frozenset[str]) -> dict[str, FactStatus]:
    """Every value derived again from the evidence that is left, along the chain of questions."""
    if state.contract is None:
        return change.decided
    status: dict[str, FactStatus] = {f.id: "out" if f.id in refuted else "dormant" for f in state.facts}
    values: dict[int, str] = {}
    answers = {q.slot: q.fact for q in state.questions if q.status == "answered"}
    by_slot: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in state.facts:
        if fact.id not in refuted and fact.id not in waiting:
            by_slot[fact.slot].append(fact)
    for slot in state.contract.slots:
        entity = c.fill(slot.entity, values)
        fitting = [f for f in by_slot[slot.number] if f.entity == entity]
        status |= {f.id: "in" for f in fitting}
        if fitting:
            best = max(fitting, key=lambda f: (f.id in change.accepted, f.id == answers.get(f.slot)))
            values[slot.number] = best.value
    return status
