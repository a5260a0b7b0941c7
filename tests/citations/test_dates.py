"""Dates are read in every format, and a coarser one is carried by a finer one, never the reverse."""

import pytest

from sleuth.citations.dates import When, covers, dates
from sleuth.values import parse_date


def read(text):
    return [d.readings[0] for d in dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "3 March 1931", "3rd of March, 1931", "March 3rd, 1931", "March 3 , 1931", "1931-03-03", "03.03.1931",
        "3/3/1931", "3 Mar. 1931", "1931年3月3日", "1931/03/03",
    ],
)  # fmt: skip
def test_one_day_in_every_format(text):
    assert read(f"It opened on {text}.") == [When(1931, 3, 3)]


@pytest.mark.parametrize("text", ["14 January 1987", "c. 490 BC", "March 1931", "1931", "2015-11-29", "Sept 4, 1900"])
def test_whatever_the_ledger_reads_as_a_date_is_read_here_too(text):
    parsed = parse_date(text)
    assert parsed is not None
    assert read(text)[0][:3] == parsed


def test_ranges_have_both_their_ends():
    assert read("1904–1910") == read("from 1904 to 1910") == read("1904–10") == [When(1904), When(1910)]
    assert read("3–5 March 1931") == read("March 3–5, 1931") == [When(1931, 3, 3), When(1931, 3, 5)]
    assert read("490–480 BC") == [When(-490), When(-480)]
    assert read("(December 18, 1904 – March 8, 1975)") == [When(1904, 12, 18), When(1975, 3, 8)]


def test_a_day_whose_order_is_open_has_both_readings():
    (either,) = dates("03/04/1931")
    assert set(either.readings) == {When(1931, 4, 3), When(1931, 3, 4)}
    (clear,) = dates("13/04/1931")
    assert clear.readings == (When(1931, 4, 13),)


def test_what_is_no_date_is_none():
    assert read("1,931 people, 1931.5 metres and 1931% in 99 days") == []


@pytest.mark.parametrize(
    ("claim", "page", "carried"),
    [
        ("1931", "3 March 1931", True), ("March 1931", "3 March 1931", True), ("the 1930s", "in 1931", True),
        ("3 March", "3 March 1931", True), ("3 March 1931", "March 1931", False), ("3 March 1931", "1931", False),
        ("1931", "the 1930s", False), ("1932", "3 March 1931", False), ("44 BC", "AD 44", False),
        ("3 March 1931", "4 March 1931", False), ("3 March 1931", "3 April 1931", False),
    ],
)  # fmt: skip
def test_a_coarser_date_is_carried_by_a_finer_one_only(claim, page, carried):
    assert covers(read(claim)[0], read(page)[0]) is carried
