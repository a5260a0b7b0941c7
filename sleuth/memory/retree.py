"""ReTree with SLEUTH's ledger: the default strategy.

A turn takes the top open question, makes its one search, reads the passages that speak of its entity one by one,
judges every disagreement with a standing fact before anything else proceeds, and ends by restating the ledger.
Each function decides one kind of step from the state alone. Sources: SLEUTH (arXiv 2607.12267), ReTree
(arXiv 2608.10676).
"""

import re

from sleuth import contract as c
from sleuth import events as e
from sleuth.aftermath import restating
from sleuth.answering import conclude
from sleuth.conflicts import judge, rivals, settle, state_slot, unequal
from sleuth.dependence import premises
from sleuth.fold import then
from sleuth.investigate import Action, Look, Note
from sleuth.ledger import Fact, Question, standing
from sleuth.memory import _facts_only
from sleuth.planning import plan
from sleuth.policy import checked, nudge_due
from sleuth.ranking import held, hypotheses, order
from sleuth.reading import Finding, Refusal, about, check, hinted, mentions, sentences, shown, taken
from sleuth.replies import Rephrased, Value, ask, attempts, refused
from sleuth.search import BY_HAND, Passage, Query, Results
from sleuth.sources import copied, frame, later_edition, restated
from sleuth.state import State, Turn
from sleuth.tree import Node, tip
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
    if state.rules.ledger == "facts":
        return _facts_only.decide(state)
    if state.contract is None:
        return plan(state)
    if state.conflicts:
        return judge(state)
    if pair := unequal(state):
        return settle(state, pair)
    if state.turn is not None:
        return _within(state, state.turn)
    return _between(state)


def _between(state: State) -> Action:
    if state.offered:
        return _by_hand(state, *state.offered[0])
    if not state.nudged and nudge_due(state, len(standing(state.facts))):
        reason = f"{state.turns} of {state.limits.turns} turns are used and there is evidence"
        return Note("update", "Nudge towards an answer", None, (e.Nudged(turn=state.turns, reason=reason),))
    spent = state.spent >= state.limits.searches or state.turns >= state.limits.turns
    question = top(state)
    if question is None or spent or state.nudged or supported(state):
        return conclude(state, forced=state.nudged or (spent and question is not None))
    if not question.searched:
        query = question.action or question.text
        return Note("choose", f"Take up: {question.text}", question.id, (_begin(state, question, query),))
    return _rephrase(state, question)


def supported(state: State) -> bool:
    """Whether to commit on the state: the values found decide the answer, whatever is still open of the chain."""
    if state.rules.commit not in ("both", "state") or state.contract is None:
        return False
    if any(q.status == "open" and q.action and state_slot(state, q.slot).side for q in state.questions):
        return False  # what a person wants to know beside it is looked for first
    return c.conclude(state.contract, state.values()) is not None


def _by_hand(state: State, question: str, passage: str) -> Action:
    """A turn for a passage that a person added: it is read like a search result, but costs no search."""
    asked, page = state.question_of(question), state.passage(passage)
    begun = _begin(state, asked, f"added by hand: {page.title}")
    found = Results(engine=BY_HAND, outcome="found", passages=(page,))
    after = then(state, begun)
    assert after.turn is not None
    return Note("choose", f"Read what was added: {page.title}", question, (begun, searched(after, after.turn, found)))


def top(state: State) -> Question | None:
    """The open question whose subject is known and on which most depends; questions stand in that order."""
    return next((q for q in state.questions if q.status == "open" and q.action is not None), None)


def entity(state: State, question: Question) -> str:
    """What a question is about, with the references filled."""
    return c.fill(state_slot(state, question.slot).entity, state.values())


def _begin(state: State, question: Question, query: str) -> e.TurnStarted:
    rests = premises(state, state_slot(state, question.slot))
    return e.TurnStarted(
        declared=rests.declared,
        mechanical=rests.mechanical,
        turn=state.turns + 1,
        question=question.id,
        text=question.text,
        query=query,
        entities=(entity(state, question),),
        reason="the top open question" if not question.searched else "the first search found nothing; other words",
    )


def _rephrase(state: State, question: Question) -> Action:
    key = f"query {question.id} {question.text} {question.searched}"
    if refused(state, key) >= attempts(state):
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
    question = state.question_of(turn.question)
    retrieved = [state.passage(p) for p in turn.retrieved]
    if turn.by_hand:
        unread = [p for p in retrieved if (question.id, p.id) not in state.reads]
        return (question, unread[0]) if unread else None
    if sum(f.turn == turn.number for f in state.facts) >= state.limits.facts:
        return None
    if not any(f.slot == question.slot for f in standing(state.facts)):
        name = entity(state, question)
        unread = [p for p in retrieved if (question.id, p.id) not in state.reads]
        near = sorted(
            (p for p in unread if about(p, name)), key=lambda p: (-about(p, name), not hinted(p, state.question))
        )
        if near:
            return question, _newest(near[0], near, state.question)
    for fact in standing(state.facts):
        asked = next(q for q in state.questions if q.slot == fact.slot)
        for passage in retrieved:
            if (asked.id, passage.id) in state.reads:
                continue
            if challenges(passage, fact, state.passage(fact.passage), state.rules.second):
                return asked, passage
    return None


def _newest(first: Passage, near: list[Passage], asked: str) -> Passage:
    """The newest edition of a page, unless the question names a year."""
    if re.search(r"\b[12]\d{3}\b", asked):
        return first
    editions = [p for p in near if p is first or later_edition(first, p)]
    return max(editions, key=lambda p: p.date or "")


def challenges(passage: Passage, fact: Fact, source: Passage, second: str = "later") -> bool:
    """Whether a passage may overturn a fact: later than its source, and about what the fact is about.

    With `second` = "any", an undated page whose title names the entity is read too.
    """
    if passage.id == fact.passage:
        return False
    if not (source.date and passage.date):
        return second == "any" and about(passage, fact.entity) >= TITLED
    if not earlier(source.date, passage.date):
        return False
    if later_edition(source, passage) or _restates(passage, fact):
        return True
    text = f"{passage.title}. {passage.text}"
    if about(passage, fact.entity) >= TITLED and CHANGE.search(text):
        return True
    return mentions(text, fact.entity) and mentions(text, fact.value) and bool(CHANGE.search(text))


def _restates(passage: Passage, fact: Fact) -> bool:
    """Whether a page makes the fact's very statement with another value."""
    said = frame(fact.quote, fact.value)
    return any(restated(said, s.text) and not mentions(s.text, fact.value) for s in sentences(passage.text))


def _read(state: State, question: Question, passage: Passage) -> Action:
    slot = state_slot(state, question.slot)
    name = entity(state, question)
    text = c.fill(slot.text, state.values())
    key = f"read {passage.id}: {text}"
    if refused(state, key) >= attempts(state):
        event = e.PassageRead(passage=passage.id, question=question.id, verdict="refused", note="no usable reply")
        return Note("read", f"Leave {passage.title}", question.id, (event,))

    def then(reply: Value) -> tuple[e.Event, ...]:
        if reply.sentence == 0 or not reply.value.strip():
            return (e.PassageRead(passage=passage.id, question=question.id, verdict="nothing"),)
        if not state.rules.enforce:
            return _found(state, question, passage, text, taken(passage, reply.sentence, reply.value))
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
    mine = [f for f in state.facts if f.slot == slot.number and f.entity == name and same(f.value, finding.value)]
    waiting = held(state)
    counting = [f for f in mine if f.status == "in" or f.id in waiting]
    if note := _known(state, mine, counting, passage):
        return (read.model_copy(update={"verdict": "passed over", "note": note}),)
    against = rivals(state, slot.number, name, finding.value)
    agreeing = next(iter(counting), None)
    home = against[-1] if against else agreeing
    rests = premises(state, slot)
    grown: tuple[e.Event, ...] = ()
    if home is None and state.turn.node is None:
        node = _node(state, question, (*rests.declared, *rests.mechanical))
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
        status="dormant" if against else agreeing.status if agreeing else "in",
        declared=rests.declared,
        mechanical=rests.mechanical,
        firm=finding.firm,
    )
    if not against or against[-1].status == "in":
        return (read, *grown, e.FactRecorded(fact=fact, disputes=home.id if against and home else None))
    # A third value joins two that hold each other back already.
    reason = f"{against[-1].value} and others are as well supported"
    judged = e.ConflictJudged(call=2, old=against[-1].id, new=fact.id, verdict="equal support", reason=reason)
    return (read, *grown, e.FactRecorded(fact=fact), judged)


def _known(state: State, mine: list[Fact], counting: list[Fact], passage: Passage) -> str | None:
    """Why a finding is nothing new: its passage gave it before, or it was refuted and this is no new source."""
    if any(f.passage == passage.id for f in counting):
        return "already recorded"
    if any(f.status == "out" and copied(state.passage(f.passage), passage) for f in mine):
        return f"{mine[0].value} was refuted and this source is not new"
    return None


def _node(state: State, question: Question, rests: tuple[str, ...]) -> Node:
    """The node of a new finding: below the one whose fact it rests on, or below the newest (ReTree as published)."""
    parent = tip(state.nodes)
    if state.rules.repair != "hard":
        homes = [state.fact(f).node for f in rests]
        parent = max(
            (n for n in state.nodes if n.id in homes or n.parent is None), key=state.nodes.index, default=None
        )
    assert state.turn is not None
    return Node(
        id=f"n{len(state.nodes) + 1}",
        parent=parent.id if parent else None,
        turn=state.turn.number,
        question=question.id,
        summary=parent.summary if parent else "",
    )


def _update(state: State, turn: Turn) -> Action:
    """The end of a turn: close or give up the question, restate hypotheses, open what can now be asked."""
    question = state.question_of(turn.question)
    ranked = hypotheses(state)
    standing_ = {f.id for f in standing(state.facts)}
    best = next((h for h in ranked if h.slot == question.slot and standing_.intersection(h.supports)), None)
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
    asked = (*closing, *ready)
    after = then(state, *unread, *asked)
    home = next((n for n in after.nodes if n.id == turn.node), None)
    summary = (e.NodeSummarised(node=home.id, summary=restating(after)(home)),) if home else ()
    ordered = (e.QuestionsOrdered(questions=order(after)),) if order(after) != _ids(after) else ()
    return Note(
        "update",
        f"Found: {fact.statement}" if fact else f"Nothing found for: {turn.text}",
        question.id,
        (
            *unread,
            *asked,
            *ordered,
            e.HypothesesRanked(turn=turn.number, hypotheses=ranked),
            *summary,
            checked(state),
        ),
    )


def _ids(state: State) -> tuple[str, ...]:
    return tuple(q.id for q in state.questions)


def _closing(state: State, question: Question, fact: Fact | None) -> tuple[e.Event, ...]:
    if fact:
        return (e.QuestionClosed(question=question.id, status="answered", fact=fact.id, reason=fact.statement),)
    if question.status == "open" and question.searched >= state.limits.tries:
        reason = f"{question.searched} searches found nothing that answers it"
        return (e.QuestionClosed(question=question.id, status="dropped", reason=reason),)
    return ()
