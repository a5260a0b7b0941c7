"""The answer as it is read: selections, passages with their quotes, disagreements, the text to copy."""

import re

import pytest
import small_run
from hypothesis import given
from hypothesis import strategies as st

from sleuth.fold import replay
from sleuth.ledger import Citation, Claim
from sleuth.state import Judgement
from sleuth.views.answer_text import as_markdown
from sleuth.views.citing import cites, numbers, references
from sleuth.views.contested import contested, contests
from sleuth.views.markdown import literal
from sleuth.views.passages import Quote, cut, excerpt, opened, stretches
from sleuth.views.selection import everywhere
from sleuth.views.timeline import extend

WHOLE = replay(small_run.entries())


@pytest.mark.parametrize(
    ("selected", "node", "row", "passage", "citations"),
    [
        ("f2", "n2", "f2", "p2", {"c1.f2"}),
        ("c1.f2", "n2", "f2", "p2", {"c1.f2"}),
        ("n2", "n2", "n2", None, {"c1.f2"}),
        ("p2", "n2", "p2", "p2", {"c1.f2"}),
        ("h2", "n2", "h2", None, {"c1.f2"}),
        ("q2", "n4", "q2", None, {"c2.f3"}),
        ("f1", "n2", "f1", "p1", set()),
    ],
)
def test_a_selection_shows_everywhere(selected, node, row, passage, citations):
    found = everywhere(WHOLE, selected)
    assert (found.node, found.row, found.passage, set(found.citations)) == (node, row, passage, citations)


def test_a_search_is_selected_by_its_place():
    assert everywhere(WHOLE, "s2").search == 1
    assert everywhere(WHOLE, "s3").search is None


@pytest.mark.parametrize("selected", [None, "", "f9", "c1.f3", "c9.f2", "x", "<img>", ".", "s0"])
def test_what_does_not_exist_selects_nothing(selected):
    found = everywhere(WHOLE, selected)
    assert (found.node, found.fact, found.passage, found.search, found.citations) == (None,) * 4 + (frozenset(),)


def test_a_memory_without_facts_is_cited_by_its_passage():
    claim = Claim(id="c1", text="x", citations=(Citation(fact=None, passage="p3", quote="He", start=0, end=2),))
    state = WHOLE.model_copy(update={"claims": (claim,), "facts": ()})
    assert everywhere(state, "c1.p3").passage == "p3"


QUOTES = st.builds(Quote, st.integers(-5, 40), st.integers(-5, 40), st.sampled_from(["f1", "f2"]))


@given(st.text(max_size=30), st.none() | QUOTES, st.lists(QUOTES, max_size=5))
def test_no_character_of_a_passage_is_lost_or_told_twice(text, quote, others):
    assert "".join(piece.text for piece in stretches(text, quote, others)) == text


def test_a_text_is_cut_where_spans_begin_and_end_and_every_piece_names_what_covers_it():
    assert cut("abcdef", [(2, 4), (0, 3), (5, 5), (4, 99), (9, 12)]) == (
        ("ab", (1,)), ("c", (0, 1)), ("d", (0,)), ("e", (3,)), ("f", (3,)),
    )  # fmt: skip


def test_the_quote_asked_for_wins_over_others_that_overlap_it():
    pieces = stretches("abcdefghij", Quote(3, 6, "f1"), [Quote(5, 8, "f2"), Quote(0, 2, "f3")])
    assert [(p.text, p.mark, p.fact) for p in pieces] == [
        ("ab", "other", "f3"),
        ("c", "", None),
        ("def", "quote", "f1"),
        ("gh", "other", "f2"),
        ("ij", "", None),
    ]


def test_a_quote_around_another_leaves_neither_out():
    marks = [(p.text, p.fact) for p in stretches("abcdef", Quote(2, 4, "f1"), [Quote(0, 6, "f2")])]
    assert marks == [("ab", "f2"), ("cd", "f1"), ("ef", "f2")]


def test_an_opened_passage_knows_its_facts_searches_questions_and_neighbours():
    page = opened(WHOLE, "p2", Quote(small_run.F2.start, small_run.F2.end, "f2"))
    assert [f.id for f in page.facts] == ["f2"]
    assert (page.searches, page.asked, page.before, page.after) == (("s1",), ("q1",), "p1", "p3")
    assert [p.text for p in page.stretches if p.mark == "quote"] == ["Birger Lund"]
    assert (opened(WHOLE, "p1").before, opened(WHOLE, "p3").after) == (None, None)


def test_a_long_text_is_cut_around_the_quote_at_words():
    text = "before " * 100 + "QUOTE" + " after" * 100
    cut, start, end = excerpt(text, 700, 705, 20)
    assert cut == "… before before QUOTE after after after …"
    assert cut[start:end] == "QUOTE"


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 20))
def test_a_cut_never_touches_the_quote(text, a, b, around):
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    cut, low, high = excerpt(text, start, end, around)
    assert cut[low:high] == text[start:end]


def test_sources_that_disagreed_are_told_with_what_was_preferred_and_why():
    (contest,) = contested(WHOLE)
    assert (contest.held.value, contest.other.value) == ("Birger Lund", "Ada Holm")
    assert contest.outcome == "this one holds"
    assert contest.reason == "the minutes correct the brochure"
    assert [(s.title, s.date) for s in contest.held.sources] == [("Harbour Board minutes", "2001-02-03")]
    assert [(s.title, s.date) for s in contest.other.sources] == [("Norholm bridge (brochure)", "1990-05-01")]


def test_values_that_hold_side_by_side_are_no_disagreement():
    beside = Judgement(old="f1", new="f2", verdict="compatible", reason="two designers")
    assert contested(WHOLE.model_copy(update={"judgements": (beside,)})) == ()


def test_a_report_tells_the_disagreements_that_an_answer_tells_and_those_before_one():
    assert contests(WHOLE) == contested(WHOLE)
    (open_yet,) = contests(replay(small_run.entries(small_run.disputed())))
    assert (open_yet.held.value, open_yet.other.value, open_yet.outcome) == ("Ada Holm", "Birger Lund", "undecided")
    assert open_yet.relation == "undecided, since equally supported, against"
    assert open_yet.reason == "the minutes do not say that it was not Ada Holm"


def test_an_older_value_that_held_says_why():
    kept = Judgement(old="f2", new="f1", verdict="old holds", reason="2 independent sources against 1")
    nodes = tuple(n.model_copy(update={"revisions": ()}) for n in WHOLE.nodes)
    (contest,) = contested(WHOLE.model_copy(update={"judgements": (kept,), "nodes": nodes}))
    assert contest.reason == "2 independent sources against 1"


def test_one_passage_keeps_one_number_however_often_it_is_cited():
    again = WHOLE.claims[0].model_copy(update={"id": "c3"})
    state = WHOLE.model_copy(update={"claims": (*WHOLE.claims, again)})
    assert numbers(state) == {"p2": 1, "p3": 2}


def test_what_is_not_cited_stands_behind_with_what_its_facts_were_read_from():
    first, _, last = references(WHOLE)
    assert (first.number, first.passage.id, first.quotes, first.claims) == (1, "p2", ("Birger Lund",), ("c1",))
    assert (last.number, last.passage.id, last.quotes, last.claims) == (None, "p1", ("Ada Holm",), ())
    assert cites(WHOLE) == {"c1": (1,), "c2": (2,)}


def test_the_copied_answer_has_claims_sources_and_disagreements():
    assert as_markdown(WHOLE) == (
        "# Where was the designer of the Norholm bridge born?\n\n"
        "**Tromsø** (confidence: high)\n\n"
        "1. Birger Lund designed the Norholm bridge. \\[1\\]\n"
        "2. Birger Lund was born in Tromsø. \\[2\\]\n\n"
        "## Sources\n\n"
        "1. Harbour Board minutes, 2001-02-03, <https://example.org/2>\n"
        "   - “Birger Lund”\n"
        "2. Birger Lund, 2010-07-09, <https://example.org/3>\n"
        "   - “Tromsø”\n\n"
        "## Where sources disagree\n\n"
        "- Birger Lund (Harbour Board minutes, 2001-02-03, <https://example.org/2>) preferred to "
        "Ada Holm (Norholm bridge (brochure), 1990-05-01, <https://example.org/1>): "
        "the minutes correct the brochure\n"
    )


def test_without_an_answer_the_copied_text_says_why_and_what_is_open():
    text = as_markdown(replay(small_run.entries(small_run.ABSTAINED)))
    assert "No answer: no retrieval" in text
    assert "## Still open\n\n- Who designed the Norholm bridge?" in text


@pytest.mark.parametrize(
    "text", ["![x](http://e.vil/a.png)", "<img src=x>", "# big", "$a$ $b$", "| a |", "- x", "1. x", "a\n\n# b"]
)
def test_what_is_copied_does_nothing_where_it_is_pasted(text):
    shown = literal(text)
    assert not re.search(r"(?<!\\)[`*_\[\]<>#|$]|^[-+=]|^\d+[.)]|\n", shown), shown


@pytest.mark.parametrize("url", ["javascript:x", "https://a.b/ x", "https://a.b/><script>", None, "http://["])
def test_only_a_web_address_is_copied_as_a_link(url):
    passages = tuple(p.model_copy(update={"url": url}) for p in WHOLE.passages)
    text = as_markdown(WHOLE.model_copy(update={"passages": passages}))
    assert "<" not in text.replace("\\<", "")


def test_each_thing_came_with_a_step():
    came = {i: step.number for step in reversed(extend((), small_run.entries())) for i in step.brought}
    assert [came[i] for i in ("q1", "p1", "f1", "n2", "f2", "h2", "p3", "f3", "c1")] == [2, 4, 5, 5, 6, 9, 11, 12, 13]
