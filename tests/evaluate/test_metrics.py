"""Scores as the data sets define them, and intervals that stay where proportions live."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.evaluate.metrics import exact, f1, normalise
from sleuth.intervals import bootstrap, mcnemar, ratio, wilson


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("The  Beatles!", "beatles"),
        ("a U.S. Army base", "us army base"),
        ("Anthem", "anthem"),
        ("An-other", "another"),
        ("the", ""),
    ],
)
def test_normalising_follows_squad(text, bare):
    assert normalise(text) == bare


def test_any_alias_counts_as_exact():
    assert exact("the U.S.", ("United States", "US"))
    assert not exact("United", ("United States", "US"))
    assert not exact("anything", ())


@pytest.mark.parametrize(
    ("answer", "golds", "score"),
    [
        ("Ada Holm", ("Ada Holm",), 1.0),
        ("Ada", ("Ada Holm",), 2 / 3),
        ("Ada Ada", ("Ada Holm",), 0.5),
        ("Bergen", ("Oslo", "Bergen, Norway"), 2 / 3),
        ("yes", ("yes",), 1.0),
        ("yes it is", ("yes",), 0.0),
        ("no", ("no one",), 0.0),
        ("", ("Oslo",), 0.0),
        ("the", ("a",), 1.0),
        ("Oslo", (), 0.0),
    ],
)
def test_f1_counts_shared_words_best_over_aliases(answer, golds, score):
    assert f1(answer, golds) == pytest.approx(score)


@given(st.text(), st.text())
def test_f1_is_a_share_that_does_not_depend_on_the_order_and_agrees_with_exact(a, b):
    assert 0 <= f1(a, (b,)) <= 1
    assert f1(a, (b,)) == pytest.approx(f1(b, (a,)))
    if exact(a, (b,)):
        assert f1(a, (b,)) == 1


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_of_a_proportion_holds_it_and_stays_within_zero_and_one(hits_of):
    hits, n = hits_of
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n + 1e-12
    assert hits / n - 1e-12 <= high <= 1


def test_wilson_gives_the_published_figures():
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    low, high = wilson(62, 125)
    assert (high - low) / 2 == pytest.approx(0.09, abs=0.005)


def test_without_trials_there_is_no_interval():
    assert wilson(0, 0) is None
    assert bootstrap([]) is None


def test_a_bootstrap_repeats_holds_the_mean_and_closes_on_equal_values():
    values = [0.0, 0.5, 1.0, 1.0, 0.0, 0.3]
    low, high = bootstrap(values)
    assert bootstrap(values) == (low, high)
    assert min(values) <= low < sum(values) / 6 < high <= max(values)
    assert bootstrap([0.4] * 5) == pytest.approx((0.4, 0.4))


def test_mcnemar_is_the_exact_binomial_of_the_questions_that_only_one_got_right():
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(0, 5) == 2 / 32
    assert mcnemar(1, 7) == mcnemar(7, 1) == 2 * (1 + 8) / 256
    assert mcnemar(3, 3) == 1.0


def test_a_ratio_is_that_of_the_sums_and_constant_pairs_leave_no_doubt():
    found = ratio([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    assert found.value == 2.0
    assert found.interval == pytest.approx((2.0, 2.0))


def test_a_ratio_draws_pairs_together_so_that_its_interval_stays_between_the_extremes_of_the_pairs():
    found = ratio([1.0, 1.0, 4.0, 4.0], [1.0, 2.0, 6.0, 4.0])
    assert found.value == 1.3
    assert 1.0 <= found.interval.low < 1.3 < found.interval.high <= 2.0


def test_nothing_below_the_line_is_no_ratio():
    assert ratio([0.0, 0.0], [1.0, 2.0]) is None
    assert ratio([], []) is None
    assert ratio([0.0, 2.0], [1.0, 2.0]).value == 1.5
