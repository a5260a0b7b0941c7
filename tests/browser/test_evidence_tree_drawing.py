"""The evidence tree in a real browser: clicks and keys reach Python, the view stays, an update is small."""

import pytest

from sleuth.views.graph import download_html
from sleuth.views.layout import LEVEL, TreeNode

pytestmark = pytest.mark.browser

HOSTILE = """<img src=x onerror="window.broken = true"> </script> <a href='https://tracker.example'>href</a>"""

SCRIPT = f'''
import streamlit as st

from components.tree.drawing import evidence_tree
from sleuth.views.layout import TreeNode

HOSTILE = """{HOSTILE}"""

st.set_page_config(layout="wide")
state = st.session_state
state.setdefault("count", int(st.query_params.get("n", 3)))
state.setdefault("first", "Heat was directed by Michael Mann")
state.setdefault("selected", None)


def step():
    state.count += 1


def correct():
    state.first = "Heat was directed by Mann, says the corrected record"


def pick(node):
    state.selected = node


st.button("Step", key="step", on_click=step)
st.button("Correct", key="correct", on_click=correct)
nodes = tuple(
    TreeNode(
        id=f"n{{i}}",
        parent=f"n{{i - 1}}" if i > 1 else None,
        label=state.first if i == 1 else HOSTILE if i == 2 else f"A fact of ordinary length, number {{i}}",
        detail=HOSTILE if i == 2 else f"A summary of what is known at step {{i}}. " * 20,
        status="pruned" if i % 7 == 5 else "active",
        revisions=0,
        current=i == state.count,
        new=i == state.count,
        rests_on=("n1",) if i == 4 else (),
    )
    for i in range(1, state.count + 1)
)
if branch := st.query_params.get("branch"):  # a pruned branch of so many beside the main line
    parents = ["n1", *(f"b{{i}}" for i in range(1, int(branch)))]
    nodes += tuple(
        nodes[0].model_copy(update={{"id": f"b{{i}}", "parent": parent, "status": "pruned", "current": False}})
        for i, parent in enumerate(parents, start=1)
    )
view = st.query_params.get("view", "graph")
evidence_tree(nodes, selected=state.selected, key="tree", view=view, file_name="tree-r1", on_pick=pick)
st.text(f"selected: {{state.selected}}, nodes: {{state.count}}")
'''


@pytest.fixture(scope="module")
def address(serve_module, tmp_path_factory):
    script = tmp_path_factory.mktemp("page") / "tree_page.py"
    script.write_text(SCRIPT, encoding="utf-8")
    return serve_module(script)


def opened(page, address, count=3, branch=0, view="graph"):
    """Open the page with so many nodes, and wait until they are drawn."""
    page.goto(f"{address}/?n={count}&view={view}" + (f"&branch={branch}" if branch else ""))
    page.get_by_text(f"selected: None, nodes: {count}").wait_for()
    page.locator(f".st-key-tree .stage[aria-label*=', {count + branch} nodes']").wait_for(state="attached")
    return page.locator(".st-key-tree .stage")


def centre_of(stage):
    box = stage.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def first_card(stage):
    """Where the root's centre is at the first look: in the middle, 28 pixels and half a card below the top."""
    return centre_of(stage)[0], stage.bounding_box()["y"] + 28 + 32


def test_a_click_on_a_node_reaches_python_and_a_click_beside_it_does_not(page, address):
    stage = opened(page, address)
    x, y = first_card(stage)
    page.mouse.click(x + 110, y)
    page.mouse.click(x + 80, y + 20)
    page.get_by_text("selected: n1, nodes: 3").wait_for()
    page.mouse.click(x, y + 104)
    page.get_by_text("selected: n2, nodes: 3").wait_for()


def test_zoom_and_pan_survive_updates(page, address):
    stage = opened(page, address)
    x, y = first_card(stage)
    middle_x, middle_y = centre_of(stage)
    page.get_by_role("button", name="Zoom in").click()
    page.mouse.move(middle_x + 200, middle_y)
    page.mouse.down()
    page.mouse.move(middle_x + 120, middle_y + 60, steps=4)
    page.mouse.up()
    for count in (4, 5):
        page.get_by_role("button", name="Step").click()
        page.locator(f".st-key-tree .stage[aria-label*=', {count} nodes']").wait_for()
    # The lower right corner of the root's card: at any other zoom or pan this spot is outside it.
    corner_x = middle_x + 1.25 * (x + 94 - middle_x) - 80 - 6
    corner_y = middle_y + 1.25 * (y + 32 - middle_y) + 60 - 6
    page.mouse.click(corner_x, corner_y)
    page.get_by_text("selected: n1, nodes: 5").wait_for()


def test_one_update_of_a_long_run_is_small(seen, address):
    opened(seen.page, address, count=150)
    seen.page.wait_for_load_state("networkidle")
    before = len(seen.received)
    seen.page.get_by_role("button", name="Step").click()
    seen.page.get_by_text("nodes: 151").wait_for()
    seen.page.locator(".st-key-tree .stage[aria-label*=', 151 nodes']").wait_for()
    assert 0 < sum(seen.received[before:]) < 8_192


def test_the_keyboard_reaches_every_node_and_says_where_it_is(page, address):
    stage = opened(page, address)
    stage.focus()
    said = page.locator(".st-key-tree .said")
    page.keyboard.press("Home")
    assert said.inner_text().startswith("n3 · active · the investigation stands here: A fact")
    page.keyboard.press("ArrowUp")
    assert said.inner_text().startswith("n2 · active:")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_text("selected: n1, nodes: 3").wait_for()


def test_a_pruned_branch_folds_and_says_how_much_of_it_is_hidden(page, address):
    stage = opened(page, address, branch=3)
    fold = page.get_by_role("button", name="Fold the pruned branches")
    assert fold.get_attribute("aria-pressed") == "false"
    fold.click()
    assert fold.get_attribute("aria-pressed") == "true"
    said = page.locator(".st-key-tree .said")
    stage.focus()
    page.keyboard.press("End")
    assert said.inner_text().startswith("b1 · pruned · 2 pruned below it are folded"), "the branch itself stays"
    page.keyboard.press("f")
    page.keyboard.press("End")
    assert said.inner_text().startswith("b3 · pruned")


def test_what_rests_on_what_is_said_and_drawn_on_demand(page, address):
    stage = opened(page, address, count=4)
    rests = page.get_by_role("button", name="Show what rests on what")
    before = stage.screenshot()
    rests.click()
    page.mouse.move(0, 0)
    assert stage.screenshot() != before
    stage.focus()
    page.keyboard.press("End")
    assert "rests on n1" in page.locator(".st-key-tree .said").inner_text()


def test_the_outline_is_walked_folded_and_selected_from_by_keys(page, address):
    opened(page, address, branch=2, view="outline")
    items = page.get_by_role("treeitem")
    assert [item.get_attribute("data-id") for item in items.all()] == ["n1", "n2", "n3", "b1", "b2"]
    assert [item.get_attribute("aria-level") for item in items.all()] == ["1", "2", "3", "2", "3"]
    page.locator("[data-id=n3]").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert [item.get_attribute("data-id") for item in items.all()] == ["n1", "n2", "b1", "b2"]
    assert "1 more" in page.locator("[data-id=n2]").inner_text()
    page.keyboard.press("Enter")
    page.get_by_text("selected: n2, nodes: 3").wait_for()
    assert page.locator("[data-id=n2]").get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowRight")
    assert items.count() == 5


def test_the_whole_tree_is_saved_as_a_picture(page, address, tmp_path):
    opened(page, address, count=12)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Download the tree as PNG").click()
    assert saving.value.suggested_filename == "tree-r1.png"
    saving.value.save_as(tmp_path / "tree.png")
    head = (tmp_path / "tree.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(head[20:24], "big") == 2 * (11 * LEVEL + 64 + 2 * 28 + 24), (
        "all twelve levels, twice as sharp"
    )


def test_a_correction_far_from_the_tip_is_fetched_by_itself(page, address):
    stage = opened(page, address, count=12)
    page.get_by_role("button", name="Correct").click()
    stage.focus()
    for _ in range(12):
        page.keyboard.press("ArrowUp")
    page.locator(".st-key-tree .said", has_text="the corrected record").wait_for(state="attached")


def test_text_from_a_page_is_shown_as_it_is(page, address):
    stage = opened(page, address)
    x, y = first_card(stage)
    page.mouse.move(x, y + 104)
    tip = page.locator(".st-key-tree .tip")
    tip.wait_for()
    assert HOSTILE in tip.inner_text()
    assert tip.locator("img, a, script").count() == 0
    assert page.evaluate("window.broken") is None


@pytest.mark.parametrize(("width", "dark"), [(1400, False), (420, True)])
def test_it_fits_its_panel_and_the_legend_names_every_mark(open_page, address, width, dark):
    page = open_page(width=width, dark=dark).page
    opened(page, address, count=60)
    legend = page.locator(".st-key-tree .legend li").all_inner_texts()
    assert legend[:6] == ["active", "revised", "pruned", "dormant", "conflict", "pinned"]
    panel = page.locator(".st-key-tree .tree").bounding_box()
    for part in (".panel", ".legend", ".controls"):
        box = page.locator(f".st-key-tree {part}").bounding_box()
        assert box["x"] >= panel["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 1
        assert box["y"] + box["height"] <= panel["y"] + panel["height"] + 1


def test_the_file_opens_without_a_network_and_hover_shows_plain_text(page, tmp_path):
    nodes = tuple(
        TreeNode(
            id=f"n{i}",
            parent="n1" if i > 1 else None,
            label=HOSTILE,
            detail=HOSTILE,
            status="active",
            revisions=0,
            current=i == 1,
            new=False,
        )
        for i in (1, 2)
    )
    file = tmp_path / "tree.html"
    file.write_text(download_html(nodes), encoding="utf-8")
    page.goto(file.as_uri())
    page.locator("#mynetwork canvas").wait_for()
    at = page.evaluate("network.canvasToDOM(network.getPositions(['n1']).n1)")
    page.mouse.move(at["x"], at["y"] + 1)
    page.locator(".vis-tooltip").wait_for()
    assert page.locator(".vis-tooltip img, .vis-tooltip a, .popup").count() == 0
    assert page.evaluate("window.broken") is None
