"""The table of all runs, with what can be done to the chosen one."""

from datetime import datetime

import pandas as pd
import streamlit as st

from components import runs, session
from components.controls import RESUMABLE
from components.ledger import ROW
from components.marks import run_mark
from components.text import plain, short
from sleuth.errors import CallerError
from sleuth.store import RunRow

PAGE = 50
"""Rows on one page of the table."""

ORIGINS = {"asked": "", "sample": "sample", "imported": "opened from a file", "evaluation": "evaluation"}


def matching(rows: list[RunRow], search: str) -> list[RunRow]:
    """The rows in which every searched word occurs: in question, answer, status, model, memory or id."""
    words = search.casefold().split()

    def told(row: RunRow) -> str:
        marks = (run_mark(row).word, row.cause or "", row.model, row.memory, row.id, ORIGINS[row.origin])
        return " ".join((row.question, row.answer or "", *marks)).casefold()

    return [row for row in rows if all(word in told(row) for word in words)]


def run_table(rows: list[RunRow]) -> RunRow | None:
    """Draw one page of runs; the chosen one."""
    pages = max(1, -(-len(rows) // PAGE))
    page = st.pagination(pages, key="history_page") if pages > 1 else 1
    shown = rows[(page - 1) * PAGE : page * PAGE]
    zone = st.context.timezone
    table = pd.DataFrame(
        {
            "status": [run_mark(r).word for r in shown],
            "question": [r.question for r in shown],
            "answer": [r.answer or ("" if r.status != "finished" else f"– {r.cause}") for r in shown],
            "model": [r.model for r in shown],
            "memory": [r.memory for r in shown],
            "asked": pd.to_datetime([datetime.fromisoformat(r.created_at) for r in shown], utc=True),
            "from": [ORIGINS[r.origin] for r in shown],
            "run": [r.id for r in shown],
        }
    )
    event = st.dataframe(
        table,
        # Another page or search is another table: its chosen row is not this one's.
        key=f"history_table_{shown[0].id}_{len(shown)}",
        hide_index=True,
        height=ROW * (len(shown) + 1) + 3,
        row_height=ROW,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "question": st.column_config.TextColumn(width="large"),
            "asked": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", timezone=zone),
        },
        alt="All runs, newest first",
    )
    chosen = event.selection.rows
    return shown[chosen[0]] if chosen else None


def run_actions(row: RunRow | None) -> None:
    """Draw what can be done to the chosen run."""
    with st.container(horizontal=True, vertical_alignment="center", key="history_actions"):
        if st.button("Open", key="history_open", icon=":material/open_in_full:", disabled=row is None) and row:
            session.open_run(row.id)
        resumable = row is not None and row.status in (*RESUMABLE, "paused") and row.origin == "asked"
        if st.button("Resume", key="history_resume", icon=":material/play_arrow:", disabled=not resumable) and row:
            _resume(row)
        # Paused with a cause: carried by nobody, such as a reopened run.
        held = row is not None and (row.status == "running" or (row.status == "paused" and not row.cause))
        deletable = row is not None and not held
        st.button(
            "Delete",
            key="history_delete",
            icon=":material/delete:",
            disabled=not deletable,
            help="A running or paused run is stopped first.",
            on_click=_delete,
            args=(row,),
        )
        told = f"Chosen: {plain(short(row.question, 70))}" if row else "Choose a run in the table."
        st.caption(told, width="content")


def deleted_note() -> None:
    """Say what was deleted last, with the way back."""
    row_id, question = st.session_state.get("deleted_run", (None, ""))
    if row_id is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="deleted_note"):
        st.caption(f"Deleted: {plain(short(question, 70))}. It can be brought back for seven days.", width="content")
        st.button("Undo", key="history_undo", icon=":material/undo:", on_click=_restore, args=(row_id,))


def _resume(row: RunRow) -> None:
    try:
        runs.runner().go_on(row.id, runs.settings())
    except CallerError as error:
        st.error(plain(str(error)))
    else:
        session.open_run(row.id)


def _delete(row: RunRow) -> None:
    runs.log().delete(row.id)
    st.session_state["deleted_run"] = (row.id, row.question)
    if st.session_state["run_id"] == row.id:
        st.session_state["run_id"] = None


def _restore(run: str) -> None:
    runs.log().restore(run)
    del st.session_state["deleted_run"]
