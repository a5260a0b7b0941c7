"""What a learner is asked before a step: the moves that a sensible person would consider, and the one that was made.

Pure. The moves come from the state before the step alone, so that neither their words nor their order give anything
away; which of them was made is read from the step's events. Only the steps at which something is decided are asked
about: planning, the choice of the next search, a contradiction, a failure, and whether to answer.
"""

from typing import NamedTuple

from sleuth import contract as c
from sleuth import events as e
from sleuth.ledger import Fact, Question, standing
from sleuth.models import Record
from sleuth.search import digest
from sleuth.state import Conflict, State
from sleuth.values import same
from sleuth.views.lessons.telling import some

MOST = 4
"""Moves offered at once; a class can weigh no more."""


class Move(NamedTuple):
    """One thing to do next."""

    key: str
    """What it comes to, to be compared with what was done."""
    text: str
    """In words, which may carry text of the question and of pages."""


class Moment(Record):
    """A pause before a step."""

    situation: str
    """How things stand, in a sentence. Carries text of pages."""
    moves: tuple[Move, ...]
    made: int | None
    """Which of the moves the step made, from 0; None when it did something else."""


def moment(before: State, events: tuple[e.Event, ...], earlier: tuple[e.Event, ...] = ()) -> Moment | None:
    """The pause before a step, None where nothing is decided that a learner could weigh.

    `before` is the state that the step was taken in, `events` are the step's own, `earlier` those of the step before.
    """
    failure = next((x.error for x in reversed(earlier) if isinstance(x, e.RunFailed)), None)
    if failure is not None:
        return _moment(f"The run has failed: {failure}", _after_failure(before), "resume")
    made = _made(before, events)
    if made is None:
        return None
    if before.contract is None and not before.questions:
        return _moment("The question has just been asked, and nothing is known.", _plans(), made)
    if before.conflicts:
        return _contradiction(before, before.conflicts[0], made)
    return _next(before, made) if before.turn is None and _matters(before) else None


def _moment(situation: str, moves: tuple[Move, ...], made: str) -> Moment:
    place = next((i for i, move in enumerate(moves) if move.key == made), None)
    return Moment(situation=situation, moves=moves, made=place)


def _made(before: State, events: tuple[e.Event, ...]) -> str | None:
    """The key of what a step decided; None when it decided nothing."""
    for event in reversed(events):
        match event:
            case e.Answered():
                return f"answer {event.text}" if before.contract else "answer"
            case e.Abstained():
                return "abstain"
            case e.TurnStarted():
                return f"search {event.question}"
            case e.ContractMade(contract=made):
                return "parts" if len(made.slots) > 1 else "whole"
            case e.ConflictJudged(call=1):
                return event.verdict
            case e.ConflictJudged():
                return _judged(before, event, events)
    return None


def _judged(before: State, event: e.ConflictJudged, events: tuple[e.Event, ...]) -> str:
    if not before.conflicts or not before.conflicts[0].confirmed:
        return "conflict"
    match event.verdict:
        case "new holds" if _resting(before, before.fact(event.old)):
            pair = (event.old, event.new)
            fell = any(isinstance(x, e.FactChanged) and x.fact not in pair and x.status != "in" for x in events)
            return "new, withdraw" if fell else "new, keep"
        case "new holds":
            return "new"
        case "old holds":
            return "old"
        case _:
            return "both"


def _after_failure(state: State) -> tuple[Move, ...]:
    moves = (
        Move("resume", "Go on where it stopped, and repeat only the call that was cut"),
        Move("anew", "Begin again from the start, to be on the safe side"),
    )
    known = (Move("answer", "Answer from what is known so far"),) if standing(state.facts) else ()
    return _shuffled(state, moves + known)


def _plans() -> tuple[Move, ...]:
    return (
        Move("whole", "Search for the whole question as it stands"),
        Move("parts", "Break it into questions that each ask for one fact"),
        Move("answer", "Ask the model what it remembers, and answer"),
    )


def _contradiction(state: State, pair: Conflict, made: str) -> Moment:
    """Two facts that disagree: first whether both can be true, then which of them holds."""
    old, new = state.fact(pair.old), state.fact(pair.new)
    situation = f"{_said(state, old)}, but {_said(state, new)}."
    if not pair.confirmed:
        doubts = (
            Move("compatible", "Both can be true: keep both"),
            Move("conflict", "Only one of them can be right: find out which"),
        )
        return _moment(situation, doubts, made)
    take = f"Take {new.value}, which was found later"
    resting = _resting(state, old)
    took: tuple[Move, ...] = (Move("new", take),)
    if resting:
        found = ", ".join(f.value for f in resting)
        took = (
            Move("new, withdraw", f"{take}, and withdraw what was found because of {old.value}: {found}"),
            Move("new, keep", f"{take}, and keep everything else"),
        )
    keep = Move("old", f"Keep {old.value}, which was found first")
    return _moment(situation, (keep, *took, Move("both", "Keep both until more is known")), made)


def _said(state: State, fact: Fact) -> str:
    page = state.passage(fact.passage)
    return f"“{page.title}”{f' ({page.date})' if page.date else ''} says {fact.value}"


def _resting(state: State, fact: Fact) -> tuple[Fact, ...]:
    """The standing facts that were found because of this one."""
    return tuple(f for f in standing(state.facts) if fact.id in (*f.declared, *f.mechanical))


def _matters(state: State) -> bool:
    """Whether the next move is worth a pause: at first, where there is a choice, and after something went wrong."""
    waiting = _waiting(state)
    if state.turns < 2 or len(waiting) != 1:
        return True
    return waiting[0].searched > 0 or _refuted(state, waiting[0]) is not None


def _waiting(state: State) -> tuple[Question, ...]:
    """The open questions that can be searched for now."""
    return tuple(q for q in state.questions if q.status == "open" and not c.needs(state.asked(q)))


def _refuted(state: State, question: Question) -> str | None:
    """The question as it would read had the value that was refuted stood."""
    if state.contract is None:
        return None
    # A question that can be searched for has its references filled already; the contract keeps them.
    text, now = state.slot(question.slot).text, state.values()
    needed = c.needs(text)
    wrong = {
        f.slot: f.value
        for f in state.facts
        if f.status == "out" and f.slot in needed and not same(f.value, now.get(f.slot, ""))
    }
    return c.fill(text, now | wrong) if wrong else None


def _next(state: State, made: str) -> Moment:
    """Which question to search for, or whether to answer."""
    waiting = _waiting(state)
    known = standing(state.facts)
    moves = [Move(f"search {q.id}", _search(state, q)) for q in waiting[:2]]
    for question in waiting[:1]:
        if wrong := _refuted(state, question):
            moves.append(Move("search refuted", f"Search for: {wrong}"))
        if question.searched:
            moves.append(Move("abstain", "Give up, and say that it cannot be answered"))
    moves += _ends(state)
    if waiting and not state.searches:
        moves.append(Move("whole", "Search for the whole question as it stands"))
    if known:
        moves.append(Move("again", f"Look for a second source of this: {known[-1].statement}"))
    return _moment(_situation(state, waiting), _shuffled(state, tuple(moves[:MOST])), made)


def _search(state: State, question: Question) -> str:
    words = "Try other words for" if question.searched else "Search for"
    return f"{words}: {state.asked(question)}"


def _ends(state: State) -> list[Move]:
    """The ways to end now."""
    answer = c.conclude(state.contract, state.values()) if state.contract else None
    known = standing(state.facts)
    if answer is not None:
        assert state.contract is not None
        others = {"yes": ("no",), "no": ("yes",)}.get(answer, state.contract.options)
        said = [answer, *(o for o in others if o != answer)]
        return [Move(f"answer {a}", f"Answer: {a}") for a in said] + [Move("abstain", "Leave it open")]
    if state.contract is None:
        return [Move("answer", "Answer from what was read so far")] if state.searches else []
    guess = [Move("guess", f"Answer with what comes closest: {known[-1].value}")] if known else []
    if not _waiting(state):
        remembered = Move("answer", "Answer from what the model remembers")
        return [Move("abstain", "Say that it cannot be answered, and why"), *guess, remembered]
    return guess


def _situation(state: State, waiting: tuple[Question, ...]) -> str:
    if waiting:
        again = f" A first search for “{state.asked(waiting[0])}” found nothing." if waiting[0].searched else ""
        found = len(standing(state.facts))
        held = f"{some(found, 'fact')} so far" if found else "Nothing has been found so far"
        return f"{held}.{again}"
    dropped = next((q for q in state.questions if q.status == "dropped"), None)
    if dropped is not None:
        return f"Nothing was found for “{state.asked(dropped)}”, and no question is left to search for."
    return "Every question has been answered by a fact that stands."


def _shuffled(state: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves in an order that says nothing about them and stays the same whenever they are asked about."""
    return tuple(sorted(moves, key=lambda move: digest(f"{state.question} {state.turns} {move.text}")))
