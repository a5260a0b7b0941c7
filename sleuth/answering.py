"""The end of a run: an answer as claims that cite facts, or an abstention that says why."""

from sleuth import contract as c
from sleuth.events import Abstained, Answered, Cause, Event
from sleuth.investigate import Action, Note
from sleuth.ledger import Citation, Claim, Confidence, Fact, standing
from sleuth.state import State
from sleuth.values import same

CITATIONS = 3
"""Most citations of one claim."""


def conclude(state: State, *, forced: bool = False) -> Action:
    """Answer from the ledger alone, or abstain; no model is asked."""
    assert state.contract is not None
    values = state.values()
    answer = c.conclude(state.contract, values)
    if answer is None:
        return Note("answer", "Abstain", None, (_abstain(state),))
    claims = _claims(state, values, answer)
    event: Event = Answered(text=answer, claims=claims, confidence=_confidence(state), forced=forced)
    return Note("answer", "Answer from the ledger", None, (event,))


def _claims(state: State, values: dict[int, str], answer: str) -> tuple[Claim, ...]:
    assert state.contract is not None
    claims: list[Claim] = []
    for slot in state.contract.slots:
        text = c.statement(c.fill(slot.text, values), values[slot.number])
        support = tuple(
            f for f in standing(state.facts) if f.slot == slot.number and same(f.value, values[slot.number])
        )
        claims.append(Claim(id=f"c{slot.number}", text=text, citations=cite(support)))
    if state.contract.test != "none":
        finals = c.final_slots(state.contract)
        under = tuple(f for f in standing(state.facts) if f.slot in finals and same(f.value, values[f.slot]))
        found = " against ".join(values[n] for n in finals)
        text = f"Compared ({state.contract.test}): {found}, hence {answer}."
        claims.append(Claim(id=f"c{len(claims) + 1}", text=text, citations=cite(under, most=len(finals) + 1)))
    return tuple(claims)


def cite(facts: tuple[Fact, ...], most: int = CITATIONS) -> tuple[Citation, ...]:
    """Citations of facts, the newest version first, one a passage."""
    newest = sorted(facts, key=lambda f: f.supersedes is None)
    by_passage = {f.passage: f for f in reversed(newest)}
    return tuple(
        Citation(fact=f.id, passage=f.passage, quote=f.quote, start=f.start, end=f.end)
        for f in newest
        if by_passage[f.passage] is f
    )[:most]


def _confidence(state: State) -> Confidence:
    """The confidence of the weakest value under the answer."""
    order: tuple[Confidence, ...] = ("low", "medium", "high")
    levels = [h.confidence for h in state.hypotheses if h.rank == 1]
    return min(levels, key=order.index) if levels else "low"


def _abstain(state: State) -> Abstained:
    cause, reason = _why(state)
    return Abstained(cause=cause, reason=reason)


def _why(state: State) -> tuple[Cause, str]:
    assert state.contract is not None
    outcomes = {s.outcome for s in state.searches}
    if not state.searches:
        return "no retrieval", "Nothing was searched, so nothing can be answered."
    if outcomes <= {"engine refused", "failed"}:
        message = next((s.message for s in reversed(state.searches) if s.message), "no reason given")
        return "search unavailable", f"No search came through: {message}"
    missing = next((q for q in state.questions if q.status != "answered"), None)
    known = "; ".join(f.statement for f in standing(state.facts)) or "nothing"
    if missing is None:
        return "undecided", f"The values found do not decide the comparison. Found: {known}"
    text = state.asked(missing)
    if len(state.searches) >= state.limits.searches or state.turns >= state.limits.turns:
        return "budget spent", f"The budget was spent before this was found: {text} Found so far: {known}"
    if outcomes == {"no match"}:
        return "no retrieval", f"No search found any passage for: {text}"
    return "no supporting fact", f"No passage found answers: {text} Found so far: {known}"
