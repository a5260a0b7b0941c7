"""What follows from facts that stand otherwise than before, whatever the policy that decided so.

Questions, summaries and the answer are derived from the facts; here they catch up with them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from sleuth import contract as c
from sleuth import events as e
from sleuth.answering import answered
from sleuth.fold import then
from sleuth.ledger import Fact, Question, standing
from sleuth.ranking import order
from sleuth.state import State, numbered
from sleuth.tree import Node, summarise, tip

REOPENED = "what answered it, or what it was asked about, was repaired"


def questions(
    before: State, after: State, reason: str, accepted: frozenset[str], withheld: frozenset[str]
) -> tuple[e.QuestionOpened | e.QuestionClosed, ...]:
    """Questions answered by another fact now, and those that lost their answer or are about something else now."""
    if after.contract is None:
        return ()
    was, now = before.facts, after.facts
    moved_facts = [new for old, new in zip(was, now, strict=True) if old.status != new.status]
    returned = {f.id for f in moved_facts if f.status == "in"}
    touched = {f.slot for f in moved_facts}
    by_slot: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in standing(now):
        if fact.slot in touched:
            by_slot[fact.slot].append(fact)
    held_back = [after.fact(fact) for fact in sorted(withheld)]
    values = _Values(after)
    moved: set[int] = set()
    """Slots whose value is another now, or none."""
    events: list[e.QuestionOpened | e.QuestionClosed] = []
    for question in sorted(after.questions, key=lambda q: q.slot):
        slot = after.slot(question.slot)
        if question.slot not in touched and (not moved or moved.isdisjoint(c.needs(slot.text))):
            continue
        facts = by_slot[question.slot]
        if question.status == "answered" and (question.slot not in touched or question.fact in {f.id for f in facts}):
            continue
        had = values.get(question.slot)
        values.now[question.slot] = None
        text = values.fill(slot.text)
        disputed = tuple(dict.fromkeys(f.value for f in held_back if f.slot == question.slot))
        # The turn under way closes its own question, unless that is about something else now.
        goes_on = before.turn is not None and before.turn.question == question.id and text == question.text
        if facts and (question.status == "answered" or (returned.intersection(f.id for f in facts) and not goes_on)):
            best = max(facts, key=lambda f: (f.id in accepted, f.firm, f.id in returned))
            values.now[question.slot] = best.value
            if text != question.text:
                events.append(e.QuestionOpened(question=asked_anew(question, text, disputed), reason=REOPENED))
            why = reason if best.id in accepted else best.statement
            events.append(e.QuestionClosed(question=question.id, status="answered", fact=best.id, reason=why))
        elif question.status == "answered" or text != question.text or disputed:
            events.append(e.QuestionOpened(question=asked_anew(question, text, disputed), reason=REOPENED))
        if values.get(question.slot) != had:
            moved.add(question.slot)
    return tuple(events)


class _Values:
    """The value of each slot while it is worked out how they change; looked up only where one is needed."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._questions = {q.slot: q for q in state.questions}
        self.now: dict[int, str | None] = {}

    def get(self, slot: int) -> str | None:
        if slot in self.now:
            return self.now[slot]
        question = self._questions.get(slot)
        answers = question is not None and question.status == "answered" and question.fact
        return self._state.fact(answers).value if answers else None

    def fill(self, text: str) -> str:
        return c.fill(text, {n: value for n in c.needs(text) if (value := self.get(n)) is not None})


def asked_anew(question: Question, text: str, disputed: tuple[str, ...] = ()) -> Question:
    """A question asked anew; over a dispute it looks for either value."""
    action = f"{text} {' or '.join(disputed)}" if disputed else text
    return Question(
        id=question.id,
        text=text,
        slot=question.slot,
        action=None if c.needs(text) else action,
        priority=question.priority,
    )


def reordered(state: State) -> tuple[e.QuestionsOrdered, ...]:
    """The questions put into the order of what an answer would move, where they stand otherwise."""
    ordered = order(state)
    return (e.QuestionsOrdered(questions=ordered),) if ordered != tuple(q.id for q in state.questions) else ()


def restating(state: State) -> Callable[[Node], str]:
    """How a node's summary reads, made anew from the evidence on its path and what is still open."""
    still_open = tuple(q.text for q in state.questions if q.status == "open")

    def restated(node: Node) -> str:
        evidence = list(node.evidence)
        while node.parent is not None:
            node = numbered(state.nodes, node.parent)
            evidence += node.evidence
        facts = sorted((state.fact(f) for f in evidence), key=lambda f: int(f.id[1:]))
        return summarise(tuple(facts), still_open)

    return restated


def summaries(after: State, moved: Iterable[str], revived: tuple[str, ...] = ()) -> tuple[e.Event, ...]:
    """Summaries that no longer fit, restated, parents first.

    `flat` restates only where the investigation stands, `rebuild` every one, the others those that cite a fact which
    no longer stands and those of nodes that stand again. Below a summary that comes out as it was, nothing has to be
    looked at.
    """
    policy, here = after.rules.repair, tip(after.nodes)
    gone = {fact for fact in moved if after.fact(fact).status != "in"}
    family = {after.fact(fact).node for fact in gone}
    restated = restating(after)
    events: list[e.Event] = []
    for node in after.nodes:
        if policy == "flat":
            due = node is here
        elif policy == "rebuild":
            due = node.status == "active"
        else:
            below = node.parent in family or node.id in family
            if below:
                family.add(node.id)
            cites = below and not gone.isdisjoint(CITED.findall(node.summary))
            due = node.status == "active" and (cites or node.id in revived)
        if not due:
            continue
        text = restated(node)
        if text == node.summary:
            family.discard(node.id)
        else:
            events.append(e.NodeSummarised(node=node.id, summary=text))
    return tuple(events)


CITED = re.compile(r"\[(f\d+)\]")


def reconsidered(before: State, after: State, reason: str) -> tuple[e.Event, ...]:
    """An answer whose facts fell is open again, and given anew at once if the values that are left decide it.

    So is an abstention that told of contradicting positions, once one of them is settled.
    """
    if not before.claims:
        return ()
    cited = {cited.fact for claim in before.claims for cited in claim.citations if cited.fact}
    fallen = tuple(sorted(f for f in cited if after.fact(f).status == "out" or _fell(before, after, f)))
    if not fallen:
        return ()
    reopened = e.AnswerReopened(facts=fallen, reason=reason)
    return (reopened, *answered(then(after, reopened)))


def _fell(before: State, after: State, fact: str) -> bool:
    return before.fact(fact).status == "in" != after.fact(fact).status
