"""Where documents are cut, and that each passage stands in its document where it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.search.local.passages import PASSAGE_WORDS, cut, page_at

TEXTS = st.text(alphabet="ab .!\n\u00a0") | st.lists(
    st.sampled_from(["word", "end.", "\n", "\n \n", " 終わり。 "]), max_size=900
).map(" ".join)


def texts(text: str) -> list[str]:
    return [piece.text for piece in cut(text)]


def test_a_short_text_stays_whole_and_a_long_one_is_cut_between_sentences():
    assert texts("One. Two.\n\nThree.") == ["One. Two.\n\nThree."]
    text = " ".join(f"This is sentence number {n} of a long page." for n in range(100))
    pieces = texts(text)
    assert len(pieces) > 1
    assert all(p.endswith(".") and len(p.split()) <= PASSAGE_WORDS for p in pieces)
    assert " ".join(pieces) == text


def test_a_long_text_without_spaces_is_cut_between_its_sentences():
    text = "这座桥于一九三一年由国王开放。" * 60
    pieces = texts(text)
    assert len(pieces) > 1
    assert all(p.endswith("。") and len(p) <= 2 * PASSAGE_WORDS for p in pieces)
    assert "".join(pieces) == text


def test_white_space_around_a_text_is_no_part_of_its_passage():
    assert cut(" \n  A town. \n") == ((4, "A town."),)
    assert cut(" \n ") == ()


@given(TEXTS)
def test_a_passage_is_the_very_stretch_of_the_text_where_it_says_it_begins(text):
    assert all(text[piece.start :].startswith(piece.text) for piece in cut(text))


@given(TEXTS)
def test_cutting_loses_no_word(text):
    assert " ".join(texts(text)).split() == text.split()


@given(TEXTS)
def test_no_passage_is_longer_than_the_limit(text):
    assert all(0 < len(piece.split()) <= PASSAGE_WORDS for piece in texts(text))


def test_paragraphs_are_kept_whole_where_they_fit_together_and_the_blank_lines_between_them_too():
    paragraphs = [" ".join([f"p{n}"] * 80) + "." for n in range(4)]
    text = "\n \n\n".join(paragraphs)
    assert texts(text) == ["\n \n\n".join(paragraphs[:2]), "\n \n\n".join(paragraphs[2:])]


def test_a_list_is_cut_between_its_lines():
    lines = [f"Minister {n}: Person {n} of the party" for n in range(80)]
    pieces = texts("\n".join(lines))
    assert len(pieces) > 1
    assert [line for piece in pieces for line in piece.splitlines()] == lines


@pytest.mark.parametrize(
    ("start", "page"), [(0, 1), (9, 1), (10, 2), (11, 2), (29, 2), (30, 4), (1000, 4)]
)  # the third page is empty
def test_the_page_is_the_last_that_begins_at_the_offset_or_before(start, page):
    assert page_at((0, 10, 30, 30), start) == page


def test_without_pages_there_is_no_page_and_before_the_first_it_is_the_first():
    assert page_at((), 7) is None
    assert page_at((5, 9), 2) == 1
