"""SLEUTH's ablation: confirmed facts only, without hypotheses, open questions and contract.

Each turn the model sees the question and the facts and either searches or answers in its own words; after a search
every page about a name in the query is read for the query, and what stands there becomes a fact, as in the full
ledger. Source: SLEUTH (arXiv 2607.12267).
"""

import re

from sleuth import events as e
from sleuth.answering import cite
from sleuth.contract import Slot, attribute
from sleuth.investigate import Action, Note
from sleuth.ledger import Citation, Fact, standing
from sleuth.memory._asking import asked_of
from sleuth.memory._moves import QUESTION, Memory, begun, between, opening
from sleuth.memory._retrieving import retrieve
from sleuth.policy import checked
from sleuth.prompts import render
from sleuth.reading import Finding
from sleuth.retrieval.naming import named
from sleuth.revision.dependence import premises
from sleuth.search import Passage
from sleuth.sentences import about, mentions
from sleuth.state import State, Turn
from sleuth.tree import Node, summarise, tip
from sleuth.values import is_date, plain, same, stands


def decide(state: State) -> Action:
    """Search, read, answer, or ask the model whether to search or to answer."""
    turn = state.turn
    if turn is None:
        return opening(state, f"Still open: {state.question}") or between(state, _memory(state))
    if not turn.searched:
        return retrieve(state, turn)
    pair = _next_reading(state, turn)
    return _read(state, turn, *pair) if pair else _update(state, turn)


def _memory(state: State) -> Memory:
    return Memory(
        purpose="facts",
        messages=render("facts", question=state.question, facts=_facts(state)),
        found=len(standing(state.facts)),
        begin=lambda query: _begun(state, query),
        cite=lambda answer: _cited(state, answer),
    )


def _facts(state: State) -> str:
    known = standing(state.facts)
    lines = [f"[{f.id}] {f.statement} (source: {state.passage(f.passage).title})" for f in known]
    return "".join(f"\n{line}" for line in lines) or " none yet"


def _cited(state: State, answer: str) -> tuple[Citation, ...]:
    if plain(answer) in ("yes", "no"):
        return ()
    return cite(tuple(f for f in standing(state.facts) if stands(answer, f.quote)))


def _begun(state: State, query: str) -> e.TurnStarted:
    """A turn that rests on the facts whose values the model took into its query."""
    rests = premises(state, _slot(query, ""))
    by_hand = bool(state.offered)
    return begun(state, query).model_copy(
        update={
            "text": state.question if by_hand else query,
            "entities": named(state.question if by_hand else query),
            "declared": rests.declared,
            "mechanical": rests.mechanical,
        }
    )


def _slot(text: str, entity: str) -> Slot:
    return Slot(number=1, text=text, entity=entity, wants="thing")


def _subject(passage: Passage, turn: Turn) -> str | None:
    """The name in the query that a page is most about, or its own title where the query only mentions that."""
    near = max(turn.entities, key=lambda name: (about(passage, name), len(name)), default="")
    if near and about(passage, near):
        return near
    title = re.sub(r"\(.*?\)", "", passage.title).strip()
    return title if turn.by_hand or (title and mentions(turn.text, title)) else None


def _next_reading(state: State, turn: Turn) -> tuple[Passage, str] | None:
    """The next page to read and the name it is read for, those whose title bears the name first.

    A page may be read again for another query. Since every turn ends with each of its pages read or passed over,
    one is still to be read when it was retrieved more often than that.
    """
    due = [state.passage(p) for p in dict.fromkeys(turn.retrieved) if _outstanding(state, p)]
    done = len(set(turn.retrieved)) - len(due)
    pairs = [(page, name) for page in due if (name := _subject(page, turn))]
    if state.outspent or done >= state.limits.facts or not pairs:
        return None
    return max(pairs, key=lambda pair: about(*pair))


def _outstanding(state: State, passage: str) -> bool:
    looked = sum(p == passage for _, p in state.reads)
    return looked < sum(passage in s.passages for s in state.searches)


def _read(state: State, turn: Turn, passage: Passage, name: str) -> Action:
    return asked_of(
        state,
        passage,
        question=QUESTION,
        text=turn.text,
        entity=name,
        key=f"read {turn.number} {passage.id}: {turn.text}",
        # Nothing says what kind of value is wanted, so that a date may be it.
        wants=lambda value: "date" if is_date(value) else "thing",
        found=lambda finding: _found(state, turn, passage, name, finding),
    )


def _found(state: State, turn: Turn, passage: Passage, name: str, finding: Finding) -> tuple[e.Event, ...]:
    """A checked finding as a fact that is worded as its page words it, at this turn's node."""
    read = e.PassageRead(passage=passage.id, question=QUESTION, verdict="fact")
    quote = finding.sentence
    if any(f.passage == passage.id and f.start == quote.start and same(f.value, finding.value) for f in state.facts):
        return (read.model_copy(update={"verdict": "passed over", "note": "already recorded"}),)
    grown: tuple[e.Event, ...] = ()
    where = turn.node
    if where is None:
        here = tip(state.nodes)
        where = f"n{len(state.nodes) + 1}"
        node = Node(id=where, parent=here.id if here else None, turn=turn.number, question=QUESTION, summary="")
        grown = (e.NodeAdded(node=node),)
    fact = Fact(
        id=f"f{len(state.facts) + 1}",
        statement=quote.text,
        entity=name,
        attribute=attribute(_slot(turn.text, name)),
        value=finding.value,
        slot=1,
        passage=passage.id,
        quote=quote.text,
        start=quote.start,
        end=quote.end,
        node=where,
        turn=turn.number,
        declared=turn.declared,
        mechanical=turn.mechanical,
        firm=finding.firm,
    )
    return (read, *grown, e.FactRecorded(fact=fact))


def _update(state: State, turn: Turn) -> Action:
    """The end of a turn: pages left are passed over, and its node says what is known now."""
    why = "the budget is spent" if state.outspent else "about no name in the query"
    left = tuple(
        e.PassageRead(passage=p, question=QUESTION, verdict="passed over", note=why)
        for p in dict.fromkeys(turn.retrieved)
        if _outstanding(state, p)
    )
    known = summarise(state.facts, (state.question,))
    summary = (e.NodeSummarised(node=turn.node, summary=known),) if turn.node else ()
    new = [f.value for f in state.facts if f.turn == turn.number]
    title = f"Found: {'; '.join(new)}" if new else f"Nothing found for: {turn.text}"
    return Note("update", title, QUESTION, (*left, *summary, checked(state, f"{state.question}{_facts(state)}")))
