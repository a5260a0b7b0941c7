"""Full-trajectory ReAct: the control that keeps the whole transcript and no ledger.

Each turn the model sees everything so far and either searches or answers. Same limits, searches and log as the
other strategies (ReTree, section on controls). SLEUTH's nudge needs facts; here the searches that found something
stand in for them.
"""

import json

from sleuth.investigate import Action, Note
from sleuth.memory._moves import QUESTION, between, opening, seen, without_facts
from sleuth.memory._retrieving import retrieve
from sleuth.models import Message
from sleuth.policy import checked
from sleuth.prompts import render
from sleuth.rules import Uncertainty
from sleuth.state import State

FIXED = {"uncertainty": Uncertainty()}
"""What this strategy decides of the rules of a run: the model itself chooses between searching and answering."""


def decide(state: State) -> Action:
    """Search, answer, or ask the model which."""
    turn = state.turn
    if turn is None:
        return opening(state, f"Still open: {state.question}") or between(
            state, without_facts(state, "react", transcript(state))
        )
    if not turn.searched:
        return retrieve(state, turn)
    events = (*seen(state, turn), checked(state, "".join(m.content for m in _remembered(state))))
    return Note("update", "Add the results to the transcript", QUESTION, events)


def transcript(state: State) -> tuple[Message, ...]:
    """Everything so far as chat turns: the worked examples, the question, each search and its results."""
    *examples, _ = render("react", question=state.question)
    return (*examples, *_remembered(state))


def _remembered(state: State) -> tuple[Message, ...]:
    """The part of the transcript that belongs to this run."""
    turns = [render("react", question=state.question)[-1]]
    for search in state.searches:
        move = json.dumps({"action": "search", "text": search.query}, ensure_ascii=False)
        found = [state.passage(p) for p in search.passages]
        lines = [f"[{n}] {p.title}: {p.text}" for n, p in enumerate(found, start=1)]
        turns.append(Message(role="assistant", content=move))
        turns.append(Message(role="user", content="\n".join(lines) or "Nothing was found."))
    return tuple(turns)
