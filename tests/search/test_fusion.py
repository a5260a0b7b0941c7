"""Reciprocal rank fusion, by figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.search.fusion import fuse

rankings = st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ((), ""),
        (("abc",), "abc"),
        (("abc", ""), "abc"),
        (("ab", "ba"), "ab"),  # equal sums: as the first ranking has it
        (("abc", "cd"), "cabd"),  # c 1/63 + 1/61, a 1/61, b and d 1/62 each
        (("ax", "bx"), "xab"),  # twice second, 2/62, beats once first, 1/61
        (("abbb", "b"), "ba"),  # a name counts once in a ranking: b 1/62 + 1/61
    ],
)
def test_what_several_rankings_name_comes_first(given_, expected):
    assert "".join(fuse(given_)) == expected


def test_with_a_small_k_the_first_places_count_for_more():
    assert fuse(("ax", "bx"), k=60)[0] == "x"
    assert fuse(("ax", "bx"), k=0)[0] == "a"  # 1 against 2 · 1/2, named first


@given(rankings)
def test_nothing_is_lost_and_nothing_doubled(rankings):
    fused = fuse(rankings)
    assert sorted(fused) == sorted({name for ranking in rankings for name in ranking})
    assert fuse([*rankings, *rankings]) == fused
