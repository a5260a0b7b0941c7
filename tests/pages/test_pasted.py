"""A pasted text on the pages: its claims beside their sources, lost ones in words, nothing to carry on or to play."""

import pytest
import small_run
from driving import has, passages, press, table, texts
from pasted_text import brought, pasted

from sleuth.pasted.bringing import bring
from sleuth.pasted.looking import Found

HOSTILE = (
    "<script>alert(1)</script> costs $5 and $6 [1]. ![x](https://track.org/p.png) It is **bold** [2].\n\n"
    "Sources\n1. $A$ <b>B</b> https://one.org/\n2. Two https://two.org/\n"
)
LOST = "Could not be read: It shows a wall & asks for $5."


@pytest.fixture
def run(log):
    identity = pasted(log, HOSTILE)
    found = iter(
        [Found("fetched", text="It was said that alert(1) costs $5 and $6.", title="A page", url="https://one.org/")]
    )
    brought(log, identity, lambda _: next(found, Found("blocked", "It shows a wall & asks for $5.")))
    return identity


def test_claims_stand_beside_their_sources_and_a_lost_one_says_why(open_app, run):
    app = open_app(run=run, selected="c1.p1")
    assert "2 claims, 2 sources, 1 of which could be read" in texts(app)
    assert ("It was said that alert(1) costs $5 and $6.", "quote") in passages(app)[0]
    app = press(app, "cite_c2.p2")
    assert LOST in texts(app)
    assert passages(app) == []


def test_each_source_is_listed_with_what_became_of_it(open_app, run):
    app = open_app(run=run)
    listed = table(app, "pasted_sources")
    assert (listed["id"], listed["cited as"]) == (["p1", "p2"], ["[1]", "[2]"])
    assert listed["what became of it"] == ["✓ fetched", "✕ blocked: It shows a wall & asks for $5"]
    assert "No question is left open" not in texts(app)


def test_what_does_not_fit_is_told(open_app, log):
    identity = pasted(log, "It opened <b> $5 [7].\n\nSources\n1. One https://one.org/\n")
    brought(log, identity)
    assert "[7] is cited but not in the list." in texts(open_app(run=identity))


def test_nothing_carries_it_on_branches_or_changes_it(open_app, run):
    app = open_app(run=run)
    assert "it is audited, not carried on" in texts(app)
    assert not [key for key in ("run_resume", "branch", "ask_again", "run_step") if has(app, key)]


def test_teach_says_that_there_is_nothing_to_play(open_app, run):
    app = open_app("pages/teach_page.py", run=run)
    assert any("nothing to play" in told.value for told in app.info)
    assert not has(open_app("pages/teach_page.py"), "play_own")


def test_a_run_whose_sources_are_still_being_looked_for_is_shown(open_app, log):
    identity = pasted(log, HOSTILE)
    steps = bring(log, identity, lambda _: Found("not found", "no"))
    next(steps)
    assert "Source 1 of 2" in texts(open_app(run=identity))
    steps.close()
    assert "Paste the text once more" in texts(open_app(run=identity))


@pytest.mark.parametrize("page", ["pages/history_page.py", "pages/compare_page.py"])
def test_other_pages_list_it_among_the_rest(open_app, run, record, page):
    record("small")
    open_app(page, run=run, runs=f"{run},small")


def test_any_moment_of_it_can_be_looked_at(open_app, record):
    identity = record("r1", small_run.PASTED, origin="pasted")
    for step in range(1, 6):
        open_app(run=identity, step=str(step))
