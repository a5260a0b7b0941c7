"""When a new fact disagrees with a standing one: ReTree's two calls, and the repair that follows.

Call 1 asks whether only one of the two values can be right; call 2, which also sees the summary and the history
of changes, must point at the sentence that overturns the old one. Only then is the node that introduced the old
fact corrected and what was derived from it pruned (policy `hard`, ReTree as published).
"""

from sleuth import contract as c
from sleuth import events as e
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Fact, Question, rank, standing
from sleuth.policy import checked
from sleuth.reading import sentences
from sleuth.replies import ATTEMPTS, Overturned, Rightness, ask, refused
from sleuth.state import State
from sleuth.tree import descendants, summarise, tip
from sleuth.values import same


def disputed(state: State, slot: int, entity: str, value: str) -> Fact | None:
    """The standing fact that a new value disagrees with: same slot and entity, another value."""
    rivals = [f for f in standing(state.facts) if f.slot == slot and f.entity == entity]
    if any(same(f.value, value) for f in rivals):
        return None
    return rivals[-1] if rivals else None


def judge(state: State) -> Action:
    """The next step of judging the first disagreement that is still open."""
    conflict = state.conflicts[0]
    old, new = state.fact(conflict.old), state.fact(conflict.new)
    question = next(q for q in state.questions if q.slot == old.slot)
    text = c.fill(state_slot(state, old.slot).text, state.values())
    return (
        _confirm(state, old, new, question, text) if conflict.confirmed else _propose(state, old, new, question, text)
    )


def state_slot(state: State, number: int) -> c.Slot:
    """The contract's slot with this number."""
    assert state.contract is not None
    return state.contract.slots[number - 1]


def _propose(state: State, old: Fact, new: Fact, question: Question, text: str) -> Action:
    key = f"conflict {old.id} {new.id}"
    if refused(state, key) >= ATTEMPTS:
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
    if refused(state, key) >= ATTEMPTS:
        return Note("compare", "Keep both values", question.id, _undecided(old, new, "no usable verdict"))
    history = "; ".join(
        f"{state.fact(r.old).value} gave way to {state.fact(r.new).value}"
        for node in state.nodes
        for r in node.revisions
        if state.fact(r.old).slot == question.slot
    )
    here = tip(state.nodes)
    every = sentences(page.text)

    def then(reply: Overturned) -> tuple[e.Event, ...]:
        if reply.sentence == 0:
            return _undecided(old, new, f"{page.title} does not say that {old.value} no longer holds")
        if reply.sentence > len(every):
            raise Unreadable(f"The page has {len(every)} sentences; {reply.sentence} is none of them.")
        return (
            e.ConflictJudged(
                call=2, old=old.id, new=new.id, verdict="new holds", reason=every[reply.sentence - 1].text
            ),
            *repair(state, old, new, every[reply.sentence - 1].text),
        )

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
            "summary": here.summary if here else "Nothing is confirmed yet.",
            "history": history or "none",
            "question": text,
            "old_value": old.value,
            "title": page.title,
            "sentences": "\n".join(f"[{s.number}] {s.text}" for s in every),
        },
    )


def _undecided(old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    """Without a sentence that overturns the old value both stay, as competing candidates."""
    return (
        e.ConflictJudged(call=2, old=old.id, new=new.id, verdict="undecided", reason=reason),
        e.FactChanged(fact=new.id, status="in", reason=reason),
    )


def repair(state: State, old: Fact, new: Fact, reason: str) -> tuple[e.Event, ...]:
    """Correct the node that introduced `old`, prune its descendants and reopen what they had answered."""
    pruned = tuple(n.id for n in descendants(state.nodes, old.node) if n.status == "active")
    fallen = [f for f in standing(state.facts) if f.slot == old.slot and same(f.value, old.value)]
    derived = [f for f in state.facts if f.node in pruned and f.status == "in"]
    facts = tuple(
        f.model_copy(
            update={"status": "out" if f in fallen else "dormant" if f in derived else "in" if f == new else f.status}
        )
        for f in state.facts
    )
    remaining = tuple(f for f in facts if f.node not in pruned)
    stale = {f.slot for f in derived} | set(c.depends(_contract(state), old.slot))
    known = {n: v for n, v in state.values().items() if n not in stale} | {old.slot: new.value}
    reopened = _reopened(state, stale, known)
    closes = [
        e.QuestionClosed(question=q.id, status="answered", fact=new.id, reason=reason)
        for q in state.questions
        if q.slot == old.slot and q.status == "answered"
    ]
    return (
        *(e.FactChanged(fact=f.id, status="out", reason=reason) for f in fallen),
        e.FactChanged(fact=new.id, status="in", reason=reason),
        *(e.FactChanged(fact=f.id, status="dormant", reason=f"derived from {old.id}, which fell") for f in derived),
        e.Repaired(
            node=old.node,
            old=old.id,
            new=new.id,
            reason=reason,
            summary=summarise(remaining, tuple(event.question.text for event in reopened)),
            pruned=pruned,
        ),
        *closes,
        *reopened,
        e.HypothesesRanked(turn=state.turns, hypotheses=rank(facts, same)),
        # The turn under way asked on behalf of what fell; it ends here.
        *((checked(state),) if state.turn and any(q.question.id == state.turn.question for q in reopened) else ()),
    )


def _contract(state: State) -> c.Contract:
    assert state.contract is not None
    return state.contract


def _reopened(state: State, slots: set[int], values: dict[int, str]) -> tuple[e.QuestionOpened, ...]:
    """The questions of these slots, open again and asked of the values that stand now."""
    texts = {s.number: c.fill(s.text, values) for s in _contract(state).slots}
    return tuple(
        e.QuestionOpened(
            question=Question(
                id=q.id,
                text=texts[q.slot],
                slot=q.slot,
                action=None if c.needs(texts[q.slot]) else texts[q.slot],
                priority=q.priority,
            ),
            reason="what answered it, or what it was asked about, was repaired",
        )
        for q in state.questions
        if q.slot in slots and (q.status != "open" or q.searched or q.action)
    )
