"""Watching a run in a real browser: what is under way, the head that stays put, and what a screen reader hears."""

import re

import harbour
import pytest
from looking import PATIENCE
from playwright.sync_api import Page, expect

from sleuth.folders import log_path
from sleuth.store import Log

pytestmark = pytest.mark.browser


@pytest.fixture
def app(serving) -> str:
    """The address of the app, with a scripted model that takes a while over each reply, and an empty log."""
    return serving(1.5)


def asked(page: Page, app: str, button: str) -> None:
    page.goto(app)
    page.locator(".st-key-question textarea").fill(harbour.QUESTION)
    page.get_by_role("button", name=button).click()


def status(page: Page):
    return page.locator(".st-key-status_line")


def announced(page: Page) -> list[str]:
    return page.locator(".st-key-announcer [aria-live=polite] p").all_text_contents()


HEAD = """() => {
    const box = (name) => document.querySelector(`.st-key-${name}`).getBoundingClientRect();
    const names = ["controls", "status_line", "budgets"];
    return [
        document.querySelector(".st-key-status_line").innerText,
        names.map((name) => [name, Math.round(box(name).y), Math.round(box(name).height)]),
    ];
}"""
"""What the status line says, and the place and height of each line of the head."""


@pytest.mark.parametrize("width", [1400, 420])
def test_the_head_stays_where_it_is_while_steps_arrive(app, open_page, width):
    page = open_page(width=width).page
    asked(page, app, "Investigate")
    expect(page.locator(".st-key-scrubber")).to_be_visible(timeout=PATIENCE)
    places: set[tuple[str, int, int]] = set()
    for _ in range(12):
        # Looked at in one moment: at the next the run may have ended, with other buttons.
        said, boxes = page.evaluate(HEAD)
        if "running" not in said:
            break
        places.update(map(tuple, boxes))
        page.wait_for_timeout(700)
    assert len(places) == 3, sorted(places)


def test_what_is_under_way_is_told_with_a_clock_that_runs(app, page):
    asked(page, app, "Investigate")
    expect(status(page)).to_contain_text(re.compile(r"Passage \d of \d · Read "), timeout=PATIENCE)
    expect(status(page)).to_contain_text(re.compile(r"00:0\d"))


def test_each_finished_step_is_announced_once_and_nothing_of_the_past(app, page):
    asked(page, app, "Investigate")
    expect(status(page)).to_contain_text("running", timeout=PATIENCE)
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    answer = Log(log_path()).runs()[0].answer
    page.wait_for_timeout(1500)  # the last announcement comes a moment after what it tells of
    said = announced(page)
    numbers = [int(re.match(r"Step (\d+):", text)[1]) for text in said if text.startswith("Step")]
    assert numbers == sorted(set(numbers))
    assert any("New fact" in text for text in said)
    assert answer in "".join(said[-2:])

    page.goto(f"{page.url}&step=5")
    expect(page.get_by_text(re.compile(r"^Step 5 of"))).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1500)
    assert announced(page) == [], "who comes later, or looks back, is told nothing of the past"


def test_a_question_is_stepped_through_by_keyboard_from_its_first_phase(app, page):
    asked(page, app, "Step through")
    expect(status(page)).to_contain_text("Waiting for you before its first step", timeout=PATIENCE)
    for taken in (1, 2, 3):
        page.get_by_role("button", name="Step", exact=True).focus()
        page.keyboard.press("Enter")
        expect(status(page)).to_contain_text(f"Waiting for you after step {taken}.", timeout=PATIENCE)
    entries = Log(log_path()).entries(Log(log_path()).runs()[0].id)
    phases = dict.fromkeys(x.event.phase for x in entries if x.event.type == "step_taken")
    assert list(phases) == ["plan", "choose", "search"]
