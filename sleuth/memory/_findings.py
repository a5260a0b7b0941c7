"""What a page says, asked of the model and checked: a fact, one more source for one, or a disagreement to judge."""

from sleuth import contract as c
from sleuth import events as e
from sleuth.investigate import Action, Note
from sleuth.ledger import Fact, Question
from sleuth.memory._asking import asked_of
from sleuth.ranking import held
from sleuth.reading import Finding, listed
from sleuth.revision.conflicts import rivals
from sleuth.revision.dependence import premises
from sleuth.search import Passage
from sleuth.sources import copied
from sleuth.state import State
from sleuth.stating import statement
from sleuth.tree import Node, tip
from sleuth.values import same


def read(state: State, question: Question, passage: Passage) -> Action:
    """Ask what a page says about a question; what checks out becomes a fact, or a disagreement to judge."""
    slot, name = state.slot(question.slot), state.entity(question)
    text = c.fill(slot.text, state.values())
    if (numbers := listed(passage, text, name, state.values().values())) is not None:
        events = as_fact(state, question, passage, text, numbers)
        return Note("read", f"Compare the numbers on {passage.title}", question.id, events)
    return asked_of(
        state,
        passage,
        question=question.id,
        text=text,
        entity=name,
        key=f"read {passage.id}: {text}",
        wants=lambda _: slot.wants,
        found=lambda finding: as_fact(state, question, passage, text, finding),
    )


def as_fact(state: State, question: Question, passage: Passage, text: str, finding: Finding) -> tuple[e.Event, ...]:
    """A checked finding as events: it opens this turn's node, joins one it agrees with, or is held for judgement."""
    assert state.turn is not None
    slot, name = state.slot(question.slot), state.entity(question)
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
        statement=statement(text, finding.value),
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
