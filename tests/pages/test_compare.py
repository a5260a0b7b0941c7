"""Compare: whether runs agree, what each found, where they parted; every side opens its run."""

import pytest
import small_run
from driving import has, press, raw, sound, table, texts

from sleuth import events as e

COMPARE = "pages/compare_page.py"
SHORT = small_run.STEPS[:6]
"""The small run as long as it believed the brochure."""


@pytest.fixture
def open_compare(open_app):
    """Open the page with these runs in its address."""

    def opened(*runs: str):
        app = open_app("pages/history_page.py")
        app.switch_page(COMPARE)
        app.query_params["runs"] = ",".join(runs)
        return sound(app.run())

    return opened


@pytest.fixture
def two(record) -> None:
    record("whole")
    record("short", SHORT)


def test_the_page_says_whether_they_agree_and_who_found_what(open_compare, two):
    app = open_compare("whole", "short")
    said = texts(app)
    assert "### A answers Tromsø; B has no answer." in said
    assert "Only A :gray[2 facts]" in said
    assert "Both :gray[1 fact]" in said
    assert "Only B :gray[0 facts]" in said
    assert "B holds Ada Holm" in said
    assert "after 5 steps taken alike" in said
    assert "B took no further step." in said


def test_a_fact_opens_its_run_with_the_fact_selected(open_compare, two):
    app = open_compare("whole", "short")
    both = [b for b in app.button if b.key.startswith("compare_see_1_")]
    assert [b.label for b in both] == ["A · ✕ out", "B · ● in"]
    app = press(app, both[1].key)
    assert (app.query_params["run"], app.query_params["selected"]) == ("short", "f1")


def test_the_parting_opens_its_run_at_that_step(open_compare, two):
    app = press(open_compare("whole", "short"), "compare_step_A")
    assert (app.query_params["run"], app.query_params["step"]) == ("whole", "6")


def test_costs_settings_and_sources_are_told_by_run(open_compare, record):
    record("whole")
    other = small_run.STEPS[0][0].model_copy(update={"model": "ollama/qwen3"})
    record("other", ((other,), *SHORT[1:]))
    app = open_compare("whole", "other")
    costs = by_run(app, "figure")
    assert dict(zip(costs["figure"], costs["B"], strict=True))["prompt tokens"] == "240"
    assert by_run(app, "setting") == {
        "setting": ["model"],
        "A": ["scripted"],
        "B": ["ollama/qwen3"],
    }
    sources = by_run(app, "source")
    assert dict(zip(sources["source"], sources["B"], strict=True))["Harbour Board minutes"] == "· found"


def by_run(app, first: str) -> dict[str, list[str]]:
    """The table with this first column."""
    return next(d.value for d in app.dataframe if d.value.columns[0] == first).to_dict("list")


def test_more_than_two_runs_are_a_table_whose_cells_open_their_run(open_compare, two, record):
    record("third", small_run.ABSTAINED)
    app = open_compare("whole", "short", "third")
    key = next(d.key for d in app.dataframe if d.key.startswith("compare_matrix"))
    rows = table(app, key)
    assert (rows["A"][0], rows["B"][0], rows["C"][0]) == ("✕ out · f1", "● in · f1", "–")
    assert rows["B"][1] == "→ Ada Holm"
    app.toggle(key="compare_differing").set_value(True).run()
    assert "They reached the same facts" not in texts(sound(app))
    app.session_state[key] = {"selection": {"rows": [], "columns": [], "cells": [(1, "A")]}}
    app = sound(app.run())
    assert (app.query_params["run"], app.query_params["selected"]) == ("whole", "f2")


def test_a_run_is_added_and_taken_out_again(open_compare, two, record):
    record("third", small_run.ABSTAINED)
    app = open_compare("whole", "short")
    assert not has(app, "compare_remove_A")
    app.selectbox(key="compare_add_2").set_value("third").run()
    assert sound(app).query_params["runs"] == "whole,short,third"
    app = press(app, "compare_remove_B")
    assert app.query_params["runs"] == "whole,third"


def test_a_branch_is_told_as_one_and_parts_from_its_parent_where_it_was_branched(open_compare, record):
    record("small")
    at = len(small_run.entries(SHORT))
    record("branch", (*SHORT, (e.Branched(parent="small", at=at, **small_run.MEANS),)))
    said = texts(open_compare("small", "branch"))
    assert "Branched from A" in said
    assert "Branched from small" in said
    assert "They went the same way" not in said


def test_runs_of_different_questions_are_compared_and_said_to_be(open_compare, record):
    record("whole")
    other = small_run.STEPS[0][0].model_copy(update={"question": "Who designed the *bridge*?"})
    record("other", ((other,), *SHORT[1:]))
    said = texts(open_compare("whole", "other"))
    assert "These runs were asked different questions." in said
    assert "Who designed the *bridge*?" in said


def test_the_comparison_is_still_there_after_a_look_at_a_run(open_compare, two):
    app = press(open_compare("whole", "short"), "compare_open_B")
    assert app.query_params["run"] == "short"
    app.switch_page(COMPARE).run()
    assert "A answers Tromsø; B has no answer." in texts(sound(app))
    app.query_params.clear()
    app.switch_page("pages/history_page.py").run()
    app.switch_page(COMPARE).run()
    assert sound(app).query_params["runs"] == "whole,short"


def test_nothing_to_compare_says_what_to_do(open_compare, record):
    assert "Choose two or more runs in the table of History" in texts(open_compare())
    record("whole")
    said = texts(open_compare("whole"))
    assert "One run alone has nothing to be compared with." in said
    assert "no other run of this question" in said


@pytest.mark.parametrize("runs", [("whole", "nope", "short"), ("whole", "<img src=x>", "short", "whole", "")])
def test_an_address_with_runs_there_are_not_compares_the_rest_and_says_so(open_compare, two, runs):
    app = open_compare(*runs)
    said = texts(app)
    assert f"this log holds no such run: {runs[1]}." in said
    assert "A answers Tromsø; B has no answer." in said


def test_what_a_page_wrote_is_shown_as_it_is(open_compare, record):
    evil = "![x](http://a.example/x.png) $a$ :red[b] <script>"
    fact = small_run.F1.model_copy(update={"statement": evil})
    read = tuple(x.model_copy(update={"fact": fact}) if x.type == "fact_recorded" else x for x in SHORT[-1])
    record("a", (*SHORT[:-1], read))
    record("b", SHORT)
    app = open_compare("a", "b")
    assert evil in texts(app)
    assert not any("![x](http" in body for body in raw(app))
