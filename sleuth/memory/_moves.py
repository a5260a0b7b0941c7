"""The loop of every memory without a contract: in each turn the model searches or answers.

A strategy says what the model sees and what is done with what a search brings (`Memory`, `begun`); the limits, the
nudge, the protocol and the end of a run are the same for all and stand here.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sleuth import events as e
from sleuth.answering import CITATIONS, unavailable
from sleuth.investigate import Action, Ask, Note, Unreadable
from sleuth.ledger import Citation, Claim, Question
from sleuth.models import Message, Record, Request
from sleuth.policy import nudge
from sleuth.prompts import again
from sleuth.replies import attempts, parse, refused, schema
from sleuth.sentences import sentences
from sleuth.state import State, Turn
from sleuth.stating import statement
from sleuth.tree import Node
from sleuth.turns import brought
from sleuth.values import plain, stands

QUESTION = "q1"
"""The one question of such a run: the question itself, so that every screen has what to show."""


class Move(Record):
    """Reply to `react`, `report` and `facts`."""

    action: Literal["search", "answer"]
    text: str


class Memory(NamedTuple):
    """What a strategy brings to the loop."""

    purpose: str
    """The prompt that asks for the next move."""
    messages: tuple[Message, ...]
    """The prompt with what the memory holds now."""
    found: int
    """How much was found, for the nudge."""
    begin: Callable[[str], e.TurnStarted]
    """The turn that makes a search."""
    cite: Callable[[str], tuple[Citation, ...]]
    """What an answer rests on."""


def without_facts(state: State, purpose: str, messages: tuple[Message, ...]) -> Memory:
    """The memory of a strategy that keeps no facts: searches that found something stand in for them."""
    return Memory(
        purpose=purpose,
        messages=messages,
        found=sum(s.outcome == "found" for s in state.searches),
        begin=lambda query: begun(state, query),
        cite=lambda answer: verbatim(state, answer),
    )


def opening(state: State, summary: str) -> Note | None:
    """The first step: the question as it is, and the root of the evidence tree. None once it is taken.

    It is taken again after an answer that a person has reopened, and where a run branched from another memory.
    """
    mine = next((q for q in state.questions if q.id == QUESTION), None)
    if mine and mine.text == state.question and mine.status != "answered":
        return None
    first = Question(id=QUESTION, text=state.question, slot=1, action=state.question, priority="high")
    why = "the question itself" if mine is None else "what answered it has to be looked at again"
    events: tuple[e.Event, ...] = (e.QuestionOpened(question=first, reason=why),)
    if not state.nodes:
        events += (e.NodeAdded(node=Node(id="n1", parent=None, turn=0, summary=summary)),)
    return Note("plan", "Take the question as it is", None, events)


def begun(state: State, query: str) -> e.TurnStarted:
    """A turn for a search that the model chose."""
    return e.TurnStarted(
        turn=state.turns + 1, question=QUESTION, text=state.question, query=query, reason="the model chose to search"
    )


def seen(state: State, turn: Turn) -> tuple[e.Event, ...]:
    """That the passages which a person added have reached a memory that reads no page by itself."""
    return tuple(
        e.PassageRead(passage=p, question=q, verdict="passed over", note="the model sees it as it stands")
        for q, p in state.offered
        if p in turn.retrieved
    )


def between(state: State, memory: Memory) -> Action:
    """What to do when no turn is under way: read what a person added, nudge, or ask for the next move."""
    if state.question_of(QUESTION).status == "dropped":
        return Note("answer", "Abstain", QUESTION, (_abstained(state, "A person dropped the question."),))
    if state.offered:
        return _by_hand(state, memory)
    return nudge(state, memory.found) or _ask(state, memory)


def _by_hand(state: State, memory: Memory) -> Note:
    """A turn for a passage that a person added: it comes like a search result, but costs no search."""
    page = state.passage(state.offered[0][1])
    start = memory.begin(f"added by hand: {page.title}").model_copy(update={"reason": "a person added a passage"})
    return brought(state, start, page)


def _last(state: State) -> str | None:
    """Why the model has to answer now; None while it may search."""
    if state.exhausted:
        return "No more searches are left."
    return "Enough was found and the budget is nearly used." if state.nudged else None


def _ask(state: State, memory: Memory) -> Action:
    last = _last(state)
    key = f"{memory.purpose} {state.turns}"
    if refused(state, key) >= attempts(state):
        return _fallback(state, memory)
    messages = memory.messages
    for earlier, problem, reply in state.refusals:
        if earlier == key:
            messages = again(messages, reply, problem)
    if last:
        # Within the last turn: some models refuse two turns of the user in a row.
        messages = (*messages[:-1], Message(role="user", content=f"{messages[-1].content}\n{last} Answer now."))
    return Ask(
        phase="answer" if last else "choose",
        title="Answer or search",
        question=QUESTION,
        key=key,
        request=Request(purpose=memory.purpose, messages=messages, reply_schema=schema(Move), max_tokens=80),
        read=lambda reply: _moved(state, memory, parse(Move, reply.text)),
    )


def _moved(state: State, memory: Memory, move: Move) -> tuple[e.Event, ...]:
    text, last = " ".join(move.text.split()), _last(state)
    if not text:
        raise Unreadable("The text is empty.")
    if move.action == "answer":
        return _answered(state, memory, text)
    if last:
        raise Unreadable(f"{last[:-1]}; answer.")
    if state.rules.enforce and any(text == s.query for s in state.searches):
        raise Unreadable("That search was already made; search for something else, or answer.")
    return (memory.begin(text),)


def _answered(state: State, memory: Memory, text: str) -> tuple[e.Event, ...]:
    if not state.searches:
        raise Unreadable("An answer needs at least one search before it.")
    if plain(text) == "unknown":
        return (_abstained(state, "The model found no answer in what it has seen."),)
    if not state.passages:
        raise Unreadable('No search has found a page yet; search in other words, or answer "unknown".')
    citations = memory.cite(text)
    rests = next((c.fact for c in citations), None)
    return (
        e.QuestionClosed(question=QUESTION, status="answered", fact=rests, reason=text),
        e.Answered(
            text=text,
            claims=(Claim(id="c1", text=_sentence(state.question, text), citations=citations),),
            confidence=None,
            forced=_last(state) is not None,
        ),
    )


def _sentence(question: str, answer: str) -> str:
    """The answer as a claim: a sentence, as the other memories have it, for what is cited has to bear out more than a
    word. An answer that is one already stays as it is."""
    if answer.endswith(".") and len(answer.split()) >= SENTENCE:
        return answer
    return statement(question, answer)


SENTENCE = 5
"""From so many words on, what ends with a full stop is a sentence."""


def _fallback(state: State, memory: Memory) -> Note:
    """Without a usable reply: search for the question itself once, then give up."""
    if _last(state) or any(s.query == state.question for s in state.searches):
        return Note("answer", "Abstain", QUESTION, (_abstained(state, "The model gave no usable reply."),))
    return Note("choose", "Search for the question itself", QUESTION, (memory.begin(state.question),))


def _abstained(state: State, reason: str) -> e.Abstained:
    if why := unavailable(state):
        return e.Abstained(cause="search unavailable", reason=why)
    return e.Abstained(cause="no supporting fact", reason=reason)


def verbatim(state: State, answer: str) -> tuple[Citation, ...]:
    """What an answer can be seen to rest on where no facts are kept: sentences in which it stands word for word.

    The first such sentence of each retrieved passage, at most three; none for yes and no, which any page may hold.
    """
    if plain(answer) in ("", "yes", "no"):
        return ()
    carrying = (
        (passage, next((s for s in sentences(passage.text) if stands(answer, s.text)), None))
        for passage in state.passages
    )
    return tuple(
        Citation(passage=passage.id, quote=sentence.text, start=sentence.start, end=sentence.end)
        for passage, sentence in carrying
        if sentence
    )[:CITATIONS]
