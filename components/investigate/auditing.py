"""The way from an answer, or from one of its citations, to its audit."""

import streamlit as st

from components import session
from components.text import plain
from sleuth.state import State
from sleuth.views.audited import standing


def audit_button(state: State, claim: str | None = None) -> None:
    """Draw the button, with how the audit stands where there is one; `claim` is the one that comes into view."""
    key = f"audit_{claim}" if claim else "audit_answer"
    if st.button(
        f"Audit {claim}" if claim else "Audit",
        key=key,
        icon=":material/fact_check:",
        type="tertiary",
        help="Hold each claim against its passages, and judge it.",
    ):
        session.open_audit(session.run(), claim)
    if claim is None and (told := standing(state)):
        st.caption(f":material/verified: {plain(told)}", width="content")
