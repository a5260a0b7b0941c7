"""History: which run was it? Every run there is, found by any word of it."""

import streamlit as st

from components import runs
from components.history import deleted_note, matching, run_actions, run_table
from components.text import count, plural

st.markdown("#### History")
search = st.text_input(
    "Search",
    key="history_search",
    type="search",
    live="200ms",
    placeholder="Words of the question or answer, a status, a model",
    label_visibility="collapsed",
)
rows = list(runs.every())
found = matching(rows, search or "")
deleted_note()
if not rows:
    st.caption("No run yet. Ask something on the page Investigate, or open a sample.")
elif not found:
    st.caption(f"None of the {plural(len(rows), 'run')} holds all of these words.")
else:
    actions = st.container()
    st.caption(f"{count(len(found))} of {plural(len(rows), 'run')}, newest first")
    chosen = run_table(found)
    with actions:
        run_actions(chosen)
