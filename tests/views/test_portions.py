"""Long texts in portions: nothing is lost, and pages keep their numbers."""

from hypothesis import given
from hypothesis import strategies as st

from sleuth.views.portions import Portion, portions


@given(st.text(max_size=300), st.integers(2, 40))
def test_no_word_is_lost_and_no_portion_is_too_long(text, longest):
    shown = portions(text, longest=longest)
    assert "".join("".join(p.text for p in part) for part in shown).replace("\n", "") == text.replace("\n", "")
    assert all(sum(len(p.text) for p in part) <= longest for part in shown)


def test_a_text_is_cut_at_its_lines_and_its_pages_are_named_where_they_begin():
    text = "one one\ntwo two\nthree three\nfour"
    assert portions(text, (0, 8, 28), (1, 2, 5), longest=20) == (
        (Portion(1, "one one"), Portion(2, "two two")),
        (Portion(None, "three three"), Portion(5, "four")),
    )
