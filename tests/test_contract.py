"""The answer contract: references, dependence, and the answer that the values found give."""

import pytest

from sleuth.contract import Contract, Slot, attribute, conclude, depends, fill, final_slots, needs, worded


def contract(*texts: str, test="none", options=()) -> Contract:
    slots = tuple(
        Slot(number=n, text=t, entity="#1" if "#" in t else "it", wants="thing") for n, t in enumerate(texts, 1)
    )
    return Contract(kind="chain", wants="thing", slots=slots, test=test, options=options)


CHAIN = contract("Who directed Heat?", "Where was #1 born?", "Which river flows through #2?")
PAIR = ("Who directed A?", "When did #1 die?", "Who directed B?", "When did #3 die?")


def test_references_are_found_and_filled():
    assert needs("Did #1 meet #12?") == (1, 12)
    assert fill("Did #1 meet #12?", {1: "Ann", 12: "Tom"}) == "Did Ann meet Tom?"
    assert fill("Where was #2 born?", {1: "Ann"}) == "Where was #2 born?"


def test_a_value_that_looks_like_a_reference_is_not_filled_again():
    assert fill("Who is #1 of #2?", {1: "#2", 2: "Ann"}) == "Who is #2 of Ann?"


def test_a_reader_is_told_of_an_answer_that_is_still_awaited():
    assert worded("Did #1 meet #12?", {1: "#2"}) == "Did #2 meet [answer 12]?"


def test_what_hangs_on_a_slot_includes_what_hangs_on_that():
    assert depends(CHAIN, 1) == (2, 3)
    assert depends(CHAIN, 3) == ()
    assert depends(contract(*PAIR), 3) == (4,)


def test_the_answer_is_made_of_the_slots_nobody_needs():
    assert final_slots(CHAIN) == (3,)
    assert final_slots(contract(*PAIR)) == (2, 4)


def test_a_chain_answers_with_its_last_value_and_only_with_it():
    assert conclude(CHAIN, {1: "Mann", 2: "Chicago"}) is None
    assert conclude(CHAIN, {1: "Mann", 2: "Chicago", 3: "Chicago River"}) == "Chicago River"


DIRECTORS = {1: "Ann", 3: "Tom"}


@pytest.mark.parametrize(
    ("test", "first", "second", "answer"),
    [
        ("earlier", "1950", "1960", "A"),
        ("earlier", "1960", "1950", "B"),
        ("later", "1960", "1950", "A"),
        ("later", "1950", "1960", "B"),
        ("more", "1,200", "900", "A"),
        ("less", "1,200", "900", "B"),
        ("longer", "120 minutes", "95 minutes", "A"),
        ("shorter", "120 minutes", "95 minutes", "B"),
        ("same", "American", "United States", "yes"),
        ("same", "Norway", "Sweden", "no"),
        ("different", "Norway", "Sweden", "yes"),
        ("different", "Norway", "Norwegian", "no"),
        ("earlier", "1950", "1950", None),
        ("earlier", "1950", "3 May 1950", None),
        ("more", "many", "900", None),
    ],
)
def test_a_comparison_is_decided_from_the_values(test, first, second, answer):
    made = contract(*PAIR, test=test, options=("A", "B"))
    assert conclude(made, DIRECTORS | {2: first, 4: second}) == answer


def test_a_comparison_waits_for_both_sides():
    made = contract(*PAIR, test="same")
    assert conclude(made, DIRECTORS | {2: "Norway"}) is None


def test_equals_tests_the_last_value_against_the_one_named():
    made = contract("Who composed it?", "Where was #1 born?", test="equals", options=("Helsinki",))
    assert conclude(made, {1: "Ann", 2: "Helsinki, Finland"}) == "yes"
    assert conclude(made, {1: "Ann", 2: "Turku"}) == "no"


@pytest.mark.parametrize(
    ("text", "entity", "asks"),
    [
        ("Who is the director of Heat?", "Heat", "director"),
        ("Who directed Heat?", "Heat", "who directed"),
        ("Where was Ann Lee born?", "Ann Lee", "where born"),
        ("What is Heat?", "Heat", "what"),
    ],
)
def test_an_attribute_is_what_is_asked_without_the_name(text, entity, asks):
    assert attribute(Slot(number=1, text=text, entity=entity, wants="thing")) == asks
