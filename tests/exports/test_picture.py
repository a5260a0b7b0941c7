"""The tree as SVG: every node with its mark and its words, in both themes, and nothing of a text is markup."""

import re
import xml.etree.ElementTree as ET

import pytest
from writing import hostile, of, told

from sleuth.evaluate.long_run import entries as long_entries
from sleuth.exports.svg import SHAPES, WIDTH, drawing, picture
from sleuth.views.changes import Changes
from sleuth.views.graph import MARKS
from sleuth.views.layout import TreeNode
from sleuth.views.outline import outline

NS = "{http://www.w3.org/2000/svg}"


def drawn(recorded, *, links=False):
    return ET.fromstring(drawing(outline(recorded.state, Changes()), links=links))


def node(status="active", label="A fact"):
    return TreeNode(
        id="n1", parent=None, label=label, detail="", status=status, revisions=0, current=False, new=False
    )


def test_every_node_is_there_with_its_standing_in_words():
    cards = {
        g.find(f"{NS}title").text.split("\n")[0]: g for g in drawn(of()).iter(f"{NS}g") if "node" in g.get("class")
    }
    assert list(cards) == ["n1", "n2", "n3", "n4"]
    words = {name: [t.text for t in card.iter(f"{NS}text")] for name, card in cards.items()}
    assert "revised 1×" in words["n2"]
    assert "pruned" in words["n3"]
    assert "stands here" in words["n4"]
    assert cards["n3"].find(f"{NS}rect").get("stroke-dasharray")


@pytest.mark.parametrize("status", list(MARKS))
def test_each_standing_has_its_shape_and_its_colour_in_both_themes(status):
    told = picture((node(status),))
    light, _, dark = told.rpartition("@media")
    assert MARKS[status].light in light
    assert MARKS[status].dark in dark
    assert MARKS[status].word in told


def test_a_node_that_a_person_pinned_has_a_star_and_says_so():
    root = ET.fromstring(drawing((node().model_copy(update={"pinned": True}),)))
    (card,) = [g for g in root.iter(f"{NS}g") if g.get("class") == "node pinned"]
    assert card.find(f"{NS}path").get("d") == SHAPES["star"]
    assert "★ pinned" in [t.text for t in card.iter(f"{NS}text")]


def test_nothing_lies_outside_the_picture_and_no_card_on_another():
    root = drawn(told(long_entries(300)))
    left, top, width, height = map(float, root.get("viewBox").split())
    places = [
        tuple(map(float, re.findall(r"-?[\d.]+", g.get("transform"))))
        for g in root.iter(f"{NS}g")
        if "node" in g.get("class")
    ]
    assert len(places) == len(set(places)) > 50
    assert all(left < x - WIDTH / 2 and x + WIDTH / 2 < left + width and top < y < top + height for x, y in places)


def test_a_hostile_text_is_characters_only(tmp_path):
    root = ET.fromstring(picture(outline(hostile(tmp_path).state, Changes())).encode())
    assert {x.tag.removeprefix(NS) for x in root.iter()} == {"svg", "style", "g", "rect", "path", "text", "title"}
    assert {name for x in root.iter() for name in x.attrib} <= {
        "class", "viewBox", "width", "height", "role", "aria-label", "transform", "x", "y", "rx", "d", "stroke-width",
        "stroke-dasharray",
    }  # fmt: skip


def test_a_card_of_the_report_leads_to_the_words_about_its_node():
    assert [a.get("href") for a in drawn(of(), links=True).iter(f"{NS}a")] == [f"#node-n{i}" for i in range(1, 5)]


def test_an_empty_tree_is_a_picture_too():
    ET.fromstring(picture(()).encode())
