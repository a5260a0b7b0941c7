"""In words: why one fact stands, was refuted, or is dormant, and what it was compared with.

Read off the record alone: who or what took a fact out, which fact replaced it, and which premise of it fell.
"""

from typing import Literal

from sleuth.ledger import Fact, standing
from sleuth.models import Record
from sleuth.ranking import held, weight
from sleuth.revision.dependence import same_value, values_of
from sleuth.state import State
from sleuth.tree import Revision, path

How = Literal["declared", "mechanical", "both"]
"""By what a question rests on a fact: it refers to it, it mentions it, or both."""


Outcome = Literal["being judged", "undecided", "this one holds", "the other holds", "both may hold", "neither holds"]
"""What came of comparing a fact with one that gives another value."""


class Disagreement(Record):
    """A fact that gives the same thing another value, and what came of judging the two."""

    fact: str
    value: str
    outcome: Outcome
    reason: str | None


def because(state: State, fact: Fact, group: tuple[Fact, ...], disagreements: tuple[Disagreement, ...]) -> str:
    """Why a fact stands as it does; `group` is `alike`, `disagreements` those of the fact. Carries text of pages."""
    match fact.status:
        case "in":
            return "; ".join(_stands(state, fact, group))
        case "out":
            return _refuted(state, fact, group, disagreements)
        case "dormant":
            return _hidden(state, fact, disagreements)


def _stands(state: State, fact: Fact, group: tuple[Fact, ...]) -> list[str]:
    counting = tuple(f for f in group if f.status == "in")
    sources = weight(state, counting).sources
    said = ["1 source says so" if sources == 1 else f"{sources} independent sources say so"]
    if sources == 0:
        said = ["the model remembered it, and no source says so"]
    if fact.author is not None:
        said = [f"{fact.author} worded it, on the strength of {fact.passage}"]
    if replaced := next((f for f in state.facts if f.id == fact.supersedes), None):
        reason = next((r.reason for r in reversed(_revisions(state)) if (r.old, r.new) == (replaced.id, fact.id)), "")
        said.append(f"it replaced {_named(replaced)}" + (f", “{reason}”" if reason else ""))
    if fact.pinned:
        pinned = next((a for _, a in reversed(state.acts) if (a.act, a.target) == ("pin fact", fact.id)), None)
        said.append(f"pinned by {pinned.author}, “{pinned.reason}”" if pinned else "pinned")
    mine = {f.id for f in group}
    against = [
        f for f in standing(state.facts) if (f.slot, f.entity) == (fact.slot, fact.entity) and f.id not in mine
    ]
    said.append(
        f"{', '.join(map(_named, against))} contradicts it" if against else "nothing that stands contradicts it"
    )
    return said


def _refuted(state: State, fact: Fact, group: tuple[Fact, ...], disagreements: tuple[Disagreement, ...]) -> str:
    revision = _correction(state, fact, group)
    if by_hand := _rejected(state, fact, group, revision):
        return by_hand
    known = {f.id: f for f in state.facts}
    if revision is not None:
        winner = known.get(revision.new or "")
        return f"{_named(winner) + ' replaced it' if winner else 'it was refuted'}, “{revision.reason}”"
    if stronger := [d for d in disagreements if d.outcome == "the other holds"]:
        return f"it was judged too weak against {', '.join(f'{d.fact} ({d.value})' for d in stronger)}"
    return "it was refuted"


def _correction(state: State, fact: Fact, group: tuple[Fact, ...]) -> Revision | None:
    """The newest correction that took this fact out, or, where it is recorded at another that says the same, that."""
    same_value = {f.id for f in group}
    newest = tuple(reversed(_revisions(state)))
    own = next((r for r in newest if r.old == fact.id), None)
    return own or next((r for r in newest if r.old in same_value), None)


def _rejected(state: State, fact: Fact, group: tuple[Fact, ...], revision: Revision | None) -> str | None:
    """The person's act that took the fact out; None when evidence did."""
    undone = {acted.undoes for _, acted in state.acts}
    values = {f.id for f in group}
    for seq, acted in reversed(state.acts):
        # An act and the correction it causes are recorded together, under one reason.
        caused = revision is None or seq > revision.at_seq or acted.reason == revision.reason
        if seq in undone or not caused:
            continue
        followed = next((f for f in state.facts if revision and f.id == revision.new), None)
        match acted.act:
            case "reject fact" if acted.target == fact.id:
                return f"{acted.author} rejected it, “{acted.reason}”"
            case "edit fact" if acted.target in values and followed:
                return f"{acted.author} edited it into {_named(followed)}, “{acted.reason}”"
            case "withdraw passage" if fact.passage in (acted.target, acted.before):
                return f"{acted.author} withdrew {fact.passage}, “{acted.reason}”"
            case "decide conflict" | "restore fact" if acted.before in values and followed:
                return f"{acted.author} decided for {_named(followed)}, “{acted.reason}”"
    return None


def _hidden(state: State, fact: Fact, disagreements: tuple[Disagreement, ...]) -> str:
    if fact.id in held(state):
        judging = [d for d in disagreements if d.outcome == "being judged"]
        disputed = judging or [d for d in disagreements if d.outcome == "undecided"]
        rivals = ", ".join(f"{d.fact} ({d.value})" for d in disputed)
        return f"held back until it is judged against {rivals}" if judging else f"as well supported as {rivals}"
    known = {f.id: f for f in state.facts}
    value = values_of(state.facts)
    alive = {value[f.id] for f in standing(state.facts)}
    if fallen := [known[p] for p in found_through(fact, known) if value[p] not in alive]:
        named = " and ".join(f"{_named(f)}, which is {f.status}" for f in fallen)
        return f"true to its source, but found because of {named}"
    way = path(state.nodes, fact.node) if any(n.id == fact.node for n in state.nodes) else ()
    for node in reversed(way[:-1]):
        if node.revisions and way[-1].status == "pruned":
            last = node.revisions[-1]
            return f"true to its source, but {fact.node} was pruned when {last.old} fell at {node.id}"
    return "true to its source, but nothing that stands leads to it"


def _named(fact: Fact) -> str:
    return f"{fact.id} ({fact.value})"


def alike(state: State, fact: Fact) -> tuple[Fact, ...]:
    """Every fact that gives the same thing the same value, however it stands; the one asked about first."""
    return (fact, *(f for f in state.facts if f.id != fact.id and same_value(f, fact)))


def found_through(fact: Fact, known: dict[str, Fact]) -> dict[str, How]:
    """The recorded facts that a fact was found because of, itself apart."""
    declared, mechanical = set(fact.declared), set(fact.mechanical)
    every = dict.fromkeys((*fact.declared, *fact.mechanical))
    return {
        premise: "both" if premise in declared & mechanical else "declared" if premise in declared else "mechanical"
        for premise in every
        if premise in known and premise != fact.id
    }


def compared(state: State, fact: Fact, group: tuple[Fact, ...]) -> tuple[Disagreement, ...]:
    """Each fact that this one, or another that gives its value, was compared with."""
    mine = {f.id for f in group}
    known = {f.id: f for f in state.facts}
    reasons = {frozenset((j.old, j.new)): j.reason for j in state.judgements}
    reasons |= {frozenset((r.old, r.new)): r.reason for r in _revisions(state) if r.new}
    judging = tuple((p.old, p.new) for p in state.conflicts)
    undecided = tuple((p.old, p.new) for p in state.unsettled)
    told: dict[str, Disagreement] = {}
    for pair in (*state.judged, *judging, *undecided):
        here, rival = pair if pair[0] in mine else (pair[1], pair[0])
        if here not in mine or rival in mine or rival not in known:
            continue
        open_yet: Outcome | None = "being judged" if pair in judging else "undecided" if pair in undecided else None
        told[rival] = Disagreement(
            fact=rival,
            value=known[rival].value,
            outcome=open_yet or _outcome(fact, known[rival]),
            reason=reasons.get(frozenset(pair)),
        )
    return tuple(told.values())


def _outcome(fact: Fact, rival: Fact) -> Outcome:
    match fact.status == "out", rival.status == "out":
        case True, True:
            return "neither holds"
        case True, False:
            return "the other holds"
        case False, True:
            return "this one holds"
        case _:
            return "both may hold"


def _revisions(state: State) -> tuple[Revision, ...]:
    """Every correction, the newest last."""
    return tuple(sorted((r for node in state.nodes for r in node.revisions), key=lambda r: r.at_seq))
