"""Compare: runs side by side. Do they agree, what did each find, where did they part? The address holds the runs."""

import streamlit as st

from components import runs, session
from components.compare.adding import compare_adding
from components.compare.board import comparison
from components.text import plain, short
from sleuth.views.comparison import LETTERS

st.markdown("#### Compare")
wanted = session.compared()
found = {run: row for run in wanted[: len(LETTERS)] if (row := runs.row(run))}
if missing := [run for run in wanted if run not in found]:
    names = ", ".join(plain(short(run, 40)) for run in missing[:5])
    over = f" At most {len(LETTERS)} runs are compared." if len(wanted) > len(LETTERS) else ""
    st.warning(f"Left out, for this log holds no such run: {names}.{over}", icon=":material/link_off:")
rows = tuple(found.values())
if not rows:
    st.caption("Choose two or more runs in the table of History and press Compare.")
    st.page_link("pages/history_page.py", label="History", icon=":material/history:")
elif len(rows) == 1:
    st.markdown(f"##### {plain(short(rows[0].name, 240))}", anchors=False)
    st.caption("One run alone has nothing to be compared with.")
    compare_adding(rows)
else:
    comparison(rows)
