"""A table whose rows are things with an id: choosing a row selects the thing everywhere, and the other way round.

A click anywhere in a row chooses it, as do the arrow keys; Enter opens the full text of a cell, Escape takes the
choice back. A table shows every cell as characters.
"""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components import session
from components.selecting import selected_link
from sleuth.glossary import meaning

LINE = 30
"""Height in pixels of a row of one line."""
LINES = 58
"""Of a row of three: Streamlit breaks lines from 57 pixels on."""

WIDTHS = {
    "id": 38,
    "status": 100,
    "confidence": 132,
    "for": 44,
    "against": 56,
    "fact": 216,
    "question": 216,
    "source": 200,
}
"""In pixels; fixed, so that columns stand still while rows change; what matters fits a screen 420 pixels wide."""

TERMS = {
    "facts": "fact",
    "hypotheses": "hypothesis",
    "questions": "question",
    "nodes": "node",
    "searches": "search",
    "passages": "passage",
    "revisions": "revision",
    "next search": "query",
    "about": "node",
    "rests on": "evidence",
    "pasted_sources": "source",
}
"""The glossary's word for a table or a column that does not bear it."""

FOR_COLUMNS = (*WIDTHS, *TERMS, "value", "hypothesis", "priority", "turn", "query", "engine", "outcome", "summary")
COLUMNS = {
    name: st.column_config.TextColumn(
        width=WIDTHS.get(name), help=None if name == "id" else meaning(TERMS.get(name, name))
    )
    for name in FOR_COLUMNS
}

FRESH = "background-color: rgba(31, 111, 235, 0.12)"
"""Behind what the last step changed, in both themes; a word in the row says it too."""


def choice_table(
    key: str,
    title: str,
    rows_: list[dict[str, str]],
    empty: str,
    *,
    rows: int,
    chosen: str | None,
    wrapped: bool = False,
    fresh: Mapping[str, str] | None = None,
    total: int | None = None,
) -> None:
    """Draw the table with its title, which the glossary explains; `empty` stands in where there is no row.

    `key` names the table and is one of TERMS. `rows` is the number of rows shown without scrolling; all are
    there. `chosen` is the id that is selected.
    `wrapped` gives a row three lines. `fresh` names the rows to highlight. `total` is told where a filter hides rows.
    """
    shown = f"{len(rows_)} of {total}" if total is not None and total != len(rows_) else str(len(rows_))
    st.markdown(f"**{title}** :gray[{shown}]", help=meaning(TERMS[key]))
    if not rows_:
        st.caption("Nothing here passes the filter." if total else empty)
        return
    ids = [row["id"] for row in rows_]
    at = ids.index(chosen) if chosen in ids else None
    _follow(key, at)
    height = LINES if wrapped else LINE
    st.dataframe(
        _frame(rows_, fresh or {}),
        key=key,
        hide_index=True,
        height=height * min(len(rows_), rows) + LINE + 3,
        row_height=height,
        on_select=lambda: _chosen(key, ids, at),
        selection_mode=["single-row", "single-cell"],
        column_config=COLUMNS,
        alt=f"{title} of the investigation",
    )
    if at is not None:
        selected_link(ids[at])


def _frame(rows: list[dict[str, str]], fresh: Mapping[str, str]) -> "pd.DataFrame | pd.io.formats.style.Styler":
    frame = pd.DataFrame(rows)
    marked = [i for i, row in enumerate(rows) if row["id"] in fresh]
    if not marked or len(marked) == len(rows):  # where everything is new, nothing stands out
        return frame
    return frame.style.map(lambda _: FRESH, subset=pd.IndexSlice[marked, :])


def _follow(key: str, at: int | None) -> None:
    """Make a table show this row as chosen, wherever it was chosen; a table told nothing new is left alone.

    The cell that the keyboard is in stays, as long as it is in that row; else it is put there, for a table that has
    a row chosen and no cell does not listen to the arrow keys.
    """
    rows = [] if at is None else [at]
    now = st.session_state[key]["selection"] if key in st.session_state else {"rows": [], "cells": []}
    cells = [cell for cell in now["cells"] if cell[0] == at] or [(row, "id") for row in rows]
    if now["rows"] != rows or now["cells"] != cells:
        st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": cells}}


def _chosen(key: str, ids: list[str], before: int | None) -> None:
    """Select what the reader chose: another cell's row, else what is ticked. Nothing ticked takes the choice back."""
    now = st.session_state[key]["selection"]
    moved = next((cell[0] for cell in now["cells"] if cell[0] != before), None)
    row = moved if moved is not None else next(iter(now["rows"]), None)
    if row is None:
        session.select(None)
    elif row < len(ids):
        session.select(ids[row])
