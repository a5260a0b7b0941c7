"""An audit as a person makes it: by keyboard alone, in two names, over a link, in two tabs, and read on a train."""

import re

import hostile_run
import judged_run
import pytest
import small_run
from looking import PATIENCE, barriers, settled
from playwright.sync_api import Page, expect

from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.store import Log

pytestmark = pytest.mark.browser

KEYS = {"supported": "s", "partly": "p", "contradicted": "c", "not enough": "n", "not located": "l"}


@pytest.fixture
def audit(serving, page):
    """Open the audit of a run that is recorded for it; the address of the app."""

    def opened(steps, more: str = "") -> str:
        small_run.record(Log(log_path()), "r1", steps)
        app = serving()
        page.goto(app)
        expect(page.locator(".st-key-new_question")).to_be_visible(timeout=PATIENCE)
        page.goto(f"{app}/audit?run=r1{more}")
        expect(page.locator(".st-key-audit_claim")).to_be_visible(timeout=PATIENCE)
        settled(page)
        return app

    return opened


def verdicts() -> dict[str, dict[str, str]]:
    """By reviewer and claim."""
    told: dict[str, dict[str, str]] = {}
    for _, given in replay(Log(log_path()).entries("r1")).verdicts:
        told.setdefault(given.reviewer, {})[given.claim.id] = given.verdict
    return told


def claim(page: Page):
    return page.locator(".st-key-audit_claim")


def button(page: Page, name: str):
    """A button of the audit; behind one with a hint stands another that nobody sees."""
    return page.locator(f".st-key-audit_{name} button").first


def judged(page: Page, verdict: str) -> None:
    """The page shows that this verdict was given."""
    expect(button(page, verdict.replace(" ", "_"))).to_have_attribute(
        "data-testid", "stBaseButton-primary", timeout=PATIENCE
    )


def judge_all(page: Page, said: list[str]) -> None:
    """Judge claim after claim, by nothing but keys."""
    for number, verdict in enumerate(said, start=1):
        expect(claim(page)).to_contain_text(re.compile(rf"^c{number}(?!\d)"), timeout=PATIENCE)
        settled(page)  # nobody judges a claim that they have not seen yet
        page.keyboard.press(KEYS[verdict])
        judged(page, verdict)
        if number < len(said):
            page.keyboard.press("ArrowRight")


def judging_as(page: Page, name: str) -> None:
    box = page.locator(".st-key-audit_reviewer input")
    box.fill(name)
    box.press("Enter")
    expect(page.locator(".stProgress")).to_contain_text(f"judged by {name}", timeout=PATIENCE)
    settled(page)
    page.keyboard.press("Escape")
    page.locator(".st-key-audit_head").click(position={"x": 5, "y": 5})


def test_twenty_claims_are_judged_by_keys_in_two_names_sealed_and_read_on_a_train(audit, page, open_page, tmp_path):
    audit(judged_run.many(20))
    ann = ["supported", "supported", "not enough", "contradicted", "not located"] * 4
    judge_all(page, ann)
    (me,) = verdicts()
    assert list(verdicts()[me].values()) == ann
    for number in range(19, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect(claim(page)).to_contain_text(re.compile(rf"^c{number}(?!\d)"), timeout=PATIENCE)
        settled(page)
    judging_as(page, "Bea")
    bea = ["supported", "supported", "not enough", "partly", "not located"] * 4
    judge_all(page, bea)
    assert list(verdicts()["Bea"].values()) == bea
    agreement = page.get_by_text(re.compile("16 of 20 alike"))
    expect(agreement).to_contain_text("Cohen's κ 0.7", timeout=PATIENCE)
    page.get_by_role("button", name="Seal", exact=True).click()
    expect(page.locator(".stMain")).to_contain_text("Audited and sealed by Bea.", timeout=PATIENCE)
    page.get_by_role("button", name="Report").click()
    with page.expect_download(timeout=PATIENCE) as waiting:
        button(page, "export_audit").click()
    waiting.value.save_as(tmp_path / "report.html")
    train = open_page(width=420).page
    train.context.set_offline(True)
    asked: list[str] = []
    train.on("request", lambda request: asked.append(request.url))
    train.goto((tmp_path / "report.html").as_uri())
    expect(train.locator("body")).to_contain_text("16 of 20 alike, 80%")
    expect(train.locator("body")).to_contain_text("Audited and sealed by Bea")
    assert len(asked) == 1
    for scheme in ("light", "dark"):
        train.emulate_media(color_scheme=scheme)
        assert barriers(train) == []


def test_an_address_brings_back_run_and_claim_after_a_reload_and_in_a_second_tab(audit, page):
    audit(judged_run.ANSWERED)
    for number in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        expect(claim(page)).to_contain_text(f"c{number}", timeout=PATIENCE)
    assert page.url.endswith("run=r1&selected=c4")
    page.reload()
    expect(claim(page)).to_contain_text("lived from", timeout=PATIENCE)
    second = page.context.new_page()
    second.goto(page.url)
    expect(claim(second)).to_contain_text("lived from", timeout=PATIENCE)
    page.go_back()
    expect(claim(page)).to_contain_text("He drew it by hand.", timeout=PATIENCE)


def test_two_tabs_judge_at_once_and_nothing_is_lost(audit, page):
    app = audit(judged_run.ANSWERED)
    second = page.context.new_page()
    second.goto(f"{app}/audit?run=r1&selected=c5")
    expect(claim(second)).to_contain_text("c5", timeout=PATIENCE)
    settled(second)
    for tab, way in ((page, "ArrowRight"), (second, "ArrowLeft")):
        tab.keyboard.press("p")
        judged(tab, "partly")
        tab.keyboard.press(way)
    for tab, number in ((page, 2), (second, 4)):
        expect(claim(tab)).to_contain_text(f"c{number}", timeout=PATIENCE)
        tab.keyboard.press("s")
        judged(tab, "supported")
    (told,) = verdicts().values()
    assert told == {"c1": "partly", "c2": "supported", "c4": "supported", "c5": "partly"}


def test_keys_that_are_typed_ahead_are_meant_for_what_comes_into_view(audit, page):
    audit(judged_run.ANSWERED)
    for key in ("p", "ArrowRight", "s", "ArrowRight", "n", "ArrowRight", "c"):
        page.keyboard.press(key)
    expect(claim(page)).to_contain_text(re.compile(r"^c4(?!\d)"), timeout=PATIENCE)
    judged(page, "contradicted")
    (told,) = verdicts().values()
    assert told == {"c1": "partly", "c2": "supported", "c3": "not enough", "c4": "contradicted"}


def test_keys_work_after_a_click_in_the_passage_and_a_row_chosen_in_the_table(audit, page):
    audit(judged_run.ANSWERED)
    page.locator(".passage").click()
    page.keyboard.press("s")
    judged(page, "supported")
    page.locator(".st-key-audit_claims .dvn-scroller").first.click(position={"x": 200, "y": 32 * 2 + 16})
    expect(claim(page)).to_contain_text("c2", timeout=PATIENCE)
    settled(page)
    page.keyboard.press("p")
    judged(page, "partly")
    (told,) = verdicts().values()
    assert told == {"c1": "supported", "c2": "partly"}


def test_typing_a_note_gives_no_verdict_and_keys_work_again_afterwards(audit, page):
    audit(judged_run.ANSWERED)
    note = page.get_by_label("Note")
    note.click()
    page.keyboard.type("supposedly clumsy, nonetheless plausible")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    settled(page)
    assert verdicts() == {}
    assert "selected" not in page.url
    page.keyboard.press("c")
    judged(page, "contradicted")
    ((_, given),) = replay(Log(log_path()).entries("r1")).verdicts
    assert given.note == "supposedly clumsy, nonetheless plausible"
    assert note.input_value() == given.note


PLACES = """() => Object.fromEntries(["audit_head", "audit_claim", "audit_reading", "audit_bar"].map(
    key => [key, Math.round(document.querySelector(`.st-key-${key}`).getBoundingClientRect().top)]))"""


def test_nothing_moves_when_a_verdict_is_given_or_the_next_claim_comes_and_all_is_in_sight_on_a_laptop(audit, page):
    audit((*judged_run.ANSWERED, *judged_run.MACHINE, *judged_run.BN))
    before = page.evaluate(PLACES)
    for _ in range(5):
        page.keyboard.press("s")
        judged(page, "supported")
        settled(page)
        assert page.evaluate(PLACES) == before
        for wanted in (button(page, "not_located"), button(page, "next")):
            expect(wanted).to_be_in_viewport(ratio=1)
        expect(page.get_by_label("Note")).to_be_in_viewport(ratio=1)
        page.keyboard.press("ArrowRight")
        settled(page)
        assert page.evaluate(PLACES) == before


def test_who_hears_the_page_hears_what_a_verdict_brought(audit, page):
    audit((*judged_run.ANSWERED, *judged_run.MACHINE, *judged_run.BN), "&selected=c4")
    heard = page.locator(".st-key-announcer [aria-live]")
    expect(heard).to_have_text("")
    button(page, "supported").focus()
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("Claim 4 of 5: supported. Machine: contradicted. BN: partly.", timeout=PATIENCE)
    expect(button(page, "supported")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(heard).to_contain_text("Claim 5 of 5, not judged: The brochure", timeout=PATIENCE)


def test_hostile_texts_stand_on_the_page_as_they_are(audit, page):
    audit(hostile_run.steps((*judged_run.ANSWERED, *judged_run.MACHINE, *judged_run.BN)))
    for number in range(1, 6):
        expect(claim(page)).to_contain_text(f"c{number}", timeout=PATIENCE)
        page.keyboard.press("n")
        judged(page, "not enough")
        settled(page)
        assert page.evaluate("() => window.broken") is None
        assert page.locator(".stMain img[src*=evil]").count() == 0
        page.keyboard.press("ArrowRight")


def test_three_hundred_claims_open_and_are_judged_without_waiting(audit, page):
    audit(judged_run.many(300))
    took = page.evaluate(
        """() => new Promise(done => {
            const begun = performance.now(), told = () => document.querySelector(".st-key-audit_others").innerText;
            const before = told();
            new MutationObserver((_, watch) => {
                if (told() === before) return;
                watch.disconnect();
                done(performance.now() - begun);
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
            document.querySelector(".st-key-audit_supported button").click();
        })"""
    )
    assert took < 3_000, "a tenth of it on a machine that does nothing else"
