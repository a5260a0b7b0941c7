"""History and Compare in a real browser: typed, clicked, uploaded, and reached by a cold link."""

import re

import pytest
import small_run
from looking import PATIENCE, barriers
from playwright.sync_api import Page, expect

from sleuth.bundle import write_bundle
from sleuth.evaluate.browsing import ROOT
from sleuth.folders import log_path
from sleuth.store import Log

pytestmark = pytest.mark.browser


HOSTILE = "<img src=x onerror=alert(1)> ![x](http://evil.example/a.png) $a$ and $b$ :red[y] \u202eturned " + "W" * 400


@pytest.fixture
def app(serve) -> str:
    """The address of the app, over a log with two runs of one question and one whose every word is hostile."""
    log = Log(log_path())
    small_run.record(log, "whole")
    small_run.record(log, "short", small_run.STEPS[:6])
    started = small_run.STEPS[0][0].model_copy(update={"question": HOSTILE})
    fact = small_run.F1.model_copy(update={"statement": HOSTILE})
    read = tuple(x.model_copy(update={"fact": fact}) if x.type == "fact_recorded" else x for x in small_run.STEPS[5])
    small_run.record(log, "hostile", ((started,), *small_run.STEPS[1:5], read))
    log.rename("hostile", HOSTILE[:200])
    log.tag("hostile", "**bold**")
    return serve(ROOT / "app.py")


def framed(page: Page, app: str) -> Page:
    """The first page, with its frame: until some browser has seen that, Streamlit shows a menu of its own."""
    page.goto(app)
    expect(page.locator(".st-key-new_question")).to_be_visible(timeout=PATIENCE)
    return page


def to_history(page: Page, app: str) -> Page:
    framed(page, app).get_by_role("link", name="History", exact=True).click(timeout=PATIENCE)
    expect(page.locator(".st-key-history_actions")).to_be_visible(timeout=PATIENCE)
    return page


def choose(page: Page, row: int) -> None:
    """Tick a row of the table, from 0, once the table has been drawn."""
    page.wait_for_timeout(1500)
    box = page.get_by_test_id("stDataFrame").bounding_box()
    page.mouse.click(box["x"] + 18, box["y"] + 45 + 30 * row)


def forget_cold_link(seen) -> None:
    """Leave out what Streamlit says of any address but the first page's; the test of deep links says why."""
    seen.errors[:] = [error for error in seen.errors if "404" not in error and "does not seem to exist" not in error]


def test_a_run_is_found_while_its_words_are_typed_and_opened(app, page):
    to_history(page, app).get_by_role("searchbox").press_sequentially("favourite walk")
    expect(page.get_by_text("2 of 3 runs")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("searchbox").fill("tromsø")
    expect(page.get_by_text("1 of 3 runs")).to_be_visible(timeout=PATIENCE)
    choose(page, 0)
    expect(page.get_by_text("Chosen: Where was the designer")).to_be_visible(timeout=PATIENCE)
    page.locator(".st-key-history_open button").click()
    expect(page.locator(".st-key-answer")).to_contain_text("Tromsø", timeout=PATIENCE)
    assert "run=whole" in page.url


def test_two_chosen_runs_are_compared_a_fact_opens_its_run_and_back_returns(app, page):
    to_history(page, app).get_by_role("searchbox").fill("designer born")
    expect(page.get_by_text("2 of 3 runs")).to_be_visible(timeout=PATIENCE)
    choose(page, 0)
    expect(page.get_by_text("Chosen: Where")).to_be_visible(timeout=PATIENCE)
    choose(page, 1)
    expect(page.get_by_text("2 runs chosen")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Compare").click()
    verdict = page.get_by_text(re.compile("answers? Tromsø; . has no answer"))
    expect(verdict).to_be_visible(timeout=PATIENCE)
    assert re.search(r"/compare\?runs=(whole(,|%2C)short|short(,|%2C)whole)$", page.url)
    page.get_by_role("button", name=re.compile("· ✕ out")).first.click()
    expect(page.locator(".st-key-detail")).to_contain_text("designed by Ada Holm", timeout=PATIENCE)
    assert "run=whole" in page.url
    assert "selected=f1" in page.url
    page.go_back()
    expect(verdict).to_be_visible(timeout=PATIENCE)


def test_a_cold_link_restores_the_comparison(app, seen):
    seen.page.goto(f"{app}/compare?runs=whole,short")
    expect(seen.page.get_by_text("A answers Tromsø; B has no answer.")).to_be_visible(timeout=PATIENCE)
    forget_cold_link(seen)


def test_a_comparison_follows_a_run_that_goes_on(app, page):
    framed(page, app)
    page.goto(f"{app}/compare?runs=whole,short")
    expect(page.get_by_text("A answers Tromsø; B has no answer.")).to_be_visible(timeout=PATIENCE)
    log = Log(log_path())
    begun = log.last_seq("short")
    log.append("short", small_run.entries()[begun:])
    expect(page.get_by_text("Both answer Tromsø.")).to_be_visible(timeout=PATIENCE)


def test_a_bundle_is_uploaded_and_opens_to_be_read(app, page, tmp_path):
    other = Log(tmp_path / "other.db")
    small_run.record(other, "theirs")
    write_bundle(other, "theirs", tmp_path / "theirs.jsonl", title="Theirs")
    to_history(page, app).get_by_role("button", name="Import").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "theirs.jsonl")
    expect(page.get_by_text("theirs.jsonl")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Import").last.click()
    expect(page.locator(".st-key-answer")).to_contain_text("Tromsø", timeout=PATIENCE)
    assert "run=theirs" in page.url
    expect(page.locator(".st-key-pick_theirs")).to_contain_text("Theirs")


def test_a_hostile_title_and_fact_do_nothing_and_break_no_layout(app, open_page):
    seen = open_page(width=420, dark=True)
    page = framed(seen.page, app)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(f"{app}/compare?runs=hostile,short")
    expect(page.locator(".st-key-compare_head_A")).to_contain_text("<img src=x onerror=alert(1)>", timeout=PATIENCE)
    expect(page.locator(".st-key-compare_facts_1")).to_contain_text("evil.example/a.png) $a$ and $b$ :red[y]")
    assert page.locator(".stMain img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    forget_cold_link(seen)


@pytest.mark.parametrize("dark", [False, True])
def test_no_serious_barrier_stands_in_the_way(app, open_page, dark):
    seen = open_page(dark=dark)
    to_history(seen.page, app)
    choose(seen.page, 0)
    expect(seen.page.get_by_text("Chosen:")).to_be_visible(timeout=PATIENCE)
    assert barriers(seen.page) == []
    seen.page.goto(f"{app}/compare?runs=whole,short,hostile")
    expect(seen.page.locator(".st-key-compare_head_C")).to_be_visible(timeout=PATIENCE)
    assert barriers(seen.page) == []
    forget_cold_link(seen)
