"""Journeys through the page in a real browser: what a person does, and what they then see."""

import json
import re

import harbour
import pytest
import small_run
from looking import PATIENCE
from playwright.sync_api import Page, expect

from components.text import JOINER, REPLACED
from sleuth.folders import log_path
from sleuth.runner import Runner
from sleuth.settings import load
from sleuth.store import Log

pytestmark = pytest.mark.browser


@pytest.fixture
def app(serving) -> str:
    """The address of the app, with a scripted model that takes a while over each reply, and an empty log."""
    return serving(1.2)


@pytest.fixture
def recorded() -> str:
    """The small run in the log that the app reads; its id."""
    small_run.record(Log(log_path()), "r1")
    return "r1"


@pytest.fixture
def answered(app, tmp_path) -> str:
    """A run of this very log that came to its answer, and that the app can carry on; its id."""
    means = {"model": f"scripted/{tmp_path / 'script.jsonl'}", "collections": (str(tmp_path / "harbour.jsonl"),)}
    runner = Runner(Log(log_path()))
    run = runner.start(harbour.QUESTION, load(means))
    assert runner.join(run, PATIENCE / 1000)
    return run


def heading(page: Page, text: str):
    """What stands above a table: its name and how much is in it; the glossary's button follows after a space."""
    return page.get_by_text(re.compile(rf"^{text}\s*$"))


def status(page: Page):
    return page.locator(".st-key-status_line")


def test_a_deep_link_to_a_cold_server_shows_that_page_in_the_frame(app, seen):
    missing = []
    seen.page.on("response", lambda response: missing.append(response.url) if response.status >= 400 else None)
    seen.page.goto(f"{app}/history")
    expect(seen.page.get_by_role("heading", name="History")).to_be_visible(timeout=PATIENCE)
    names = seen.page.get_by_test_id("stSidebarNavLink").all_inner_texts()
    assert [name.split("\n")[-1] for name in names] == [
        "Investigate",
        "History",
        "Compare",
        "Audit",
        "Sources",
        "Teach",
        "Settings",
    ]
    assert seen.page.url == f"{app}/history"
    # Streamlit looks for its server below the page's own address first, and finds it one level up. And until some
    # browser has been here it takes the folder `pages` for its own menu, so it says once that it misses the page.
    assert sorted(missing) == [f"{app}/history/_stcore/{what}" for what in ("health", "host-config")]
    others = [error for error in seen.errors if "404" not in error]
    assert others == ["The page that you have requested does not seem to exist. Running the app's main page."]
    seen.errors.clear()
    # Here it is wrong, and is not left standing in anybody's way; of an address that no page has it is right.
    expect(seen.page.get_by_role("dialog")).to_have_count(0)
    seen.page.goto(f"{app}/nowhere")
    expect(seen.page.get_by_role("dialog")).to_contain_text("Page not found", timeout=PATIENCE)
    seen.errors.clear()


def test_ask_and_watch_the_facts_arrive_until_the_answer(app, seen):
    page = seen.page
    page.goto(app)
    page.get_by_label("Question").fill(harbour.QUESTION)
    page.get_by_role("button", name="Investigate").click()
    expect(status(page)).to_contain_text("running", timeout=PATIENCE)
    # Which of them is first seen depends on how busy the machine is.
    expect(heading(page, "Facts [123]")).to_be_visible(timeout=PATIENCE)
    expect(status(page)).to_contain_text("running")
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    answer = Log(log_path()).runs()[0].answer
    expect(page.locator(".st-key-answer")).to_contain_text(answer)

    page.reload()
    expect(page.locator(".st-key-answer")).to_contain_text(answer, timeout=PATIENCE)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(".st-key-answer")).to_contain_text(answer, timeout=PATIENCE)


def test_pause_holds_the_run_and_resume_ends_the_hold(app, page):
    page.goto(app)
    page.get_by_label("Question").fill(harbour.QUESTION)
    page.get_by_role("button", name="Investigate").click()
    page.get_by_role("button", name="Pause", exact=True).click(timeout=PATIENCE)
    expect(status(page)).to_contain_text("Waiting for you", timeout=PATIENCE)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)


def test_a_citation_opens_the_passage_with_the_quote_marked(app, recorded, page):
    page.goto(f"{app}/?run={recorded}")
    page.get_by_role("button", name="[2]").click(timeout=PATIENCE)
    opened = page.locator(".st-key-citation")
    expect(opened).to_contain_text(
        "Birger Lund (1870–1941) was an engineer. He was born in Tromsø.", timeout=PATIENCE
    )
    marked = opened.locator("mark.quote")
    expect(marked).to_have_text("Tromsø")
    assert marked.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_what_is_selected_stands_in_the_address_and_back_undoes_it(app, recorded, page):
    page.goto(f"{app}/?run={recorded}")
    page.get_by_role("button", name="[1]").click(timeout=PATIENCE)
    expect(page).to_have_url(f"{app}/?run={recorded}&selected=c1.f2")
    expect(page.locator(".st-key-citation")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    expect(page.locator(".st-key-citation")).to_be_hidden(timeout=PATIENCE)
    expect(page).to_have_url(f"{app}/?run={recorded}")


def test_a_step_in_the_address_shows_the_run_as_it_stood(app, recorded, page):
    page.goto(f"{app}/?run={recorded}&step=5&selected=f1")
    # Which of them is first seen depends on how busy the machine is.
    expect(heading(page, "Facts [123]")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Step 5 of 13 · read · Read the brochure")).to_be_visible()
    expect(page.locator(".st-key-detail")).to_contain_text("a favourite of walkers, was designed by Ada Holm.")
    page.get_by_role("button", name="Later").click()
    expect(heading(page, "Facts 2")).to_be_visible(timeout=PATIENCE)
    assert "step=6" in page.url


def test_a_step_opens_down_to_the_exact_prompt_and_reply(app, recorded, page):
    page.goto(f"{app}/?run={recorded}")
    page.get_by_text("5 Read the brochure").click(timeout=PATIENCE)
    expect(page.get_by_text("Refused '1899' from p1")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text('{"sentence": 1, "value": "Ada Holm"}')).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_everything_below_each_other(app, recorded, open_page, dark):
    page = open_page(width=420, height=850, dark=dark).page
    page.goto(f"{app}/?run={recorded}&selected=n2")
    expect(page.get_by_text("Ada Holm → Birger Lund")).to_be_visible(timeout=PATIENCE)
    places = [
        heading(page, name).bounding_box()["y"] for name in ("Facts 3", "Hypotheses 2", "Evidence tree 4 nodes")
    ]
    assert places == sorted(places)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 420


HOSTILE = (
    "![pixel](http://evil.example/a.png)",
    "<img src=x onerror=alert(1)> <b>bold</b> <!-- gone -->",
    ":red[red] :blue-badge[badge] :material/home: :tada: :streamlit: :shimmer[x]",
    "costs $5 and $x^2$ and $$y$$",
    "# big - 1. > quote --- | a | b |",
    "[click](javascript:alert(1)) http://evil.example www.evil.example me@evil.example",
    "`code` ~~gone~~ ~sub~ *it* **bold** __x__ \\[a\\] &amp; &#60;",
    "a -> b <- c -- d >= e <= f ~= g <-> h",
    "1. one", "- one", "+ one", "> one", "    four spaces", "```mermaid graph TD; A-->B```", "x] :red[y", "^[note]",
)  # fmt: skip

TEXTS = f"""
import json
import streamlit as st
from components.text import marked, plain

for i, text in enumerate(json.loads({json.dumps(json.dumps(HOSTILE))})):
    with st.container(key=f"markdown-{{i}}"):
        st.markdown(plain(text))
    with st.container(key=f"label-{{i}}"):
        st.button(plain(text), key=f"button-{{i}}")
    with st.container(key=f"heading-{{i}}"):
        st.markdown(f"##### {{plain(text)}}", anchors=False)
    with st.container(key=f"marked-{{i}}"):
        st.markdown(marked(f"Before {{text}} after.", 7, 7 + len(text)))
"""


def test_hostile_text_is_drawn_as_it_is_and_does_nothing(serve, tmp_path, seen):
    script = tmp_path / "texts.py"
    script.write_text(TEXTS, encoding="utf-8")
    seen.page.on("dialog", lambda dialog: pytest.fail(f"a text opened a dialog: {dialog.message}"))
    seen.page.goto(serve(script))
    expect(seen.page.locator(f".st-key-marked-{len(HOSTILE) - 1}")).to_be_visible(timeout=PATIENCE)
    for i, text in enumerate(HOSTILE):
        shown = REPLACED.sub(JOINER, " ".join(text.split()))
        expected = {"markdown": shown, "label": shown, "heading": shown, "marked": f"Before {shown} after."}
        for how, words in expected.items():
            drawn = seen.page.locator(f".st-key-{how}-{i}")
            expect(drawn).to_have_text(words, timeout=PATIENCE)
            assert drawn.locator("a, img, code, .katex, li").count() == 0, (how, text)


def test_rejecting_a_fact_reopens_the_answer_and_undoing_it_lets_the_run_give_it_again(app, answered, page):
    page.goto(f"{app}/?run={answered}&selected=f3")
    page.get_by_role("button", name="Reject").click(timeout=PATIENCE)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("f3 no longer counts", timeout=PATIENCE)
    dialog.get_by_role("button", name="Reject f3").click()
    expect(dialog).to_contain_text("needs a reason", timeout=PATIENCE)
    dialog.get_by_label("Why").fill("another Birger Lund")
    dialog.get_by_label("Signed by").fill("AK")
    dialog.get_by_role("button", name="Reject f3").click()
    answer = page.locator(".st-key-answer")
    expect(answer).to_contain_text("The answer is open again: another Birger Lund", timeout=PATIENCE)
    expect(dialog).to_be_hidden()
    expect(status(page)).to_contain_text("reopened")

    page.get_by_role("tab", name="Interventions").click()
    page.get_by_role("button", name="Undo").click(timeout=PATIENCE)
    dialog.get_by_label("Why").fill("I was wrong")
    expect(dialog.get_by_label("Signed by")).to_have_value("AK")
    dialog.get_by_role("button", name="Undo it").click()
    expect(page.get_by_text("undone by AK: I was wrong")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(status(page)).to_contain_text("answered", timeout=PATIENCE)
    expect(answer).to_contain_text("Tromsø")


def test_a_half_filled_form_survives_the_steps_that_arrive_meanwhile(app, page):
    page.goto(app)
    page.get_by_label("Question").fill(harbour.QUESTION)
    page.get_by_role("button", name="Investigate").click()
    page.get_by_role("button", name="Add a question").click(timeout=PATIENCE)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Question").fill("Who owns the Norholm bridge?", timeout=PATIENCE)
    dialog.get_by_label("Why").fill("for the accounts")
    expect(status(page)).not_to_contain_text("running", timeout=PATIENCE)
    expect(dialog.get_by_role("textbox", name="Question")).to_have_value("Who owns the Norholm bridge?")
    expect(dialog.get_by_label("Why")).to_have_value("for the accounts")
    dialog.get_by_role("button", name="Add a question").click()
    expect(dialog).to_be_hidden(timeout=PATIENCE)
    expect(page.get_by_text("There is something to do again:", exact=True)).to_be_visible(timeout=PATIENCE)
    assert Log(log_path()).runs()[0].status == "paused"


def test_a_dialog_that_is_closed_stays_closed(app, recorded, page):
    page.goto(f"{app}/?run={recorded}&selected=f3")
    page.get_by_role("button", name="Edit value").click(timeout=PATIENCE)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden(timeout=PATIENCE)
    page.get_by_text("Table", exact=True).click()
    expect(page.get_by_text("Download the tree as HTML")).to_be_visible(timeout=PATIENCE)
    expect(dialog).to_be_hidden()
