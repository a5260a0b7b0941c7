"""What rests on a fact: what was found because of it, what it answers and supports, and what of the answer cites it.

Pure, and the other way round than `why.py`, which goes down to the ground; this goes up to the answer.
"""

from typing import NamedTuple

from sleuth.contract import needs
from sleuth.ledger import Fact, standing
from sleuth.revision.dependence import values_of
from sleuth.state import State
from sleuth.tree import descendants


class Resting(NamedTuple):
    """A fact that was found because of another."""

    fact: str
    through: str
    """The fact that its own question rests on, which may itself rest on the one asked about."""


class Rests(NamedTuple):
    """Everything that rests on one fact, by kind; ids only."""

    facts: tuple[Resting, ...]
    hypotheses: tuple[str, ...]
    questions: tuple[str, ...]
    """Those that it answers, and those whose words need its value."""
    nodes: tuple[str, ...]
    """The active nodes that were derived from its own."""
    claims: tuple[str, ...]
    beside: tuple[str, ...]
    """Other standing facts that give the same value: while one of them stands, what was found because of the value
    stands too."""

    @property
    def total(self) -> int:
        """How many things rest on it."""
        return sum(map(len, (self.facts, self.hypotheses, self.questions, self.nodes, self.claims)))


def resting(state: State, fact: Fact) -> Rests:
    """What rests on a fact in this state, directly or through others."""
    value = values_of(state.facts)
    facts = _found(state, fact, value)
    fallen = {fact.id, *(f.fact for f in facts)}
    answered = [q.id for q in state.questions if q.status == "answered" and q.fact == fact.id]
    waiting = [q.id for q in state.questions if state.contract and fact.slot in needs(state.slot(q.slot).text)]
    below = descendants(state.nodes, fact.node) if fact.status == "in" else ()
    return Rests(
        facts=facts,
        hypotheses=tuple(h.id for h in state.hypotheses if fact.id in h.supports),
        questions=tuple(dict.fromkeys((*answered, *waiting))) if answered else (),
        nodes=tuple(n.id for n in below if n.status == "active"),
        claims=tuple(c.id for c in state.claims if any(x.fact in fallen for x in c.citations)),
        beside=tuple(f.id for f in standing(state.facts) if f.id != fact.id and value[f.id] == value[fact.id]),
    )


def _found(state: State, fact: Fact, value: dict[str, str]) -> tuple[Resting, ...]:
    """The facts found because of the value, nearest first, each with the fact it was found through."""
    through = {value[fact.id]: fact.id}
    found: dict[str, Resting] = {}
    grown = True
    while grown:  # a premise is recorded before what rests on it, so that this takes one round and one to notice
        grown = False
        for other in state.facts:
            premise = next((value[p] for p in (*other.declared, *other.mechanical) if value.get(p) in through), None)
            if premise is None or other.id in found or value[other.id] == value[fact.id]:
                continue
            found[other.id] = Resting(other.id, through[premise])
            through.setdefault(value[other.id], other.id)
            grown = True
    return tuple(found.values())
