"""From a question to its answer contract: the model marks what must be found, code makes the chain.

A question that describes things ("the band that recorded OK Computer") is unfolded from the inside: the model
copies the descriptions, code asks for each and puts `#1` in its place, so no outer layer can get lost
(`unfolding.py`). A question that compares, or that does not unfold, is broken into steps by the model and checked
here.
"""

import re

from sleuth import contract as c
from sleuth.events import ContractMade, Event, NodeAdded, QuestionOpened
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Question
from sleuth.planning.unfolding import assemble, check_chain, relatives, reword, set_out, slot, unfold
from sleuth.replies import Parts, Plan, ask, attempts, refused
from sleuth.state import State
from sleuth.tree import Node
from sleuth.values import plain

YES_NO = re.compile(r"^(is|are|was|were|do|does|did|has|have|had|can|could)\b", re.I)
CHOICE = re.compile(r"\bor\b", re.I)


def plan(state: State) -> Action:
    """Ask for the parts, else for the steps, or let the question stand as its own single step."""
    question = reword(state.question)
    if (made := relatives(question)) is not None:
        return Note("plan", "Follow the family relation", None, opened(made, state))
    if (made := set_out(question)) is not None:
        return Note("plan", "Follow what the question sets out", None, opened(made, state))
    compares = YES_NO.match(question) or CHOICE.search(question)
    if not compares and refused(state, "parts") < attempts(state):
        return ask(
            state,
            Parts,
            lambda reply: opened(unfold(question, reply), state),
            purpose="parts",
            phase="plan",
            title="Find what the question describes",
            key="parts",
            tokens=200,
            slots={"question": question},
        )
    if refused(state, "plan") < attempts(state):
        return ask(
            state,
            Plan,
            lambda reply: opened(make(question, reply), state),
            purpose="plan",
            phase="plan",
            title="Break the question into one-fact questions",
            key="plan",
            tokens=256,
            slots={"question": question},
        )
    made = assemble((slot(1, question),), "none", ())
    return Note("plan", "Take the question as one step", None, opened(made, state, fallback=True))


def make(question: str, reply: Plan) -> c.Contract:
    """The contract that a plan stands for; Unreadable says which step does not fit.

    Whether the values are compared follows from the form of the question, not from the model: only a question
    that opens with a verb can be answered by yes or no, and only one that says "or" chooses between two names.
    """
    steps = [_life_event(question, step) for step in reply.steps]
    if not any(c.needs(step) for step in steps):
        steps = list(dict.fromkeys(steps))
    slots = tuple(slot(number, step) for number, step in enumerate(steps, start=1))
    for step in slots:
        if step.entity == "#0" or (step.entity[0] != "#" and plain(step.entity) not in plain(question)):
            raise Unreadable(f"Step {step.number} is about [{step.entity}], which the question does not name.")
    test = _test(question, reply.test, slots)
    options = reply.options
    if test == "equals" and not (options and plain(options[0]) in plain(question)):
        raise Unreadable(
            '"equals" needs the value that the question names in "options"; two things need two steps each.'
        )
    if test not in ("none", "same", "different", "equals") and len(options) != 2:
        options = tuple(dict.fromkeys(s.entity for s in slots if not s.entity.startswith("#")))
        if len(options) != 2:
            raise Unreadable('A comparison needs the two names to choose between in "options".')
    made = assemble(slots, test, options)
    check_chain(made)
    return made


def _life_event(question: str, step: str) -> str:
    """The step asking for the birth or the death that the question compares, which small models confuse."""
    dies = re.search(r"\b(died|die|dies|death)\b", question, re.I)
    born = re.search(r"\b(born|birth|older|younger|oldest|youngest)\b", question, re.I)
    if dies and not born and not re.search(r"\blived\b", question, re.I):
        return re.sub(r"^When was (.+) born\?", r"When did \1 die?", step)
    if born and not dies:
        return re.sub(r"^When did (.+) (?:die|born)\?", r"When was \1 born?", step)
    return step


def _test(question: str, named: c.Test, slots: tuple[c.Slot, ...]) -> c.Test:
    """How the values are compared: by the words of the question where they say it, else as the model named it."""
    if CHOICE.search(question) and (ORDER.search(question) or not YES_NO.match(question)):
        word = ORDER.search(question)
        return ORDERS[word[0].lower()] if word else named if named not in ("same", "different", "equals") else "none"
    if YES_NO.match(question):
        separate = len(c.final_slots(assemble(slots, "none", ()))) > 1
        return ("same" if named not in ("same", "different") else named) if separate else "equals"
    return "none"


ORDERS: dict[str, c.Test] = {
    "older": "earlier", "oldest": "earlier", "first": "earlier", "earlier": "earlier", "earliest": "earlier",
    "before": "earlier", "younger": "later", "youngest": "later", "later": "later", "latest": "later",
    "last": "later", "more recently": "later", "most recently": "later", "recently": "later",
    "longer": "longer", "larger": "more", "bigger": "more", "higher": "more",
    "taller": "more", "more": "more", "smaller": "less", "lower": "less", "shorter": "less", "fewer": "less",
}  # fmt: skip
"""Words that compare, and how."""
ORDER = re.compile(r"\b(" + "|".join(sorted(ORDERS, key=len, reverse=True)) + r")\b", re.I)


def opened(made: c.Contract, state: State | None = None, *, fallback: bool = False) -> tuple[Event, ...]:
    """The contract, its slots as the first open questions, and the root of the evidence tree if there is none yet."""
    final = set(c.final_slots(made))
    questions = tuple(
        QuestionOpened(
            question=Question(
                id=f"q{step.number}",
                text=step.text,
                slot=step.number,
                action=None if c.needs(step.text) else step.text,
                priority="high" if not c.needs(step.text) else "medium" if step.number not in final else "low",
            ),
            reason="a slot of the answer contract",
        )
        for step in made.slots
    )
    root = Node(
        id="n1",
        parent=None,
        turn=0,
        summary="Nothing is confirmed yet. Still open: " + " ".join(step.text for step in made.slots),
    )
    # A branch from a run under another memory brings its tree along.
    grown = () if state is not None and state.nodes else (NodeAdded(node=root),)
    return (ContractMade(contract=made, fallback=fallback), *questions, *grown)
