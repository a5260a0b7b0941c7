"""A quote is found however it was typed, at its place in the text as given; another figure is never the same."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.citations.locating import locate

PAGE = (
    "The Norholm Bridge, 301 m long, was opened on 3 March 1931. Its “office” cost 1,200,000 kroner; it never closed."
)


FAR = "and so on " * 300


def found(quote, text=PAGE):
    at = locate(quote, text)
    assert at is not None
    return text[at.start : at.end], at.score


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the norholm bridge, 301 M LONG", "The Norholm Bridge, 301 m long, stands."),
        ("an investment of the city", "It was an invest-\nment of the  city."),
        ("an investment of the city", "It was an invest\u00adment of\u00a0the city."),
        ("a well-known bridge", "There is a well-\nknown bridge."),
        ("the first office", "It is the ﬁrst oﬃce here."),
        ('the "first" one\'s cost', "Now the “ﬁrst” one’s cost is"),
        ("1904–1910, the works", "In 1904-1910, the works ended."),
        ("café in Łódź", "A cafe\u0301 in Lodz."),
        ("opened in 1904. It closed", "It opened in 1904.[12] It closed."),
        ("born (December 18, 1904)", "He was born( December 18 , 1904 ) there"),
        ("北京是中国的首都", "我知道北京是\n中国的首都。"),
        ("Москва — столица", "Сказано: «МОСКВА - СТОЛИЦА»."),
        ("was opened.", "It was opened, and closed."),
    ],
)
def test_what_only_typing_changes_is_the_same(quote, text):
    assert found(quote, text)[1] == 1.0


def test_the_place_is_one_of_the_text_as_it_was_given():
    assert found("oﬃce” COST", PAGE)[0] == "office” cost"
    assert found("an investment was", "Once an in\u00advest-\nment was made")[0] == "an in\u00advest-\nment was"
    assert found("cafe", "the cafe\u0301 is")[0] == "cafe\u0301"


def test_what_a_quote_leaves_out_may_stand_between_its_pieces_in_their_order():
    assert found("The Norholm Bridge … was opened on 3 March 1931") == (PAGE[: PAGE.index(". Its")], 1.0)
    assert found("Norholm Bridge [...] cost 1,200,000")[1] == 1.0
    out_of_order = locate("was opened on 3 March … The Norholm Bridge", PAGE)
    assert out_of_order is None or out_of_order.score < 1
    assert locate("Norholm Bridge … by the King of Sund", f"Norholm Bridge {FAR}by the King of Sund") is None


@pytest.mark.parametrize(
    "quote",
    [
        "301 m long, was opened on 3 March 1932",
        "301 m long, was opened on 3 March 193",
        "01 m long, was opened on 3 March 1931",
        "cost 1,200,00",
        "cost 200,000 kroner; it never closed",
        "cost 1,200 kroner; it never closed",
    ],
)
def test_a_changed_or_parted_figure_is_never_word_for_word(quote):
    at = locate(quote, PAGE)
    assert at is None or at.score < 1.0


def test_figures_of_a_list_are_not_one_figure():
    assert locate("rooms 1, 200 of them", "rooms 1,200 of them") != locate(
        "rooms 1,200 of them", "rooms 1,200 of them"
    )


def test_a_misspelt_quote_is_found_with_less_than_a_full_score():
    text, score = found("The Norholm Bridge, 301 m long, was openned on 3 March")
    assert text == "The Norholm Bridge, 301 m long, was opened on 3 March"
    assert 0.9 < score < 1.0


@pytest.mark.parametrize(
    "quote", ["", " … ", "“”", "It was paid for by a tax on salt and herring.", "no such", "bridges", "pened on"]
)
def test_what_does_not_stand_there_is_not_located(quote):
    assert locate(quote, PAGE) is None


WORDS = st.lists(st.from_regex(r"[a-zäéß]{1,9}|[0-9]{1,6}", fullmatch=True), min_size=3, max_size=30)


@given(WORDS, st.data())
def test_any_run_of_words_is_located_however_it_is_typed(words, data):
    text = " ".join(words)
    start = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[start : data.draw(st.integers(start + 1, len(words)))])
    typed = data.draw(
        st.sampled_from((str.upper, lambda q: q.replace(" ", "\n"), lambda q: q.replace("ä", "a\u0308")))
    )
    at = locate(typed(quote), text)
    assert at is not None
    assert at.score == 1.0
    assert text[at.start : at.end] == quote


@given(WORDS, st.integers(0, 9), st.data())
def test_another_digit_is_never_word_for_word(words, digit, data):
    text = " ".join((*words, "1931"))
    digits = [m.start() for m in re.finditer(r"\d", text)]
    at = data.draw(st.sampled_from(digits))
    changed = text[:at] + str(digit) + text[at + 1 :]
    if changed != text:
        looked = locate(changed, text)
        assert looked is None or looked.score < 1.0


def test_a_long_page_is_searched_in_a_moment():
    page = " ".join(f"The {n}th entry speaks of the harbour and its {n * 7} boats." for n in range(2000))
    begun = time.perf_counter()
    assert locate("The 1900th entry speaks of the harbour and its 13301 boats.", page) is not None
    assert locate("Nothing of that kind was ever said of a bridge or of its engineer Lund.", page) is None
    assert time.perf_counter() - begun < 2
