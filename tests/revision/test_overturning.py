"""What a page has to say before an earlier value gives way."""

import pytest
from test_ranking import fact, page

from sleuth.revision.overturning import overturns, same_voice_later


def told(text: str, quote: str = "") -> bool:
    old = fact(1, "Ada Holm", "p1", entity="the bridge")
    new = fact(2, "Birger Lund", "p2", entity="the bridge", quote=quote or text)
    return overturns(page("p2", text), old, new)


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was designed by Birger Lund, not by Ada Holm.",
        "Ada Holm has retired and was succeeded by Birger Lund.",
        "The attribution to Ada Holm has been withdrawn. Birger Lund drew it.",
        "The keeper is now Birger Lund.",
        "Since 2005 Birger Lund keeps it.",
    ],
)
def test_a_page_that_ends_the_old_value_or_announces_the_new_one_overturns(text):
    assert told(text, text.split(". ")[-1])


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was designed by Birger Lund.",
        "Birger Lund also designed it, not only Ada Holm.",
        "Birger Lund designed it together with Ada Holm.",
        "The bridge, now a monument to the town, was designed by Birger Lund.",
        "Birger Lund was wrong about the tide. Ada Holm lived nearby.",
    ],
)
def test_a_page_that_merely_says_otherwise_or_adds_a_value_does_not(text):
    assert not told(text)


def test_a_name_is_no_word_of_correction():
    old = fact(1, "Old Town", "p1", entity="the bridge")
    new = fact(2, "Newhaven", "p2", entity="the bridge", quote="The bridge is in Newhaven.")
    assert not overturns(page("p2", "The bridge is in Newhaven. A road leads to Old Town."), old, new)


def voice(question: str, **more: object) -> str | None:
    old = fact(1, "Estby", "p1", quote="The capital of Norland is Estby.")
    new = fact(2, "Vestby", "p2", quote="The capital of Norland is Vestby.")
    first = page("p1").model_copy(update={"title": "Almanac 1990", "date": "1990-01-01", **more})
    then = page("p2").model_copy(update={"title": "Gazette", "date": "2001-01-01"})
    return same_voice_later(question, old, first, new, then)


def test_the_same_statement_made_later_overturns_but_not_for_one_year_nor_for_what_does_not_change():
    assert voice("What is the capital of Norland?") == "the same statement of 2001-01-01 names Vestby"
    assert voice("What was the capital of Norland in 1990?") is None
    assert voice("Where was Norland's founder born?") is None
    assert voice("What is the capital of Norland?", date=None) is None
