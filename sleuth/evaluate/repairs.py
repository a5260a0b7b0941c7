"""What the repairs of a run came to, held against what truly rests on what.

In a synthetic world the name that a question asks about tells exactly which value it rests on. So a fact is truly
supported while its entity is named by the question, or is the value of a standing, truly supported fact of the slot
before; what the run recorded as dependencies plays no part here. Measures: algorithms of repair in ReTree
(arXiv 2608.10676) and ours, each defined where it stands.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sleuth import events as e
from sleuth.contract import fill, needs
from sleuth.evaluate.worlds import World
from sleuth.events import Entry
from sleuth.fold import replay
from sleuth.ledger import Fact, standing
from sleuth.models import Record
from sleuth.policy import context
from sleuth.state import State


class Outcome(Record):
    """One run in one world. None where there was nothing to measure."""

    shape: str
    depth: int
    seed: int
    policy: str
    false: float
    """Share of slots whose searches bring a false report."""
    dropped: float
    """Share of recorded dependencies that were lost."""
    step: int
    """The search whose results hold the correction, in the order without any repair."""
    answer: str | None
    cause: str | None
    right: bool
    stale_answer: bool
    """Whether the answer is that of a run which never corrected the premise."""
    detected: bool
    """Whether the wrong premise was refuted."""
    replaced: bool
    """Whether the right value took its place when it first was."""
    repairs: int
    false_repairs: int
    """Repairs that replaced the right value of its question."""
    independent: int
    """Standing facts, summed over the repairs, that did not rest on what fell."""
    independent_removed: int
    dependent: int
    """Standing facts, summed over the repairs, that did."""
    dependent_kept: int
    contexts: int
    """What the policy was shown after the first repair: once a model call and once at the end of a turn."""
    contexts_stale: int
    """Those that held a fact which rests on what fell, or the fallen fact itself."""
    claims: int
    claims_stale: int
    searches: int
    repeated: int
    """Searches for a question, in the same words, that had been searched before."""
    calls: int
    calls_to_recovery: int | None
    """Model calls from the correction of the premise to the right answer; None where it was not reached so."""


def supported(state: State, facts: Iterable[Fact]) -> frozenset[str]:
    """The facts that truly rest on nothing but facts of this collection."""
    assert state.contract is not None
    parents = {slot.number: needs(slot.text) for slot in state.contract.slots}
    known: set[str] = set()
    values: set[tuple[int, str]] = set()
    for fact in sorted(facts, key=lambda f: f.slot):  # a slot only needs earlier ones
        if all((parent, fact.entity) in values for parent in parents[fact.slot]):
            known.add(fact.id)
            values.add((fact.slot, fact.value))
    return frozenset(known)


class Reach(NamedTuple):
    """How far one repair reached, and how far it should have."""

    independent: int
    independent_removed: int
    dependent: int
    dependent_kept: int


def reach(before: State, after: State) -> Reach | None:
    """The reach of the repair between two states; None when no fact was refuted."""
    was = {f.id for f in standing(before.facts)}
    now = {f.id for f in standing(after.facts)}
    fallen = {f.id for f in after.facts if f.status == "out" and f.id in was}
    if not fallen:
        return None
    replacing = {f.id for f in after.facts if f.supersedes in fallen}
    left = [f for f in after.facts if f.id in (was | replacing) - fallen]
    held_up = supported(before, standing(before.facts)) - fallen
    resting = held_up - supported(after, left)
    return Reach(
        independent=len(held_up - resting),
        independent_removed=len(held_up - resting - now),
        dependent=len(resting),
        dependent_kept=len(resting & now),
    )


def exposed(state: State) -> bool:
    """Whether what the policy is shown cites a fact that is not supported any more."""
    shown = set(re.findall(r"\[(f\d+)\]", context(state)))
    return not shown <= unrefuted(state)


def unrefuted(state: State) -> frozenset[str]:
    """The facts that rest on no refuted one, whether or not they stand."""
    return supported(state, (fact for fact in state.facts if fact.status != "out"))


class Step(NamedTuple):
    """A step of a run between the states before and after it."""

    before: State
    events: tuple[e.Event, ...]
    after: State

    def has(self, *kinds: type[Record]) -> bool:
        """Whether an event of these kinds happened."""
        return any(isinstance(event, kinds) for event in self.events)


class Replacement(NamedTuple):
    """One repair that put a value in the place of another."""

    place: int
    """Its step."""
    old: Fact
    new: Fact | None


def steps_of(entries: Iterable[tuple[Entry, ...]]) -> tuple[Step, ...]:
    """The steps of a run with the states between them."""
    state, steps = State(), []
    for step in entries:
        before, state = state, replay(step, state)
        steps.append(Step(before, tuple(entry.event for entry in step), state))
    return tuple(steps)


def replacements(steps: Sequence[Step]) -> tuple[Replacement, ...]:
    """The repairs of a run in their order."""
    return tuple(
        Replacement(place, step.after.fact(event.old), step.after.fact(event.new) if event.new else None)
        for place, step in enumerate(steps)
        for event in step.events
        if isinstance(event, e.Repaired)
    )


def measure(world: World, policy: str, false: float, dropped: float, steps: Sequence[Step]) -> Outcome:
    """Everything there is to say about a run."""
    end = steps[-1].after
    repairs = replacements(steps)
    corrected = next((r for r in repairs if (r.old.slot, r.old.value) == (world.premise, world.wrong)), None)
    reaches = [r for step in steps if (r := reach(step.before, step.after))]
    later = steps[repairs[0].place + 1 :] if repairs else ()
    contexts = [step.before for step in later if step.has(e.ModelCalled, e.TurnChecked)]
    truly = unrefuted(end)
    asked = [event.text for step in steps for event in step.events if isinstance(event, e.TurnStarted)]
    right = end.answer == world.answer
    return Outcome(
        shape=world.shape,
        depth=world.depth,
        seed=world.seed,
        policy=policy,
        false=false,
        dropped=dropped,
        step=world.step,
        answer=end.answer,
        cause=end.cause,
        right=right,
        stale_answer=end.answer == world.stale,
        detected=corrected is not None,
        replaced=corrected is not None and corrected.new is not None and corrected.new.value == world.right,
        repairs=len(repairs),
        false_repairs=sum(world.truth[_asked(end, r.old)] == r.old.value for r in repairs),
        independent=sum(r.independent for r in reaches),
        independent_removed=sum(r.independent_removed for r in reaches),
        dependent=sum(r.dependent for r in reaches),
        dependent_kept=sum(r.dependent_kept for r in reaches),
        contexts=len(contexts),
        contexts_stale=sum(exposed(state) for state in contexts),
        claims=len(end.claims),
        claims_stale=sum(any(cited.fact not in truly for cited in claim.citations) for claim in end.claims),
        searches=len(end.searches),
        repeated=len(asked) - len(set(asked)),
        calls=end.usage.calls,
        calls_to_recovery=end.usage.calls - steps[corrected.place].after.usage.calls if right and corrected else None,
    )


def _asked(state: State, fact: Fact) -> str:
    """The question, in words, that a fact answers."""
    text = state.slot(fact.slot).text
    return fill(text, dict.fromkeys(needs(text), fact.entity))
