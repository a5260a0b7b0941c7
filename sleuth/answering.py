"""The end of a run: an answer as claims that cite facts, or an abstention that says why."""

from sleuth import contract as c
from sleuth.events import Abstained, Answered, Cause, Event
from sleuth.investigate import Action, Note
from sleuth.ledger import Citation, Claim, Confidence, Fact, standing
from sleuth.ranking import hypotheses
from sleuth.sources import remembered
from sleuth.state import State
from sleuth.values import same

CITATIONS = 3
"""Most citations of one claim."""


def conclude(state: State, *, forced: bool = False) -> Action:
    """Answer from the ledger alone, or abstain; no model is asked."""
    if events := answered(state, forced=forced):
        return Note("answer", "Answer from the ledger", None, events)
    return Note("answer", "Abstain", None, (_abstain(state),))


def answered(state: State, *, forced: bool = False) -> tuple[Event, ...]:
    """The answer that the values in the ledger decide, or nothing while they do not."""
    values = state.values()
    answer = c.conclude(state.contract, values) if state.contract else None
    if answer is None:
        return ()
    return (
        Answered(text=answer, claims=_claims(state, values, answer), confidence=_confidence(state), forced=forced),
    )


def _claims(state: State, values: dict[int, str], answer: str) -> tuple[Claim, ...]:
    assert state.contract is not None
    claims: list[Claim] = []
    needed = c.needed(state.contract)
    for slot in needed:
        support = _speaking(state, slot, values[slot])
        claims.append(Claim(id=f"c{len(claims) + 1}", text=_said(state, support[0]), citations=cite(support)))
    if state.contract.test != "none":
        finals = c.final_slots(state.contract)
        under = tuple(f for n in finals for f in _speaking(state, n, values[n]))
        found = " against ".join(values[n] for n in finals)
        text = f"Compared ({state.contract.test}): {found}, hence {answer}."
        claims.append(Claim(id=f"c{len(claims) + 1}", text=text, citations=cite(under, most=len(finals) + 1)))
    return tuple(claims)


def _said(state: State, fact: Fact) -> str:
    if not remembered(state.passage(fact.passage)):
        return fact.statement
    return f"{fact.statement} (Remembered by the model; no source says so.)"


def _speaking(state: State, slot: int, value: str) -> tuple[Fact, ...]:
    """The standing facts that give a slot this value, the one that answers its question first.

    What was only remembered is left out where a source says it too.
    """
    answers = {q.fact for q in state.questions}
    facts = [f for f in standing(state.facts) if f.slot == slot and same(f.value, value)]
    sourced = [f for f in facts if not remembered(state.passage(f.passage))]
    return tuple(sorted(sourced or facts, key=lambda f: f.id not in answers))


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
    assert state.contract is not None
    order: tuple[Confidence, ...] = ("low", "medium", "high")
    under = {q.fact for q in state.questions if q.slot in c.needed(state.contract)}
    levels = [h.confidence for h in hypotheses(state) if under.intersection(h.supports)]
    return min(levels, key=order.index) if levels else "low"


def _abstain(state: State) -> Abstained:
    cause, reason = _why(state)
    return Abstained(cause=cause, reason=reason, claims=_positions(state))


def _positions(state: State) -> tuple[Claim, ...]:
    """What contradicts each other without being decided, each with its own source."""
    disputed = dict.fromkeys(f for pair in state.unsettled for f in (pair.old, pair.new))
    facts = [state.fact(f) for f in disputed]
    return tuple(
        Claim(id=f"c{number}", text=fact.statement, citations=cite((fact,)))
        for number, fact in enumerate(facts, start=1)
    )


def unavailable(state: State) -> str | None:
    """The sentence that says no search came through; None where one did, or there was none."""
    if not state.looked or any(s.outcome not in ("engine refused", "failed") for s in state.looked):
        return None
    message = next((s.message for s in reversed(state.looked) if s.message), "no reason given")
    return f"No search came through: {message}"


def _why(state: State) -> tuple[Cause, str]:
    assert state.contract is not None
    outcomes = {s.outcome for s in state.looked}
    over = next((budget for budget in state.budgets if budget.over), None)
    if not state.looked:
        nothing = "Nothing was searched, so nothing can be answered."
        return ("budget spent", f"{over.spent} {nothing}") if over else ("no retrieval", nothing)
    if down := unavailable(state):
        return "search unavailable", down
    if state.unsettled:
        sides = " against ".join(
            f"{f.value} ({state.passage(f.passage).title})"
            for pair in state.unsettled
            for f in (state.fact(pair.old), state.fact(pair.new))
        )
        return "undecided", f"Sources of equal weight contradict each other: {sides}"
    chain = sorted((q for q in state.questions if q.slot in c.needed(state.contract)), key=lambda q: q.slot)
    missing = next((q for q in chain if q.status != "answered"), None)
    known = "; ".join(f.statement for f in standing(state.facts)) or "nothing"
    if missing is None:
        return "undecided", f"The values found do not decide the comparison. Found: {known}"
    text = state.asked(missing)
    if over:
        return "budget spent", f"{over.spent} Not found before that: {text} Found so far: {known}"
    if outcomes == {"no match"}:
        return "no retrieval", f"No search found any passage for: {text}"
    return "no supporting fact", f"No passage found answers: {text} Found so far: {known}"
