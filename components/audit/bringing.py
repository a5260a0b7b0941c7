"""A pasted text whose sources are being looked for: how far that is."""

import streamlit as st

from components.audit.working import BUSY_S
from components.text import clock, plain, short
from sleuth.pasted.working import BRINGING


def bringing_told(run: str) -> bool:
    """Draw how far it is while it goes on; whether it does."""
    work = BRINGING.get(run)
    if work is None or not work.running:
        return False
    st.fragment(_draw, run_every=BUSY_S)(run)
    return True


def _draw(run: str) -> None:
    work = BRINGING.get(run)
    if work is None or not work.running:
        st.rerun()
        return
    share = work.done / work.total if work.total else 0.0
    of = f"Source {min(work.done + 1, work.total)} of {work.total} · " if work.total else ""
    told = plain(short(work.doing or "reading the text", 120))
    with st.container(border=True, key="audit_bringing"):
        st.progress(share, text=f"{of}{told} · {clock(work.seconds)}")
        st.caption("Its claims stand here once all its sources were looked for. You may leave this page; it goes on.")
