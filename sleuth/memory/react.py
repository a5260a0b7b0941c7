"""Full-trajectory ReAct: the control that keeps the whole transcript and no ledger.

Each turn the model sees everything so far and either searches or answers. Same limits, searches and log as the
other strategies (ReTree, section on controls).
"""

import json
from typing import Literal

from sleuth import events as e
from sleuth.investigate import Action, Ask, Look, Note, Unreadable
from sleuth.ledger import Claim, Question
from sleuth.models import Message, Record, Request
from sleuth.prompts import again, render
from sleuth.replies import attempts, parse, refused, schema
from sleuth.search import Query
from sleuth.state import State
from sleuth.tree import Node
from sleuth.turns import searched

QUESTION = "q1"


class Move(Record):
    """Reply to `react`."""

    action: Literal["search", "answer"]
    text: str


def decide(state: State) -> Action:
    """Search, answer, or ask the model which."""
    if not state.questions:
        return Note("plan", "Take the question as it is", None, _opening(state.question))
    turn = state.turn
    if turn is None:
        return _ask(state)
    if not turn.searched:
        query = Query(text=turn.query, k=state.limits.passages)
        return Look(f"Search: {turn.query}", QUESTION, query, lambda results: (searched(state, turn, results),))
    size = sum(len(m.content) for m in transcript(state))
    check = e.TurnChecked(
        turn=turn.number, valid_raw=not turn.violations, valid=True, violations=turn.violations, context_chars=size
    )
    return Note("update", "Add the results to the transcript", QUESTION, (check,))


def _opening(question: str) -> tuple[e.Event, ...]:
    first = Question(id=QUESTION, text=question, slot=1, action=question, priority="high")
    root = Node(id="n1", parent=None, turn=0, summary=f"Still open: {question}")
    return (e.QuestionOpened(question=first, reason="the question itself"), e.NodeAdded(node=root))


def transcript(state: State) -> tuple[Message, ...]:
    """Everything so far as chat turns: the worked examples, the question, each search and its results."""
    turns = list(render("react", question=state.question))
    for search in state.searches:
        move = json.dumps({"action": "search", "text": search.query}, ensure_ascii=False)
        found = [state.passage(p) for p in search.passages]
        lines = [f"[{n}] {p.title}: {p.text}" for n, p in enumerate(found, start=1)]
        turns.append(Message(role="assistant", content=move))
        turns.append(Message(role="user", content="\n".join(lines) or "Nothing was found."))
    return tuple(turns)


def _ask(state: State) -> Action:
    spent = len(state.searches) >= state.limits.searches or state.turns >= state.limits.turns
    key = f"react {state.turns}"
    if refused(state, key) >= attempts(state):
        return _fallback(state, spent)
    messages = transcript(state)
    for earlier, problem, reply in state.refusals:
        if earlier == key:
            messages = again(messages, reply, problem)
    if spent:
        messages = (*messages, Message(role="user", content="No more searches are left. Answer now."))
    return Ask(
        phase="answer" if spent else "choose",
        title="Answer or search",
        question=QUESTION,
        key=key,
        request=Request(purpose="react", messages=messages, reply_schema=schema(Move), max_tokens=80),
        read=lambda text: _moved(state, parse(Move, text), spent),
    )


def _moved(state: State, move: Move, spent: bool) -> tuple[e.Event, ...]:
    if not move.text.strip():
        raise Unreadable("The text is empty.")
    if move.action == "answer":
        if not state.searches:
            raise Unreadable("An answer needs at least one search before it.")
        return _answered(move.text.strip(), forced=spent)
    if spent:
        raise Unreadable("No searches are left; answer.")
    if any(move.text == s.query for s in state.searches):
        raise Unreadable("That search was already made; search for something else, or answer.")
    return (_turn(state, move.text),)


def _turn(state: State, query: str) -> e.TurnStarted:
    return e.TurnStarted(
        turn=state.turns + 1, question=QUESTION, text=state.question, query=query, reason="the model chose to search"
    )


def _answered(text: str, *, forced: bool) -> tuple[e.Event, ...]:
    if text.lower().strip(" .") == "unknown":
        return (e.Abstained(cause="no supporting fact", reason="The model found no answer in its transcript."),)
    return (e.Answered(text=text, claims=(Claim(id="c1", text=text),), confidence=None, forced=forced),)


def _fallback(state: State, spent: bool) -> Action:
    """Without a usable reply: search for the question itself once, then give up."""
    if spent or any(s.query == state.question for s in state.searches):
        reason = "The model gave no usable reply."
        return Note("answer", "Abstain", QUESTION, (e.Abstained(cause="no supporting fact", reason=reason),))
    return Note("choose", "Search for the question itself", QUESTION, (_turn(state, state.question),))
