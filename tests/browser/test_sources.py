"""Sources in a real browser: files sent to a new collection, read, tried and removed; nothing leaves this machine."""

import pytest
from looking import PATIENCE, barriers
from playwright.sync_api import Page, expect

from sleuth.evaluate.browsing import ROOT

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)> ![x](http://evil.example/a.png) $a$ and $b$ :red[y] [l](javascript:alert(1))"


@pytest.fixture
def files(tmp_path) -> list[str]:
    """Two files that can be read, one of them hostile, and two that cannot."""
    contents = {
        "bridge.txt": "The bridge of Norholm was opened in 1931. ",
        "hostile <b> $x$.md": f"# {HOSTILE}\n\nA quay. {HOSTILE} " + "W" * 3000,
        "empty.txt": "",
        "old.doc": "x",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / name) for name in contents]


def to_sources(page: Page, app: str) -> Page:
    page.goto(app)
    expect(page.locator(".st-key-ask")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Sources", exact=True).click(timeout=PATIENCE)
    expect(page.get_by_text("comes with Sleuth")).to_be_visible(timeout=PATIENCE)
    return page


@pytest.mark.parametrize(("width", "dark"), [(1400, False), (420, True)])
def test_files_are_sent_to_a_new_collection_looked_at_and_removed(serve, open_page, files, width, dark):
    page = to_sources(open_page(dark=dark).page, serve(ROOT / "app.py"))
    page.set_viewport_size({"width": width, "height": 900})  # the menu of a narrow page lies over it when it is open
    name = page.locator(".st-key-adding_name input")
    name.fill("papers")
    name.press("Enter")
    page.locator(".st-key-adding_upload input[type=file]").set_input_files(files)
    send = page.locator(".st-key-adding_files_send button")
    expect(send).to_be_enabled(timeout=PATIENCE)
    expect(page.locator(".st-key-adding_upload").get_by_text("old.doc")).to_be_visible(timeout=PATIENCE)
    send.click()
    expect(page.get_by_text("2 documents read, 2 new or changed · 2 files not read")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".st-key-adding_upload").get_by_text("old.doc")).not_to_be_visible()
    assert barriers(page) == []

    page.get_by_role("button", name="papers", exact=True).click()
    look = page.get_by_label("What to look for")
    look.fill("quay evil")
    look.press("Enter")
    expect(page.locator(".st-key-try_1")).to_contain_text(
        "$a$ and $b$ :red[y] [l](javascript:alert(1)) WWW", timeout=PATIENCE
    )
    assert "selected=papers" in page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert barriers(page) == []

    page.get_by_role("button", name="Remove").first.click()
    page.locator(".st-key-collection_remove_go button").click()
    expect(page.get_by_text("the collection papers, 2 documents")).to_be_visible(timeout=PATIENCE)
    page.locator("[class*='st-key-removed_back'] button").first.click()
    expect(page.get_by_role("button", name="papers", exact=True)).to_be_visible(timeout=PATIENCE)


def test_engines_and_kept_pages_ask_for_nothing_by_themselves(serve, seen):
    page = to_sources(seen.page, serve(ROOT / "app.py"))
    page.get_by_role("tab", name="Web engines").click()
    expect(page.get_by_text("Not asked yet.").first).to_be_visible(timeout=PATIENCE)
    assert barriers(page) == []
    page.get_by_role("tab", name="Kept pages").click()
    expect(page.get_by_text("No page is kept yet")).to_be_visible(timeout=PATIENCE)
    assert barriers(page) == []
    assert "sources=" in page.url
