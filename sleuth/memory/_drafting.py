"""Before a search: the model drafts the answer, and how sure it is decides whether anything is searched for it.

A draft that is sure enough is bound to a passage found before, where one says so by the same check as any reading.
Otherwise it becomes a passage of its own among the model's memories, which is no source: a fact that rests on it
weighs nothing, gives way to whatever a page says, and is shown as remembered wherever it is cited. The decision
itself is `uncertainty.py`'s. Source: MIND (arXiv 2503.23095).
"""

import re
from collections.abc import Callable
from math import exp
from typing import NamedTuple

from sleuth import contract as c
from sleuth import events as e
from sleuth.drafts import (
    MEMORY,
    RECALLED,
    Decision,
    Draft,
    Drafted,
    RelevanceMeasured,
    RetrievalDecided,
)
from sleuth.fold import then
from sleuth.investigate import Action, Ask, Note, Unreadable
from sleuth.ledger import Question
from sleuth.memory._findings import as_fact
from sleuth.models import Reply, Request, Token
from sleuth.prompts import again, render
from sleuth.ranking import held
from sleuth.reading import Finding, Refusal, check
from sleuth.replies import attempts, refused
from sleuth.rules import Uncertainty
from sleuth.search import Passage, Results, digest
from sleuth.sentences import about
from sleuth.state import State
from sleuth.stating import statement
from sleuth.turns import searched
from sleuth.uncertainty import decide, places, words
from sleuth.values import plain

TOP = 20
"""Likely tokens asked for at each place; a server that reports fewer is asked for fewer."""
DRAFT_TOKENS = 60
REMOVALS = 8
"""Words of a value that are left out one by one, at most, where that stands in for attention."""

Begin = Callable[[State, Question, str], e.TurnStarted]


def before_search(state: State, question: Question, begin: Begin) -> Action | None:
    """What comes before the search for a question: a draft, or the turn that it makes needless. None to search."""
    rules = state.rules.uncertainty
    if rules.trigger == "always" and "confidence" not in rules.filter:
        return None
    text = _asked(state, question)
    decided = next((d for d in state.decisions if (d.question, d.asked) == (question.id, text)), None)
    draft = next((d for d in state.drafts if (d.question, d.asked) == (question.id, text)), None)
    if decided is None and not _spoken(state, question):
        return _draft(state, question, text) if draft is None else _measure(state, question, draft)
    found = _recallable(state, question, draft) if draft else Refusal("there is no draft", again=False)
    if (
        decided
        and not decided.decision.retrieve
        and isinstance(found, Recalled)
        and not _taken(state, question, text)
    ):
        return _recall(state, begin(state, question, text), question, found, decided.decision)
    if rules.trigger == "never":
        why = found.reason if isinstance(found, Refusal) else "what is remembered does not hold"
        dropped = e.QuestionClosed(
            question=question.id, status="dropped", reason=f"nothing is searched for, and {why}"
        )
        return Note("choose", f"Give up: {text}", question.id, (dropped,))
    return None


def _asked(state: State, question: Question) -> str:
    return c.fill(state.slot(question.slot).text, state.values())


def _spoken(state: State, question: Question) -> bool:
    """Whether a fact speaks for the question already, so that more evidence is wanted and not a guess."""
    name, waiting = state.entity(question), held(state)
    return question.again or any(
        f.slot == question.slot and f.entity == name and (f.status == "in" or f.id in waiting) for f in state.facts
    )


def _taken(state: State, question: Question, text: str) -> bool:
    """Whether the draft was taken before; that nothing came of it, or not for long, leaves it to a search."""
    return any(s.engine == RECALLED and (s.question, s.query) == (question.id, text) for s in state.searches)


def _draft(state: State, question: Question, text: str) -> Action:
    key, trigger = f"draft {question.id} {text}", state.rules.uncertainty.trigger
    if refused(state, key) >= attempts(state):
        without = Decision(trigger=trigger, retrieve=trigger != "never", reason="the model gave no usable draft")
        events = (RetrievalDecided(question=question.id, asked=text, decision=without),)
        return Note("choose", f"Do without a draft for: {text}", question.id, events)
    messages = render("draft", question=text)
    for earlier, problem, reply in state.refusals:
        if earlier == key:
            messages = again(messages, reply, problem)
    return Ask(
        phase="choose",
        title=f"Draft an answer to: {text}",
        question=question.id,
        key=key,
        request=Request(purpose="draft", messages=messages, max_tokens=DRAFT_TOKENS, top=TOP),
        read=lambda reply: _drafted(state, question, made(question.id, text, reply)),
    )


MARKED = re.compile(r"\[([^\[\]\n]+)\]")
SHORT = 8
"""Words of a reply that is taken for the answer itself where none is marked."""


def made(question: str, asked: str, reply: Reply) -> Draft:
    """The draft in a reply; Unreadable where it marks no answer and is none itself."""
    text = reply.text
    marked = MARKED.search(text)
    bare = text.strip().rstrip(".")
    if marked:
        line = next(line for line in text.splitlines() if marked[0] in line)
        sentence, value, start = " ".join(MARKED.sub(r"\1", line).split()), marked[1].strip(), marked.start(1)
    elif bare and len(bare.split()) <= SHORT:
        sentence, value, start = statement(asked, bare), bare, text.index(bare)
    else:
        raise Unreadable("It does not put the answer in [brackets].")
    return Draft(
        question=question,
        asked=asked,
        model=reply.model,
        text=text,
        sentence=sentence,
        value=value,
        start=start,
        end=start + len(value),
        places=None if reply.tokens is None else places(reply.tokens, text),
    )


def _drafted(state: State, question: Question, draft: Draft) -> tuple[e.Event, ...]:
    drafted = Drafted(draft=draft)
    if _to_remove(then(state, drafted), draft):
        return (drafted,)
    return (drafted, _decided(state, question, draft))


def _decided(state: State, question: Question, draft: Draft) -> RetrievalDecided:
    """The trigger's decision; a draft that cannot be an answer is no reason to spare the search."""
    decision = decide(draft, state.rules.uncertainty, _measured(state, draft))
    found = _recallable(state, question, draft)
    if not decision.retrieve and decision.trigger != "never" and isinstance(found, Refusal):
        reason = f"{decision.reason}; but {found.reason}"
        decision = decision.model_copy(update={"retrieve": True, "reason": reason})
    return RetrievalDecided(question=draft.question, asked=draft.asked, decision=decision)


class Recalled(NamedTuple):
    """A drafted value and the passage that it is bound to."""

    passage: Passage
    finding: Finding


def _recallable(state: State, question: Question, draft: Draft) -> Recalled | Refusal:
    """What a draft comes to: a finding in a page seen before, else a memory; or why it is no answer at all."""
    wants, name = state.slot(question.slot).wants, state.entity(question)
    if plain(draft.value) in UNKNOWN:
        return Refusal("the model says that it does not know", again=False)
    seen = [p for p in state.passages if p.collection != MEMORY and about(p, name)]
    for page in sorted(seen, key=lambda p: -about(p, name)):
        found = check(page, draft.asked, name, wants, 0, draft.value)
        if isinstance(found, Finding):
            return Recalled(page, found)
    memory = Passage(
        title=f"Remembered by {draft.model}, no source",
        text=draft.sentence,
        collection=MEMORY,
        document=digest(f"{draft.asked}\n{draft.sentence}")[:16],
        sha256=digest(draft.sentence),
    )
    found = check(memory, draft.asked, name, wants, 1, draft.value)
    return Recalled(memory, found._replace(firm=False)) if isinstance(found, Finding) else found


UNKNOWN = ("unknown", "not known", "none", "i don t know", "n a")


def _recall(state: State, begun: e.TurnStarted, question: Question, found: Recalled, decision: Decision) -> Note:
    """A turn that asks no engine: its passage is the one that the draft is bound to."""
    begun = begun.model_copy(update={"reason": f"no search: {decision.reason}"})
    after = then(state, begun)
    assert after.turn is not None
    came = searched(after, after.turn, Results(engine=RECALLED, outcome="found", passages=(found.passage,)))
    (page,) = came.passages
    facts = as_fact(then(after, came), question, page, begun.text, found.finding)
    return Note("choose", f"Answer from memory: {found.finding.value}", question.id, (begun, came, *facts))


def _measured(state: State, draft: Draft) -> tuple[RelevanceMeasured, ...]:
    return tuple(m for m in state.relevances if (m.question, m.asked) == (draft.question, draft.asked))


def _to_remove(state: State, draft: Draft) -> tuple[tuple[int, int] | None, ...]:
    """What is still to be left out of a draft, first nothing; empty where removal does not stand in for attention."""
    rules = state.rules.uncertainty
    if not _by_removal(rules) or not draft.places or any(p.attention is not None for p in draft.places):
        return ()
    done = {(m.start, m.end) for m in _measured(state, draft)}
    due = (None, *words(draft.text, draft.start, draft.end)[:REMOVALS])
    return tuple(span for span in due if (span or (None, None)) not in done)


def _by_removal(rules: Uncertainty) -> bool:
    return rules.attention == "removal" and (rules.trigger in ("product", "mind") or "confidence" in rules.filter)


def _measure(state: State, question: Question, draft: Draft) -> Action:
    """Ask whether the draft answers its question without one of its words."""
    span = _to_remove(state, draft)[0]
    start, end = span or (None, None)
    left = draft.text[:start] + draft.text[end:] if span else draft.text
    answer = re.sub(r"\s+(?=[\s.,;:!?])", "", left.replace("[", "").replace("]", "")).strip()

    def read(reply: Reply) -> tuple[e.Event, ...]:
        measured = RelevanceMeasured(
            question=draft.question, asked=draft.asked, start=start, end=end, sure=sure(reply.tokens)
        )
        after = then(state, measured)
        return (measured,) if _to_remove(after, draft) else (measured, _decided(after, question, draft))

    without = f"without “{draft.text[start:end]}”" if span else "as it stands"
    return Ask(
        phase="choose",
        title=f"Does the draft answer {without}?",
        question=question.id,
        key=f"relevance {draft.question} {draft.asked} {start}",
        request=Request(
            purpose="relevance",
            messages=render("relevance", question=draft.asked, answer=answer),
            max_tokens=4,
            top=TOP,
        ),
        read=read,
    )


def sure(tokens: tuple[Token, ...] | None) -> float | None:
    """The probability of yes against no at the first token; None where it is not told."""
    if not tokens:
        return None
    first = tokens[0]
    said = plain(first.text)
    if not first.likely:
        chosen = exp(first.logprob)
        return chosen if said == "yes" else 1.0 - chosen if said == "no" else None
    yes, no = (sum(exp(x.logprob) for x in first.likely if plain(x.text) == word) for word in ("yes", "no"))
    return yes / (yes + no) if yes + no else None
