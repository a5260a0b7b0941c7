"""Ledger, answer and passages on the page: filtering, choosing a row, and one selection shown in every place."""

import json

import pytest
import small_run
from driving import has, passages, press, sound, table, texts

from sleuth import events as e
from sleuth.search import digest

S = small_run.STEPS


def kinds(app, key, *chosen):
    """Choose what a table shows."""
    app.session_state[key] = list(chosen)
    return sound(app.run())


def rows(app, key):
    """The rows that a table shows as chosen."""
    return app.session_state[key]["selection"]["rows"]


def cited(app):
    """The citations that stand out."""
    return {b.key for b in app.button if b.key and b.key.startswith("cite_") and b.proto.type == "secondary"}


def drawn(app):
    """The node that the tree shows as selected."""
    tree = next(x for x in app.get("bidi_component") if x.proto.component_name == "evidence_tree")
    return json.loads(tree.proto.json)["selected"]


@pytest.mark.parametrize("selected", ["f2", "c1.f2"])
def test_a_fact_and_its_citation_are_one_selection(open_app, record, selected):
    app = open_app(run=record("r1"), selected=selected)
    assert rows(app, "facts") == [table(app, "facts")["id"].index("f2")]
    assert cited(app) == {"cite_c1.f2"}
    assert drawn(app) == "n2"
    assert len(passages(app)) == 1
    assert has(app, "came_f2")


def test_a_node_shows_its_citation_and_a_passage_its_node(open_app, record):
    assert cited(open_app(run=record("r1"), selected="n4")) == {"cite_c2.f3"}
    app = open_app(run="r1", selected="p3")
    assert (cited(app), drawn(app), rows(app, "facts")) == ({"cite_c2.f3"}, "n4", [])
    assert [mark for _, mark in passages(app)[0]] == ["", "other", ""]


def test_a_selection_leads_to_the_step_it_came_with(open_app, record):
    app = press(open_app(run=record("r1"), selected="f2"), "came_f2")
    assert app.query_params["step"] == "6"
    assert "▲ disputed" in texts(app)


def test_another_selection_unticks_the_row(open_app, record):
    app = open_app(run=record("r1"), selected="f2")
    app.query_params["selected"] = "q1"
    sound(app.run())
    assert (rows(app, "facts"), rows(app, "questions")) == ([], [0])


def test_the_ledger_is_filtered_by_words_and_by_how_things_stand(open_app, record):
    app = open_app(run=record("r1"))
    app.text_input(key="sieve_text").set_value("brochure").run()
    assert table(sound(app), "facts")["id"] == ["f1"]
    assert "Facts :gray[1 of 3]" in texts(app)
    assert "Nothing here passes the filter" in texts(app)
    app = press(app, "sieve_clear")
    assert table(app, "facts")["id"] == ["f3", "f2", "f1"]
    app = kinds(app, "sieve_facts", "in")
    assert table(app, "facts")["id"] == ["f3", "f2"]
    assert table(app, "questions")["id"] == ["q1", "q2"]


def test_the_filter_stays_while_the_run_is_rewound_and_shows_what_a_step_changed(open_app, record):
    app = open_app(run=record("r1"), step="8")
    app.toggle(key="sieve_news").set_value(True).run()
    assert table(sound(app), "facts")["id"] == ["f2", "f1"]
    app.query_params["step"] = "12"
    assert table(sound(app.run()), "facts")["id"] == ["f3"]


def test_the_order_of_rows_is_the_readers(open_app, record):
    app = open_app(run=record("r1"))
    app.selectbox(key="sieve_order").set_value("oldest first").run()
    assert table(sound(app), "facts")["id"] == ["f1", "f2", "f3"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("facts", "the first fact comes with the first passage"),
        ("hypotheses", "you can propose one"),
        ("questions", "the plan of the investigation brings the first"),
    ],
)
def test_an_empty_table_says_what_fills_it(open_app, record, what, said):
    app = open_app(run=record("r1", S[:2]))
    assert said in texts(app)
    assert what not in {frame.key for frame in app.dataframe}


def test_a_fact_tells_what_rests_on_it(open_app, record):
    app = open_app(run=record("r1"), selected="f2")
    app.session_state["rests_f2"] = True
    app = press(sound(app.run()), "rests_f2_c1.f2")
    assert app.query_params["selected"] == "c1.f2"
    assert "Nothing rests on it" in texts(open_app(run="r1", selected="f1"))


def test_the_answer_tells_what_was_preferred_and_why_and_leads_there(open_app, record):
    app = open_app(run=record("r1"))
    assert (
        "Sources disagreed:] Birger Lund :gray[(Harbour Board minutes, 2001-02-03)] preferred to "
        "Ada Holm :gray[(Norholm bridge (brochure), 1990-05-01)]: the minutes correct the brochure"
    ) in texts(app)
    assert "No question is left open" in texts(app)
    assert press(app, "contest_f2_f1_f1").query_params["selected"] == "f1"


def test_the_answer_is_set_largest_and_copied_with_its_sources(open_app, record):
    app = open_app(run=record("r1"))
    assert "# Tromsø" in [x.value for x in app.markdown]
    button = next(x for x in app.get("bidi_component") if x.proto.component_name == "copy_button")
    assert "1. Harbour Board minutes, 2001-02-03, <https://example.org/2>" in json.loads(button.proto.json)["text"]


def test_a_question_that_remains_is_a_way_to_itself(open_app, record):
    closed = e.QuestionClosed(question="q2", status="dropped", reason="not needed")
    app = open_app(run=record("r1", (*S[:-1], (S[-1][0], closed, *S[-1][1:]))))
    assert "Where was Birger Lund born? (given up)" in texts(app)
    assert press(app, "left_q2").query_params["selected"] == "q2"


def test_a_passage_is_leafed_through_and_says_where_it_comes_from(open_app, record):
    app = open_app(run=record("r1"), selected="p2")
    assert f"{len(small_run.MINUTES)} characters" in texts(app)
    assert digest(small_run.MINUTES) in [code.value for code in app.code]
    assert "kept on this machine, not fetched" in texts(app)
    app = press(app, "passage_detail_before")
    assert app.query_params["selected"] == "p1"
    assert not has(app, "passage_detail_before")
    app = press(app, "passage_detail_f1")
    assert app.query_params["selected"] == "f1"


def test_a_search_opens_with_the_passages_it_found(open_app, record):
    app = open_app(run=record("r1"), selected="s1")
    assert "● found · corpus · turn 1 · for q1] Norholm designer" in texts(app)
    app = press(app, "found_p2")
    assert "".join(text for text, _ in passages(app)[0]) == small_run.MINUTES
    app = press(app, "passage_detail_s1")
    assert app.query_params["selected"] == "s1"


def test_what_does_not_fit_the_page_is_one_click_away(open_app, record):
    long = "word " * 1000 + "end"
    told = S[-1][1].model_copy(update={"text": long})
    app = open_app(run=record("r1", (*S[:-1], (S[-1][0], told))))
    assert f"All {len(long):,} characters" in texts(app)
    assert long in [x.value for x in app.text]
