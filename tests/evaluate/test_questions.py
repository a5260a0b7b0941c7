"""Questions to measure with: chosen by hops and seed, and their paragraphs pooled or kept apart."""

import pytest

from sleuth.errors import CallerError
from sleuth.evaluate.questions import Asked, draw, own, pooled


def asked(number: int, hops: int | None = 2, **more: object) -> Asked:
    return Asked(**{"id": f"x{number}", "question": "Who?", "answer": "Ada", "hops": hops, **more})


ROWS = tuple(asked(n, hops=2 if n % 2 else 3) for n in range(20))


def test_a_draw_repeats_by_its_seed_and_differs_by_another():
    first = draw(ROWS, hops=None, n=5, seed=1)
    assert len({row.id for row in first}) == 5
    assert draw(ROWS, hops=None, n=5, seed=1) == first
    assert draw(ROWS, hops=None, n=5, seed=2) != first


def test_a_draw_keeps_to_the_hops_and_takes_all_where_there_are_no_more():
    assert {row.hops for row in draw(ROWS, hops=3, n=4, seed=0)} == {3}
    assert draw(ROWS, hops=3, n=99, seed=0) == tuple(row for row in ROWS if row.hops == 3)
    assert draw(ROWS, hops=None, n=None, seed=0) == ROWS
    assert draw(ROWS, hops=None, n=0, seed=0) == ()


def test_hops_that_no_question_has_are_told_with_those_there_are():
    with pytest.raises(CallerError, match=r"No question has 4 hops; the file has questions of \[2, 3\]"):
        draw(ROWS, hops=4, n=None, seed=0)


def test_paragraphs_of_all_questions_are_pooled_each_text_once():
    bridge, other = {"title": "Bridge", "text": "A bridge."}, {"title": "Bridge", "text": "Another."}
    rows = (asked(1, paragraphs=[bridge, other]), asked(2, paragraphs=[bridge]))
    documents = pooled(rows)
    assert [(d.title, d.text) for d in documents] == [("Bridge", "A bridge."), ("Bridge", "Another.")]
    assert len({d.id for d in documents}) == 2


def test_paragraphs_keep_their_dates_and_their_own_ids_where_a_question_has_its_own_corpus():
    row = asked(1, paragraphs=[{"id": "7", "title": "Bridge", "text": "A bridge.", "date": "1990-01-01"}])
    (document,) = own(row)
    assert (document.id, document.date) == ("7", "1990-01-01")
    assert pooled((row,))[0].date == "1990-01-01"
