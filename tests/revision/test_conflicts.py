"""Contradictions: the stronger evidence first, a pinned fact only by a person, and what is decided by hand."""

from bridge import ADA, BERGDAL, BRIDGE, CHAIN, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import NOON, ask, shelf
from test_acts import carried_on, do

from sleuth import memory
from sleuth.events import ConflictJudged, RunStarted, number
from sleuth.fold import replay
from sleuth.investigate import Ask, Ports, investigate
from sleuth.models.scripted import scripted
from sleuth.person import FactPinned
from sleuth.revision.conflicts import judge
from sleuth.rules import Rules
from sleuth.settings import Limits
from sleuth.state import Conflict, State

PAGES = (BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK)
SCRIPT = (*CHAIN, *OVERTURNED)


def pinned_on_the_way() -> tuple[State, list]:
    """A person pins the first fact as soon as it is found; later a page contradicts it."""
    start = RunStarted(
        question=QUESTION, memory="retree", model="scripted", collections=("shelf",), limits=Limits(), rules=Rules()
    )
    entries = list(number((start,), after=0, at=NOON))

    def pin(state: State):
        found = [f for f in state.facts if f.value == "Ada Holm" and not f.pinned]
        return (FactPinned(fact="f1", pinned=True),) if found else ()

    ports = Ports(scripted(SCRIPT), shelf(*PAGES), lambda: NOON, person=pin)
    for step in investigate(replay(entries), memory.strategy("retree"), ports):
        entries.extend(step)
    return replay(entries), [x.event for x in entries]


def test_a_pinned_fact_is_not_refuted_by_a_page_and_the_contradiction_stays_in_sight():
    state, events = pinned_on_the_way()
    assert state.answer == "Vikland"
    assert state.fact("f1").status == "in"
    rival = next(f for f in state.facts if f.value == "Birger Lund")
    assert rival.status == "dormant"
    assert [(c.old, c.new) for c in state.unsettled] == [("f1", rival.id)]
    assert [x.verdict for x in events if isinstance(x, ConflictJudged)] == ["conflict", "pinned"]


def test_a_person_decides_against_what_was_pinned_and_the_run_goes_on_from_there():
    state, _ = pinned_on_the_way()
    rival = next(f for f in state.facts if f.value == "Birger Lund")
    decided = do(state, "decide conflict", rival.id)
    assert (decided.answer, decided.cause, decided.unsettled) == (None, "reopened", ())
    assert not decided.fact("f1").pinned
    assert carried_on(decided, *PAGES, script=SCRIPT).answer == "Nordmark"


def test_a_person_decides_for_what_was_pinned_and_the_answer_stays():
    state, _ = pinned_on_the_way()
    decided = do(state, "decide conflict", "f1")
    assert (decided.answer, decided.unsettled) == ("Vikland", ())
    assert next(f for f in decided.facts if f.value == "Birger Lund").status == "out"


def test_of_several_contradictions_the_one_with_the_stronger_evidence_is_judged_first():
    state = ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL), *CHAIN).state
    weak = state.fact("f1").model_copy(update={"id": "f4", "value": "Carl Ost", "status": "dormant", "firm": False})
    strong = weak.model_copy(update={"id": "f5", "value": "Birger Lund", "firm": True})
    held = state.model_copy(
        update={
            "facts": (*state.facts, weak, strong),
            "conflicts": (Conflict(old="f1", new="f4"), Conflict(old="f1", new="f5")),
        }
    )
    action = judge(held)
    assert isinstance(action, Ask)
    assert action.title == "Do Ada Holm and Birger Lund conflict?"
