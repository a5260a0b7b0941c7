"""Runs side by side, kept up to date while one of them moves."""

import streamlit as st

from components import runs
from components.compare.adding import compare_adding
from components.compare.facts import compare_facts
from components.compare.heads import compare_heads
from components.compare.parting import compare_parting
from components.compare.tables import compare_tables
from components.text import plain, short
from sleuth.store import RunRow
from sleuth.views.comparison import Way, compare, verdict

PACE = 3.0
"""Seconds between two looks at the log while a run may go on; a comparison is read, not watched."""


def comparison(rows: tuple[RunRow, ...]) -> None:
    """Draw two or more runs side by side."""
    over = all(row.status == "finished" for row in rows)
    st.fragment(_view, run_every=None if over else PACE)(tuple(row.id for row in rows), over)


def _view(wanted: tuple[str, ...], over: bool) -> None:
    rows = tuple(row for run in wanted if (row := runs.row(run)))
    if len(rows) < len(wanted) or (not over and all(row.status == "finished" for row in rows)):
        st.rerun()  # one was deleted, or there is nothing left to look out for
    standings = [runs.standing(row.id, row.seq) for row in rows]
    told = compare([Way(row.id, row.title, row.status, *stood) for row, stood in zip(rows, standings, strict=True)])
    if told.one_question:
        st.markdown(plain(short(rows[0].question, 240)))
    else:
        st.markdown(":material/alt_route: These runs were asked different questions.")
    st.markdown(f"### {plain(short(verdict(told), 400))}", anchors=False)
    compare_heads(told, rows)
    compare_parting(told)
    compare_facts(told)
    compare_tables(told)
    compare_adding(rows)
