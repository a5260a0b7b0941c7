"""From a question to its answer contract: the model names the steps, code checks that they make a chain."""

import re

from sleuth import contract as c
from sleuth.events import ContractMade, Event, NodeAdded, QuestionOpened
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Question
from sleuth.replies import ATTEMPTS, Plan, ask, refused
from sleuth.state import State
from sleuth.tree import Node

KEY = "plan"
YES_NO = re.compile(r"^(is|are|was|were|do|does|did|has|have|had|can|could)\b", re.I)


def plan(state: State) -> Action:
    """Ask for the steps, or after two unusable replies let the question stand as its own single step."""
    if refused(state, KEY) >= ATTEMPTS:
        made = _single(state.question)
        return Note("plan", "Take the question as one step", None, opened(made, fallback=True))
    return ask(
        state,
        Plan,
        lambda reply: opened(make(state.question, reply)),
        purpose="plan",
        phase="plan",
        title="Break the question into one-fact questions",
        key=KEY,
        tokens=256,
        slots={"question": state.question},
    )


def make(question: str, reply: Plan) -> c.Contract:
    """The contract that a plan stands for; Unreadable says which step does not fit."""
    slots = tuple(_slot(number, text, question) for number, text in enumerate(reply.steps, start=1))
    for slot in slots:
        if any(not 1 <= n < slot.number for n in c.needs(slot.text)):
            raise Unreadable(f"Step {slot.number} refers to a step that does not come before it.")
    test, options = reply.test, reply.options
    if test == "none" and YES_NO.match(question) and len(c.final_slots(_contract(slots, test, options))) > 1:
        test = "same"
    made = _contract(slots, test, options)
    if test == "equals" and not options:
        raise Unreadable('"equals" needs the value to compare with in "options".')
    if made.kind == "comparison" and len(options) != 2:
        names = tuple(dict.fromkeys(s.entity for s in slots if not s.entity.startswith("#")))
        if len(names) != 2:
            raise Unreadable('A comparison needs the two names to choose between in "options".')
        made = _contract(slots, test, names)
    if made.kind != "chain" and test != "equals" and len(c.final_slots(made)) < 2:
        raise Unreadable(f'"{test}" compares two results, and the steps lead to one.')
    return made


def _contract(slots: tuple[c.Slot, ...], test: c.Test, options: tuple[str, ...]) -> c.Contract:
    kind: c.Kind = "chain" if test == "none" else "yesno" if test in ("same", "different", "equals") else "comparison"
    return c.Contract(kind=kind, wants=slots[-1].wants, slots=slots, test=test, options=options)


def _single(question: str) -> c.Contract:
    return _contract((_slot(1, question, question),), "none", ())


def _slot(number: int, text: str, question: str) -> c.Slot:
    brackets = re.findall(r"\[([^\]]+)\]", text)
    bare = re.sub(r"\[([^\]]+)\]", r"\1", text).strip()
    references = [b for b in brackets if b.startswith("#")] or re.findall(r"#\d+", bare)
    entity = (references or brackets or [subject(bare)])[0].strip()
    return c.Slot(number=number, text=bare, entity=entity, wants=wants(bare))


def subject(text: str) -> str:
    """The longest run of capitalised words after the first word of a question, else the question's last words."""
    inner = c.opening(text).split(" ", 1)[-1]
    runs = re.findall(
        r"[A-ZÀ-Þ0-9][\w’'.-]*(?:\s+(?:of|the|de|von|van|and|la|le|in|da|di|[A-ZÀ-Þ0-9][\w’'.-]*))*", inner
    )
    return max(runs, key=len).strip() if runs else " ".join(inner.split()[-4:])


def wants(text: str) -> c.Wants:
    """The type of value that a one-fact question asks for, by its opening words."""
    low = text.lower()
    if re.match(r"(who|whom|whose)\b", low):
        return "person"
    if re.match(r"(when|in (what|which) year|(what|which) (year|date)|what (is|was) the (date|year))\b", low):
        return "date"
    if re.match(
        r"(how (many|much|high|tall|long|far|old|large|big|deep)|what (is|was) the (population|height|number))", low
    ):
        return "number"
    if re.match(r"(where|(in |on |from |to )?(what|which) (country|city|town|state|place|village|province))\b", low):
        return "place"
    return "thing"


def opened(made: c.Contract, *, fallback: bool = False) -> tuple[Event, ...]:
    """The contract, its slots as the first open questions, and the root of the evidence tree."""
    final = set(c.final_slots(made))
    questions = tuple(
        QuestionOpened(
            question=Question(
                id=f"q{slot.number}",
                text=slot.text,
                slot=slot.number,
                action=None if c.needs(slot.text) else slot.text,
                priority="high" if not c.needs(slot.text) else "medium" if slot.number not in final else "low",
            ),
            reason="a slot of the answer contract",
        )
        for slot in made.slots
    )
    root = Node(
        id="n1",
        parent=None,
        turn=0,
        summary="Nothing is confirmed yet. Still open: " + " ".join(slot.text for slot in made.slots),
    )
    return (ContractMade(contract=made, fallback=fallback), *questions, NodeAdded(node=root))
