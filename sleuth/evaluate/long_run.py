"""A long run made up by rule: hundreds of steps, five passages a search, a node a turn, now and then a repair.

For measuring, and for testing, what must stay quick, or bounded, or reachable, when a run is long.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, islice

from sleuth import events as e
from sleuth.contract import Contract, Slot
from sleuth.events import Entry
from sleuth.ledger import Fact, Hypothesis, Question
from sleuth.models import Message
from sleuth.search import Passage, digest
from sleuth.settings import Limits
from sleuth.tree import Node

BEGUN = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
QUESTION = "Which harbour did the last of the sixty lighthouse keepers of Norholm retire to?"
REPAIR_EVERY = 9
"""Turns between two repairs."""


def steps(count: int) -> Iterator[tuple[e.Event, ...]]:
    """The events of so many steps, one tuple each; the first tuple only starts the run and counts as none."""
    limits = Limits(turns=1000, searches=1000)
    started = e.RunStarted(
        question=QUESTION, memory="retree", model="scripted", collections=("harbour",), limits=limits
    )
    yield (started,)
    yield _plan()
    taken, turn = 1, 0
    while taken < count:
        turn += 1
        for events in _turn(turn):
            if taken < count:
                taken += 1
                yield events


def entries(count: int) -> tuple[Entry, ...]:
    """The same, in their places, a second apart."""
    events = [event for group in steps(count) for event in group]
    return tuple(
        Entry(seq=i, at=BEGUN + timedelta(seconds=i), event=event) for i, event in enumerate(events, start=1)
    )


def first(count: int) -> tuple[e.Event, ...]:
    """So many events."""
    return tuple(islice(chain.from_iterable(steps(count)), count))


def _plan() -> tuple[e.Event, ...]:
    slots = (Slot(number=1, text="Who kept the light?", entity="Norholm", wants="person"),)
    opened = Question(id="q1", text=slots[0].text, slot=1, action="keeper", priority="high")
    return (
        _step("plan", 0, "Plan the chain of questions"),
        _called("plan", '{"steps": ["Who kept the light?"]}'),
        e.ContractMade(contract=Contract(kind="chain", wants="person", slots=slots)),
        e.QuestionOpened(question=opened, reason="a slot of the answer contract"),
        e.NodeAdded(node=Node(id="n1", parent=None, turn=0, summary="Nothing is confirmed yet.")),
    )


def _turn(turn: int) -> Iterator[tuple[e.Event, ...]]:
    asked = f"Who kept the light of Norholm after keeper {turn - 1}?"
    query = f"Norholm light keeper {turn}"
    yield (
        _step("choose", turn, f"Take up: {asked}"),
        e.TurnStarted(turn=turn, question="q1", text=asked, query=query, reason="the top open question"),
    )
    found = tuple(_passage(turn, n) for n in range(1, 6))
    yield (
        _step("search", turn, f"Search: {query}"),
        e.Searched(turn=turn, question="q1", query=query, engine="corpus", outcome="found", passages=found),
    )
    node = Node(id=f"n{turn + 1}", parent=f"n{turn}" if turn % 7 else "n1", turn=turn, question="q1", summary=asked)
    yield (
        _step("read", turn, f"Read {found[0].title} for: {asked}"),
        _called("read", '{"sentence": 1}'),
        e.PassageRead(passage=found[0].id, question="q1", verdict="fact"),
        e.NodeAdded(node=node),
        e.FactRecorded(fact=_fact(_fact_id(turn), turn, found[0], node.id)),
    )
    yield (
        _step("read", turn, f"Read {found[1].title} for: {asked}"),
        _called("read", '{"sentence": 0}'),
        e.PassageRead(passage=found[1].id, question="q1", verdict="nothing"),
    )
    if turn % REPAIR_EVERY == 0:
        yield from _repair(turn, found[2], node.id)
    ranked = Hypothesis(
        id="h1",
        statement=asked,
        slot=1,
        value=f"Keeper {turn}",
        confidence="medium",
        supports=(_fact_id(turn),),
        rank=1,
    )
    yield (
        _step("update", turn, f"Found: keeper {turn}"),
        e.HypothesesRanked(turn=turn, hypotheses=(ranked,)),
        e.NodeSummarised(node=node.id, summary=f"Keeper {turn} kept the light. Still open: who came next."),
        e.TurnChecked(turn=turn, valid_raw=True, valid=True, context_chars=900),
    )


def _repair(turn: int, found: Passage, node: str) -> Iterator[tuple[e.Event, ...]]:
    old, new = _fact_id(turn), _fact_id(turn + 1, before=1)
    yield (
        _step("read", turn, f"Read {found.title}"),
        e.FactRecorded(fact=_fact(new, turn, found, node, status="dormant"), disputes=old),
    )
    reason = "the later list corrects the earlier one"
    yield (
        _step("compare", turn, f"Which holds, {old} or {new}?"),
        _called("confirm", '{"holds": "B"}'),
        e.ConflictJudged(call=2, old=old, new=new, verdict="new holds", reason=reason),
        e.FactChanged(fact=old, status="out", reason=reason),
        e.FactChanged(fact=new, status="in", reason=reason),
        e.Repaired(node=node, old=old, new=new, reason=reason, summary=f"Keeper {turn} it is."),
    )


def _fact_id(turn: int, before: int = 0) -> str:
    """The first fact of a turn, or the one so many before it: ids run on without a gap, as in any run."""
    return f"f{turn + (turn - 1) // REPAIR_EVERY - before}"


def _passage(turn: int, number: int) -> Passage:
    line = f"In the year {1700 + turn} keeper {turn} took over the light of Norholm from keeper {turn - 1}. "
    text = line + "The harbour book tells of storms, of oil and of wicks, and of the pay that came late. " * 10
    return Passage(
        id=f"p{(turn - 1) * 5 + number}",
        title=f"Harbour book, volume {turn}, part {number}",
        text=text,
        url=f"https://example.org/{turn}/{number}",
        date=f"{1700 + turn}-01-01",
        collection="harbour",
        document=f"d{turn}.{number}",
        sha256=digest(text),
    )


def _fact(identity: str, turn: int, found: Passage, node: str, **more: object) -> Fact:
    value = f"keeper {turn}"
    start = found.text.index(value)
    statement = f"Keeper {turn} took over the light of Norholm in {1700 + turn}."
    place = {"passage": found.id, "quote": value, "start": start, "end": start + len(value), "node": node}
    return Fact(
        id=identity, statement=statement, entity="Norholm", attribute="keeper", value=value, slot=1, turn=turn,
        **place, **more,
    )  # fmt: skip


def _step(phase: e.Phase, turn: int, title: str) -> e.StepTaken:
    return e.StepTaken(phase=phase, turn=turn, title=title, question="q1", seconds=0.4)


def _called(purpose: str, reply: str) -> e.ModelCalled:
    prompt = (Message(role="system", content="Answer from the page. " * 60), Message(role="user", content=purpose))
    return e.ModelCalled(
        purpose=purpose, model="scripted", prompt_sha256=digest(purpose), reply_sha256=digest(reply), prompt=prompt,
        reply=reply, finish="stop", prompt_tokens=600, cached_tokens=500, completion_tokens=12, seconds=0.4,
    )  # fmt: skip
