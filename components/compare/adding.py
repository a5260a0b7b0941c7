"""Choosing what to compare: another run of the same question, or the way to History when there is none yet."""

import streamlit as st

from components import runs, session
from components.marks import run_mark
from components.text import short
from sleuth.store import RunRow, Wanted

OFFERED = 100
"""Runs of one question that are offered, the newest first; any other can be chosen in History."""


def compare_adding(rows: tuple[RunRow, ...]) -> None:
    """Offer the other runs of the first run's question."""
    there = {row.id for row in rows}
    others = runs.log().runs(Wanted(question=rows[0].question), limit=OFFERED + len(there))
    offered = {row.id: row for row in others if row.id not in there}
    if not offered:
        st.caption("There is no other run of this question. History can put any two runs side by side.")
        return
    added = st.selectbox(
        "Add a run of this question",
        list(offered),
        index=None,
        key=f"compare_add_{len(there)}",
        format_func=lambda run: _told(offered[run]),
        placeholder="Choose a run",
        width=420,
    )
    if added:
        session.compare_runs((*(row.id for row in rows), added))


def _told(row: RunRow) -> str:
    title = f"{short(row.title, 40)} · " if row.title else ""
    outcome = short(row.answer, 40) if row.answer else run_mark(row).word
    return f"{title}{row.created_at[:16].replace('T', ' ')} · {row.model} · {row.memory} · {outcome}"
