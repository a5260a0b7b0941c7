"""What the evidence tree sends to the browser: everything once, then little."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from sleuth.evaluate import long_run
from sleuth.fold import replay
from sleuth.views.changes import changes
from sleuth.views.layout import TreeNode
from sleuth.views.outline import outline
from sleuth.views.timeline import extend


def page(count: int, kind: str = "plain") -> None:
    import streamlit as st

    from components.tree.drawing import evidence_tree
    from sleuth.views.layout import TreeNode

    nodes = tuple(
        TreeNode(
            id=f"n{i}",
            parent=f"n{i - 1}" if i else None,
            label=f"The label of node {i}",
            detail="A longer text. " * 60,
            status="repaired" if i == 1 else "active",
            revisions=1 if i == 1 else 0,
            current=i == count + st.session_state.get("steps", 0) - 1,
            new=False,
        )
        for i in range(count + st.session_state.get("steps", 0))
    )
    evidence_tree(nodes, selected=st.session_state.get("selected"), key="tree")


def sent(at: AppTest) -> dict:
    """The data of the drawing, as the browser would get it."""
    assert not at.exception
    drawing = next(e for e in at.get("bidi_component") if e.proto.component_name == "evidence_tree")
    return json.loads(drawing.proto.json)


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page, args=(150,), default_timeout=30).run()


def test_the_first_time_every_text_goes_along(at):
    data = sent(at)
    assert data["ids"] == "n0 n1..149"
    assert len(data["texts"]) == 150
    assert data["current"] == "n149"
    assert data["revised"] == "0 1 0*148"
    assert data["marks"] == "a r a*148"
    assert data["parents"] == "0 1*149"


def test_a_step_in_a_long_run_sends_the_new_text_only(at):
    at.session_state.steps = 1
    data = sent(at.run())
    assert "n150" in {name.split()[0] for name in data["texts"]}
    assert len(data["texts"]) < 8
    assert len(json.dumps(data)) < 3_000


def test_a_step_of_a_run_of_300_nodes_takes_less_than_five_kilobytes_whatever_the_script():
    from components.tree.drawing import _drawn

    steps = long_run.entries(1562)
    last = extend((), steps)[-1]
    before, after = replay(steps[: last.begun - 1]), replay(steps[: last.ended])
    nodes = tuple(
        node.model_copy(update={"label": f"{i} 港口委员会的会议记录更正了说明" * 9, "detail": "港口" * 400})
        for i, node in enumerate(outline(after, changes(before, after)))
    )
    assert len(nodes) == 300
    sent = _drawn(nodes, frozenset(("n299", "n300", "n1", "n7")))
    assert len(json.dumps(sent)) < 5_000


def test_ids_in_no_order_and_parents_anywhere_arrive_as_they_are():
    from components.tree.drawing import _drawn

    plain = {"label": "", "detail": "", "status": "active", "revisions": 0, "current": False, "new": False}
    tree = (("n9", "n12"), ("n10", "n9"), ("x", None), ("n12", None), ("n13", "n12"))
    nodes = tuple(TreeNode(id=i, parent=p, rests_on=("x",) if i == "n13" else (), **plain) for i, p in tree)
    sent = _drawn(nodes, frozenset())
    assert sent["ids"] == "n9..10 x n12..13"
    assert sent["parents"] == "-3 1 0*2 1"
    assert sent["shifts"] == "0*3 1*2"
    assert sent["rests"] == ".*4 2"


def test_a_pinned_fact_is_told_by_its_own_mark_and_beside_any_other():
    from components.tree.drawing import _drawn

    plain = {"label": "", "detail": "", "revisions": 0, "current": False, "new": False, "pinned": True}
    nodes = (
        TreeNode(id="n1", parent=None, status="active", **plain),
        TreeNode(id="n2", parent="n1", status="pruned", **plain),
    )
    sent = _drawn(nodes, frozenset())
    assert (sent["marks"], sent["pinned"]) == ("s p", "n1 n2")


def test_a_selected_node_is_marked_and_its_text_is_there(at):
    at.session_state.selected = "n3"
    data = sent(at.run())
    assert data["selected"] == "n3"
    assert "n3" in {name.split()[0] for name in data["texts"]}


def test_a_changed_text_gets_another_print():
    from components.tree.drawing import _fingerprint

    node = TreeNode(
        id="n1", parent=None, label="1932", detail="", status="active", revisions=0, current=True, new=True
    )
    changed = node.model_copy(update={"label": "1931"})
    assert _fingerprint(node) == _fingerprint(node.model_copy(update={"current": False}))
    assert _fingerprint(node) != _fingerprint(changed)


def test_the_program_rides_in_a_part_of_its_own_that_never_changes(at):
    def parts():
        return {e.proto.component_name: e.proto for e in at.get("bidi_component")}

    before = parts()
    at.session_state.steps = 1
    at.run()
    assert before["evidence_tree_program"] == parts()["evidence_tree_program"]
    assert len(before["evidence_tree_program"].js_content) > 400_000
    assert len(before["evidence_tree"].js_content) < 500


def test_a_broken_tree_says_so_instead_of_drawing():
    def broken() -> None:
        from components.tree.drawing import evidence_tree
        from sleuth.views.layout import TreeNode

        lost = TreeNode(
            id="n2", parent="n1", label="", detail="", status="active", revisions=0, current=True, new=False
        )
        evidence_tree((lost,), selected=None, key="tree")

    at = AppTest.from_function(broken, default_timeout=30).run()
    assert "'n1' as its parent, which is not in the tree" in at.exception[0].message
