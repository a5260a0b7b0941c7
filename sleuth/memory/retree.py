"""ReTree with SLEUTH's ledger: the default strategy.

A turn takes the top open question, makes its one search, reads the passages that speak of its entity one by one,
judges every disagreement with a standing fact before anything else proceeds, and ends by restating the ledger.
Each function decides one kind of step from the state alone. Sources: SLEUTH (arXiv 2607.12267), ReTree
(arXiv 2608.10676).
"""

from sleuth import contract as c
from sleuth import events as e
from sleuth.answering import conclude
from sleuth.fold import then
from sleuth.investigate import Action, Note
from sleuth.ledger import Fact, Question, standing
from sleuth.memory import _facts_only
from sleuth.memory._drafting import before_search
from sleuth.memory._findings import read
from sleuth.memory._pages import next_reading
from sleuth.memory._retrieving import retrieve
from sleuth.memory._steering import extract, steered
from sleuth.planning import plan
from sleuth.policy import checked, nudge
from sleuth.ranking import hypotheses
from sleuth.replies import Rephrased, ask, attempts, refused
from sleuth.revision.aftermath import reordered, restating
from sleuth.revision.conflicts import judge, settle, unequal
from sleuth.revision.dependence import premises
from sleuth.state import State, Turn
from sleuth.tree import known
from sleuth.turns import brought


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
    if due := nudge(state, len(standing(state.facts))):
        return due
    question = top(state)
    if question is None or state.exhausted or state.nudged or supported(state):
        return conclude(state, forced=state.nudged or (state.exhausted and question is not None))
    if not question.searched:
        if before := extract(state) or before_search(state, question, _begin):
            return before
        begun = _begin(state, question, question.action or question.text)
        return Note("choose", f"Take up: {question.text}", question.id, steered(state, begun))
    return _rephrase(state, question)


def supported(state: State) -> bool:
    """Whether to commit on the state: the values found decide the answer, whatever is still open of the chain."""
    if state.rules.commit not in ("both", "state") or state.contract is None:
        return False
    if any(q.status == "open" and q.action and state.slot(q.slot).side for q in state.questions):
        return False  # what a person wants to know beside it is looked for first
    return c.conclude(state.contract, state.values()) is not None


def _by_hand(state: State, question: str, passage: str) -> Action:
    """A turn for a passage that a person added: it is read like a search result, but costs no search."""
    asked, page = state.question_of(question), state.passage(passage)
    return brought(state, _begin(state, asked, f"added by hand: {page.title}"), page)


def top(state: State) -> Question | None:
    """The open question whose subject is known and on which most depends; questions stand in that order."""
    return next((q for q in state.questions if q.status == "open" and q.action is not None), None)


def _begin(state: State, question: Question, query: str) -> e.TurnStarted:
    rests = premises(state, state.slot(question.slot))
    return e.TurnStarted(
        declared=rests.declared,
        mechanical=rests.mechanical,
        turn=state.turns + 1,
        question=question.id,
        text=question.text,
        query=query,
        entities=(state.entity(question),),
        reason="the top open question" if not question.searched else "the first search found nothing; other words",
    )


def _rephrase(state: State, question: Question) -> Action:
    key = f"query {question.id} {question.text} {question.searched}"
    if refused(state, key) >= attempts(state):
        plainer = f"{state.entity(question)} {c.attribute(state.slot(question.slot))}"
        begun = _begin(state, question, plainer)
        return Note("choose", f"Search again: {plainer}", question.id, steered(state, begun))
    return ask(
        state,
        Rephrased,
        lambda reply: steered(state, _begin(state, question, reply.query)),
        purpose="query",
        phase="choose",
        title=f"Find other words for: {question.text}",
        key=key,
        question=question.id,
        tokens=40,
        slots={
            "investigation": state.question,
            "summary": known(state.nodes),
            "question": question.text,
            "searched": "; ".join(s.query for s in state.searches if s.question == question.id),
        },
    )


def _within(state: State, turn: Turn) -> Action:
    if not turn.searched:
        return retrieve(state, turn)
    pair = None if state.outspent else next_reading(state, turn)
    return read(state, *pair) if pair else _update(state, turn)


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
    why = "the budget is spent" if state.outspent else "not about the subject, or enough is known"
    unread = tuple(
        e.PassageRead(passage=p, question=question.id, verdict="passed over", note=why)
        for p in turn.retrieved
        if (question.id, p) not in state.reads
    )
    asked = (*closing, *ready)
    after = then(state, *unread, *asked)
    home = next((n for n in after.nodes if n.id == turn.node), None)
    summary = (e.NodeSummarised(node=home.id, summary=restating(after)(home)),) if home else ()
    return Note(
        "update",
        f"Found: {fact.statement}" if fact else f"Nothing found for: {turn.text}",
        question.id,
        (
            *unread,
            *asked,
            *reordered(after),
            e.HypothesesRanked(turn=turn.number, hypotheses=ranked),
            *summary,
            checked(state),
        ),
    )


def _closing(state: State, question: Question, fact: Fact | None) -> tuple[e.Event, ...]:
    if fact:
        return (e.QuestionClosed(question=question.id, status="answered", fact=fact.id, reason=fact.statement),)
    if question.status == "open" and question.searched >= state.limits.tries:
        reason = f"{question.searched} searches found nothing that answers it"
        return (e.QuestionClosed(question=question.id, status="dropped", reason=reason),)
    return ()
