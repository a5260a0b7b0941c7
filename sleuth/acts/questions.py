"""What a person does to questions: add, reword, order, drop and reopen them."""

from sleuth import contract as c
from sleuth import events as e
from sleuth.acts.wanted import Deed, Intervention, question_of
from sleuth.errors import CallerError
from sleuth.fold import then
from sleuth.ledger import Question
from sleuth.planning.unfolding import slot as slot_of
from sleuth.policy import checked
from sleuth.ranking import order
from sleuth.revision.aftermath import asked_anew, reordered
from sleuth.state import State


def ask(state: State, wanted: Intervention) -> Deed:
    """A question beside the chain; the answer does not wait for its value, but the run does."""
    text = " ".join(wanted.value.split())
    if not any(ch.isalnum() for ch in text):
        raise CallerError("The question is empty; type what should be found out, in words.")
    if state.contract is None:
        raise CallerError("This run keeps no list of questions; ask a new run instead.")
    slots = state.contract.slots
    side = slot_of(len(slots) + 1, text).model_copy(update={"side": True})
    if any(n > len(slots) for n in c.needs(side.text)):
        raise CallerError(f"{text!r} refers to a value that no question gives; use #1 to #{len(slots)}.")
    made = e.ContractMade(contract=state.contract.model_copy(update={"slots": (*slots, side)}))
    return None, (made, *_opened(state, _new_question(state, side), wanted.reason))


def _new_question(state: State, slot: c.Slot) -> Question:
    text = c.fill(slot.text, state.values())
    number = 1 + max((int(q.id[1:]) for q in state.questions), default=0)
    return Question(
        id=f"q{number}", text=text, slot=slot.number, action=None if c.needs(text) else text, priority="medium"
    )


def _opened(state: State, question: Question, reason: str) -> tuple[e.Event, ...]:
    """A question enters and takes its place among the others; a person's own order has it last."""
    opened = e.QuestionOpened(question=question, reason=reason)
    return (opened, *reordered(then(state, opened)))


def reword(state: State, wanted: Intervention) -> Deed:
    """An open question asks for something else, or in other words."""
    question = question_of(state, wanted.target)
    text = " ".join(wanted.value.split())
    if question.status == "answered":
        raise CallerError(f"{question.id} is answered; reject its fact {question.fact}, or add another question.")
    if not any(ch.isalnum() for ch in text) or state.contract is None:
        raise CallerError("The question is empty; type what should be found out, in words.")
    old = state.slot(question.slot)
    if set(c.needs(text)) - set(c.needs(old.text)):
        raise CallerError(f"{text!r} refers to a value that {question.id} did not wait for.")
    new = slot_of(old.number, text).model_copy(update={"side": old.side, "wants": old.wants})
    slots = tuple(new if s.number == old.number else s for s in state.contract.slots)
    made = e.ContractMade(contract=state.contract.model_copy(update={"slots": slots}))
    filled = c.fill(text, state.values())
    reopened = question.model_copy(
        update={"text": filled, "action": None if c.needs(filled) else filled, "status": "open", "searched": 0}
    )
    return question.text, (made, e.QuestionOpened(question=reopened, reason=wanted.reason), *_ending(state, question))


def _ending(state: State, question: Question) -> tuple[e.Event, ...]:
    """The turn under way ends when its question is no longer what it was."""
    return (checked(state),) if state.turn and state.turn.question == question.id else ()


def arrange(state: State, wanted: Intervention) -> Deed:
    """The questions are taken up in this order from now on."""
    before = " ".join(q.id for q in state.questions) if state.ordered_by else ""
    if not wanted.value.strip() and state.ordered_by:  # undoing the first order: the program's holds again
        ordered = order(state.model_copy(update={"ordered_by": None}))
        return before, (e.QuestionsOrdered(questions=ordered),)
    named = wanted.value.replace(",", " ").split()
    known = [q.id for q in state.questions]
    if not named or len(set(named)) != len(named) or set(named) - set(known):
        raise CallerError(f"The order {wanted.value!r} is not accepted; name each of {' '.join(known)} once.")
    full = (*named, *(q for q in known if q not in named))
    return before, (e.QuestionsOrdered(questions=full, author=wanted.author),)


def drop(state: State, wanted: Intervention) -> Deed:
    """A question is given up."""
    question = question_of(state, wanted.target)
    if question.status != "open":
        raise CallerError(f"{question.id} is {question.status}, so it cannot be dropped.")
    closed = e.QuestionClosed(question=question.id, status="dropped", reason=wanted.reason)
    return None, (closed, *_ending(state, question))


def reopen(state: State, wanted: Intervention) -> Deed:
    """A question that was given up is asked again."""
    question = question_of(state, wanted.target)
    if question.status != "dropped":
        raise CallerError(f"{question.id} is {question.status}; only a dropped question can be reopened.")
    text = c.fill(state.slot(question.slot).text, state.values()) if state.contract else question.text
    return None, _opened(state, asked_anew(question, text), wanted.reason)


def ask_again(state: State, wanted: Intervention) -> Deed:
    """An answered question is searched once more, for evidence that bears its answer out or overturns it."""
    question = question_of(state, wanted.target)
    if question.status != "answered":
        raise CallerError(f"{question.id} is {question.status}; only an answered question can be asked again.")
    query = " ".join(wanted.value.split()) or question.text
    again = question.model_copy(
        update={"text": state.asked(question), "action": query, "status": "open", "searched": 0, "again": True}
    )
    return question.fact, _opened(state, again, wanted.reason)


def leave(state: State, wanted: Intervention) -> Deed:
    """A question that was asked again keeps the answer it had."""
    question = question_of(state, wanted.target)
    if not (question.again and question.status == "open" and question.fact):
        raise CallerError(f"{question.id} was not asked again, or is answered by now.")
    if state.fact(question.fact).status != "in":
        raise CallerError(f"{question.fact}, which answered {question.id}, no longer stands.")
    closed = e.QuestionClosed(question=question.id, status="answered", fact=question.fact, reason=wanted.reason)
    return None, (closed, *_ending(state, question))
