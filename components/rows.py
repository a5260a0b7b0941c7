"""A table whose rows are things with an id: choosing a row selects the thing everywhere, and the other way round.

A click anywhere in a row chooses it, as do the arrow keys; Enter opens the full text of a cell, Escape takes the
choice back. A table shows every cell as characters.
"""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components import session
from components.selecting import selected_link

LINE = 30
"""Height in pixels of a row of one line."""
LINES = 58
"""Of a row of three: Streamlit breaks lines from 57 pixels on."""

WIDTHS = {
    "id": st.column_config.TextColumn(width=38),
    "status": st.column_config.TextColumn(width=100),
    "confidence": st.column_config.TextColumn(width=132),
    "for": st.column_config.TextColumn(width=44),
    "against": st.column_config.TextColumn(width=56),
    "fact": st.column_config.TextColumn(width=216),
    "question": st.column_config.TextColumn(width=216),
    "source": st.column_config.TextColumn(width=200),
}
"""Fixed, so that columns stand still while rows change; what matters fits a screen 420 pixels wide."""

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
    """Draw the table with its title; `empty` stands in where there is no row.

    `rows` is the number of rows shown without scrolling; all are there. `chosen` is the id that is selected.
    `wrapped` gives a row three lines. `fresh` names the rows to highlight. `total` is told where a filter hides rows.
    """
    shown = f"{len(rows_)} of {total}" if total is not None and total != len(rows_) else str(len(rows_))
    st.markdown(f"**{title}** :gray[{shown}]")
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
        column_config=WIDTHS,
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

    The cell that the keyboard is in stays, as long as it is in that row.
    """
    rows = [] if at is None else [at]
    now = st.session_state[key]["selection"] if key in st.session_state else {"rows": [], "cells": []}
    cells = [cell for cell in now["cells"] if cell[0] == at]
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
