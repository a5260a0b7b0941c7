"""The runs of a comparison in short, each with its letter, its answer, and the way to it."""

import streamlit as st

from components import session
from components.marks import CONFIDENCE, run_mark
from components.text import plain, short
from sleuth.store import RunRow
from sleuth.views.comparison import Compared, Comparison


def compare_heads(told: Comparison, rows: tuple[RunRow, ...]) -> None:
    """Draw a card for each run."""
    ids = tuple(run.run for run in told.runs)
    with st.grid(min(len(ids), 4), min_column_width=230):
        for run, row in zip(told.runs, rows, strict=True):
            with st.container(border=True, height="stretch", gap="xsmall", key=f"compare_head_{run.letter}"):
                _head(run, row, told)
                with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
                    if st.button("Open", key=f"compare_open_{run.letter}", icon=":material/open_in_full:"):
                        session.open_run(run.run)
                    hint = "Take it out of the comparison; the run itself stays."
                    if len(ids) > 2 and st.button("Remove", key=f"compare_remove_{run.letter}", help=hint):
                        session.compare_runs(tuple(other for other in ids if other != run.run))


def _head(run: Compared, row: RunRow, told: Comparison) -> None:
    named = run.name if run.title or not told.one_question else ""
    st.markdown(f"**{run.letter}** {plain(short(named, 120))}")
    if run.answer is not None:
        st.markdown(f"**{plain(short(run.answer, 300))}**")
        st.caption(CONFIDENCE[run.confidence] if run.confidence else "confidence unknown")
    else:
        st.markdown("No answer")
        st.caption(plain(short(run.stop_reason or "still open", 200)))
    mark = run_mark(row)
    st.caption(f"{mark.icon} {mark.word} · {plain(run.model)} · memory {plain(run.memory)} · {row.created_at[:10]}")
    parents = [other.letter for other in told.runs if other.run == run.parent]
    if run.parent:
        st.caption(f"Branched from {parents[0] if parents else plain(run.parent)}")
