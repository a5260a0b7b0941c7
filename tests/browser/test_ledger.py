"""Ledger and passages in a real browser: chosen by mouse and keys, scrolled to the quote, whatever a page says."""

import re

import pytest
import small_run
from looking import PATIENCE
from playwright.sync_api import Page, expect

from sleuth import events as e
from sleuth.evaluate.browsing import ROOT
from sleuth.folders import log_path
from sleuth.search import digest
from sleuth.store import Log

pytestmark = pytest.mark.browser


HOSTILE = (
    "<img src=x onerror=alert(1)> <script>alert(2)</script> ![x](http://evil.example/a.png) $a$ :red[y] \u202eturned"
)
QUIET = "Nothing that is worth a word was decided in this quiet year. "
TEXT = f"{QUIET * 60}\n\n{HOSTILE} {small_run.MINUTES}\n\n桥由比耶·伦德设计。 {'W' * 10_000} {QUIET * 60}"
"""A long page that holds one quote in the middle, and another beside it."""


def quoted(value: str) -> dict[str, int]:
    return {"start": TEXT.index(value), "end": TEXT.index(value) + len(value)}


def with_long_page(event: e.Event) -> e.Event:
    page = small_run.P2.model_copy(update={"text": TEXT, "sha256": digest(TEXT)})
    match event:
        case e.Searched():
            return event.model_copy(update={"passages": tuple(page if p.id == "p2" else p for p in event.passages)})
        case e.FactRecorded(fact=fact) if fact.id == "f2":
            return event.model_copy(update={"fact": fact.model_copy(update=quoted("Birger Lund"))})
        case e.FactRecorded(fact=fact) if fact.id == "f3":
            other = {"passage": "p2", "value": "比耶·伦德", "quote": "比耶·伦德", **quoted("比耶·伦德")}
            return event.model_copy(update={"fact": fact.model_copy(update=other)})
        case _:
            return event


@pytest.fixture
def opened(serve, page) -> Page:
    """The page of a run in which two facts were read from one long page."""
    small_run.record(Log(log_path()), "r1", tuple(tuple(map(with_long_page, group)) for group in small_run.STEPS))
    page.on("dialog", lambda dialog: pytest.fail(f"a text opened a dialog: {dialog.message}"))
    page.goto(f"{serve(ROOT / 'app.py')}/?run=r1&selected=f2")
    return page


def test_a_long_passage_is_scrolled_to_its_quote_and_its_other_facts_are_a_key_away(opened):
    box = opened.locator(".st-key-detail .passage")
    quote = box.locator("mark.quote")
    expect(quote).to_have_text("Birger Lund", timeout=PATIENCE)
    opened.wait_for_function("e => e.scrollTop > 100", arg=box.element_handle(), timeout=PATIENCE)
    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert "<script>alert(2)</script>" in box.inner_text()
    assert box.locator("img, script, a").count() == 0
    box.locator("mark.other").focus()
    opened.keyboard.press("Enter")
    expect(opened).to_have_url(re.compile("selected=f3"), timeout=PATIENCE)
    expect(quote).to_have_text("比耶·伦德", timeout=PATIENCE)


def test_a_row_is_chosen_by_a_click_anywhere_in_it_then_by_the_arrow_keys_and_left_by_escape(opened):
    table = opened.locator(".st-key-facts")
    expect(table.locator("canvas").first).to_be_visible(timeout=PATIENCE)
    table.scroll_into_view_if_needed()
    place = table.bounding_box()
    opened.mouse.click(place["x"] + 230, place["y"] + 60)
    expect(opened).to_have_url(re.compile("selected=f3"), timeout=PATIENCE)
    expect(opened.locator(".st-key-pin_fact_f3").first).to_be_visible(timeout=PATIENCE)
    opened.keyboard.press("ArrowDown")
    expect(opened).to_have_url(re.compile("selected=f2"), timeout=PATIENCE)
    opened.keyboard.press("Escape")
    expect(opened).not_to_have_url(re.compile("selected="), timeout=PATIENCE)
