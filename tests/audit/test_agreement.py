"""How far two judges agree: Cohen's own example, what has no kappa, and what holds of any two judges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.audit.agreement import agreement

SAID = st.sampled_from(["supported", "partly", "contradicted", "not enough", "not located"])
PAIRS = st.lists(st.tuples(SAID, SAID), max_size=40)


def of(pairs):
    return agreement([a for a, _ in pairs], [b for _, b in pairs])


def table(*rows):
    """The pairs behind a table of counts: the first judge's verdicts are its rows."""
    return [(i, j) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]


def test_the_example_of_cohen_comes_out_as_he_gives_it():
    found = of(table((88, 10, 2), (14, 40, 6), (18, 10, 12)))
    assert (found.n, found.alike, found.share) == (200, 140, 0.70)
    # .29 of the .59 that chance leaves; its standard error is √(.70 · .30 / 200) / .59 = .055.
    assert found.kappa == pytest.approx(0.492, abs=5e-4)
    assert found.interval.low == pytest.approx(0.492 - 1.96 * 0.0549, abs=1e-3)
    assert found.interval.high == pytest.approx(0.492 + 1.96 * 0.0549, abs=1e-3)


def test_a_table_of_two_by_two_worked_out_by_hand():
    # 35 of 50 alike; by chance 25/50 · 30/50 + 25/50 · 20/50 = .5; (.7 - .5) / (1 - .5) = .4.
    found = of(table((20, 5), (10, 15)))
    assert found.kappa == pytest.approx(0.4)
    assert found.share_interval.low < 0.7 < found.share_interval.high


def test_where_nothing_was_judged_by_both_nothing_is_known():
    assert agreement([], []) == (0, 0, None, None)
    assert agreement([], []).share is None
    assert agreement([], []).share_interval is None


def test_one_verdict_throughout_agrees_and_has_no_kappa():
    found = agreement(["supported"] * 4, ["supported"] * 4)
    assert (found.share, found.kappa, found.interval) == (1.0, None, None)


def test_a_judge_who_always_says_the_same_agrees_no_better_than_chance():
    assert agreement(["a", "a", "a"], ["a", "b", "a"]).kappa == 0.0
    assert agreement(["a", "a"], ["b", "b"]).kappa == 0.0


def test_two_who_always_differ_are_below_chance_and_their_interval_is_unknown():
    found = agreement(["a", "b"], ["b", "a"])
    assert (found.share, found.kappa, found.interval) == (0.0, -1.0, None)


def test_verdicts_that_do_not_belong_to_the_same_claims_are_a_mistake():
    with pytest.raises(ValueError, match="longer"):
        agreement(["a"], ["a", "b"])


@given(PAIRS)
def test_it_does_not_matter_who_is_called_the_first(pairs):
    one, other = of(pairs), of([(b, a) for a, b in pairs])
    assert (one.n, one.alike) == (other.n, other.alike)
    assert one.kappa == (None if other.kappa is None else pytest.approx(other.kappa))


@given(PAIRS, st.randoms(use_true_random=False))
def test_neither_the_order_of_claims_nor_what_verdicts_are_called_matters(pairs, random):
    shuffled = [*pairs]
    random.shuffle(shuffled)
    renamed = [(f"say {a}", f"say {b}") for a, b in shuffled]
    one, other = of(pairs), of(renamed)
    assert one.kappa == (None if other.kappa is None else pytest.approx(other.kappa))


@given(PAIRS)
def test_kappa_is_no_higher_than_the_share_alike_and_lies_in_its_interval(pairs):
    found = of(pairs)
    if found.kappa is not None:
        assert -1.0 - 1e-9 <= found.kappa <= found.share + 1e-9
    if found.interval is not None:
        assert -1.0 <= found.interval.low <= found.kappa <= found.interval.high <= 1.0


@given(st.lists(SAID, min_size=2, max_size=30).filter(lambda said: len(set(said)) > 1))
def test_who_says_the_same_of_all_claims_has_a_kappa_of_one(said):
    found = agreement(said, said)
    assert (found.share, found.kappa, found.interval) == (1.0, pytest.approx(1.0), None)
