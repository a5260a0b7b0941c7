"""What a browser tab has in view: which run, as of which step, and what is selected there.

The address holds all three, so that a link, a refresh, Back and a second tab show the same; widgets follow it. The
session only remembers the run while another page is open.
"""

from typing import NamedTuple

import streamlit as st

from sleuth.person import author

RUN = "run"
STEP = "step"
SELECTED = "selected"

AUTHOR = "author"
STEPPING_IN = "stepping_in"
"""A person at work: the name they sign with, and the dialog they have open. Both end with the session."""

NEWEST = "newest"
"""The step that moves along with the run."""

INVESTIGATE = "pages/investigate_page.py"


def declare(page: str) -> None:
    """Set the owned keys before any widget; coming back to the page of runs opens the run left there."""
    memory = st.session_state
    came_from = memory.get("page", page)
    memory["page"] = page
    memory.setdefault("run_id", None)
    if page != "":
        return
    if came_from != page and RUN not in st.query_params and memory["run_id"]:
        st.query_params[RUN] = memory["run_id"]
    memory["run_id"] = st.query_params.get(RUN)


def run() -> str | None:
    """The run in view."""
    return st.query_params.get(RUN)


def selected() -> str | None:
    """The id of what is selected: a node `n3`, a fact `f2`, a hypothesis, a question, or a citation `c1.f2`."""
    return st.query_params.get(SELECTED)


def select(identity: str | None) -> None:
    """Select something everywhere, or nothing."""
    if identity is None:
        st.query_params.pop(SELECTED, None)
    elif identity != selected():
        st.query_params[SELECTED] = identity


def step() -> str:
    """The number of the step in view, or NEWEST. Comes from the address, so it may be anything."""
    return st.query_params.get(STEP, NEWEST)


def show_step(number: str) -> None:
    """Bring a step into view; NEWEST goes back to the present."""
    if number == NEWEST:
        st.query_params.pop(STEP, None)
    else:
        st.query_params[STEP] = number


def open_run(identity: str | None, step: str | None = None) -> None:
    """Bring a run into view, from any page, as of a step or the newest; None for the form that asks a new question.

    Ends the script. Not for callbacks: they run before the navigation, which knows the pages, has been set up.
    """
    st.session_state["run_id"] = identity
    step_out()
    address = {name: value for name, value in ((RUN, identity), (STEP, step)) if value}
    if st.session_state["page"] == "":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(INVESTIGATE, query_params=address)


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
