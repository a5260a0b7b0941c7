"""The model and the second look at pages while they are at work on an audit: how far they are, and Stop."""

import streamlit as st

from components import runs
from components.text import clock, plain
from sleuth.audit.working import AUDITS, begin_entailing, begin_rechecking
from sleuth.errors import SleuthError

BUSY_S = 1.0
"""How often it is looked at while it goes on."""


def entailing(run: str) -> None:
    """Begin to ask the model."""
    try:
        begin_entailing(runs.log(), run, runs.settings())
    except SleuthError as error:
        st.toast(plain(str(error)), icon=":material/error:")


def looking_again(run: str) -> None:
    """Begin to look at the pages again."""
    try:
        begin_rechecking(runs.log(), run, runs.settings())
    except SleuthError as error:
        st.toast(plain(str(error)), icon=":material/error:")


def work_told(run: str) -> None:
    """Draw what is at work on this audit, or why the last work failed; nothing where there is none."""
    work = AUDITS.get(run)
    running = work is not None and work.running
    st.fragment(_draw, run_every=BUSY_S if running else None)(run, running)


def _draw(run: str, before: bool) -> None:
    work = AUDITS.get(run)
    if (work is not None and work.running) != before:
        st.rerun()
    if work is None:
        return
    if work.error:
        with st.container(horizontal=True, vertical_alignment="center", key="audit_failed"):
            st.markdown(f":red[:material/error:] {plain(work.error)}", width="content")
            st.button(
                "Dismiss", key="audit_dismiss", icon=":material/close:", type="tertiary", on_click=AUDITS.clear,
                args=(run,),
            )  # fmt: skip
    elif work.running:
        with st.container(horizontal=True, vertical_alignment="center", key="audit_work"):
            share = min(1.0, work.done / work.total) if work.total else 0.0
            of = f" · {work.done} of {work.total}" if work.total else f" · {work.done} done" if work.done else ""
            st.progress(share, text=f"{plain(work.doing)}{of} · {clock(work.seconds)}")
            st.button(
                "Stop", key="audit_stop", icon=":material/stop_circle:", disabled=work.stopping, on_click=_stop,
                args=(run,), help="After the call under way; what was judged by then stays.",
            )  # fmt: skip


def _stop(run: str) -> None:
    if work := AUDITS.get(run):
        work.stopping = True
