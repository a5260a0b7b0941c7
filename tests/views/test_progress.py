"""How a run is doing, in words: the passage it reads, what it waits for and what then helps, what a step came to."""

import pytest
from small_run import STEPS, entries

from sleuth import memory
from sleuth.fold import replay
from sleuth.investigate import Note
from sleuth.state import State, Status
from sleuth.views.progress import doing, outlook, spoken
from sleuth.views.timeline import extend


def reading() -> list[str]:
    """What the run does after each of its events, as far as it reads."""
    told, every = [], entries(STEPS)
    for upto in range(1, len(every) + 1):
        state = replay(every[:upto])
        if state.status == "running" and state.turn and state.turn.searched:
            told.append(doing(state, memory.strategy("retree")(state)))
    return told


def test_reading_says_which_passage_of_how_many():
    told = reading()
    assert any(line.startswith("Passage 1 of 2 · Read ") for line in told), told
    assert any(line.startswith("Passage 2 of 2 · Read ") for line in told), told
    assert not any(line.startswith(("Passage 3 of 2", "Passage 0")) for line in told)


def test_anything_else_is_told_by_its_title():
    assert doing(State(), Note("plan", "Plan the chain of questions", None, ())) == "Plan the chain of questions"
    assert doing(State(), Note("read", "Leave Heat", None, ())) == "Leave Heat", "no turn is under way"


@pytest.mark.parametrize(
    ("status", "state", "what", "then"),
    [
        ("paused", State(), "Waiting for you after step 4.", "Step takes one phase"),
        ("interrupted", State(), "Cut off after step 4", "Resume repeats at most the call that was cut."),
        ("failed", State(), "Failed after step 4.", "then Resume"),
        ("stopped", State(), "Stopped by you after step 4.", "Resume goes on"),
        ("paused", State(cause="reopened", reason="f1 fell"), "The answer is open again: f1 fell", "Resume looks"),
        ("paused", State(reason="a passage was added"), "There is something to do again: a passage", "Resume"),
        ("finished", State(), "", ""),
    ],
)
def test_a_run_that_stands_says_why_and_what_to_do_next(status: Status, state, what, then):
    told = outlook(status, state, 4)
    assert told.what.startswith(what)
    assert then in told.then


@pytest.mark.parametrize("status", ["paused", "interrupted", "stopped"])
def test_a_run_opened_from_a_file_offers_no_resume(status: Status):
    told = outlook(status, State(), 4, to_read=True)
    assert told == ("Its record ends after step 4.", "A branch of it can go on here.")
    assert outlook("failed", State(), 4, to_read=True).what == "Failed after step 4."


def test_before_the_first_step_no_step_is_named():
    assert outlook("failed", State(), 0).what == "Failed before its first step."


def test_a_step_is_spoken_with_what_came_of_it():
    steps = extend((), entries(STEPS))
    said = [spoken(step) for step in steps]
    assert said[4].startswith("Step 5: Read ")
    assert "New fact f1 from p1: " in said[4]
    assert all("\n" not in text for text in said)
