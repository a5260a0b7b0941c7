"""The buttons that steer a run: Pause, Step, Resume, Stop. Which there are follows from how the run stands."""

from collections.abc import Callable

import streamlit as st

from components import runs, session
from components.branching import branch_button
from components.export import export_button
from components.text import plain
from sleuth.errors import CallerError
from sleuth.store import RunRow

RESUMABLE = ("interrupted", "failed", "stopped")


def controls(row: RunRow) -> None:
    """Draw the buttons and do what is pressed; a refusal is shown in its own words."""
    with st.container(horizontal=True, vertical_alignment="center", width="content", key="controls"):
        _steering(row)
        branch_button(row)
        export_button(row)


def _steering(row: RunRow) -> None:
    runner = runs.runner()
    wish = runner.wish(row.id)
    if row.status == "running" and not runner.carries(row.id):
        st.caption("Carried on by another process of this machine; it can be stopped there.", width="content")
        return
    if row.origin in ("sample", "imported") and row.status != "finished":
        st.caption("Opened from a file: it can be read and replayed, not carried on.", width="content")
        return
    match row.status:
        case "running":
            held = wish == "pause"
            if _button("run_pause", "Pause", ":material/pause:", "Hold it before its next step.", held):
                _do(lambda: runner.pause(row.id))
        case "paused":
            # One that had ended and has something to do again is carried by nobody until it is resumed.
            busy = runner.carries(row.id) and not runner.waits(row.id)
            if _button("run_step", "Step", ":material/skip_next:", "Take one step, then hold again.", busy):
                _do(lambda: runner.go_on(row.id, runs.settings(), wish="step"))
            if _button("run_resume", "Resume", ":material/play_arrow:", "Go on to the end."):
                _do(lambda: runner.go_on(row.id, runs.settings()))
        case status if status in RESUMABLE:
            if _button("run_resume", "Resume", ":material/play_arrow:", "Go on where it ended; nothing is lost."):
                _do(lambda: runner.go_on(row.id, runs.settings()))
        case _:
            hint = "Put the same question once more, perhaps to another model or collection."
            if _button("ask_again", "Ask again", ":material/replay:", hint):
                st.session_state["question"] = row.question
                session.open_run(None)
    stoppable = row.status in ("running", "paused") and runner.carries(row.id)
    if stoppable and _button("run_stop", "Stop", ":material/stop:", "End it now; it can be resumed.", wish == "stop"):
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
