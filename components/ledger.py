"""The ledger: facts, hypotheses and questions as three tables, with what the last step brought marked by a word.

A table shows every cell as characters. A row chosen in one is chosen everywhere, and the other way round.
"""

import pandas as pd
import streamlit as st

from components import session
from components.marks import CONFIDENCE, QUESTION_MARKS, fact_mark
from components.offers import act_button, possible
from sleuth.state import State
from sleuth.views.changes import Changes

ROW = 30
"""Height of a table's row in pixels."""
WIDTHS = {
    "id": st.column_config.TextColumn(width=40),
    "status": st.column_config.TextColumn(width=126),
    "confidence": st.column_config.TextColumn(width=132),
    "for": st.column_config.TextColumn(width=44),
    "against": st.column_config.TextColumn(width=56),
}
"""Fixed where cells are short, so that columns stand still while rows change."""


def ledger(state: State, fresh: Changes, *, closed: str | None) -> None:
    """Draw the three tables of a state; `closed` says why no question can be added here."""
    facts = [
        {
            "id": f.id,
            "status": fact_mark(f, state) + fresh.suffix(f.id),
            "fact": f.statement,
            "source": state.passage(f.passage).title,
        }
        for f in reversed(state.facts)
    ]
    choice_table("facts", "Facts", facts, "Nothing is confirmed yet.", rows=7)
    hypotheses = [
        {
            "id": h.id,
            "confidence": CONFIDENCE[h.confidence] + fresh.suffix(h.id),
            "value": h.value,
            "for": f"▲ {len(h.supports)}",
            "against": f"▼ {len(h.contradicts)}",
            "hypothesis": h.statement,
        }
        for h in state.hypotheses
    ]
    choice_table("hypotheses", "Hypotheses", hypotheses, "No candidate value yet.", rows=4)
    questions = [
        {
            "id": q.id,
            "status": QUESTION_MARKS[q.status] + fresh.suffix(q.id),
            "question": state.asked(q),
            "priority": q.priority if q.status == "open" else "",
            "next search": (q.action or "waits for an earlier value") if q.status == "open" else "",
        }
        for q in state.questions
    ]
    choice_table("questions", "Questions", questions, "No question yet.", rows=4)
    if closed is None and possible(state, "add question", ""):
        act_button("add question", "")


def choice_table(key: str, title: str, rows_: list[dict[str, str]], empty: str, *, rows: int) -> None:
    """Draw a table whose rows are things with an `id`; the chosen row is what is selected everywhere.

    `rows` is the number of rows shown without scrolling; all are there.
    """
    st.markdown(f"**{title}** :gray[{len(rows_)}]")
    if not rows_:
        st.caption(empty)
        return
    ids = [row["id"] for row in rows_]
    chosen = session.selected()
    follow_selection(key, [ids.index(chosen)] if chosen in ids else [])
    height = ROW * (min(len(rows_), rows) + 1) + 3
    st.dataframe(
        pd.DataFrame(rows_),
        key=key,
        hide_index=True,
        height=height,
        row_height=ROW,
        on_select=lambda: _chosen(key, ids),
        selection_mode="single-row",
        column_config=WIDTHS,
        alt=f"{title} of the investigation",
    )


def follow_selection(key: str, rows: list[int]) -> None:
    """Make a table show these rows as chosen, wherever they were chosen; a table told nothing new is left alone."""
    now = st.session_state[key]["selection"]["rows"] if key in st.session_state else []
    if now != rows:
        st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}


def _chosen(key: str, ids: list[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(ids):
        session.select(ids[rows[0]])
    elif session.selected() in ids:  # taken back here, not chosen elsewhere
        session.select(None)
