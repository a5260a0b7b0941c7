"""What of a run rests on what: recorded when a fact is found, and read here as justifications (`belief.py`).

A fact is true to its passage whatever else falls; what it can lose is the reason to have looked for it. A value of a
slot, a claim and the answer are true only because of facts. Values, not single facts, are what later steps build
on, so that a value with two sources survives the fall of one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sleuth.alike import alike
from sleuth.contract import Slot, fill, needs
from sleuth.ledger import Fact, FactStatus, standing
from sleuth.revision.belief import Justification, label
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


def same_value(a: Fact, b: Fact) -> bool:
    """Whether two facts give the same thing the same value."""
    return a.slot == b.slot and a.entity == b.entity and same(a.value, b.value)


def values_of(facts: tuple[Fact, ...]) -> dict[str, str]:
    """For each fact the value it supports, named by the first fact that gave it (`v3` for that of f3)."""
    slots: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        slots[fact.slot].append(fact)
    first: dict[str, Fact] = {}
    for group in (group for group in slots.values() if len(group) > 1):
        for fact, places in zip(group, alike([f.value for f in group]), strict=True):
            first[fact.id] = next((group[p] for p in places if first.get(group[p].id) is group[p]), fact)
    return {fact.id: f"v{first.get(fact.id, fact).id[1:]}" for fact in facts}


def reasons(facts: Iterable[Fact], value: Mapping[str, str]) -> Iterator[Justification]:
    """The justifications of some facts and of the values they support; `value` is that of `values_of`."""
    for fact in facts:
        found_by = frozenset(value[p] for p in (*fact.declared, *fact.mechanical) if p in value)
        yield Justification(fact.id, retrieval=found_by)
        yield Justification(value[fact.id], content=frozenset((fact.id,)))


def relabelled(
    facts: tuple[Fact, ...], changed: Iterable[str], *, refuted: frozenset[str], held: frozenset[str]
) -> dict[str, FactStatus]:
    """How the facts that a change can reach stand after it; every other fact stands as it did.

    Only what rests on a changed fact, through however many steps, is labelled anew, the rest being taken as it is.
    """
    value = values_of(facts)
    giving: defaultdict[str, list[Fact]] = defaultdict(list)
    resting: defaultdict[str, list[Fact]] = defaultdict(list)
    by_id = {fact.id: fact for fact in facts}
    for fact in facts:
        giving[value[fact.id]].append(fact)
        for premise in (*fact.declared, *fact.mechanical):
            if premise in value:
                resting[value[premise]].append(fact)  # twice where both ways saw it, which reaches it once
    reached: dict[str, Fact] = {}
    waiting = [by_id[fact] for fact in changed]
    while waiting:
        fact = waiting.pop()
        if fact.id not in reached:
            reached[fact.id] = fact
            waiting += resting[value[fact.id]]
    values = {value[fact] for fact in reached}
    # What gives a reached value without being reached itself keeps its standing, and so may hold the value up.
    beside = [f for v in values for f in giving[v] if f.id not in reached]
    fixed = {f.id: f.status for f in beside}
    outside = {value[p] for f in reached.values() for p in (*f.declared, *f.mechanical) if p in value} - values
    fixed |= {v: _standing(giving[v]) for v in outside}
    network = [
        *reasons(reached.values(), value),
        *(Justification(value[f.id], content=frozenset((f.id,))) for f in beside),
        *(Justification(item) for item in fixed),
    ]
    dormant = frozenset(item for item, status in fixed.items() if status == "dormant")
    gone = frozenset(item for item, status in fixed.items() if status == "out")
    labels = label(network, refuted=refuted | gone, held=held | dormant)
    return {fact: labels[fact] for fact in reached}


def _standing(facts: list[Fact]) -> FactStatus:
    """How a value stands: as the best of the facts that give it."""
    known = {f.status for f in facts}
    return "in" if "in" in known else "dormant" if "dormant" in known else "out"


def disagreement(facts: tuple[Fact, ...]) -> float | None:
    """Share of recorded dependencies that only one of the two ways of recording saw; None when there are none."""
    pairs = [(set(f.declared), set(f.mechanical)) for f in facts]
    every = sum(len(d | m) for d, m in pairs)
    return sum(len(d ^ m) for d, m in pairs) / every if every else None
