"""ReTree with SLEUTH's ledger: the default strategy.

A turn takes the top open question, makes its one search, reads the passages that speak of its entity one by one,
judges every disagreement with a standing fact before anything else proceeds, and ends by restating the ledger.
Each function decides one kind of step from the state alone. Sources: SLEUTH (arXiv 2607.12267), ReTree
(arXiv 2608.10676).
"""

import re

from sleuth import contract as c
from sleuth import events as e
from sleuth.answering import conclude
from sleuth.conflicts import disputed, judge, state_slot
from sleuth.investigate import Action, Look, Note
from sleuth.ledger import Fact, Question, rank, standing
from sleuth.planning import plan
from sleuth.policy import checked
from sleuth.reading import Finding, Refusal, about, check, hinted, mentions, shown
from sleuth.replies import ATTEMPTS, Rephrased, Value, ask, refused
from sleuth.search import Passage, Query
from sleuth.state import State, Turn
from sleuth.tree import Node, summarise, tip
from sleuth.turns import searched
from sleuth.values import earlier, same

TITLED = 0.5
"""From this share on, a title names the entity and the page counts as being about it."""

CHANGE = re.compile(
    r"\b(renam|replac|correct|revis|supersed|succe|former|previous|no longer|instead|earlier|retract|withdr|overturn|"
    r"disprov|updat|new|now|since|until|once|moved|relocat|reclassif|remeasur|record|not|wrong|error)",
    re.I,
)
"""Words by which a later page announces that something it names has changed."""


def decide(state: State) -> Action:
    """The next action, from the state alone."""
    if state.contract is None:
        return plan(state)
    if state.conflicts:
        return judge(state)
    if state.turn is not None:
        return _within(state, state.turn)
    return _between(state)


def _between(state: State) -> Action:
    if not state.nudged and nudge_due(state):
        reason = f"{state.turns} of {state.limits.turns} turns are used and there is evidence"
        return Note("update", "Nudge towards an answer", None, (e.Nudged(turn=state.turns, reason=reason),))
    spent = len(state.searches) >= state.limits.searches or state.turns >= state.limits.turns
    question = top(state)
    if question is None or spent or state.nudged:
        return conclude(state, forced=state.nudged or (spent and question is not None))
    if not question.searched:
        return Note("choose", f"Take up: {question.text}", question.id, (_begin(state, question, question.text),))
    return _rephrase(state, question)


def nudge_due(state: State) -> bool:
    """SLEUTH's commitment nudge: enough of the turn budget used and enough facts standing."""
    share = state.turns / state.limits.turns
    return share >= state.limits.nudge_share and len(standing(state.facts)) >= state.limits.nudge_facts


def top(state: State) -> Question | None:
    """The open question whose subject is known and on which most depends; questions stand in that order."""
    return next((q for q in state.questions if q.status == "open" and q.action is not None), None)


def entity(state: State, question: Question) -> str:
    """What a question is about, with the references filled."""
    return c.fill(state_slot(state, question.slot).entity, state.values())


def _begin(state: State, question: Question, query: str) -> e.TurnStarted:
    return e.TurnStarted(
        turn=state.turns + 1,
        question=question.id,
        text=question.text,
        query=query,
        entities=(entity(state, question),),
        reason="the top open question" if not question.searched else "the first search found nothing; other words",
    )


def _rephrase(state: State, question: Question) -> Action:
    key = f"query {question.id} {question.text} {question.searched}"
    if refused(state, key) >= ATTEMPTS:
        plainer = f"{entity(state, question)} {c.attribute(state_slot(state, question.slot))}"
        return Note("choose", f"Search again: {plainer}", question.id, (_begin(state, question, plainer),))
    here = tip(state.nodes)
    return ask(
        state,
        Rephrased,
        lambda reply: (_begin(state, question, reply.query),),
        purpose="query",
        phase="choose",
        title=f"Find other words for: {question.text}",
        key=key,
        question=question.id,
        tokens=40,
        slots={
            "investigation": state.question,
            "summary": here.summary if here else "Nothing is confirmed yet.",
            "question": question.text,
            "searched": "; ".join(s.query for s in state.searches if s.question == question.id),
        },
    )


def _within(state: State, turn: Turn) -> Action:
    if not turn.searched:
        query = Query(text=turn.query, entities=turn.entities, k=state.limits.passages)
        return Look(f"Search: {turn.query}", turn.question, query, lambda results: (searched(state, turn, results),))
    pair = next_reading(state, turn)
    return _read(state, *pair) if pair else _update(state, turn)


def next_reading(state: State, turn: Turn) -> tuple[Question, Passage] | None:
    """The next passage worth reading and for which question, or None when the turn has read enough.

    Until a value is found, pages about the entity come first and pages that mention it follow. After that only a
    later-dated page is read: one about the same entity, or one that names the entity and the value of a standing
    fact in words of change. Such a page is read for that fact's question, however long ago it was answered.
    """
    question = next(q for q in state.questions if q.id == turn.question)
    retrieved = [state.passage(p) for p in turn.retrieved]
    if sum(f.turn == turn.number for f in state.facts) >= state.limits.facts:
        return None
    if not any(f.slot == question.slot for f in standing(state.facts)):
        name = entity(state, question)
        unread = [p for p in retrieved if (question.id, p.id) not in state.reads]
        near = sorted(
            (p for p in unread if about(p, name)), key=lambda p: (-about(p, name), not hinted(p, state.question))
        )
        if near:
            return question, near[0]
    for fact in standing(state.facts):
        asked = next(q for q in state.questions if q.slot == fact.slot)
        for passage in retrieved:
            if (asked.id, passage.id) not in state.reads and challenges(passage, fact, state.passage(fact.passage)):
                return asked, passage
    return None


def challenges(passage: Passage, fact: Fact, source: Passage) -> bool:
    """Whether a passage may overturn a fact: later than its source, and about what the fact is about."""
    later = earlier(source.date, passage.date) if source.date and passage.date else None
    if not later or passage.id == fact.passage:
        return False
    text = f"{passage.title}. {passage.text}"
    if about(passage, fact.entity) >= TITLED and CHANGE.search(text):
        return True
    return mentions(text, fact.entity) and mentions(text, fact.value) and bool(CHANGE.search(text))


def _read(state: State, question: Question, passage: Passage) -> Action:
    slot = state_slot(state, question.slot)
    name = entity(state, question)
    text = c.fill(slot.text, state.values())
    key = f"read {passage.id}: {text}"
    if refused(state, key) >= ATTEMPTS:
        event = e.PassageRead(passage=passage.id, question=question.id, verdict="refused", note="no usable reply")
        return Note("read", f"Leave {passage.title}", question.id, (event,))

    def then(reply: Value) -> tuple[e.Event, ...]:
        if reply.sentence == 0 or not reply.value.strip():
            return (e.PassageRead(passage=passage.id, question=question.id, verdict="nothing"),)
        finding = check(passage, text, name, slot.wants, reply.sentence, reply.value)
        if isinstance(finding, Refusal):
            refusal = e.FactRefused(
                passage=passage.id,
                question=question.id,
                value=reply.value,
                quote=None,
                reason=finding.reason,
                key=key,
                reply=reply.model_dump_json(),
            )
            if finding.again:
                return (refusal,)
            left = e.PassageRead(passage=passage.id, question=question.id, verdict="refused", note=finding.reason)
            return (refusal, left)
        return _found(state, question, passage, text, finding)

    return ask(
        state,
        Value,
        then,
        purpose="read",
        phase="read",
        title=f"Read {passage.title} for: {text}",
        key=key,
        question=question.id,
        tokens=60,
        slots={
            "question": text,
            "title": passage.title,
            "sentences": "\n".join(f"[{s.number}] {s.text}" for s in shown(passage, text)),
        },
    )


def _found(state: State, question: Question, passage: Passage, text: str, finding: Finding) -> tuple[e.Event, ...]:
    """A checked finding as events: it opens this turn's node, joins one it agrees with, or is held for judgement."""
    assert state.turn is not None
    slot, name = state_slot(state, question.slot), entity(state, question)
    read = e.PassageRead(passage=passage.id, question=question.id, verdict="fact")
    mine = [f for f in state.facts if f.slot == slot.number and f.entity == name]
    rejected = next((f for f in mine if f.status == "out" and same(f.value, finding.value)), None)
    if rejected and rejected.passage == passage.id:
        note = f"{finding.value} was refuted and this source is not new"
        return (read.model_copy(update={"verdict": "passed over", "note": note}),)
    old = disputed(state, slot.number, name, finding.value)
    agreeing = next((f for f in standing(mine) if same(f.value, finding.value)), None)
    home = old or agreeing
    grown: tuple[e.Event, ...] = ()
    if home is None and state.turn.node is None:
        here = tip(state.nodes)
        node = Node(
            id=f"n{len(state.nodes) + 1}",
            parent=here.id if here else None,
            turn=state.turn.number,
            question=question.id,
            summary=here.summary if here else "",
        )
        grown = (e.NodeAdded(node=node),)
        where = node.id
    else:
        where = home.node if home else str(state.turn.node)
    fact = Fact(
        id=f"f{len(state.facts) + 1}",
        statement=c.statement(text, finding.value),
        entity=name,
        attribute=c.attribute(slot),
        value=finding.value,
        slot=slot.number,
        passage=passage.id,
        quote=finding.sentence.text,
        start=finding.sentence.start,
        end=finding.sentence.end,
        node=where,
        turn=state.turn.number,
        status="dormant" if old else "in",
        firm=finding.firm,
    )
    return (read, *grown, e.FactRecorded(fact=fact, disputes=old.id if old else None))


def _update(state: State, turn: Turn) -> Action:
    """The end of a turn: close or give up the question, restate hypotheses, open what can now be asked."""
    question = next(q for q in state.questions if q.id == turn.question)
    ranked = rank(state.facts, same)
    best = next((h for h in ranked if h.slot == question.slot and h.supports), None)
    fact = state.fact(best.supports[-1]) if best else None
    closing = _closing(state, question, fact)
    values = state.values() | ({question.slot: fact.value} if fact else {})
    ready = tuple(
        e.QuestionOpened(
            question=q.model_copy(
                update={"text": (text := c.fill(q.text, values)), "action": text, "priority": "high"}
            ),
            reason=f"its subject is known now: {fact.value}",
        )
        for q in state.questions
        if fact and q.status == "open" and q.action is None and set(c.needs(q.text)) <= values.keys()
    )
    unread = tuple(
        e.PassageRead(
            passage=p, question=question.id, verdict="passed over", note="not about the subject, or enough is known"
        )
        for p in turn.retrieved
        if (question.id, p) not in state.reads
    )
    left = tuple(c.fill(q.text, values) for q in state.questions if q.status == "open" and q.id != question.id)
    summary = (e.NodeSummarised(node=turn.node, summary=summarise(state.facts, left)),) if turn.node else ()
    return Note(
        "update",
        f"Found: {fact.statement}" if fact else f"Nothing found for: {turn.text}",
        question.id,
        (
            *unread,
            *closing,
            *ready,
            e.HypothesesRanked(turn=turn.number, hypotheses=ranked),
            *summary,
            checked(state),
        ),
    )


def _closing(state: State, question: Question, fact: Fact | None) -> tuple[e.Event, ...]:
    if fact:
        return (e.QuestionClosed(question=question.id, status="answered", fact=fact.id, reason=fact.statement),)
    if question.searched >= state.limits.tries:
        reason = f"{question.searched} searches found nothing that answers it"
        return (e.QuestionClosed(question=question.id, status="dropped", reason=reason),)
    return ()
