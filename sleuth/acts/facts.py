"""What a person does to facts: pin, reject, restore, edit, and decide between two that contradict each other."""

from sleuth import contract as c
from sleuth import events as e
from sleuth.acts.wanted import Deed, Intervention, fact_of, not_pinned
from sleuth.errors import CallerError
from sleuth.fold import then
from sleuth.ledger import Fact
from sleuth.person import FactPinned
from sleuth.revision.conflicts import Verdict, giving, held_back, rivals, settled
from sleuth.revision.repair import Change, repair
from sleuth.sentences import sentences
from sleuth.state import State
from sleuth.stating import statement
from sleuth.values import stands


def pin(state: State, wanted: Intervention) -> Deed:
    """Evidence alone no longer refutes the fact."""
    fact = fact_of(state, wanted.target)
    if fact.status != "in":
        raise CallerError(f"{fact.id} is {fact.status}; restore it before pinning it.")
    if fact.pinned:
        raise CallerError(f"{fact.id} is pinned already.")
    return None, (FactPinned(fact=fact.id, pinned=True),)


def unpin(state: State, wanted: Intervention) -> Deed:
    """Evidence may refute the fact again."""
    fact = fact_of(state, wanted.target)
    if not fact.pinned:
        raise CallerError(f"{fact.id} is not pinned.")
    return None, (FactPinned(fact=fact.id, pinned=False),)


def reject(state: State, wanted: Intervention) -> Deed:
    """The fact is refuted; what rests on it follows."""
    fact = fact_of(state, wanted.target)
    if fact.status == "out":
        raise CallerError(f"{fact.id} is out already.")
    not_pinned(fact)
    change = Change(wanted.reason, refuted=frozenset({fact.id}), old=fact.id)
    return None, repair(state, change)


def restore(state: State, wanted: Intervention) -> Deed:
    """A refuted fact stands again, against what took its place."""
    fact = fact_of(state, wanted.target)
    if fact.status == "in":
        raise CallerError(f"{fact.id} stands already.")
    against = rivals(state, fact.slot, fact.entity, fact.value)
    if fact.status == "dormant" and not any(fact.id in (p.old, p.new) for p in state.unsettled):
        on = ", ".join(dict.fromkeys((*fact.declared, *fact.mechanical))) or "a disagreement being judged"
        raise CallerError(f"{fact.id} is dormant because of {on}; it stands again when that does.")
    not_pinned(*against)
    if not against:
        return None, repair(state, Change(wanted.reason, accepted=frozenset({fact.id})))
    return against[-1].id, _for(state, fact, against, wanted.reason)


def _for(state: State, fact: Fact, against: tuple[Fact, ...], reason: str) -> tuple[e.Event, ...]:
    """One value holds against every other."""
    events: tuple[e.Event, ...] = ()
    for loser in dict.fromkeys(against):
        now = then(state, *events)
        if now.fact(loser.id).status != "out":
            verdict: Verdict = "new holds" if int(fact.id[1:]) > int(loser.id[1:]) else "old holds"
            events += settled(now, winner=now.fact(fact.id), loser=now.fact(loser.id), verdict=verdict, reason=reason)
    return events


def edit(state: State, wanted: Intervention) -> Deed:
    """A new version of the fact takes its place, worded by the person."""
    old = fact_of(state, wanted.target)
    value = " ".join(wanted.value.split())
    if not value:
        raise CallerError("A fact needs a value; to take it out of the ledger, reject it.")
    if value == old.value:
        raise CallerError(f"{old.id} says {value!r} already.")
    if old.status == "out":
        raise CallerError(f"{old.id} is out; restore it, or edit the fact that replaced it.")
    not_pinned(old)
    page = state.passage(old.passage)
    # Where the page says the new value, that sentence is the quote; else the old one, which it corrects.
    saying = next((s for s in sentences(page.text) if stands(value, s.text)), None)
    where = {"quote": saying.text, "start": saying.start, "end": saying.end} if saying else {}
    new = old.model_copy(
        update={
            "id": f"f{len(state.facts) + 1}",
            "statement": statement(_asked(state, old), value),
            "value": value,
            "status": "dormant",
            "supersedes": None,
            "author": wanted.author,
            "firm": True,
            **where,
        }
    )
    recorded = e.FactRecorded(fact=new)
    change = Change(
        wanted.reason,
        refuted=frozenset(f.id for f in giving(state, old)),
        accepted=frozenset({new.id}),
        old=old.id,
        new=new.id,
    )
    return None, (recorded, *repair(then(state, recorded), change))


def _asked(state: State, fact: Fact) -> str:
    """The question that a fact answers, in words."""
    if state.contract is None:
        return state.question
    slot = state.slot(fact.slot)
    return c.fill(slot.text, dict.fromkeys(c.needs(slot.entity), fact.entity) | state.values())


def decide(state: State, wanted: Intervention) -> Deed:
    """One side of a contradiction holds."""
    # Undoing the restoration of one fact names the other in `value`.
    fact = fact_of(state, wanted.value or wanted.target)
    pairs = [p for p in state.undecided if fact.id in (p.old, p.new)]
    against = tuple(state.fact(p.new if p.old == fact.id else p.old) for p in pairs)
    if not against:
        against = rivals(state, fact.slot, fact.entity, fact.value)
    if not against:
        raise CallerError(f"{fact.id} contradicts no fact, so there is nothing to decide.")
    freed = tuple(FactPinned(fact=f.id, pinned=False) for f in against if f.pinned)
    return against[0].id, (*freed, *_for(then(state, *freed), fact, against, wanted.reason))


def undecide(state: State, wanted: Intervention) -> Deed:
    """Both sides of a contradiction are held back again."""
    fact = fact_of(state, wanted.target)
    loser = fact_of(state, wanted.value)
    not_pinned(fact)
    back = e.FactChanged(fact=loser.id, status="dormant", reason=wanted.reason)
    return None, (back, *held_back(then(state, back), loser, fact, wanted.reason))
