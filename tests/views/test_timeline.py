"""The projections that the page draws: steps, what changed, and the tree's nodes."""

import itertools

import small_run

from sleuth import events as e
from sleuth.evaluate import long_run
from sleuth.fold import replay, then
from sleuth.person import FactPinned
from sleuth.state import State
from sleuth.views.changes import changes
from sleuth.views.outline import outline
from sleuth.views.timeline import extend

ENTRIES = small_run.entries()
STEPS = extend((), ENTRIES)


def at(step: int) -> State:
    """The state after a step."""
    return replay(ENTRIES[: STEPS[step - 1].ended])


def drawn(step: int) -> dict[str, tuple[str, str]]:
    """Status and label of each node after a step."""
    return {node.id: (node.status, node.label) for node in outline(at(step), changes(at(step - 1), at(step)))}


def test_steps_cover_the_log_without_gaps():
    assert [step.number for step in STEPS] == list(range(1, 14))
    assert [b.begun - a.ended for a, b in itertools.pairwise(STEPS)] == [1] * 12
    assert (STEPS[0].begun, STEPS[-1].ended) == (2, len(ENTRIES))


def test_a_step_tells_its_cause_cost_and_what_came_of_it():
    choose, read = STEPS[2], STEPS[4]
    assert (choose.cause, choose.turn, choose.seconds) == ("top of the list", 1, 0.25)
    assert read.call is not None
    assert (read.call.purpose, read.call.prompt_tokens, read.call.cached_tokens) == ("read", 120, 100)
    assert read.notes[0].startswith("New fact f1 from p1: The Norholm bridge")
    assert read.notes[1] == "Refused '1899' from p1: the value '1899' does not occur in it"


def test_what_a_person_does_belongs_to_the_step_before():
    assert STEPS[8].notes[-2:] == ("Paused by a person", "Resumed by a person")


def test_a_failed_run_says_so_in_its_last_step():
    assert "Failed: The model's server cannot be reached." in STEPS[10].notes


def test_steps_are_the_same_however_the_entries_arrive():
    for cut in range(len(ENTRIES)):
        assert extend(extend((), ENTRIES[:cut]), ENTRIES[cut:]) == STEPS


def test_what_a_step_brought_is_new_and_what_it_touched_is_changed():
    assert changes(at(4), at(5)).new == {"f1", "n2"}
    repaired = changes(at(7), at(8))
    assert repaired.new == frozenset()
    assert repaired.changed == {"f1", "f2", "n2", "n3"}
    assert [repaired.suffix(i) for i in ("f1", "q1")] == [" · changed", ""]


def test_a_node_is_marked_by_what_befell_it():
    assert drawn(5)["n2"][0] == "active"
    assert drawn(6)["n2"][0] == "conflict"
    assert drawn(8) == {
        "n1": ("active", small_run.QUESTION),
        "n2": ("repaired", small_run.MINUTES),
        "n3": ("pruned", "Where was [answer 1] born?"),
    }


def test_the_newest_active_node_is_the_current_one():
    nodes = outline(at(13), changes(at(12), at(13)))
    assert [node.id for node in nodes if node.current] == ["n4"]


def test_a_node_with_a_pinned_fact_is_marked_and_one_whose_pin_is_taken_back_is_not():
    pinned = then(at(13), FactPinned(fact="f2", pinned=True))
    assert [n.id for n in outline(pinned, changes(pinned, pinned)) if n.pinned] == ["n2"]
    unpinned = then(pinned, FactPinned(fact="f2", pinned=False))
    assert not any(n.pinned for n in outline(unpinned, changes(unpinned, unpinned)))


def test_a_node_rests_on_those_whose_facts_led_to_it_not_on_itself():
    found = small_run.F3.model_copy(update={"id": "f4", "declared": ("f2",), "mechanical": ("f2", "f3")})
    after = then(at(13), e.FactRecorded(fact=found))
    rests = {n.id: n.rests_on for n in outline(after, changes(after, after))}
    assert rests == {"n1": (), "n2": (), "n3": (), "n4": ("n2",)}


def test_a_long_run_has_all_its_steps():
    assert len(extend((), long_run.entries(300))) == 300


def test_what_a_person_decides_is_a_step_of_its_own_with_all_that_followed():
    steps = extend(STEPS, small_run.entries((*small_run.STEPS, *small_run.AFTERMATH))[len(ENTRIES) :])
    by_person = [s for s in steps if s.phase == "person"]
    assert [s.title for s in by_person] == [
        "AK pinned f2",
        "AK added p4 for q1",
        "AK proposed a value for q1",
        "AK undid an earlier act and took a proposed value back",
        "AK put the questions into another order",
        "AK rejected f3",
        "Branched from small",
    ]
    rejected = by_person[5]
    assert rejected.cause == "another Birger Lund"
    assert rejected.notes == (
        "f3 is now out: another Birger Lund",
        "Repaired n4: f3 gave way to nothing",
        "The answer is open again: another Birger Lund",
        "n3 stands again",
    )
    assert "Waits to be carried on: a passage was added" in by_person[1].notes


def test_a_dispute_that_waits_for_a_person_is_marked_in_the_tree():
    after = then(
        at(6), e.ConflictJudged(call=2, old="f1", new="f2", verdict="equal support", reason="one source against one")
    )
    assert {n.id: n.status for n in outline(after, changes(after, after))}["n2"] == "conflict"
