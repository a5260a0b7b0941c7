"""What the evidence tree sends to the browser: everything once, then little."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from sleuth.views.layout import TreeNode


def page(count: int, kind: str = "plain") -> None:
    import streamlit as st

    from components.evidence_tree import evidence_tree
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
    assert len(data["ids"].split()) == len(data["texts"]) == 150
    assert data["current"] == "n149"
    assert data["revised"] == {"n1": 1}
    assert data["marks"][:3] == "ara"


def test_a_step_in_a_long_run_sends_the_new_text_only(at):
    at.session_state.steps = 1
    data = sent(at.run())
    assert "n150" in {name.split()[0] for name in data["texts"]}
    assert len(data["texts"]) < 8
    assert len(json.dumps(data)) < 8_000


def test_a_selected_node_is_marked_and_its_text_is_there(at):
    at.session_state.selected = "n3"
    data = sent(at.run())
    assert data["selected"] == "n3"
    assert "n3" in {name.split()[0] for name in data["texts"]}


def test_a_changed_text_gets_another_print():
    from components.evidence_tree import _fingerprint

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
        from components.evidence_tree import evidence_tree
        from sleuth.views.layout import TreeNode

        lost = TreeNode(
            id="n2", parent="n1", label="", detail="", status="active", revisions=0, current=True, new=False
        )
        evidence_tree((lost,), selected=None, key="tree")

    at = AppTest.from_function(broken, default_timeout=30).run()
    assert "'n1' as its parent, which is not in the tree" in at.exception[0].message
