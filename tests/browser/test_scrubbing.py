"""Going through a run's steps in a real browser: by keys, by dragging, by playing, and stage by stage of a repair."""

import re

import pytest
import small_run
from looking import PATIENCE
from playwright.sync_api import Page, expect

from sleuth.folders import log_path
from sleuth.store import Log

pytestmark = pytest.mark.browser

TWICE = """
globalThis.twice = new Set();
new MutationObserver(() => {
  const seen = new Set();
  for (const part of document.querySelectorAll("[class*=st-key-]")) {
    const key = [...part.classList].find((name) => name.startsWith("st-key-"));
    if (seen.has(key)) globalThis.twice.add(key);
    seen.add(key);
  }
}).observe(document.body, { subtree: true, childList: true });
"""
"""Notes what is on the page twice, if only for a moment: a part that moves is made anew beside its old self."""


@pytest.fixture
def address(serving) -> str:
    """The small run, opened at its fifth step."""
    small_run.record(Log(log_path()), "r1")
    return f"{serving()}/?run=r1"


def at_step(page: Page, number: int) -> None:
    expect(page.locator(".st-key-scrubber")).to_contain_text(f"Step {number} of 13", timeout=PATIENCE)


def test_the_arrow_keys_step_from_anywhere_but_not_while_something_is_typed(address, page):
    page.goto(f"{address}&step=5")
    at_step(page, 5)
    expect(page.get_by_role("tab", name="Costs")).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("globalThis.sleuthKeyboard", timeout=PATIENCE)  # the keys listen from then on
    page.wait_for_timeout(500)
    page.keyboard.press("ArrowRight")
    at_step(page, 6)
    page.keyboard.press("ArrowLeft")
    at_step(page, 5)
    page.get_by_placeholder("Filter the ledger").click()
    page.keyboard.type("Ada")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_placeholder("Filter the ledger")).to_have_value("Ada")
    at_step(page, 5)


def test_the_slider_takes_home_end_and_the_mouse(address, page):
    page.goto(f"{address}&step=5")
    at_step(page, 5)
    slider = page.get_by_label("Step in view")
    slider.focus()
    page.keyboard.press("Home")
    at_step(page, 1)
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.keyboard.press("End")
    expect(page.locator(".st-key-scrubber")).to_contain_text("the newest")
    expect(page).not_to_have_url(re.compile("step="))
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at_step(page, 7)
    expect(slider).to_have_attribute("aria-valuetext", "Step 7 of 13, compare")


def test_playing_goes_to_the_end_and_any_click_pauses_it(address, page):
    page.goto(f"{address}&step=9")
    at_step(page, 9)
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play the steps").click()
    expect(page.locator(".st-key-scrubber")).to_contain_text("the newest", timeout=PATIENCE)
    play = page.get_by_role("button", name="Play the steps")
    expect(play).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Speed").select_option("1")
    play.click()  # from the end it begins again
    expect(page.locator(".st-key-scrubber")).to_contain_text(re.compile("Step [23] of 13"), timeout=PATIENCE)
    page.locator(".st-key-answer").click()
    expect(play).to_be_visible()


def test_a_repair_is_watched_with_the_keys_and_left_with_escape(address, page):
    page.goto(address)
    page.get_by_role("button", name="Watch the contradiction").first.click(timeout=PATIENCE)
    panel = page.locator(".st-key-watching")
    for said in ("says “Birger Lund”", "is refuted", "n3 was derived", "n3 is pruned", "n2 holds f2"):
        expect(panel).to_contain_text(said, timeout=PATIENCE)
        page.keyboard.press("ArrowRight")
    expect(panel.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden(timeout=PATIENCE)


def test_nothing_is_made_anew_because_a_contradiction_or_a_stage_comes_or_goes(address, page):
    page.goto(f"{address}&step=9")
    at_step(page, 9)
    expect(page.get_by_role("tab", name="Costs")).to_be_visible(timeout=PATIENCE)
    page.evaluate(TWICE)
    for number in range(8, 0, -1):
        page.get_by_role("button", name="Earlier").click()
        at_step(page, number)
    page.get_by_role("button", name="Newest").click()
    at_step(page, 13)
    page.get_by_role("button", name="Watch the contradiction").click()
    panel = page.locator(".st-key-watching").first
    for said in ("says “Birger Lund”", "is refuted", "n3 was derived", "n3 is pruned", "n2 holds f2"):
        expect(panel).to_contain_text(said, timeout=PATIENCE)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden(timeout=PATIENCE)
    assert page.evaluate("[...globalThis.twice]") == []
