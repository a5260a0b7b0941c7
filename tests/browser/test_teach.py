"""Teach in a real browser: a stranger's first ten seconds, a lesson by keyboard, type that a class can read."""

import time

import harbour
import pytest
from looking import PATIENCE
from playwright.sync_api import Page, expect

from components.samples import samples
from sleuth.evaluate.browsing import ROOT

pytestmark = pytest.mark.browser

LESSON = next(header.run for path, header, _ in samples() if path.endswith("height.jsonl"))


@pytest.fixture
def app(serve, tmp_path) -> str:
    return serve(ROOT / "app.py", SLEUTH_MODEL=f"scripted/{harbour.script(tmp_path)}")


def panel(page: Page):
    return page.locator(".st-key-teach_panel h2")


def opened(page: Page, app: str, step: int) -> None:
    """A lesson at a step; the first visit of a server goes to its root, where no page is missing."""
    page.goto(app)
    expect(page.get_by_label("Question", exact=True)).to_be_visible(timeout=PATIENCE)
    page.goto(f"{app}/teach?run={LESSON}&step={step}")
    expect(panel(page)).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("globalThis.sleuthKeyboard", timeout=PATIENCE)  # the keys listen from then on
    page.wait_for_timeout(200)


@pytest.fixture
def missing(seen):
    """Streamlit looks for its server below the page's own address first, which the console reports."""
    yield
    seen.errors[:] = [error for error in seen.errors if "404" not in error]


def test_a_stranger_has_a_sample_open_within_ten_seconds(app, seen):
    begun = time.monotonic()
    seen.page.goto(app)
    seen.page.get_by_role("button", name="Open a sample").click()
    expect(seen.page.locator(".st-key-answer")).to_contain_text("20,310", timeout=PATIENCE)
    assert time.monotonic() - begun < 10


def test_a_lesson_is_played_by_keyboard_and_by_a_presenter_s_clicker(app, seen, missing):
    page = seen.page
    opened(page, app, 11)
    expect(panel(page)).to_have_text("What would you do next?")
    page.keyboard.press("2")
    expect(page.locator(".st-key-teach_move_2 [data-testid=stBaseButton-primary]")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Space")
    expect(panel(page)).to_contain_text("take the place of", timeout=PATIENCE)
    page.keyboard.press("PageDown")
    expect(panel(page)).to_contain_text("It settled", timeout=PATIENCE)
    assert f"run={LESSON}&step=12" in page.url
    page.keyboard.press("ArrowLeft")
    expect(panel(page)).to_contain_text("take the place of", timeout=PATIENCE)
    page.keyboard.press("Home")
    expect(panel(page)).to_have_text("What to watch for", timeout=PATIENCE)


def test_keys_that_are_typed_into_the_box_move_nothing(app, seen, missing):
    page = seen.page
    opened(page, app, 11)
    box = page.get_by_label("Or something else")
    box.fill("both 1 and 2")
    box.press("ArrowLeft")
    box.press("1")
    box.press("Enter")
    page.wait_for_timeout(1000)
    expect(panel(page)).to_have_text("What would you do next?")
    assert page.locator(".st-key-teach_moves [data-testid=stBaseButton-primary]").count() == 0


def test_large_type_is_read_from_the_back_row_and_puts_the_menu_away(app, seen, missing):
    page = seen.page
    opened(page, app, 11)
    small = panel(page).bounding_box()["height"]
    page.locator(".st-key-teach_present label").first.click()
    expect(page.locator(".st-key-teach_presented")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true", timeout=PATIENCE)
    assert panel(page).bounding_box()["height"] > small
    size = page.locator(".st-key-teach_panel p").first.evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
    assert size >= 22
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_is_usable_on_a_phone(app, open_page):
    seen = open_page(width=420, height=900, dark=True)
    opened(seen.page, app, 11)
    seen.page.locator(".st-key-teach_move_2 button").click()
    seen.page.get_by_role("button", name="Reveal").click()
    expect(panel(seen.page)).to_contain_text("take the place of", timeout=PATIENCE)
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.errors[:] = [error for error in seen.errors if "404" not in error]
