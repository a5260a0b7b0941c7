"""Where nodes stand, and how labels break: nothing overlaps, and what stood stays where it stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.errors import CallerError
from sleuth.views.layout import COLUMN, LEVEL, TreeNode, place, wrap


def node(id: str, parent: str | None) -> TreeNode:
    return TreeNode(id=id, parent=parent, label=id, detail="", status="active", revisions=0, current=False, new=False)


def tree(*parents: int | None) -> tuple[TreeNode, ...]:
    """Nodes n0, n1, … of which each names the number of its parent."""
    return tuple(node(f"n{i}", None if p is None else f"n{p}") for i, p in enumerate(parents))


@st.composite
def trees(draw: st.DrawFn) -> tuple[TreeNode, ...]:
    size = draw(st.integers(1, 40))
    later = [draw(st.one_of(st.integers(0, i - 1), st.none())) for i in range(1, size)]
    return tree(None, *later)


@given(trees())
def test_no_two_nodes_share_a_place_and_children_hang_one_level_below(nodes):
    places = place(nodes)
    assert len(set(places.values())) == len(nodes)
    for n in nodes:
        if n.parent is None:
            assert places[n.id][1] == 0
        else:
            assert places[n.id][1] - places[n.parent][1] == LEVEL
            assert places[n.id][0] >= places[n.parent][0]


@given(trees())
def test_a_new_node_pushes_to_the_right_and_never_reshuffles(nodes):
    before, after = place(nodes[:-1]), place(nodes)
    for id, (x, y) in before.items():
        assert after[id][1] == y
        assert after[id][0] >= x
    levels: dict[float, list[str]] = {}
    for id, place_ in sorted(before.items(), key=lambda entry: entry[1]):
        levels.setdefault(place_[1], []).append(id)
    for level in levels.values():
        assert level == sorted(level, key=lambda id: after[id][0])


@given(trees())
def test_edges_of_different_parents_never_cross(nodes):
    places = place(nodes)
    spans: dict[str, tuple[float, float]] = {}
    for n in nodes:
        if n.parent is not None:
            start = places[n.parent][0]
            spans[n.parent] = (start, max(places[n.id][0], spans.get(n.parent, (start, start))[1]))
    for a, (left, right) in spans.items():
        for b, (other, _) in spans.items():
            if a != b and places[a][1] == places[b][1]:
                assert not left <= other <= right


def test_the_main_line_is_straight_and_branches_open_to_the_right():
    places = place(tree(None, 0, 1, 2, 1, 4, 3))
    assert [places[f"n{i}"][0] for i in (0, 1, 2, 3, 6)] == [0, 0, 0, 0, 0]
    assert places["n4"] == (COLUMN, 2 * LEVEL)
    assert places["n5"] == (COLUMN, 3 * LEVEL)


def test_a_short_branch_tucks_in_beside_a_deep_one():
    # n1 widens only far below; n5, a leaf beside n1, need not move out of the way of that.
    places = place(tree(None, 0, 1, 2, 2, 0))
    assert places["n5"] == (COLUMN, LEVEL)


def test_the_same_tree_is_always_drawn_the_same_whatever_became_of_its_nodes():
    nodes = tree(None, 0, 1, 1)
    pruned = tuple(n.model_copy(update={"status": "pruned", "revisions": 2}) for n in nodes)
    assert place(nodes) == place(pruned)


def test_a_chain_of_thousands_is_no_trouble():
    places = place(tree(None, *range(2999)))
    assert places["n2999"] == (0, 2999 * LEVEL)


def test_a_star_spreads_over_one_level_and_roots_stand_side_by_side():
    assert [x for x, _ in place(tree(None, 0, 0, 0)).values()] == [0, 0, COLUMN, 2 * COLUMN]
    assert place(tree(None, None, 1)) == {"n0": (0, 0), "n1": (COLUMN, 0), "n2": (COLUMN, LEVEL)}
    assert place(()) == {}


def test_children_may_be_named_before_their_parents():
    assert place((node("b", "a"), node("a", None))) == {"b": (0, LEVEL), "a": (0, 0)}


def test_a_tree_that_cannot_be_drawn_says_why():
    with pytest.raises(CallerError, match="'n9' as its parent, which is not in the tree"):
        place((node("n1", None), node("n4", "n9")))
    with pytest.raises(CallerError, match="two nodes of the tree are called 'n1'"):
        place((node("n1", None), node("n1", None)))
    with pytest.raises(CallerError, match="n2 → n3 → n2"):
        place((node("n1", None), node("n2", "n3"), node("n3", "n2"), node("n4", "n2")))
    with pytest.raises(CallerError, match="n1 → n1"):
        place((node("n1", "n1"),))


def test_a_label_breaks_between_words_into_three_short_lines():
    assert wrap("Heat (1995) was directed by Michael Mann") == ("Heat (1995) was", "directed by Michael", "Mann")
    assert wrap("Thief was distributed by United Artists in North America and elsewhere") == (
        "Thief was distributed",
        "by United Artists in",
        "North America and…",
    )
    assert wrap("") == ()


@given(st.text(max_size=200))
def test_a_label_never_outgrows_its_card(text):
    lines = wrap(text)
    assert len(lines) <= 3
    assert all(len(line) <= 22 and line.strip() for line in lines)


def test_wide_letters_and_long_words_are_cut_where_they_must_be():
    assert wrap("東京都庁舎の設計者は丹下健三") == ("東京都庁舎の設計者は丹", "下健三")
    assert wrap("x" * 70) == ("x" * 22, "x" * 22, "x" * 21 + "…")


def test_a_word_without_end_is_cut_without_being_read_to_its_end():
    # Cut line by line to its end it would take hours, and the page would stand still.
    assert wrap("W" * 2_000_000) == ("W" * 22, "W" * 22, "W" * 21 + "…")


def test_characters_that_turn_the_writing_or_draw_nothing_are_left_out():
    assert wrap("opened \u202e2391\u202c\x00\nin\u200b May") == ("opened 2391 in May",)
