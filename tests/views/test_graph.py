"""The tree as a pyvis graph and as a file: marks, hostile text, nothing fetched."""

import json
import re

from sleuth.views.graph import MARKS, download_html, network
from sleuth.views.layout import TreeNode, place

HOSTILE = """</script><img src=x onerror="alert(1)"> <a href='https://tracker.example/x'>href</a>"""


def node(id: str, parent: str | None, **changes) -> TreeNode:
    plain = {"label": id, "detail": "", "status": "active", "revisions": 0, "current": False, "new": False}
    return TreeNode(id=id, parent=parent, **plain | changes)


NODES = (
    node("n1", None),
    node("n2", "n1", status="repaired", revisions=2),
    node("n3", "n1", status="pruned"),
    node("n4", "n2", status="dormant"),
    node("n5", "n2", status="conflict", label=HOSTILE, detail=HOSTILE, current=True),
)


def data_in(page: str, name: str) -> list[dict]:
    """What the file gives to vis-network as its nodes or edges."""
    return json.loads(re.search(rf"{name} = new vis\.DataSet\((\[.*\])\);", page)[1])


def test_every_kind_of_node_differs_by_more_than_colour():
    looks = {(m.shape, m.filled, m.dashes, m.width) for m in MARKS.values()}
    assert len(looks) == len(MARKS)


def test_the_graph_says_in_words_what_its_shapes_say():
    labels = {n["id"]: n["label"].splitlines()[0] for n in network(NODES).nodes}
    assert labels == {
        "n1": "n1",
        "n2": "n2 · ◆ revised 2×",
        "n3": "n3 · pruned",
        "n4": "n4 · dormant",
        "n5": "n5 · conflict · stands here",
    }


def test_each_mark_is_drawn_in_its_own_shape_and_colour():
    drawn = {n["id"]: n for n in network(NODES).nodes}
    assert [drawn[id]["shape"] for id in ("n1", "n2", "n3", "n4", "n5")] == [
        "dot",
        "diamond",
        "icon",
        "dot",
        "triangle",
    ]
    assert drawn["n1"]["color"]["background"] == "#1f6feb"
    assert drawn["n4"]["color"] == {"background": "#ffffff", "border": "#6e7781"}
    assert [id for id, n in drawn.items() if "icon" in n] == ["n3"]
    dark = {n["id"]: n for n in network(NODES, dark=True).nodes}
    assert dark["n1"]["color"]["background"] == "#58a6ff"
    assert dark["n1"]["font"]["color"] == "#e6edf3"


def test_a_pinned_fact_makes_a_star_of_an_active_node_and_is_told_in_words_on_every_other():
    nodes = (node("n1", None, pinned=True), node("n2", "n1", pinned=True, status="pruned"))
    drawn = {n["id"]: n for n in network(nodes).nodes}
    assert (drawn["n1"]["shape"], drawn["n1"]["color"]["border"]) == ("star", "#8250df")
    assert (drawn["n2"]["shape"], drawn["n2"]["label"].splitlines()[0]) == ("icon", "n2 · pruned · ★ pinned")
    assert "★ pinned" in download_html(nodes)


def test_positions_are_ours_and_nothing_moves():
    graph = network(NODES)
    assert {n["id"]: (n["x"], n["y"]) for n in graph.nodes} == place(NODES)
    assert graph.options["physics"] == {"enabled": False}
    assert {(e["from"], e["to"]) for e in graph.edges} == {("n1", "n2"), ("n1", "n3"), ("n2", "n4"), ("n2", "n5")}


def test_edges_to_what_is_out_are_broken_and_to_a_conflict_thick():
    edges = {e["to"]: e for e in network(NODES).edges}
    assert edges["n3"]["dashes"]
    assert edges["n4"]["dashes"]
    assert edges["n3"]["dashes"] != edges["n4"]["dashes"]
    assert edges["n5"]["width"] > edges["n2"]["width"]


def test_a_single_node_and_no_node_can_be_handed_over():
    assert [n["id"] for n in data_in(download_html(NODES[:1]), "nodes")] == ["n1"]
    assert data_in(download_html(()), "nodes") == []


def test_the_file_carries_every_node_and_needs_nothing_from_elsewhere():
    page = download_html(NODES)
    assert {n["id"] for n in data_in(page, "nodes")} == {n.id for n in NODES}
    assert "vis-network" in page
    assert not re.search(r"<(link|img|iframe|script[^>]*\ssrc)\b", page.split("var edges;")[1])
    assert not re.search(r"""\b(src|href)\s*=\s*["']?\s*(https?:)?//""", page)
    assert "cdn.jsdelivr.net" not in page
    assert "default-src 'none'" in page


def test_text_from_a_page_stays_text_in_the_file():
    page = download_html(NODES)
    assert "<img src=x" not in page
    assert page.count("</script>") == 3  # pyvis's two and its call; a label closed none of them
    assert "showPopup(params)" not in page  # the HTML popup that pyvis adds when a title says href
    shown = next(n for n in data_in(page, "nodes") if n["id"] == "n5")
    assert shown["title"].replace("\u2060", "").startswith(HOSTILE.split(" <a")[0])
