"""When a new fact disagrees with a standing one: ReTree's two calls, and the repair that follows.

Call 1 asks whether it is a conflict at all; call 2, which also sees the summary and the history of changes, asks
which value holds. Only then is the node that introduced the old fact corrected and what was derived from it
pruned (policy `hard`, ReTree as published).
"""

from sleuth import contract as c
from sleuth import events as e
from sleuth.investigate import Action, Note
from sleuth.ledger import Fact, Question, rank, standing
from sleuth.policy import checked
from sleuth.replies import ATTEMPTS, Preference, Verdict, ask, refused
from sleuth.state import Conflict, State
from sleuth.tree import descendants, summarise, tip
from sleuth.values import earlier, same


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
    pair = {
        "question": c.fill(state_slot(state, old.slot).text, state.values()),
        "old_date": state.passage(old.passage).date or "undated",
        "old_statement": old.statement,
        "old_quote": old.quote,
        "new_date": state.passage(new.passage).date or "undated",
        "new_statement": new.statement,
        "new_quote": new.quote,
    }
    return (
        _confirm(state, conflict, question, pair) if conflict.confirmed else _propose(state, conflict, question, pair)
    )


def state_slot(state: State, number: int) -> c.Slot:
    """The contract's slot with this number."""
    assert state.contract is not None
    return state.contract.slots[number - 1]


def _propose(state: State, conflict: Conflict, question: Question, pair: dict[str, str]) -> Action:
    key = f"conflict {conflict.old} {conflict.new}"
    if refused(state, key) >= ATTEMPTS:
        return Note(
            "compare", "Take the two values as competing", question.id, _compatible(conflict, "no usable verdict")
        )

    def then(reply: Verdict) -> tuple[e.Event, ...]:
        if reply.verdict == "compatible":
            return _compatible(conflict, "both can hold, or they speak of different subjects")
        return (
            e.ConflictJudged(
                call=1, old=conflict.old, new=conflict.new, verdict="conflict", reason="same subject, other value"
            ),
        )

    return ask(
        state,
        Verdict,
        then,
        purpose="conflict",
        phase="compare",
        title=f"Does {conflict.new} contradict {conflict.old}?",
        key=key,
        question=question.id,
        tokens=24,
        slots=pair,
    )


def _compatible(conflict: Conflict, reason: str) -> tuple[e.Event, ...]:
    return (
        e.ConflictJudged(call=1, old=conflict.old, new=conflict.new, verdict="compatible", reason=reason),
        e.FactChanged(fact=conflict.new, status="in", reason=reason),
    )


def _confirm(state: State, conflict: Conflict, question: Question, pair: dict[str, str]) -> Action:
    key = f"confirm {conflict.old} {conflict.new}"
    if refused(state, key) >= ATTEMPTS:
        return Note("compare", "Let the dates decide", question.id, _by_date(state, conflict))
    history = "; ".join(
        f"{state.fact(r.old).value} gave way to {state.fact(r.new).value}"
        for node in state.nodes
        for r in node.revisions
        if state.fact(r.old).slot == question.slot
    )
    here = tip(state.nodes)

    def then(reply: Preference) -> tuple[e.Event, ...]:
        if reply.holds == "undecided":
            return _by_date(state, conflict)
        return settle(state, conflict, new_holds=reply.holds == "B", reason=reply.reason)

    return ask(
        state,
        Preference,
        then,
        purpose="confirm",
        phase="compare",
        title=f"Which holds, {conflict.old} or {conflict.new}?",
        key=key,
        question=question.id,
        tokens=80,
        slots={
            **pair,
            "summary": here.summary if here else "Nothing is confirmed yet.",
            "history": history or "none",
        },
    )


def _by_date(state: State, conflict: Conflict) -> tuple[e.Event, ...]:
    """Without a verdict the later source holds; without dates both stay as competing candidates."""
    old = state.passage(state.fact(conflict.old).passage).date
    new = state.passage(state.fact(conflict.new).passage).date
    older = earlier(old, new) if old and new else None
    if older is None:
        reason = "neither is better supported"
        return (
            e.ConflictJudged(call=2, old=conflict.old, new=conflict.new, verdict="undecided", reason=reason),
            e.FactChanged(fact=conflict.new, status="in", reason=reason),
        )
    return settle(state, conflict, new_holds=older, reason=f"the source of {new if older else old} is the later one")


def settle(state: State, conflict: Conflict, *, new_holds: bool, reason: str) -> tuple[e.Event, ...]:
    """The events of a decided conflict: a repair, or the new fact kept as a candidate that does not count."""
    verdict = e.ConflictJudged(
        call=2, old=conflict.old, new=conflict.new, verdict="new holds" if new_holds else "old holds", reason=reason
    )
    if not new_holds:
        return (verdict, e.FactChanged(fact=conflict.new, status="dormant", reason=reason))
    return (verdict, *repair(state, state.fact(conflict.old), state.fact(conflict.new), reason))


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
    reopened = _reopened(state, {f.slot for f in derived} | set(c.depends(_contract(state), old.slot)))
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


def _reopened(state: State, slots: set[int]) -> tuple[e.QuestionOpened, ...]:
    return tuple(
        e.QuestionOpened(
            question=Question(
                id=q.id,
                text=state_slot(state, q.slot).text,
                slot=q.slot,
                action=None if c.needs(state_slot(state, q.slot).text) else state_slot(state, q.slot).text,
                priority=q.priority,
            ),
            reason="what answered it, or what it was asked about, was repaired",
        )
        for q in state.questions
        if q.slot in slots and (q.status != "open" or q.searched)
    )
