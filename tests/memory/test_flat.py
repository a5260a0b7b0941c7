"""FlatUpdate: a correction replaces its fact in place, and what was derived from the old value stays."""

import pytest
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, CORRECTION, EVERY, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import ask, shelf

from sleuth import events as e
from sleuth.rules import Rules

EVERYTHING = (BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK)


def late(**rules):
    return ask(QUESTION, shelf(*EVERYTHING), *CHAIN, *OVERTURNED, strategy="flat", rules=Rules(**rules))


@pytest.mark.parametrize("repair", ["selective", "hard", "rebuild"])
def test_after_a_late_correction_the_stale_dependents_stay_and_give_the_stale_answer(repair):
    told = late(repair=repair)
    assert told.facts() == [("Ada Holm", "out"), ("Bergdal", "in"), ("Vikland", "in"), ("Birger Lund", "in")]
    assert told.state.answer == "Vikland"


def test_the_correction_is_recorded_at_its_node_and_nothing_is_pruned():
    told = late()
    (repaired,) = told.events(e.Repaired)
    assert (repaired.node, repaired.old, repaired.new, repaired.pruned) == ("n2", "f1", "f4", ())
    assert {n.status for n in told.state.nodes} == {"active"}
    assert [len(n.revisions) for n in told.state.nodes] == [0, 1, 0, 0]


def test_a_correction_in_the_same_turn_leaves_nothing_stale():
    pages = shelf(BRIDGE, CORRECTION, *EVERY[1:])
    told = ask(QUESTION, pages, *CHAIN, *OVERTURNED, strategy="flat")
    assert told.state.answer == "Nordmark"


def test_up_to_the_correction_it_asks_and_searches_as_retree_does():
    flat, tree = late(), ask(QUESTION, shelf(*EVERYTHING), *CHAIN, *OVERTURNED)

    def until_repair(told):
        at = next(i for i, x in enumerate(told.entries) if isinstance(x.event, e.Repaired))
        events = [x.event for x in told.entries[1:at]]
        return [x.model_dump(exclude={"seconds"}) for x in events if not isinstance(x, e.FactChanged)]

    assert until_repair(flat) == until_repair(tree)
