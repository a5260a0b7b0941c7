"""Every page in every state, by a cold link: what matters is in sight, and nothing stands in anybody's way.

One server shows all of it, from runs that are in their states from the beginning; one more has nothing to show.
"""

from pathlib import Path
from typing import NamedTuple

import harbour
import judged_run
import pytest
import small_run
from looking import PATIENCE, WIDE, faults, settled
from playwright.sync_api import Page, expect
from tabs import new_page

from sleuth.bundle import bundled, open_bundle
from sleuth.evaluate import long_run
from sleuth.evaluate.browsing import ROOT
from sleuth.folders import log_path
from sleuth.search.local.adding import add_files
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.store import Log

pytestmark = pytest.mark.browser

STEPS = small_run.STEPS
STATES = {
    "running": STEPS[:6],
    "paused": STEPS[:11],
    "finished": STEPS,
    "failed": STEPS[:15],
    "stopped": STEPS[:19],
    "interrupted": STEPS[:6],
    "abstained": small_run.ABSTAINED,
    "reopened": (*STEPS, small_run.AFTERMATH[5]),
    "disputed": small_run.disputed(),
    "answered": (*judged_run.ANSWERED, *judged_run.MACHINE, *judged_run.BN),
    "judged": judged_run.JUDGED,
    "broken": (*STEPS, *small_run.AUDITED, small_run.AFTERMATH[5]),
    "claims": judged_run.many(300),
}
"""The small run, left in so many ways; each is recorded under the name of its state."""
NODES_300 = 1562
"""Steps of a made run after which its tree has 300 nodes."""


class View(NamedTuple):
    """A page in a state: where it is, its heading, and what must be in sight there, by place."""

    address: str
    heading: str
    shows: dict[str, str]


def run(state: str, answer: str, more: str = "", **shows: str) -> View:
    """A run on the page Investigate: its status in words, and what stands where the answer belongs."""
    question = long_run.QUESTION if state == "long" else small_run.QUESTION
    status = shows.pop("status", state)
    placed = {f".st-key-{place}": text for place, text in {"status_line": status, "answer": answer, **shows}.items()}
    return View(f"/?run={state}{more}", question, placed)


def lesson(state: str, step: int, says: str) -> View:
    """A run on the page Teach, at a step."""
    return View(f"/teach?run={state}&step={step}", says, {".st-key-teach_beside": "Facts"})


def audited(state: str, more: str = "", heading: str = small_run.QUESTION, **shows: str) -> View:
    """A run on the page Audit."""
    return View(f"/audit?run={state}{more}", heading, {f".st-key-{place}": text for place, text in shows.items()})


OPEN_FIRST, OPEN_SECOND = "Still open: Who designed the Norholm bridge?", "Still open: Where was Birger Lund born?"
VIEWS = {
    "investigate running": run("running", OPEN_FIRST),
    "investigate paused": run("paused", OPEN_SECOND, controls="Resume"),
    "investigate finished": run("finished", "Tromsø", status="answered"),
    "investigate failed": run("failed", "It failed: The model's server cannot be reached.", controls="Resume"),
    "investigate stopped": run("stopped", "You stopped it before it had an answer.", controls="Resume"),
    "investigate interrupted": run("interrupted", OPEN_FIRST, controls="Resume"),
    "investigate abstained": run("abstained", "No answer: No search found anything.", status="no answer"),
    "investigate reopened": run("reopened", "The answer is open again: another Birger Lund", controls="Resume"),
    "investigate disputed": run("disputed", "Sources of equal weight contradict each other", status="no answer"),
    "investigate imported": run("imported", OPEN_SECOND, status="", controls="Opened from a file"),
    "investigate 300 nodes": run(
        "long", "Still open: Who kept the light?", status="interrupted", tree_head="300 nodes"
    ),
    "investigate a citation": run("finished", "Tromsø", "&selected=c2.f3", status="", citation="born in Tromsø"),
    "investigate a revision": run("finished", "Tromsø", "&selected=n2", status="", detail="Ada Holm → Birger Lund"),
    "investigate an earlier step": run(
        "finished", "As it stood after step 5", "&step=5", status="", scrubber="Step 5 of 13"
    ),
    "investigate no such run": View("/?run=lost", "", {".stMain": "There is no such run in this log"}),
    "history": View("/history", "History", {".stMain": "15 of 15 runs"}),
    "compare one": View("/compare?runs=paused", small_run.QUESTION, {".stMain": "nothing to be compared with"}),
    "compare finished, failed": View("/compare?runs=finished,failed", "A answers Tromsø; B has no answer.", {}),
    "compare running, paused, interrupted, imported": View(
        "/compare?runs=running,paused,interrupted,imported",
        "None of them has an answer.",
        {".st-key-compare_head_D": "D"},
    ),
    "compare 300 nodes": View("/compare?runs=long,finished", "B answers Tromsø", {".st-key-compare_head_A": "A"}),
    "teach running": lesson("running", 3, "What would you do next?"),
    "teach paused": lesson("paused", 8, "What would you do next?"),
    "teach finished": lesson("finished", 13, "What would you do next?"),
    "teach failed": lesson("failed", 11, "Then the run failed."),
    "teach imported": lesson("imported", 2, "What would you do next?"),
    "teach 300 nodes": lesson("long", 1560, "Keeper 299 took over the light of Norholm"),
    "audit the runs": View("/audit", "Audit", {".st-key-audit_runs": "sealed by AK"}),
    "audit the measures": View("/audit?audit=Measures", "Audit", {".stMain": "Over 3 audited runs"}),
    "audit a pasted text": View("/audit?audit=Paste a text", "Audit", {".stMain": "Paste a text"}),
    "audit not judged": audited("answered", "&selected=c4", audit_others="Shown once you have judged"),
    "audit judged": audited("judged", "&selected=c4", audit_seal="Seal", audit_others="Shown once"),
    "audit uncited": audited("answered", "&selected=c3", audit_reading="There is no passage to read"),
    "audit two citations": audited("answered", "&selected=c5", audit_reading="Harbour Board minutes"),
    "audit broken": audited("broken", audit_head="There is no answer"),
    "audit no answer": audited("abstained", audit_head="There is no answer"),
    "audit 300 claims": audited("claims", audit_bar="Supported", audit_others="The model has not been asked"),
    "audit no such run": View("/audit?run=lost", "Audit", {".stMain": "There is no such run in this log"}),
    "sources": View("/sources", "Sources", {".stMain": "4 documents"}),
    "sources a collection": View("/sources?selected=harbour", "harbour", {".stMain": "4 documents · 4 passages"}),
    "sources no such collection": View("/sources?selected=lost", "Sources", {".stMain": "no such collection"}),
    "sources engines": View("/sources?sources=Web engines", "Sources", {".stMain": "DuckDuckGo"}),
    "sources kept pages": View("/sources?sources=Kept pages", "Sources", {".stMain": "kept"}),
    "settings": View("/settings", "Settings", {".st-key-model": "Model"}),
}
EMPTY = {
    "investigate": View(
        "/", "What should be found out?", {".st-key-guide": "Open a sample", ".st-key-ask": "Question"}
    ),
    "history": View("/history", "History", {".stMain": "No run yet. Ask something"}),
    "audit": View("/audit", "Audit", {".stMain": "No run has come to an end yet."}),
    "compare": View("/compare", "Compare", {".stMain": "Choose two or more runs"}),
    "teach": View("/teach", "Glossary", {".stMain": "no model runs and nothing is fetched"}),
    "sources": View("/sources", "Sources", {".stMain": "89 documents"}),
    "settings": View("/settings", "Settings", {".st-key-model": "Model"}),
}


def opens(label: str):
    """Press what has this label."""
    return lambda page: page.locator(".stMain").get_by_text(label, exact=True).first.click()


def unfold(page: Page) -> None:
    """Open all that is folded."""
    page.locator(".stMain details:not([open]) > summary").evaluate_all("folded => folded.forEach(x => x.click())")


FOLDED = {
    "the formats of an export": ("/?run=finished", opens("Export"), "text=Bundle"),
    "the dialog of a branch": ("/?run=finished&step=5", opens("Branch"), "[role=dialog]"),
    "the dialog of an act": ("/?run=finished&selected=f3", opens("Reject"), "[role=dialog]"),
    "the filter of the ledger": ("/?run=finished", opens("Show"), "text=Only what this step changed"),
    "the outline": ("/?run=finished&selected=n2", opens("Outline"), "[role=treeitem]"),
    "the nodes as a table": ("/?run=finished", opens("Table"), ".st-key-download_tree"),
    "the searches": ("/?run=finished", opens("Searches"), "text=Norholm designer"),
    "the interventions": ("/?run=reopened", opens("Interventions"), "text=another Birger Lund"),
    "the costs": ("/?run=finished", opens("Costs"), "text=The cost in money is not known"),
    "a repair that is watched": ("/?run=finished", opens("Watch the contradiction"), ".st-key-watching"),
    "all that is folded of a run": ("/?run=finished&selected=f2", unfold, "text=SHA-256"),
    "the filter of History": ("/history", opens("Filter"), "text=Status"),
    "the import of a bundle": ("/history", opens("Import"), "input[type=file]"),
    "all that is folded in Settings": ("/settings", unfold, ".stMain"),
    "all that is folded in Sources": ("/sources", unfold, "input[type=file]"),
    "a lesson in large type": ("/teach?run=finished&step=5", opens("Large type"), ".st-key-teach_presented"),
}
"""What is out of sight at first: where, what brings it up, and what is in the page then."""


def started(serve_module, browser, folder: Path):
    """The app on a data folder, and a tab that has been there."""
    model = f"scripted/{harbour.script(folder)}"
    app = serve_module(
        ROOT / "app.py", SLEUTH_DATA=str(folder), SLEUTH_CONFIG=str(folder / "config"), SLEUTH_MODEL=model
    )
    seen = new_page(browser, **WIDE)
    # Until some browser has been here, Streamlit misses every page but the first and says so.
    seen.page.goto(app)
    expect(seen.page.locator(".st-key-new_question")).to_be_visible(timeout=PATIENCE)
    return app, seen


@pytest.fixture(scope="module")
def filled(serve_module, browser, tmp_path_factory):
    """The app with a run in every state, of which this process carries on one, and a collection of documents."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_DATA", str(folder))
        log = Log(log_path())
        add_files(Collections(collections_path()), "harbour", (harbour.pages(folder),))
    for state, steps in STATES.items():
        small_run.record(log, state, steps)
    open_bundle(log, bundled("imported", small_run.entries(STEPS[:14])))
    log.begin("long", long_run.entries(NODES_300))
    for held in ("running", "paused"):
        log.claim(held)
    app, seen = started(serve_module, browser, folder)
    yield app, seen
    seen.page.context.close()


@pytest.fixture(scope="module")
def empty(serve_module, browser, tmp_path_factory):
    """The app before anything was asked."""
    app, seen = started(serve_module, browser, tmp_path_factory.mktemp("empty"))
    yield app, seen
    seen.page.context.close()


def opened(there, address: str) -> Page:
    """A cold link, opened on a desktop in the light theme."""
    app, seen = there
    seen.errors.clear()
    seen.foreign.clear()
    seen.page.set_viewport_size(WIDE)
    seen.page.emulate_media(color_scheme="light")
    seen.page.goto(f"{app}{address}")
    return seen.page


def looked_at(there, view: View) -> None:
    page = opened(there, view.address)
    if view.heading:
        heading = page.get_by_role("heading", name=view.heading).first
        expect(heading).to_be_visible(timeout=PATIENCE)
    for place, text in view.shows.items():
        expect(page.locator(place).first).to_contain_text(text, timeout=PATIENCE)
    assert faults(page) == []
    assert there[1].errors == []
    assert there[1].foreign == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_shows_what_matters_and_stands_in_nobody_s_way(filled, view):
    looked_at(filled, VIEWS[view])


@pytest.mark.parametrize("page", EMPTY)
def test_a_page_with_nothing_to_show_says_what_to_do(empty, page):
    looked_at(empty, EMPTY[page])


@pytest.mark.parametrize("what", FOLDED)
def test_what_is_opened_stands_in_nobody_s_way_either(filled, what):
    address, bring_up, shown = FOLDED[what]
    page = opened(filled, address)
    expect(page.locator(".stMain").get_by_role("heading").first).to_be_visible(timeout=PATIENCE)
    settled(page)
    bring_up(page)
    expect(page.locator(shown).first).to_be_attached(timeout=PATIENCE)
    assert faults(page) == []
    assert filled[1].errors == []
