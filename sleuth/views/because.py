"""In words: why one fact stands, was refuted, or is dormant.

Read off the record alone: who or what took a fact out, which fact replaced it, and which premise of it fell.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Literal

from sleuth.ledger import Fact
from sleuth.ranking import weight
from sleuth.state import State
from sleuth.tree import Revision, path
from sleuth.views.grounds import Grounds

How = Literal["declared", "mechanical", "both"]
"""By what a question rests on a fact: it refers to it, it mentions it, or both."""

NAMED = 5
"""Contradicting facts that are named; how many more there are is said."""


def reasons(state: State) -> dict[str, str]:
    """Why each fact stands, was refuted or is dormant, by its id. Carries text of pages."""
    grounds = Grounds(state)
    return {fact.id: because(grounds, fact) for fact in state.facts}


def because(grounds: Grounds, fact: Fact) -> str:
    """Why a fact stands as it does. Carries text of pages."""
    match fact.status:
        case "in":
            return "; ".join(_stands(grounds, fact))
        case "out":
            return _refuted(grounds, fact)
        case "dormant":
            return _hidden(grounds, fact)


def _stands(grounds: Grounds, fact: Fact) -> list[str]:
    group = grounds.alike(fact)
    counting = tuple(f for f in group if f.status == "in")
    sources = weight(grounds.state, counting).sources
    said = ["1 source says so" if sources == 1 else f"{sources} independent sources say so"]
    if sources == 0:
        said = ["the model remembered it, and no source says so"]
    if fact.author is not None:
        said = [f"{fact.author} worded it, on the strength of {fact.passage}"]
    if replaced := grounds.facts.get(fact.supersedes or ""):
        revision = grounds.replaced.get((replaced.id, fact.id))
        why = f", “{revision.reason}”" if revision and revision.reason else ""
        said.append(f"it replaced {_named(replaced)}{why}")
    if fact.pinned:
        acts = reversed(grounds.state.acts)
        pinned = next((a for _, a in acts if (a.act, a.target) == ("pin fact", fact.id)), None)
        said.append(f"pinned by {pinned.author}, “{pinned.reason}”" if pinned else "pinned")
    return [*said, _contradicted(grounds.about[fact.slot, fact.entity], counting)]


def _contradicted(standing: Sequence[Fact], counting: tuple[Fact, ...]) -> str:
    """Which of the facts that stand on one thing give it another value than those that are counted."""
    mine = {fact.id for fact in counting}
    against = len(standing) - len(mine)
    if not against:
        return "nothing that stands contradicts it"
    named = ", ".join(map(_named, islice((f for f in standing if f.id not in mine), NAMED)))
    more = f" and {against - NAMED} more" if against > NAMED else ""
    return f"{named}{more} {'contradicts' if against == 1 else 'contradict'} it"


def _refuted(grounds: Grounds, fact: Fact) -> str:
    group = grounds.alike(fact)
    revision = _correction(grounds, fact, group)
    if by_hand := _rejected(grounds, fact, group, revision):
        return by_hand
    if revision is not None:
        winner = grounds.facts.get(revision.new or "")
        return f"{_named(winner) + ' replaced it' if winner else 'it was refuted'}, “{revision.reason}”"
    if stronger := [d for d in grounds.compared(fact) if d.outcome == "the other holds"]:
        return f"it was judged too weak against {', '.join(f'{d.fact} ({d.value})' for d in stronger)}"
    return "it was refuted"


def _correction(grounds: Grounds, fact: Fact, group: tuple[Fact, ...]) -> Revision | None:
    """The newest correction that took this fact out, or, where it is recorded at another that says the same, that."""
    every = (grounds.corrected[f.id] for f in group if f.id in grounds.corrected)
    return grounds.corrected.get(fact.id) or max(every, key=lambda r: r.at_seq, default=None)


def _rejected(grounds: Grounds, fact: Fact, group: tuple[Fact, ...], revision: Revision | None) -> str | None:
    """The person's act that took the fact out; None when evidence did."""
    acts = grounds.state.acts
    undone = {acted.undoes for _, acted in acts}
    values = {f.id for f in group}
    followed = grounds.facts.get(revision.new or "") if revision else None
    for seq, acted in reversed(acts):
        # An act and the correction it causes are recorded together, under one reason.
        caused = revision is None or seq > revision.at_seq or acted.reason == revision.reason
        if seq in undone or not caused:
            continue
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


def _hidden(grounds: Grounds, fact: Fact) -> str:
    if fact.id in grounds.held:
        compared = grounds.compared(fact)
        judging = [d for d in compared if d.outcome == "being judged"]
        disputed = judging or [d for d in compared if d.outcome == "undecided"]
        rivals = ", ".join(f"{d.fact} ({d.value})" for d in disputed)
        return f"held back until it is judged against {rivals}" if judging else f"as well supported as {rivals}"
    known, value = grounds.facts, grounds.values
    if fallen := [known[p] for p in found_through(fact, known) if value[p] not in grounds.alive]:
        named = " and ".join(f"{_named(f)}, which is {f.status}" for f in fallen)
        return f"true to its source, but found because of {named}"
    nodes = grounds.state.nodes
    way = path(nodes, fact.node) if any(n.id == fact.node for n in nodes) else ()
    for node in reversed(way[:-1]):
        if node.revisions and way[-1].status == "pruned":
            last = node.revisions[-1]
            return f"true to its source, but {fact.node} was pruned when {last.old} fell at {node.id}"
    return "true to its source, but nothing that stands leads to it"


def _named(fact: Fact) -> str:
    return f"{fact.id} ({fact.value})"


def found_through(fact: Fact, known: dict[str, Fact]) -> dict[str, How]:
    """The recorded facts that a fact was found because of, itself apart."""
    declared, mechanical = set(fact.declared), set(fact.mechanical)
    every = dict.fromkeys((*fact.declared, *fact.mechanical))
    return {
        premise: "both" if premise in declared & mechanical else "declared" if premise in declared else "mechanical"
        for premise in every
        if premise in known and premise != fact.id
    }
