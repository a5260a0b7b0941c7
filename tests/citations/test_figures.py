"""Numbers are read as a reader does, and one number carries another only where it says as much."""

import pytest

from sleuth.citations.figures import covers, figures


def values(text):
    return [f.value for f in figures(text)]


def carried(claim, page):
    (claimed,) = figures(claim)
    return any(covers(claimed, said) for said in figures(page))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200,000", 1_200_000), ("1 200 000", 1_200_000), ("1.200.000", 1_200_000), ("1.2 million", 1_200_000),
        ("$1.2m", 1_200_000), ("1.2bn", 1.2e9), ("twenty-one", 21), ("two hundred and five", 205),
        ("nineteen eighty-four", 1984), ("a hundred thousand", 100_000), ("half a million", 500_000),
        ("two and a half million", 2_500_000), ("two dozen", 24), ("3.16 %", 3.16), ("3,16", 3.16), ("-5 °C", -5),
        ("20,310ft", 20_310),
    ],
)  # fmt: skip
def test_a_number_is_read_however_it_is_written(text, value):
    assert values(f"It had {text} then") == [pytest.approx(value)]


def test_what_is_no_number_is_none():
    assert values("One of them, no one else, with a house number") == []


def test_the_ends_of_a_range_share_what_stands_behind_it():
    low, high = figures("from 200 to 301 metres")
    assert (low.unit, low.value, high.value) == (high.unit, 200, 301)
    assert values("1.2–1.5 million km") == [1_200_000, 1_500_000]


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("301 metres", "301-metre"), ("301 m", "988 ft"), ("988 ft", "301 m"), ("195 cm", "6 ft 5 in"),
        ("1.2 million people", "1,234,000 people"), ("3.2 %", "3.16 percent"), ("21 ships", "twenty-one ships"),
        ("about 300 m", "301 m"), ("over 300 m", "301 m"), ("over 1,585 metres", "over 5,200 feet"),
        ("48 hours", "two days"), ("3rd", "the third one"),
        ("7Th", "7th"), ("$5 million", "US$5,000,000"), ("5 sq km", "5 km²"),
        ("301 m", "length: 301"), ("6 km", "4 mi"),
        ("100 °C", "212 °F"),
    ],
)  # fmt: skip
def test_a_number_that_says_as_much_carries_the_claim(claim, page):
    assert carried(claim, page)


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("301 feet", "301 metres"), ("302 m", "988 ft"), ("2 km", "1 mile"), ("1,234,000", "1.2 million"),
        ("3 ships", "the third ship"), ("$5 million", "€5 million"), ("5 million", "5 billion"), ("21", "twenty-two"),
        ("over 300 m", "299 m"), ("under 300 m", "301 m"), ("about 300 m", "350 m"), ("5 km", "5 km²"),
        ("2 months", "two sons"), ("12 percent", "12 dollars"), ("3.5 kg", "35 kg"),
    ],
)  # fmt: skip
def test_a_number_that_says_less_or_something_else_does_not(claim, page):
    assert not carried(claim, page)


def test_the_number_of_a_house_in_a_numbered_street_is_no_time():
    assert [(f.value, f.ordinal, f.unit) for f in figures("at 3 Second Street")] == [
        (3, False, None),
        (2, True, None),
    ]
    assert sorted(values("at three Second Street")) == [2, 3]
