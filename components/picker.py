"""The list of recent runs in the sidebar, and the way to a new question."""

from datetime import UTC, datetime

import streamlit as st

from components import runs, session
from components.marks import run_mark
from components.text import ago, plain, short

SHOWN = 10


def run_picker() -> None:
    """Draw the picker; a click brings that run into view, from any page."""
    if st.button("New question", key="new_question", icon=":material/add:", width="stretch"):
        session.open_run(None)
    now = datetime.now(UTC)
    recent = runs.log().runs(limit=SHOWN)
    with st.container(gap=None, key="recent_runs"):
        for row in recent:
            row = runs.carried(row)
            mark = run_mark(row)
            when = ago(datetime.fromisoformat(row.updated_at), now)
            if st.button(
                f":gray[{when}] {plain(short(row.name, 60))}",
                key=f"pick_{row.id}",
                icon=mark.icon,
                type="tertiary",
                wrap=False,
                help=f"{mark.word} · {plain(row.question)}",
                disabled=row.id == session.run(),
            ):
                session.open_run(row.id)
    if len(recent) == SHOWN:
        st.caption("Older runs are in History.")
