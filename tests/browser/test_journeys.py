"""Long ways through the app, as people go them: wandering off while a run goes on, going back and another way,
reading an export on a train, doing all of it by keyboard."""

import re
from pathlib import Path

import harbour
import pytest
import small_run
from looking import PATIENCE, barriers, settled
from playwright.sync_api import Page, expect
from tabs import new_page

from sleuth.folders import log_path
from sleuth.runner import Runner
from sleuth.settings import load
from sleuth.store import Log

pytestmark = pytest.mark.browser

RUNNING = re.compile("running")


@pytest.fixture
def answered(serving, tmp_path) -> tuple[str, str]:
    """The app, and a run that came to its answer and that the app can carry on."""
    app = serving()
    return app, undisturbed(tmp_path)


def undisturbed(folder: Path) -> str:
    """Carry a run to its end with nobody looking; its id."""
    means = {"model": f"scripted/{folder / 'script.jsonl'}", "collections": (str(folder / "harbour.jsonl"),)}
    runner = Runner(Log(log_path()))
    run = runner.start(harbour.QUESTION, load(means))
    assert runner.join(run, PATIENCE / 1000)
    return run


def ask(page: Page, question: str = harbour.QUESTION, button: str = "Investigate") -> None:
    page.locator(".st-key-question textarea").fill(question)
    page.get_by_role("button", name=button, exact=True).click()


def status(page: Page):
    return page.locator(".st-key-status_line")


def happened(run: str) -> list[str]:
    return [entry.event.type for entry in Log(log_path()).entries(run)]


def test_a_run_comes_to_its_answer_whatever_is_clicked_meanwhile(serving, tmp_path, page):
    app = serving(seconds=1.5)
    page.goto(app)
    ask(page)
    expect(status(page)).to_contain_text(RUNNING, timeout=PATIENCE)
    assert barriers(page) == []
    page.get_by_role("tab", name="Costs").click()
    page.get_by_text("Outline", exact=True).click()
    page.get_by_placeholder("Filter the ledger").fill("Ada")
    # Who leaves within the fifth of a second before Streamlit sends what was typed may come to an empty page.
    expect(page.get_by_text(re.compile(r"Facts \d of \d|Nothing here passes")).first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="History", exact=True).click()
    expect(page.locator(".st-key-history_actions")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Settings", exact=True).click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    page.get_by_role("link", name="Investigate", exact=True).click()
    expect(page.get_by_role("heading", name=harbour.QUESTION)).to_be_visible(timeout=PATIENCE)
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    expect(page.locator(".st-key-answer")).to_contain_text("Tromsø")
    (watched,) = Log(log_path()).runs()
    harbour.script(tmp_path)
    assert happened(watched.id) == happened(undisturbed(tmp_path)), "what is clicked leaves no trace in the run"


def test_a_run_outlives_a_refresh_and_is_steered_from_a_second_tab(serving, page):
    page.goto(serving(seconds=1.5))
    ask(page)
    expect(status(page)).to_contain_text(RUNNING, timeout=PATIENCE)
    page.reload()
    expect(status(page)).to_contain_text(RUNNING, timeout=PATIENCE)
    second = page.context.new_page()
    second.goto(page.url)
    second.get_by_role("button", name="Pause", exact=True).click(timeout=PATIENCE)
    expect(status(page)).to_contain_text("Waiting for you", timeout=PATIENCE)
    page.get_by_role("button", name="Resume", exact=True).click()
    for tab in (page, second):
        expect(status(tab)).to_contain_text("answered", timeout=PATIENCE)
        expect(tab.locator(".st-key-answer")).to_contain_text("Tromsø")
    (run,) = Log(log_path()).runs()
    assert happened(run.id).count("contract_made") == 1


HELD = """before => {
    const told = document.querySelector(".st-key-status_line")?.textContent ?? "";
    return told !== before && /Waiting for you after|answered/.test(told);
}"""
"""Whether a run that was held at one place is held at another, or has come to its end."""


def test_a_run_is_stepped_through_to_its_end(serving, page):
    page.goto(serving())
    ask(page, button="Step through")
    expect(status(page)).to_contain_text("Waiting for you before its first step", timeout=PATIENCE)
    for _ in range(30):
        told = status(page).text_content() or ""
        page.get_by_role("button", name="Step", exact=True).click()
        page.wait_for_function(HELD, arg=told, timeout=PATIENCE)
        if "answered" in (status(page).text_content() or ""):
            break
    expect(page.locator(".st-key-answer")).to_contain_text("Tromsø", timeout=PATIENCE)
    (run,) = Log(log_path()).runs()
    phases = dict.fromkeys(x.event.phase for x in Log(log_path()).entries(run.id) if x.event.type == "step_taken")
    assert list(phases) == ["plan", "choose", "search", "read", "compare", "update", "answer"]


def test_a_run_is_rewound_and_goes_another_way_from_there(answered, page):
    app, run = answered
    page.goto(f"{app}/?run={run}")
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    for _ in range(3):
        before = page.locator(".st-key-scrubber p").first.text_content() or ""
        page.get_by_role("button", name="Earlier").click()
        expect(page.locator(".st-key-scrubber p").first).not_to_have_text(before, timeout=PATIENCE)
    step = re.search(r"step=(\d+)", page.url)[1]
    page.get_by_role("button", name="Branch from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"shares the first {step} steps", timeout=PATIENCE)
    dialog.get_by_role("button", name="Branch and go on").click()
    expect(page).not_to_have_url(re.compile(f"run={run}"), timeout=PATIENCE)
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    page.get_by_role("button", name=f"Branched after step {step} from").click()
    expect(page).to_have_url(re.compile(f"run={run}&step={step}"), timeout=PATIENCE)
    expect(page.locator(".st-key-answer")).to_contain_text(f"As it stood after step {step}", timeout=PATIENCE)


def test_an_export_is_read_without_a_network(serving, open_page, tmp_path):
    small_run.record(Log(log_path()), "r1")
    page = open_page().page
    page.goto(f"{serving()}/?run=r1")
    page.get_by_role("button", name="Export").click(timeout=PATIENCE)
    with page.expect_download(timeout=PATIENCE) as waiting:
        page.get_by_role("button", name="HTML", exact=True).click()
    waiting.value.save_as(tmp_path / "taken along.html")
    train = open_page(width=420).page
    train.context.set_offline(True)
    asked: list[str] = []
    train.on("request", lambda request: asked.append(request.url))
    train.goto((tmp_path / "taken along.html").as_uri())
    expect(train.get_by_role("heading", name=small_run.QUESTION)).to_be_visible()
    train.get_by_role("link", name="source 2").first.click()
    expect(train.locator("mark", has_text="Tromsø")).to_be_in_viewport()
    assert len(asked) == 1
    for scheme in ("light", "dark"):
        train.emulate_media(color_scheme=scheme)
        assert barriers(train) == []


def test_a_link_restores_run_step_and_selection_on_a_server_that_was_started_since(serving, browser, page):
    small_run.record(Log(log_path()), "r1")
    page.goto(f"{serving()}/?run=r1")
    page.get_by_role("application", name="Evidence tree").focus(timeout=PATIENCE)
    for key in ("Home", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".st-key-detail")).to_contain_text("Ada Holm → Birger Lund", timeout=PATIENCE)
    page.get_by_role("button", name="Earlier").click()
    expect(page.locator(".st-key-scrubber")).to_contain_text("Step 12 of 13", timeout=PATIENCE)
    left = page.url.partition("/?")[2]
    assert left == "run=r1&selected=n2&step=12"
    later = new_page(browser)
    later.page.goto(f"{serving()}/?{left}")
    expect(later.page.locator(".st-key-scrubber")).to_contain_text("Step 12 of 13", timeout=PATIENCE)
    expect(later.page.locator(".st-key-detail")).to_contain_text("Ada Holm → Birger Lund", timeout=PATIENCE)
    assert later.page.url.endswith(left)
    later.page.context.close()
    assert later.errors == []


def test_five_investigations_go_on_side_by_side_and_each_tab_shows_its_own(serving, open_page):
    app = serving(seconds=0.6)
    context = open_page().page.context
    questions = [f"{harbour.QUESTION} ({number})" for number in range(1, 6)]
    tabs = [context.new_page() for _ in questions]
    for tab, question in zip(tabs, questions, strict=True):
        tab.goto(app)
        ask(tab, question)
    for tab, question in zip(tabs, questions, strict=True):
        expect(tab.get_by_role("heading", name=question, exact=True)).to_be_visible(timeout=PATIENCE)
        expect(status(tab)).to_contain_text("answered", timeout=PATIENCE)
        expect(tab.locator(".st-key-answer")).to_contain_text("Tromsø", timeout=PATIENCE)
    assert sorted(row.question for row in Log(log_path()).runs()) == questions


STOP = """async () => {
    // A ring that fades in is looked at when it is there.
    const fading = document.getAnimations().filter(x => x.playState === "running" && x.transitionProperty);
    await Promise.race([new Promise(done => setTimeout(done, 300)), Promise.allSettled(fading.map(x => x.finished))]);
    const inside = e => e?.shadowRoot?.activeElement ? inside(e.shadowRoot.activeElement) : e;
    const look = e => {
        const drawn = [];
        for (let part = e, level = 0; part && level < 7; part = part.parentElement, level++) {
            const style = getComputedStyle(part);
            drawn.push(style.outline, style.boxShadow, style.backgroundColor, style.borderColor);
        }
        return drawn.join();
    };
    const at = inside(document.activeElement);
    const last = window.lastStop;
    // A table draws its ring on its canvas, and the main part is only where "Skip to main content" leads.
    const own = last && (last.at.tagName === "MAIN" || last.at.closest("canvas"));
    const unseen = last && !own && last.at !== at && last.at.isConnected && look(last.at) === last.look;
    window.lastStop = at && at !== document.body ? {at, look: look(at)} : null;
    const name = e => (e.getAttribute("aria-label") || e.innerText || e.tagName).trim();
    return {
        name: at && at.tagName !== "MAIN" ? name(at) : "",
        tag: at?.closest("canvas") ? "CANVAS" : at?.tagName ?? "",
        within: at?.closest("[class*=st-key-]")?.className ?? "",
        unseen: unseen ? last.at.outerHTML.slice(0, 200) : null,
    };
}"""
"""Where the focus is, and whether the stop before looked the same with the focus as without it."""


def tab_to(page: Page, *, name: str = "", within: str = "", tag: str = "") -> None:
    """Press Tab until the focus is there; every stop on the way must be seen to have it."""
    for _ in range(250):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        assert stop["unseen"] is None
        if name in stop["name"] and within in stop["within"] and tag in stop["tag"]:
            return
    pytest.fail(f"Tab never came to {name or within}")


def test_a_sample_is_opened_read_and_rewound_by_keyboard_alone(serving, page):
    page.goto(serving())
    expect(page.locator(".st-key-guide")).to_be_visible(timeout=PATIENCE)
    settled(page)
    tab_to(page, name="Open a sample")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-answer")).to_contain_text("20,310", timeout=PATIENCE)
    expect(page.get_by_role("tab", name="Costs")).to_be_visible(timeout=PATIENCE)
    settled(page)
    tab_to(page, name="[1]")
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-citation mark.quote")).to_be_visible(timeout=PATIENCE)
    settled(page)
    tab_to(page, within="st-key-facts", tag="CANVAS")  # at the row that the citation selected
    page.keyboard.press("ArrowUp")
    expect(page).to_have_url(re.compile(r"selected=f\d"), timeout=PATIENCE)
    settled(page)
    tab_to(page, name="Step in view")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"step=\d"), timeout=PATIENCE)
    expect(page.locator(".st-key-answer")).to_contain_text("As it stood after step", timeout=PATIENCE)
