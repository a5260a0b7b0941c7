"""Exports opened in a real browser, from a file: nothing runs, nothing is fetched, nothing is out of place."""

import judged_run
import pytest
import small_run
from looking import PATIENCE, barriers
from playwright.sync_api import expect
from writing import hostile, of

from sleuth import exports
from sleuth.bundle import parse_bundle
from sleuth.evaluate.browsing import ROOT
from sleuth.folders import log_path
from sleuth.store import Log

pytestmark = pytest.mark.browser

OPENED = ("html", "audit", "graph", "svg")
"""The formats that a browser opens."""


@pytest.fixture
def opened(open_page, tmp_path):
    """Write a run in a format and open the file; the page, and every address it asked for."""

    def open_file(recorded, name, **options):
        path = tmp_path / f"run{exports.form(name).ending}"
        path.write_bytes(exports.form(name).content(recorded))
        seen = open_page(**options)
        asked: list[str] = []
        seen.page.on("request", lambda request: asked.append(request.url))
        seen.page.on("dialog", lambda dialog: pytest.fail(f"a text opened a dialog: {dialog.message}"))
        seen.page.goto(path.as_uri())
        return seen.page, asked

    return open_file


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1400, 420])
@pytest.mark.parametrize("name", OPENED)
def test_a_hostile_run_does_nothing_and_stays_in_place(opened, tmp_path, name, width, dark):
    page, asked = opened(hostile(tmp_path), name, width=width, dark=dark)
    page.wait_for_load_state("networkidle")
    assert [address for address in asked if not address.startswith(("file:", "data:", "blob:"))] == []
    assert asked[1:] == [] or name == "graph"
    assert page.evaluate("window.broken") is None
    if name in ("html", "audit"):
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        page.emulate_media(media="print")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["html", "audit"])
def test_a_report_can_be_read_by_everybody(browser, tmp_path, name, scheme):
    path = tmp_path / "report.html"
    path.write_bytes(exports.form(name).content(of(judged_run.JUDGED)))
    # What looks for barriers is a program, which the report itself lets nobody run.
    context = browser.new_context(bypass_csp=True, color_scheme=scheme, viewport={"width": 1100, "height": 6000})
    page = context.new_page()
    page.goto(path.as_uri())
    assert barriers(page) == []
    context.close()


def test_a_citation_jumps_to_its_quote_and_back_to_its_claim(opened):
    page, _ = opened(of(small_run.STEPS), "html", height=500)
    page.get_by_role("link", name="source 2").first.click()
    mark = page.locator("mark", has_text="Tromsø")
    expect(mark).to_be_in_viewport()
    assert mark.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    page.get_by_role("link", name="claim 2").click()
    expect(page.locator("#claim-c2")).to_be_in_viewport()


def test_a_claim_of_the_audit_jumps_to_its_quote_in_the_passage_and_back(opened):
    page, _ = opened(of(judged_run.JUDGED), "audit", height=500)
    page.locator("#claim-c4").get_by_role("link", name="source 2, passage p3").click()
    mark = page.locator("#passage-p3 mark", has_text="was an engineer")
    expect(mark).to_be_in_viewport()
    page.locator("#passage-p3").get_by_role("link", name="claim 4").click()
    expect(page.locator("#claim-c4 h3")).to_be_in_viewport()


def test_it_is_read_by_keyboard_and_an_exact_prompt_opens(opened):
    page, _ = opened(of(small_run.STEPS), "html")
    step = page.locator("summary", has_text="Read the brochure")
    step.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text('{"sentence": 1, "value": "Ada Holm"}')).to_be_visible()


def test_on_paper_every_step_is_told_and_the_prompts_are_left_out(opened):
    page, _ = opened(of(small_run.STEPS), "html", dark=True)
    expect(page.get_by_text("Refused '1899' from p1")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.get_by_text("Refused '1899' from p1")).to_be_visible()
    expect(page.get_by_text("Exact prompt and reply").first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_export_from_the_page_gives_the_files(serve, page):
    small_run.record(Log(log_path()), "r1")
    page.goto(f"{serve(ROOT / 'app.py')}/?run=r1")
    page.get_by_role("button", name="Export").click(timeout=PATIENCE)
    for label, name in (("HTML", "html"), ("Bundle", "bundle")):
        with page.expect_download(timeout=PATIENCE) as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        got = waiting.value
        assert got.suggested_filename == exports.file_name(small_run.QUESTION, "r1", name)
        content = got.path().read_bytes()
        if name == "bundle":
            assert parse_bundle(content, "r1").entries == small_run.entries()
        else:
            assert "Tromsø".encode() in content
