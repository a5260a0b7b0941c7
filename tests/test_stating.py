"""A question and its value as a sentence that can be held against a passage."""

import pytest

from sleuth.stating import statement


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("Who directed Heat?", "Michael Mann", "Michael Mann directed Heat."),
        ("Where was Michael Mann born?", "Chicago", "Michael Mann was born in Chicago."),
        ("When was Ann Lee born?", "1950", "Ann Lee was born in 1950."),
        ("When was Ann Lee born?", "3 May 1950", "Ann Lee was born on 3 May 1950."),
        ("When did Carl Ost die?", "9 May 1951", "Carl Ost died on 9 May 1951."),
        ("When did Carl Ost die?", "1951", "Carl Ost died in 1951."),
        ("Where did Carl Ost die?", "Aarhus", "Carl Ost died in Aarhus."),
        ("What is the capital of Norland?", "Estby", "The capital of Norland is Estby."),
        ("Which river flows through Estby?", "The Nor", "The Nor flows through Estby."),
        ("What causes the tides at Estby?", "The moon", "The moon causes the tides at Estby."),
        ("How many feet high is Mount Ost?", "9,100", "Mount Ost is 9,100 feet high."),
        ("Where was the place of death of Ann Lee?", "Estby", "The place of death of Ann Lee was Estby."),
    ],
)
def test_a_question_and_its_value_make_a_sentence(question, value, told):
    assert statement(question, value) == told


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("Who died later, Ann Lee or Carl Ost?", "Ann Lee", "Ann Lee died later than Carl Ost."),
        ("Who is older, Ann Lee or Carl Ost?", "carl ost.", "Carl ost is older than Ann Lee."),
        ("Which film came out first, Heat or Ice?", "Ice", "Ice came out before Heat."),
        (
            "Which film has the director born later, Heat or Ice?",
            "Ice",
            "Ice has the director born later than that of Heat.",
        ),
        ("Which film was released more recently, Heat or Ice?", "Heat", "Heat was released more recently than Ice."),
        ("Are Estby and Norholm both located in Norland?", "yes", "Estby and Norholm are both located in Norland."),
        ("Are Heat (Film) and Ice from the same land?", "No", "Heat (Film) and Ice are not from the same land."),
        ("Are both towns, A and B, located in C?", "no", "Both towns, A and B are not located in C."),
    ],
)
def test_what_is_chosen_or_affirmed_is_said_of_both(question, value, told):
    assert statement(question, value) == told


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("Which country Ann Lee's father is from?", "Norland", "Ann Lee's father is from Norland."),
        ("What country is the film Heat from?", "Norland", "The film Heat is from Norland."),
        ("Which city is Ost Hall located in?", "Estby", "Ost Hall is located in Estby."),
        ("What nationality is Ann Lee's father?", "Norse", "The nationality of Ann Lee's father is Norse."),
        ("Who is Ann Lee's paternal grandfather?", "Carl Ost", "Ann Lee's paternal grandfather is Carl Ost."),
    ],
)
def test_the_value_is_joined_to_what_it_belongs_to(question, value, told):
    assert statement(question, value) == told


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Who died later, Ann Lee or Carl Ost?", "Eva Bay"),
        ("Who is better known, Ann Lee, Carl Ost or Eva Bay?", "Eva Bay"),
        ("What award the painter of Dusk received?", "The Ost Prize"),
        ("Is Estby larger than Ost?", "yes"),
    ],
)
def test_a_question_that_no_rule_knows_stays_as_it_is(question, value):
    assert statement(question, value) == f"{question[:-1]}: {value}."
