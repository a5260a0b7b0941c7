"""The buttons that steer a run: Pause, Step, Resume, Stop. Which there are follows from how the run stands."""

from collections.abc import Callable

import streamlit as st

from components import runs, session
from components.export import export_button
from components.investigate.branching import branch_button
from components.text import plain
from sleuth.errors import CallerError
from sleuth.store import RunRow

PAUSE = "Hold it as soon as the call under way has come back."
RESUME = "Go on to the end; nothing is lost, and at most one call is made again."
STEP = "Take one phase of its turn (choose, search, read, compare or update), then hold."
STOP = "End it now, leaving the call under way; it can be resumed."


def controls(row: RunRow) -> None:
    """Draw the buttons and do what is pressed; a refusal is shown in its own words."""
    with st.container(horizontal=True, vertical_alignment="center", width="content", key="controls"):
        _steering(row)
        if not row.pasted:
            branch_button(row)
        export_button(row)


def _steering(row: RunRow) -> None:
    runner = runs.runner()
    wish = runner.wish(row.id)
    if row.status == "running" and wish is None:
        st.caption("Carried on by another process of this machine; it can be stopped there.", width="content")
        return
    if row.pasted:
        st.caption("A pasted text: it is audited, not carried on.", width="content")
        return
    if row.to_read and row.status != "finished":
        st.caption("Opened from a file: it can be read and replayed, not carried on.", width="content")
        return
    if row.status == "finished":
        hint = "Put the same question once more, perhaps to another model or collection."
        if _button("ask_again", "Ask again", ":material/replay:", hint):
            st.session_state["question"] = row.question
            session.open_run(None)
        return
    # The three keep their places until the run ends; what cannot be done just now is greyed.
    moves = wish is not None and not runner.waits(row.id)
    if moves:
        if _button("run_pause", "Pause", ":material/pause:", PAUSE, wish in ("pause", "stop")):
            _do(lambda: runner.pause(row.id))
    elif _button("run_resume", "Resume", ":material/play_arrow:", RESUME):
        _do(lambda: runner.go_on(row.id, runs.settings()))
    if _button("run_step", "Step", ":material/skip_next:", STEP, moves and wish in ("step", "stop")):
        _do(lambda: runner.go_on(row.id, runs.settings(), wish="step"))
    if _button("run_stop", "Stop", ":material/stop:", STOP, wish in (None, "stop")):
        _do(lambda: runner.stop(row.id))


def _button(key: str, label: str, icon: str, hint: str, pending: bool = False) -> bool:
    return st.button(label, key=key, icon=icon, help=hint, disabled=pending)


def _do(act: Callable[[], None]) -> None:
    try:
        act()
    except CallerError as error:
        st.error(plain(str(error)))
    else:
        st.rerun()
