"""What a browser tab has in view: which run, as of which step, and what is selected there.

The address holds all three, so that a link, a refresh, Back and a second tab show the same; widgets follow it. The
session only remembers the run while another page is open.
"""

import streamlit as st

RUN = "run"
STEP = "step"
SELECTED = "selected"

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


def open_run(identity: str | None) -> None:
    """Bring a run into view, from any page; None for the form that asks a new question.

    Ends the script. Not for callbacks: they run before the navigation, which knows the pages, has been set up.
    """
    st.session_state["run_id"] = identity
    address = {RUN: identity} if identity else {}
    if st.session_state["page"] == "":
        st.query_params.from_dict(address)
        st.rerun()
    st.switch_page(INVESTIGATE, query_params=address)
