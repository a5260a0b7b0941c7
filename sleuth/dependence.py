"""What of a run rests on what: recorded when a fact is found, and read here as justifications (`belief.py`).

A fact is true to its passage whatever else falls; what it can lose is the reason to have looked for it. A value of a
slot, a claim and the answer are true only because of facts. Values, not single facts, are what later steps build
on, so that a value with two sources survives the fall of one.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sleuth.belief import Justification
from sleuth.contract import Slot, fill, needs
from sleuth.ledger import Fact, standing
from sleuth.state import State
from sleuth.values import plain, same


class Premises(NamedTuple):
    """The facts that a question rests on, by what it refers to and by what its words mention."""

    declared: tuple[str, ...]
    mechanical: tuple[str, ...]


def premises(state: State, slot: Slot) -> Premises:
    """What the question of a slot rests on now.

    A name that the investigated question itself gives is no finding, so that mentioning it is no dependence.
    """
    answers = {q.slot: q.fact for q in state.questions if q.status == "answered"}
    declared = tuple(fact for n in needs(slot.text) if (fact := answers.get(n)))
    if state.rules.premises == "declared":
        return Premises(declared, ())
    text, posed = plain(fill(slot.text, state.values())), plain(state.question)
    mechanical = tuple(
        fact.id
        for fact in standing(state.facts)
        if any(
            name and f" {name} " in f" {text} " and f" {name} " not in f" {posed} " for name in _names(state, fact)
        )
    )
    return Premises(declared, mechanical)


def _names(state: State, fact: Fact) -> tuple[str, ...]:
    value = plain(fact.value)
    return (value, plain(fact.entity)) if state.rules.premises == "names" else (value,)


def values_of(facts: tuple[Fact, ...]) -> dict[str, str]:
    """For each fact the value it supports, named by the first fact that gave it (`v3` for that of f3)."""
    named: dict[str, str] = {}
    first: dict[int, list[Fact]] = {}
    for fact in facts:
        group = first.setdefault(fact.slot, [])
        known = next((f for f in group if same(f.value, fact.value)), None)
        if known is None:
            group.append(fact)
        named[fact.id] = f"v{(known or fact).id[1:]}"
    return named


def reasons(state: State) -> Iterator[Justification]:
    """Every justification in a state: of facts, of the values they support, of claims and of the answer."""
    value = values_of(state.facts)
    for fact in state.facts:
        found_by = {value[p] for p in (*fact.declared, *fact.mechanical) if p in value}
        yield Justification(fact.id, retrieval=frozenset(found_by))
        yield Justification(value[fact.id], content=frozenset({fact.id}))
    for claim in state.claims:
        # Each value under the claim must stand; any fact that gives the value will do.
        yield Justification(claim.id, content=frozenset(value[c.fact] for c in claim.citations if c.fact in value))
    if state.answer is not None:
        yield Justification("answer", content=frozenset(claim.id for claim in state.claims))


def disagreement(facts: tuple[Fact, ...]) -> float | None:
    """Share of recorded dependencies that only one of the two ways of recording saw; None when there are none."""
    pairs = [(set(f.declared), set(f.mechanical)) for f in facts]
    every = sum(len(d | m) for d, m in pairs)
    return sum(len(d ^ m) for d, m in pairs) / every if every else None
