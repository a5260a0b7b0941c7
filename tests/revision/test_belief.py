"""What stands when something falls: the shapes a person can draw, and random ones against brute force."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.revision.belief import Justification, label


def because(of: str, *content: str) -> Justification:
    return Justification(of, frozenset(content))


def found_by(of: str, *retrieval: str) -> Justification:
    return Justification(of, retrieval=frozenset(retrieval))


def standing(*rules: Justification, refuted: str = "", held: str = "") -> dict[str, str]:
    return label(rules, refuted=frozenset(refuted), held=frozenset(held))


CHAIN = (because("a"), because("b", "a"), because("c", "b"))
DIAMOND = (because("a"), because("b"), because("c", "a"), because("c", "b"), because("d", "c"))


def test_everything_stands_while_nothing_is_refuted():
    assert set(standing(*CHAIN).values()) == {"in"}


def test_a_chain_falls_with_its_root():
    assert standing(*CHAIN, refuted="a") == {"a": "out", "b": "out", "c": "out"}


def test_a_leaf_falls_alone():
    assert standing(*CHAIN, refuted="c") == {"a": "in", "b": "in", "c": "out"}


def test_what_has_two_supports_stays_when_one_falls():
    assert standing(*DIAMOND, refuted="a") == {"a": "out", "b": "in", "c": "in", "d": "in"}


def test_what_has_two_supports_falls_with_both():
    assert standing(*DIAMOND, refuted="ab")["d"] == "out"


def test_what_needs_several_falls_with_any_of_them():
    assert standing(because("a"), because("b"), because("c", "a", "b"), refuted="b")["c"] == "out"


def test_a_cycle_does_not_hold_itself_up():
    ring = (because("a"), because("x", "a"), because("x", "y"), because("y", "x"))
    assert standing(*ring) == {"a": "in", "x": "in", "y": "in"}
    assert standing(*ring, refuted="a") == {"a": "out", "x": "out", "y": "out"}


def test_what_was_found_through_a_fallen_fact_is_dormant_not_out():
    assert standing(because("a"), found_by("b", "a"), refuted="a") == {"a": "out", "b": "dormant"}


def test_what_is_derived_from_a_dormant_fact_is_dormant_too():
    assert standing(because("a"), found_by("b", "a"), because("c", "b"), refuted="a")["c"] == "dormant"


def test_a_second_way_to_have_found_it_keeps_it_in():
    ways = (because("a"), because("b"), found_by("c", "a"), found_by("c", "b"))
    assert standing(*ways, refuted="a")["c"] == "in"


def test_what_is_held_is_dormant_and_so_is_what_was_derived_from_it():
    assert standing(*CHAIN, held="b") == {"a": "in", "b": "dormant", "c": "dormant"}


def test_what_is_refuted_is_out_even_while_it_is_held():
    assert standing(*CHAIN, refuted="b", held="b")["b"] == "out"


def test_reinstating_one_of_two_refuted_facts_brings_back_just_what_rests_on_it():
    assert standing(*DIAMOND, refuted="ab")["c"] == "out"
    assert standing(*DIAMOND, refuted="b") == {"a": "in", "b": "out", "c": "in", "d": "in"}


def test_what_rests_on_something_never_recorded_does_not_stand():
    assert standing(because("b", "never"))["b"] == "out"


ITEMS = "abcdefgh"
SUBSETS = st.frozensets(st.sampled_from(ITEMS), max_size=3)
RULES = st.lists(st.builds(Justification, st.sampled_from(ITEMS), SUBSETS, SUBSETS), max_size=16)
BLOCKED = st.frozensets(st.sampled_from(ITEMS), max_size=3)


def by_brute_force(rules: list[Justification], refuted: frozenset[str], held: frozenset[str]) -> dict[str, str]:
    """Round after round over every rule, until a whole round adds nothing."""

    def fixpoint(retrieval: bool, blocked: frozenset[str]) -> set[str]:
        holds: set[str] = set()
        while True:
            more = {
                of
                for of, content, found in rules
                if of not in blocked and content <= holds and (not retrieval or found <= holds)
            }
            if more == holds:
                return holds
            holds = more

    true, active = fixpoint(False, refuted), fixpoint(True, refuted | held)
    return {r.of: "in" if r.of in active else "dormant" if r.of in true else "out" for r in rules}


@settings(max_examples=5000, deadline=None)
@given(RULES, BLOCKED, BLOCKED)
def test_random_graphs_agree_with_brute_force(rules, refuted, held):
    assert label(rules, refuted=refuted, held=held) == by_brute_force(rules, refuted, held)


@settings(max_examples=300, deadline=None)
@given(RULES, BLOCKED)
def test_refuting_more_never_brings_anything_back(rules, refuted):
    order = ["out", "dormant", "in"]
    before, after = label(rules), label(rules, refuted=refuted)
    assert all(order.index(after[item]) <= order.index(before[item]) for item in before)


@settings(max_examples=300, deadline=None)
@given(RULES, BLOCKED)
def test_the_order_in_which_reasons_were_recorded_does_not_matter(rules, refuted):
    assert label(rules, refuted=refuted) == label(rules[::-1], refuted=refuted)


@pytest.mark.parametrize("order", list(permutations("abd")))
def test_refuting_one_after_another_ends_the_same_in_any_order_and_twice_is_once(order):
    refuted = frozenset()
    for item in order:
        refuted |= {item}
        once = label(DIAMOND, refuted=refuted)
        assert label(DIAMOND, refuted=refuted) == once
    assert once == {"a": "out", "b": "out", "c": "out", "d": "out"}
