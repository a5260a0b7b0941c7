"""The table of runs: one page of it, and the rows chosen there."""

import zlib
from datetime import datetime

import pandas as pd
import streamlit as st

from components import runs
from components.history.wanted import ORIGINS
from components.marks import audit_mark, run_mark
from components.text import count
from sleuth.glossary import meaning
from sleuth.store import RunRow, Wanted

PAGE = 50
"""Rows on one page of the table; no more are read."""
ROW = 30
"""Height of a row in pixels."""


def run_table(wanted: Wanted, found: int) -> tuple[RunRow, ...]:
    """Draw one page of the wanted runs, of which there are so many; those chosen, in the table's order."""
    key = page_key(wanted)
    pages = -(-found // PAGE)
    page = min(st.session_state.get(key, 1), pages)
    rows = [runs.carried(row) for row in runs.log().runs(wanted, limit=PAGE, offset=(page - 1) * PAGE)]
    chosen = _table(rows)
    if pages > 1:
        st.pagination(pages, key=key)
    return chosen


def page_key(wanted: Wanted) -> str:
    """The key of the pages: another search begins at its first."""
    return f"history_page_{zlib.crc32(wanted.model_dump_json().encode()):08x}"


def _table(rows: list[RunRow]) -> tuple[RunRow, ...]:
    zone = st.context.timezone
    columns = {
        "question": [f"{r.title} · {r.question}" if r.title else r.question for r in rows],
        "answer": [r.answer or ("" if r.status != "finished" else f"– {r.cause}") for r in rows],
        "status": [run_mark(r).word for r in rows],
        "audit": [mark.word if (mark := audit_mark(r)) else "" for r in rows],
        "tags": [list(r.tags) for r in rows],
        "model": [r.model for r in rows],
        "memory": [r.memory for r in rows],
        "asked": pd.to_datetime([datetime.fromisoformat(r.created_at) for r in rows], utc=True),
        "tokens": ["–" if r.tokens is None else count(r.tokens) for r in rows],
        "cost": ["–" if r.cost is None else f"{r.cost:.4g} {r.currency}" for r in rows],
        "from": ["" if r.origin == "asked" else ORIGINS[r.origin] for r in rows],
        "run": [r.id for r in rows],
    }
    told = {name: any(columns[name]) for name in ("audit", "tags")} | {"cost": any(r.cost is not None for r in rows)}
    event = st.dataframe(
        pd.DataFrame({name: values for name, values in columns.items() if told.get(name, True)}),
        # Another page or search is another table: its chosen row is not this one's.
        key=f"history_table_{rows[0].id}_{rows[-1].id}_{len(rows)}",
        hide_index=True,
        height=ROW * (len(rows) + 1) + 3,
        row_height=ROW,
        on_select="rerun",
        selection_mode="multi-row",
        column_config={
            "question": st.column_config.TextColumn(width=300),
            "answer": st.column_config.TextColumn(width=150, help=meaning("answer")),
            "status": st.column_config.TextColumn(width=96, help=meaning("status")),
            "audit": st.column_config.TextColumn(width=128, help=meaning("audit")),
            "asked": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", timezone=zone, width=128),
            "tokens": st.column_config.TextColumn(width=72, help=meaning("token")),
            "cost": st.column_config.TextColumn(width=108, help=meaning("cost")),
            "tags": st.column_config.MultiselectColumn(color="gray"),
        },
        alt="Runs, one a row",
    )
    return tuple(rows[place] for place in sorted(event.selection.rows) if place < len(rows))
