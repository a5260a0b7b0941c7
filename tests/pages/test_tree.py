"""The evidence tree on the page: its three shapes, and a repair that is watched stage by stage."""

import json

import pytest
import small_run
from driving import has, press, sound, table, texts

from sleuth.evaluate import long_run

S = small_run.STEPS
REPAIR = next(entry.seq for entry in small_run.entries() if getattr(entry.event, "type", "") == "repaired")


def drawing(app) -> dict:
    """What the drawing is told."""
    return json.loads(
        next(x for x in app.get("bidi_component") if x.proto.component_name == "evidence_tree").proto.json
    )


def test_the_same_tree_is_a_graph_an_outline_and_a_table(open_app, record):
    app = open_app(run=record("r1", (*S, *small_run.AFTERMATH[:1])))
    assert (drawing(app)["view"], drawing(app)["ids"]) == ("graph", "n1..4")
    app.button_group(key="tree_view").set_value("Outline")
    assert drawing(sound(app.run()))["view"] == "outline"
    app.button_group(key="tree_view").set_value("Table")
    nodes = table(sound(app.run()), "nodes")
    assert nodes["id"] == ["n1", "n2", "n3", "n4"]
    assert nodes["status"][1:3] == ["◆ revised · ★ pinned", "✕ pruned"]
    assert nodes["revisions"][1] == "f1 → f2"
    assert has(app, "watch")


def test_a_run_without_a_repair_offers_none_to_watch(open_app, record):
    assert not has(open_app(run=record("r1", S[:8])), "watch")


def test_a_repair_plays_in_stages_while_the_page_shows_the_moment(open_app, record):
    app = press(open_app(run=record("r1")), "watch")
    assert app.query_params["watch"] == f"{REPAIR}.1"
    assert "“Harbour Board minutes” of 2001-02-03 says “Birger Lund”, against f1, “Ada Holm”." in texts(app)
    assert app.query_params["step"] == "7"
    assert table(app, "facts")["status"][0].startswith("▲ disputed")
    assert drawing(app)["lit"] == "n2"
    assert app.button(key="stage_back").disabled
    app = press(app, "stage_next")
    assert "is refuted: the minutes correct the brochure." in texts(app)
    app = press(app, "stage_next")
    assert ("n3 was derived from it." in texts(app), drawing(app)["lit"]) == (True, "n3")
    app = press(app, "stage_next")
    assert app.query_params["step"] == "8"
    assert "n3 is pruned." in texts(app)
    app = press(app, "stage_next")
    assert app.button(key="stage_next").disabled
    assert "n2 holds f2, “Birger Lund”, instead." in texts(app)
    app = press(app, "stage_close")
    assert "watch" not in app.query_params
    assert drawing(app)["lit"] == ""


def test_leaving_the_stage_by_the_slider_ends_the_watching(open_app, record):
    app = press(press(open_app(run=record("r1")), "watch"), "step_on")
    assert "watch" not in app.query_params
    assert not has(app, "stage_next")


def test_the_step_that_repaired_offers_its_own_repair(open_app, record):
    app = open_app(run=record("r1", (*S, *small_run.AFTERMATH)))
    app.session_state["step_r1_8"] = True
    app = press(sound(app.run()), f"watch_r1_{REPAIR}")
    assert "Harbour Board minutes" in texts(app)
    assert [x.key for x in app.selectbox if x.key.startswith("watch_which")] == ["watch_which_0"]
    app.selectbox(key="watch_which_0").set_value(1)
    assert "AK rejected f3: another Birger Lund." in texts(sound(app.run()))


@pytest.mark.parametrize("asked", ["x", "1.1", f"{REPAIR}.9", f"{REPAIR}.0", f"{'9' * 60}.1", f"{REPAIR}"])
def test_an_address_with_no_such_repair_or_stage_is_no_error(open_app, record, asked):
    assert "▮▮▮ high" in texts(open_app(run=record("r1"), watch=asked))


def test_watching_in_a_long_run_reads_what_is_near_only(open_app, log):
    small_run.record(log, "long", tuple(long_run.steps(300)))
    app = press(open_app(run="long"), "watch")
    assert "Harbour book" in texts(app)
    assert int(app.query_params["step"]) > 200, "the newest repair is shown first"
