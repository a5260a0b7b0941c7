"""History: which run was it? Every run there is, found by any word of it."""

import streamlit as st

from components import runs
from components.history.actions import deleted_note, run_actions
from components.history.importing import bundle_import
from components.history.table import run_table
from components.history.wanted import clear_filters, filtered, wanted_runs
from components.text import count, plural

log = runs.log()
with st.container(
    horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="history_head"
):
    st.markdown("#### History", width="content")
    bundle_import()
wanted = wanted_runs(log.choices())
deleted_note()
there, found = log.count(), log.count(wanted)
only = filtered(wanted)
if not there:
    st.caption("No run yet. Ask something on the page Investigate, or open a recorded one on the page Teach.")
elif not found:
    st.caption(f"None of the {plural(there, 'run')} fits{f': {only}' if only else ' these words'}.")
    st.button("Show all runs", key="history_show_all", icon=":material/filter_list_off:", on_click=clear_filters)
else:
    actions = st.container()
    st.caption(f"{count(found)} of {plural(there, 'run')}{f' · only {only}' if only else ''}")
    chosen = run_table(wanted, found)
    with actions:
        run_actions(chosen)
