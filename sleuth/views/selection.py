"""Where a selection shows: every fact, node, citation and passage that one selected id concerns.

Pure. An id comes from an address, so it may name anything; what does not exist in a state concerns nothing there.
"""

from typing import NamedTuple

from sleuth import events as e
from sleuth.ledger import Citation, Claim
from sleuth.pasted.records import SourceBrought
from sleuth.person import HypothesisProposed, PassageAdded
from sleuth.state import State


class Selection(NamedTuple):
    """What one selected id concerns, by kind; None where it concerns nothing of the kind."""

    id: str = ""
    node: str | None = None
    fact: str | None = None
    hypothesis: str | None = None
    question: str | None = None
    passage: str | None = None
    search: int | None = None
    """Its position among the searches, from 0."""
    citations: frozenset[str] = frozenset()
    """The keys of the citations it concerns (`citation_key`)."""

    @property
    def row(self) -> str:
        """The id by which a table shows it: a citation stands in its fact's row."""
        return self.fact or self.id


def citation_key(claim: Claim, citation: Citation) -> str:
    """The id under which a citation is selected: `c1.f2`, or `c1.p4` under a memory that keeps no facts."""
    return f"{claim.id}.{citation.fact or citation.passage}"


def search_key(position: int) -> str:
    """The id under which a search is selected: `s1` for the first."""
    return f"s{position + 1}"


def brought(event: e.Event) -> tuple[str, ...]:
    """The ids of what an event adds to a run, those included that it states again."""
    match event:
        case e.FactRecorded(fact=fact):
            return (fact.id,)
        case e.NodeAdded(node=node):
            return (node.id,)
        case e.QuestionOpened(question=question):
            return (question.id,)
        case e.HypothesesRanked(hypotheses=ranked):
            return tuple(h.id for h in ranked)
        case HypothesisProposed(hypothesis=proposed):
            return (proposed.id,)
        case e.Searched(passages=found):
            return tuple(p.id for p in found)
        case PassageAdded(passage=passage) | SourceBrought(passage=passage):
            return (passage.id,)
        case e.Answered(claims=claims):
            return tuple(c.id for c in claims)
        case _:
            return ()


def everywhere(state: State, selected: str | None) -> Selection:
    """What a selected id concerns in this state."""
    if not selected:
        return Selection()
    if "." not in selected:
        return _thing(state, selected)
    if not any(selected == citation_key(c, x) for c in state.claims for x in c.citations):
        return Selection(selected)
    return _thing(state, selected.partition(".")[2])._replace(id=selected, citations=frozenset((selected,)))


def _thing(state: State, selected: str) -> Selection:
    here = Selection(selected)
    if fact := next((f for f in state.facts if f.id == selected), None):
        held = any(n.id == fact.node for n in state.nodes)
        return here._replace(
            node=fact.node if held else None,
            fact=fact.id,
            passage=fact.passage,
            citations=_citing(state, {fact.id}, frozenset()),
        )
    if node := next((n for n in state.nodes if n.id == selected), None):
        return here._replace(node=node.id, citations=_citing(state, set(node.evidence), frozenset()))
    if hypothesis := next((h for h in state.hypotheses if h.id == selected), None):
        return _through(state, here._replace(hypothesis=selected), next(iter(hypothesis.supports), None))
    if question := next((q for q in state.questions if q.id == selected), None):
        return _through(state, here._replace(question=selected), question.fact)
    if any(p.id == selected for p in state.passages):
        read = next((f.node for f in state.facts if f.passage == selected), None)
        citing = _citing(state, set(), frozenset((selected,)))
        return here._replace(node=read, passage=selected, citations=citing)
    position = next((i for i in range(len(state.searches)) if search_key(i) == selected), None)
    return here._replace(search=position)


def _through(state: State, here: Selection, fact: str | None) -> Selection:
    """What stands for itself, with the node and the citations of the fact that carries it."""
    carried = _thing(state, fact) if fact else Selection()
    return here._replace(node=carried.node, citations=carried.citations)


def _citing(state: State, facts: set[str], passages: frozenset[str]) -> frozenset[str]:
    return frozenset(
        citation_key(claim, x)
        for claim in state.claims
        for x in claim.citations
        if x.fact in facts or x.passage in passages
    )
