"""The part of a claim that is left out for a model to fill, and whether what it fills in is what the claim says."""

import pytest
from small_run import MINUTES, P2, P3

from sleuth.audit.blanks import blank, fits
from sleuth.citations.parts import Cited, Part


def cited(page, quote):
    start = page.text.index(quote)
    return Cited(page, quote, start, start + len(quote))


LIVED = cited(P3, "Birger Lund (1870–1941) was an engineer.")
BORN = cited(P3, "He was born in Tromsø.")
DESIGNED = cited(P2, MINUTES)


@pytest.mark.parametrize(
    ("claim", "citation", "statement"),
    [
        # what the quoted words lack goes before what they have
        ("Birger Lund lived from 1870 to 1943.", LIVED, "Birger Lund lived from 1870 to ____ (date)."),
        ("Birger Lund lived from 1871 to 1941.", LIVED, "Birger Lund lived from ____ (date) to 1941."),
        ("Birger Lund was born in Bergen.", BORN, "Birger Lund was born in ____."),
        # all is there: the last that is in no title
        ("Birger Lund was born in Tromsø.", BORN, "Birger Lund was born in ____."),
        ("The Norholm bridge was designed by Birger Lund.", DESIGNED, "The Norholm bridge was designed by ____."),
        # where a title has everything, the last of that
        ("The engineer was called Birger Lund.", BORN, "The engineer was called ____."),
        # figures go with their unit, dates whole and named as what they are, since "in" may go before a place as well
        ("The bridge is 301 metres long.", DESIGNED, "The bridge is ____ long."),
        ("The bridge was opened on 3 May 1931.", DESIGNED, "The bridge was opened on ____ (date)."),
    ],
)
def test_the_part_that_says_most_is_left_out(claim, citation, statement):
    left_out = blank(claim, [citation])
    assert left_out.statement == statement
    assert claim == statement.replace("____ (date)", "____").replace("____", left_out.part.text)


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("The singer of Dusk (Ann Lee song) is Ann Lee.", "The singer of Dusk is ____."),
        ("The singer of Dusk (film) is Ann Lee.", "The singer of Dusk (film) is ____."),
        ("The singer of dusk is (Ann Lee).", "The singer of dusk is (____)."),
    ],
)
def test_brackets_that_tell_a_name_from_others_are_not_what_is_claimed_and_give_nothing_away(claim, statement):
    assert blank(claim, [BORN]).statement == statement


@pytest.mark.parametrize(
    "claim",
    [
        "He was an engineer.",
        "Birger Lund was Birger Lund.",  # what is said twice would be told by the rest
    ],
)
def test_a_claim_with_nothing_to_leave_out_is_asked_as_it_is(claim):
    assert blank(claim, [BORN]) is None


def test_what_is_said_of_a_claim_is_no_part_of_it():
    claim = "Birger Lund was born in Tromsø. (Remembered by the model; no source says so.)"
    assert blank(claim, [BORN]).statement == "Birger Lund was born in ____."


def part(kind, text):
    return Part(kind=kind, text=text, start=0, end=len(text), where="quoted")


@pytest.mark.parametrize(
    ("kind", "claimed", "filled"),
    [
        ("date", "1931", "3 March 1931"),
        ("date", "March 1931", "03/03/1931"),
        ("date", "3 March 1931", "March 3, 1931"),
        ("date", "3 March 1931", "1931-03-03"),
        ("date", "the 1930s", "1931"),
        ("number", "301 metres", "988 ft"),
        ("number", "301 metres", "301"),  # the statement goes on with the unit
        ("number", "1,200,000", "1.2 million"),
        ("number", "three", "3"),
        ("number", "12 percent", "12%"),
        ("name", "Birger Lund", "Lund"),
        ("name", "Lund", "Birger Lund"),
        ("name", "Birger Lund", "BIRGER LUND"),
        ("name", "Tromsø", "Tromso"),
        ("name", "France", "French"),
        ("name", "French", "France"),
    ],
)
def test_what_fits_may_be_more_exact_a_surname_another_unit_or_the_people_of_a_country(kind, claimed, filled):
    assert fits(part(kind, claimed), filled)


@pytest.mark.parametrize(
    ("kind", "claimed", "filled"),
    [
        ("date", "3 March 1931", "1931"),  # less exact
        ("date", "3 March 1931", "March 1931"),
        ("date", "1931", "1932"),
        ("date", "3 March 1931", "4 March 1931"),
        ("date", "1931", "in spring"),
        ("number", "301 metres", "301 feet"),
        ("number", "301 metres", "310 metres"),
        ("number", "3", "5"),
        ("number", "1.2 million", "1.2 billion"),
        ("name", "Birger Lund", "Birger"),  # a first name is anybody's
        ("name", "Birger Lund", "Ada Holm"),
        ("name", "Birger Lund", "und"),
        ("name", "French", "German"),
        ("name", "Norway", "Sweden"),
        *((kind, claimed, "") for kind, claimed in (("date", "1931"), ("number", "3"), ("name", "Lund"))),
    ],
)
def test_what_is_less_exact_or_something_else_does_not_fit(kind, claimed, filled):
    assert not fits(part(kind, claimed), filled)
