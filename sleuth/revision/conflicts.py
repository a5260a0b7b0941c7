"""When a new fact disagrees with a standing one: ReTree's two calls, and the repair that follows.

Call 1 asks whether only one of the two values can be right; call 2, which also sees the summary and the history
of changes, must point at the sentence that overturns the old one. Only then is the node that introduced the old
fact corrected (`repair.py`). Without such a sentence the weight of the sources decides, and where that is equal both
are held back and the question stays open.
"""

import re
from typing import Literal

from sleuth import contract as c
from sleuth import events as e
from sleuth.fold import then as folded
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Fact, Question
from sleuth.policy import related
from sleuth.ranking import Weight, held, weight
from sleuth.replies import Overturned, Rightness, ask, attempts, refused
from sleuth.revision.dependence import same_value
from sleuth.revision.overturning import overturns, same_voice_later
from sleuth.revision.repair import Change, repair
from sleuth.sentences import sentences
from sleuth.state import Conflict, State
from sleuth.tree import known
from sleuth.values import same


def rivals(state: State, slot: int, entity: str, value: str) -> tuple[Fact, ...]:
    """The related facts that give the same thing another value; none if one that counts already agrees.

    ReTree's comparison with the top-k related facts: those that count, or are held back, of this slot and entity.
    """
    waiting = held(state)
    mine = [f for f in state.facts if f.slot == slot and f.entity == entity]
    known = tuple(f for f in mine if f.status == "in" or f.id in waiting)
    if any(same(f.value, value) for f in known):
        return ()
    nearest = related(known, f"{entity} {value}", state.limits.related, state.rules.relevance)
    return tuple(f for f in known if f in nearest)


def judge(state: State) -> Action:
    """The next step of judging the open disagreements, the one with the strongest new evidence first."""
    conflict = max(state.conflicts, key=lambda pair: (pair.confirmed, weight(state, (state.fact(pair.new),))))
    old, new = state.fact(conflict.old), state.fact(conflict.new)
    if old.status != "in":  # what it disagreed with fell meanwhile
        events = _compatible(old, new, f"{old.value} no longer stands")
        return Note("compare", f"Take {new.value}", None, events)
    question = state.question_about(old.slot)
    before, now = _weights(state, old, new)
    if before.sources == 0 < now.sources:
        events = _overturned(state, old, new, f"{old.value} was only remembered, and a source says otherwise")
        return Note("compare", f"Take what a source says: {new.value}", question.id, events)
    text = c.fill(state.slot(old.slot).text, state.values())
    return (
        _confirm(state, old, new, question, text) if conflict.confirmed else _propose(state, old, new, question, text)
    )


def _propose(state: State, old: Fact, new: Fact, question: Question, text: str) -> Action:
    key = f"conflict {old.id} {new.id}"
    if refused(state, key) >= attempts(state):
        events = _compatible(old, new, "no usable verdict")
        return Note("compare", "Take the two values as competing", question.id, events)

    def then(reply: Rightness) -> tuple[e.Event, ...]:
        if reply.right == "several":
            return _compatible(old, new, "both can hold at one time")
        reason = f"only one can be right: {old.value} or {new.value}"
        return (e.ConflictJudged(call=1, old=old.id, new=new.id, verdict="conflict", reason=reason),)

    return ask(
        state,
        Rightness,
        then,
        purpose="conflict",
        phase="compare",
        title=f"Do {old.value} and {new.value} conflict?",
        key=key,
        question=question.id,
        tokens=24,
        slots={"question": text, "old_value": old.value, "new_value": new.value},
    )


def _compatible(old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    return (
        e.ConflictJudged(call=1, old=old.id, new=new.id, verdict="compatible", reason=reason),
        e.FactChanged(fact=new.id, status="in", reason=reason),
    )


def _confirm(state: State, old: Fact, new: Fact, question: Question, text: str) -> Action:
    key = f"confirm {old.id} {new.id}"
    page = state.passage(new.passage)
    alone = state.contract is not None and len(state.contract.slots) == 1
    asked = f"{text} {state.question}" if alone else text
    if (reason := same_voice_later(asked, old, state.passage(old.passage), new, page)) is not None:
        events = _overturned(state, old, new, reason)
        return Note("compare", f"Take the later statement: {new.value}", question.id, events)
    if state.rules.overturn == "said" and not overturns(page, old, new):
        events = _weighed(state, old, new, f"{page.title} does not say that {old.value} no longer holds")
        return Note("compare", "Weigh the sources of both values", question.id, events)
    if refused(state, key) >= attempts(state):
        events = _weighed(state, old, new, "no usable verdict")
        return Note("compare", "Weigh the sources of both values", question.id, events)
    history = "; ".join(
        f"{state.fact(r.old).value} gave way to {state.fact(r.new).value if r.new else 'nothing'}"
        for node in state.nodes
        for r in node.revisions
        if state.fact(r.old).slot == question.slot
    )
    every = sentences(page.text)

    def then(reply: Overturned) -> tuple[e.Event, ...]:
        if reply.sentence == 0:
            return _weighed(state, old, new, f"{page.title} does not say that {old.value} no longer holds")
        if reply.sentence > len(every):
            raise Unreadable(f"The page has {len(every)} sentences; {reply.sentence} is none of them.")
        return _overturned(state, old, new, every[reply.sentence - 1].text)

    return ask(
        state,
        Overturned,
        then,
        purpose="confirm",
        phase="compare",
        title=f"Does {page.title} overturn {old.value}?",
        key=key,
        question=question.id,
        tokens=24,
        slots={
            "summary": known(state.nodes),
            "history": history or "none",
            "question": text,
            "old_value": old.value,
            "title": page.title,
            "sentences": "\n".join(f"[{s.number}] {s.text}" for s in every),
        },
    )


def _overturned(state: State, old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    """The new value holds, unless a person pinned the old one: then it waits for a person."""
    if _pinned(state, old):
        return (e.ConflictJudged(call=2, old=old.id, new=new.id, verdict="pinned", reason=reason),)
    return settled(state, winner=new, loser=old, verdict="new holds", reason=reason)


Verdict = Literal["new holds", "old holds"]


def settled(state: State, *, winner: Fact, loser: Fact, verdict: Verdict, reason: str) -> tuple[e.Event, ...]:
    """One value holds: every fact that gives it stands, every fact that gives the other is refuted."""
    old, new = (loser, winner) if verdict == "new holds" else (winner, loser)
    judged = e.ConflictJudged(call=2, old=old.id, new=new.id, verdict=verdict, reason=reason)
    change = Change(
        reason=reason,
        refuted=frozenset(f.id for f in giving(state, loser)),
        accepted=frozenset(f.id for f in giving(state, winner)),
        old=loser.id,
        new=winner.id,
    )
    return (judged, *repair(folded(state, judged), change))


def giving(state: State, fact: Fact) -> tuple[Fact, ...]:
    """Every fact not refuted that gives the same thing the same value, this one included."""
    waiting = held(state)
    return tuple(
        f for f in state.facts if same_value(f, fact) and (f.status == "in" or f.id in waiting or f.id == fact.id)
    )


def _pinned(state: State, fact: Fact) -> bool:
    """Whether a person pinned the fact or another that gives its value."""
    return any(f.pinned for f in giving(state, fact))


def _weights(state: State, old: Fact, new: Fact) -> tuple[Weight, Weight]:
    """How much speaks for each of two values."""
    return weight(state, giving(state, old)), weight(state, giving(state, new))


def _weighed(state: State, old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    """No sentence overturns the old value: the better supported one holds, and of equals neither."""
    before, now = _weights(state, old, new)
    if now > before and not _pinned(state, old):
        return settled(state, winner=new, loser=old, verdict="new holds", reason=_heavier(now, before))
    if now == before and state.rules.equal == "hold" and exclusive(state.slot(old.slot)):
        return held_back(state, old, new, reason)
    judged = e.ConflictJudged(call=2, old=old.id, new=new.id, verdict="undecided", reason=reason)
    status: Literal["in", "out"] = "out" if now < before and state.rules.rejected == "old" else "in"
    return (judged, e.FactChanged(fact=new.id, status=status, reason=reason))


def exclusive(slot: c.Slot) -> bool:
    """Whether two different values of a slot cannot both hold, by the kind of value asked for.

    A place or a thing may be a part or another name of the other, and several people may have done one thing; there
    a model that sees a contradiction is not taken at its word.
    """
    return slot.wants in ("date", "number") or bool(re.match(r"who (is|was) the\b", slot.text, re.I))


def held_back(state: State, old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    """Two values of equal weight: both stop counting, and their question asks for more evidence."""
    if _pinned(state, old):
        return (e.ConflictJudged(call=2, old=old.id, new=new.id, verdict="pinned", reason=reason),)
    judged = e.ConflictJudged(call=2, old=old.id, new=new.id, verdict="equal support", reason=reason)
    both = frozenset(f.id for f in (*giving(state, old), *giving(state, new)))
    return (judged, *repair(folded(state, judged), Change(reason=reason, withheld=both)))


def _heavier(more: Weight, less: Weight) -> str:
    if more.sources != less.sources:
        return f"{more.sources} independent sources against {less.sources}"
    return "its source is about the subject, the other only mentions it"


def unequal(state: State) -> Conflict | None:
    """The first unsettled disagreement that the evidence decides by now; a pinned fact is never decided against."""
    for pair in state.unsettled:
        old, new = state.fact(pair.old), state.fact(pair.new)
        before, now = _weights(state, old, new)
        if before != now and not _pinned(state, old):
            return pair
    return None


def settle(state: State, pair: Conflict) -> Action:
    """The value that more sources support holds now."""
    old, new = state.fact(pair.old), state.fact(pair.new)
    before, now = _weights(state, old, new)
    if now > before:
        events = settled(state, winner=new, loser=old, verdict="new holds", reason=_heavier(now, before))
    else:
        events = settled(state, winner=old, loser=new, verdict="old holds", reason=_heavier(before, now))
    return Note("compare", f"Settle {old.value} against {new.value} by their sources", None, events)
