"""What the evidence says: hypotheses ranked by it, and questions by how much an answer would move that ranking.

Method: SLEUTH (arXiv 2607.12267): hypotheses are candidate values of a slot, restated in full from the facts for and
against them; copies of one source count once. The order of questions and the levels are ours.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sleuth import contract as c
from sleuth.ledger import Confidence, Fact, Hypothesis, Question
from sleuth.revision.dependence import values_of
from sleuth.sources import independent, remembered
from sleuth.state import State
from sleuth.values import same

LEVELS: tuple[Confidence, ...] = ("high", "medium", "low")


class Weight(NamedTuple):
    """How strongly facts speak for one value; compares as a tuple."""

    sources: int
    """Independent sources, copies counted once; none where the model only remembers it."""
    firm: bool
    """Whether one of them is about the entity rather than merely mentioning it."""


def weight(state: State, facts: Iterable[Fact]) -> Weight:
    """The weight of some facts together."""
    known = tuple(facts)
    pages = (state.passage(f.passage) for f in known)
    return Weight(independent(p for p in pages if not remembered(p)), any(f.firm for f in known))


def held(state: State) -> frozenset[str]:
    """Facts that are held back while a disagreement about their value is open; what a person pinned is not."""
    if not state.conflicts and not state.unsettled:
        return frozenset()
    value = values_of(state.facts)
    waiting = {value[c.new] for c in state.conflicts}
    disputed = {value[fact] for c in state.unsettled for fact in (c.old, c.new) if not state.fact(fact).pinned}
    return frozenset(f.id for f in state.facts if f.status != "out" and value[f.id] in disputed) | frozenset(
        f.id for f in state.facts if f.status == "dormant" and value[f.id] in waiting
    )


def hypotheses(state: State, only: frozenset[int] | None = None) -> tuple[Hypothesis, ...]:
    """Hypotheses restated from the facts, best first within their slot; with `only`, other slots stay as they are.

    Facts of one slot whose values are the same support one hypothesis; the slot's other standing values contradict
    it. Confidence is high when a firm fact, or two independent sources, support it and nothing contradicts it;
    medium when it is better supported than its rivals, or supported by a mere mention; otherwise low. A hypothesis
    bears the number of the first fact that spoke for it (f3 → h3) and so keeps its id.
    """
    if state.rules.ledger == "facts":
        return ()
    waiting = held(state)
    slots: dict[int, list[Fact]] = {}
    for fact in state.facts:
        if (only is None or fact.slot in only) and (fact.status != "dormant" or fact.id in waiting):
            slots.setdefault(fact.slot, []).append(fact)
    for proposed in state.proposed:
        slots.setdefault(proposed.slot, [])
    ranked = {slot: _ranked(state, slot, facts, waiting) for slot, facts in slots.items()}
    if only is not None:
        for hypothesis in state.hypotheses:
            if hypothesis.slot not in only and hypothesis.slot not in slots:
                ranked.setdefault(hypothesis.slot, []).append(hypothesis)
    return tuple(h for slot in sorted(ranked) for h in ranked[slot])


def _ranked(state: State, slot: int, facts: list[Fact], waiting: frozenset[str]) -> list[Hypothesis]:
    value = values_of(tuple(facts))
    by_value: dict[str, list[Fact]] = {}
    for fact in facts:
        by_value.setdefault(value[fact.id], []).append(fact)
    groups = list(by_value.values())
    drafts = [_draft(state, group, groups, waiting) for group in groups]
    drafts += [
        _Draft(h, Weight(0, False), False, 0)
        for h in state.proposed
        if h.slot == slot and not any(same(g[0].value, h.value) for g in groups)
    ]
    drafts.sort(key=_place)
    return [d.hypothesis.model_copy(update={"rank": place}) for place, d in enumerate(drafts, start=1)]


class _Draft(NamedTuple):
    hypothesis: Hypothesis
    weight: Weight
    replaces: bool
    """Whether a fact of it superseded another."""
    turn: int


def _place(draft: _Draft) -> tuple[int, int, bool, int]:
    level = LEVELS.index(draft.hypothesis.confidence)
    return level, -draft.weight.sources, not draft.replaces, draft.turn


def _draft(state: State, group: list[Fact], groups: list[list[Fact]], waiting: frozenset[str]) -> _Draft:
    first = group[0]
    support = _speaking(group, waiting)
    against = tuple(f for other in groups if other is not group for f in _speaking(other, waiting))
    hypothesis = Hypothesis(
        id=f"h{first.id[1:]}",
        statement=first.statement,
        slot=first.slot,
        value=first.value,
        confidence=_confidence(weight(state, support), weight(state, against)),
        supports=tuple(f.id for f in support),
        contradicts=tuple(f.id for f in against),
        rank=1,
    )
    return _Draft(hypothesis, weight(state, support), any(f.supersedes is not None for f in support), turn=first.turn)


def _speaking(facts: list[Fact], waiting: frozenset[str]) -> tuple[Fact, ...]:
    return tuple(f for f in facts if f.status == "in" or f.id in waiting)


def _confidence(support: Weight, against: Weight) -> Confidence:
    if not support.sources:
        return "low"
    if against.sources:
        return "medium" if support.sources > against.sources else "low"
    return "high" if support.firm or support.sources > 1 else "medium"


def order(state: State) -> tuple[str, ...]:
    """The questions' ids, first the one whose answer would move the ranking most.

    An open question that can be asked comes before one that waits; then one over which sources disagree; then the
    one that most other open questions wait for; then the one on which least was spent. A person's order stands.
    """
    if state.ordered_by is not None or state.contract is None:
        return tuple(q.id for q in state.questions)
    disputed = {state.fact(pair.old).slot for pair in state.unsettled}
    contract = state.contract
    open_slots = {q.slot for q in state.questions if q.status == "open"}

    def place(question: Question) -> tuple[bool, bool, bool, int, int, int]:
        waiting = len(open_slots.intersection(c.depends(contract, question.slot)))
        return (
            question.status != "open",
            question.action is None,
            question.slot not in disputed,
            -waiting,
            question.searched,
            question.slot,
        )

    return tuple(q.id for q in sorted(state.questions, key=place))
