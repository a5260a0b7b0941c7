"""How fast the state follows its events, against budgets: `python -m sleuth bench`.

A long run is made up by rule. Each figure is the best of several rounds, since a machine can only add time.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import perf_counter

from sleuth.contract import Contract, Slot
from sleuth.evaluate.long_run import first
from sleuth.events import number
from sleuth.fold import apply, replay
from sleuth.ledger import Fact, Question
from sleuth.models import Record
from sleuth.ranking import hypotheses
from sleuth.revision.repair import Change, repair
from sleuth.rules import AS_PUBLISHED, Repair
from sleuth.search import Passage, digest
from sleuth.state import State
from sleuth.tree import Node

ROUNDS = 5
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class Timing(Record):
    """One measurement against its budget, both in seconds."""

    name: str
    seconds: float
    budget: float
    size: int
    """Of what was measured, in the unit that its name says."""

    @property
    def within(self) -> bool:
        """Whether the budget is kept."""
        return self.seconds <= self.budget


def timings() -> Iterator[Timing]:
    """Every measurement, one after the other."""
    entries = number(first(5000), after=0, at=EPOCH)
    whole = best(lambda: replay(entries))
    yield Timing(name="fold one event of 5,000", seconds=whole / len(entries), budget=50e-6, size=len(entries))
    before, last = replay(entries[:-1]), entries[-1]
    yield Timing(name="fold the event after 5,000", seconds=best(lambda: apply(before, last)), budget=50e-6, size=1)
    policies: tuple[Repair, ...] = ("selective", "hard", "flat", "rebuild")
    for policy in policies:
        state = grown(2000, policy)
        for fact, what in (("f2000", "a leaf"), ("f100", "20 more with it"), ("f2", "half"), ("f1", "the root")):
            change = Change("bench", refuted=frozenset({fact}), old=fact)
            seconds = best(lambda s=state, c=change: repair(s, c))  # type: ignore[misc]
            yield Timing(name=f"repair 2,000 nodes, {policy}, {what} falls", seconds=seconds, budget=10e-3, size=2000)


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The seconds that the fastest of several rounds takes."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def _passage(place: int) -> Passage:
    text = f"Keeper {place} kept the light."
    return Passage(
        id=f"p{place}", title="Book", text=text, collection="none", document=str(place), sha256=digest(text)
    )


def _fact(place: int, slot: int, passage: Passage, node: str, premises: tuple[str, ...]) -> Fact:
    return Fact(
        id=f"f{place}",
        statement=f"Keeper {place} kept the light.",
        entity="Norholm" if not premises else f"Keeper {premises[0][1:]}",
        attribute="keeper",
        value=f"Keeper {place}",
        slot=slot,
        passage=passage.id,
        quote=passage.text,
        start=0,
        end=len(passage.text),
        node=node,
        turn=place,
        declared=premises,
        mechanical=premises,
    )


def grown(nodes: int, policy: Repair) -> State:
    """A state with so many nodes, one fact and one answered question each; fact k rests on fact k // 2.

    So fact 2 has half of the tree below it, fact 100 a fiftieth, and the last one nothing.
    """
    slots, facts, questions, tree = [], [], [], [Node(id="n1", parent=None, turn=0, summary="")]
    page = _passage(1)
    for place in range(1, nodes + 1):
        under = place // 2
        text = f"Who came after #{under}?" if under else "Who was first?"
        entity = f"#{under}" if under else "Norholm"
        premises = (f"f{under}",) if under else ()
        slots.append(Slot(number=place, text=text, entity=entity, wants="person"))
        node = Node(id=f"n{place + 1}", parent=f"n{under + 1}", turn=place, summary=f"[f{place}] Keeper {place}.")
        facts.append(_fact(place, place, page, node.id, premises))
        tree.append(node.model_copy(update={"evidence": (f"f{place}",)}))
        asked = text.replace(f"#{under}", f"Keeper {under}")
        questions.append(
            Question(
                id=f"q{place}", text=asked, slot=place, action=asked, priority="high", status="answered",
                fact=f"f{place}",
            )
        )  # fmt: skip
    contract = Contract(kind="chain", wants="person", slots=tuple(slots))
    rules = AS_PUBLISHED.model_copy(update={"repair": policy})
    state = State(
        question="Q?",
        contract=contract,
        facts=tuple(facts),
        questions=tuple(questions),
        nodes=tuple(tree),
        passages=(page,),
        rules=rules,
    )
    return state.model_copy(update={"hypotheses": hypotheses(state)})
