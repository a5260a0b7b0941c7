"""What a browser tab has in view: which run, as of which step, and what is selected there.

The address holds all three, so that a link, a refresh, Back and a second tab show the same; widgets follow it. The
session only remembers the run, or the runs compared, while another page is open.

A script of the whole page takes the address from the browser. What moves by itself does not: it asks for its script
with the address that the browser has just then, which may be the one before a press that is still under way.
"""

import re
from typing import NamedTuple

import streamlit as st

from sleuth.person import author

ADDRESS = "address"
"""What the address says, as the last script of the whole page found it and as it was changed here since."""

RUN = "run"
STEP = "step"
SELECTED = "selected"
WATCHED = "watch"
"""The repair that is watched, by its place in the log, and the stage it has come to: `39.2`."""
RUNS = "runs"
"""The runs that are compared, with commas between."""

AUTHOR = "author"
STEPPING_IN = "stepping_in"
"""A person at work: the name they sign with, and the dialog they have open. Both end with the session."""

DELETED = "deleted_runs"
"""The runs deleted last, for Undo. It ends with the session."""

PREDICTIONS = "predictions"
"""What a learner said they would do, by run and step. It ends with the session."""

NEWEST = "newest"
"""The step that moves along with the run."""

INVESTIGATE = "pages/investigate_page.py"
TEACH = "pages/teach_page.py"
COMPARE = "pages/compare_page.py"
AUDIT = "pages/audit_page.py"

OF_ONE_RUN = ("", "audit")
"""The pages, by their address, that show the run in view; coming to one of them opens the run last in view."""


def declare(page: str) -> None:
    """Set the owned keys before any widget; coming back to a page of runs opens what was left there."""
    memory = st.session_state
    came_from = memory.get("page", page)
    memory["page"] = page
    memory.setdefault("run_id", None)
    if page == "compare":
        if came_from != page and not st.query_params and memory.get(RUNS):
            st.query_params[RUNS] = memory[RUNS]
        memory[RUNS] = st.query_params.get(RUNS) or memory.get(RUNS)
    if page in OF_ONE_RUN:
        if came_from != page and RUN not in st.query_params and memory["run_id"]:
            st.query_params[RUN] = memory["run_id"]
        memory["run_id"] = st.query_params.get(RUN)
    memory[ADDRESS] = st.query_params.to_dict()


def _address() -> dict[str, str]:
    told: dict[str, str] = st.session_state[ADDRESS]
    return told


def _change(**changed: str | None) -> None:
    """Write to the address; None takes a part out of it."""
    address = {name: value for name, value in (_address() | changed).items() if value is not None}
    if address != _address():
        st.session_state[ADDRESS] = address
        st.query_params.from_dict(address)


def run() -> str | None:
    """The run in view."""
    return _address().get(RUN)


def selected() -> str | None:
    """The id of what is selected: a node `n3`, a fact `f2`, a hypothesis, a question, or a citation `c1.f2`."""
    return _address().get(SELECTED)


def select(identity: str | None) -> None:
    """Select something everywhere, or nothing."""
    _change(**{SELECTED: identity})


def step() -> str:
    """The number of the step in view, or NEWEST. Comes from the address, so it may be anything."""
    return _address().get(STEP, NEWEST)


def show_step(number: str) -> None:
    """Bring a step into view; NEWEST goes back to the present. A repair that was watched is left."""
    _change(**{WATCHED: None, STEP: None if number == NEWEST else number})


def watched() -> tuple[int, int] | None:
    """The place of the repair that is watched, and the stage, from 1; the address may hold anything."""
    known = re.fullmatch(r"([0-9]{1,9})\.([0-9])", _address().get(WATCHED, ""))
    return (int(known[1]), int(known[2])) if known else None


def watch(place: int, stage: int, step: str) -> None:
    """Bring a stage of a repair into view, with the step at which it is to be seen."""
    _change(**{WATCHED: f"{place}.{stage}", STEP: None if step == NEWEST else step})


def open_run(identity: str | None, step: str | None = None, selected: str | None = None) -> None:
    """Bring a run into view, from any page, as of a step or the newest and with something selected in it.

    None brings up the form that asks a new question.

    Ends the script. Not for callbacks: they run before the navigation, which knows the pages, has been set up.
    """
    st.session_state["run_id"] = identity
    step_out()
    address = {name: value for name, value in ((RUN, identity), (STEP, step), (SELECTED, selected)) if value}
    if st.session_state["page"] == "":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(INVESTIGATE, query_params=address)


def open_audit(identity: str | None, claim: str | None = None) -> None:
    """Audit a run, from any page, with a claim in view; None for the list of runs. Ends the script, as `open_run`."""
    st.session_state["run_id"] = identity
    step_out()
    address = {name: value for name, value in ((RUN, identity), (SELECTED, claim)) if value}
    if st.session_state["page"] == "audit":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(AUDIT, query_params=address)


def compared() -> tuple[str, ...]:
    """The runs that are compared, each once, in order. Comes from the address, so they may be anything.

    Those compared last where the address names none: Streamlit leaves such an address behind, which Back comes to,
    when a run is opened from the page.
    """
    named = _address().get(RUNS) or st.session_state[RUNS] or ""
    return tuple(dict.fromkeys(filter(None, named.split(","))))


def compare_runs(identities: tuple[str, ...]) -> None:
    """Put runs side by side, from any page. Ends the script, as `open_run` does."""
    address = {RUNS: ",".join(identities)} if identities else {}
    if st.session_state["page"] == "compare":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(COMPARE, query_params=address)


def deleted() -> tuple[tuple[str, str], ...]:
    """The runs that were deleted last, each by its id and name."""
    told: tuple[tuple[str, str], ...] = st.session_state.get(DELETED, ())
    return told


def keep_deleted(told: tuple[tuple[str, str], ...]) -> None:
    """Remember what was deleted last, or forget it."""
    st.session_state[DELETED] = told


def open_lesson(identity: str | None) -> None:
    """Play a run as a lesson, from any page; None for the list of lessons. Ends the script, as `open_run` does."""
    address = {RUN: identity} if identity else {}
    if st.session_state["page"] == "teach":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(TEACH, query_params=address)


class Prediction(NamedTuple):
    """What a learner said before a step was shown to them."""

    move: int | None = None
    """The move they chose, from 0; None when they chose none."""
    words: str = ""
    """What they typed instead."""
    agreed: bool = False
    """Whether the run did the same."""
    revealed: bool = False
    """Whether the step has been shown since, so that it can be changed no more."""


def predictions(run: str) -> dict[int, Prediction]:
    """What was said before each step of a run; steps nobody was asked about are not in it."""
    said = st.session_state.get(PREDICTIONS, {})
    return {step: Prediction(*told) for (of, step), told in said.items() if of == run}


def predict(run: str, step: int, said: Prediction) -> None:
    """Keep what was said before a step."""
    st.session_state[PREDICTIONS] = {**st.session_state.get(PREDICTIONS, {}), (run, step): said}


def forget_predictions(run: str) -> None:
    """Begin a lesson anew."""
    said = st.session_state.get(PREDICTIONS, {})
    st.session_state[PREDICTIONS] = {of: told for of, told in said.items() if of[0] != run}


class SteppingIn(NamedTuple):
    """What a person is about to do, and to what."""

    what: str
    """An act, `undo` or `branch`."""
    target: str


def step_in(what: str, target: str) -> None:
    """Open the dialog for an act on something. Ends the script: the dialog is drawn outside what moves."""
    st.session_state[STEPPING_IN] = SteppingIn(what, target)
    st.rerun()


def stepping_in() -> SteppingIn | None:
    """The dialog that is open."""
    asked = st.session_state.get(STEPPING_IN)
    return SteppingIn(*asked) if asked else None


def step_out() -> None:
    """Close the dialog."""
    st.session_state.pop(STEPPING_IN, None)


def signed() -> str:
    """The name a person signs with: the one they last gave, else that of this machine's user."""
    return st.session_state.get(AUTHOR) or author()


def sign(name: str) -> None:
    """Remember the name a person signed with."""
    st.session_state[AUTHOR] = name
