"""Investigate: what does it know, and why? A new question, or the run that the address names."""

import streamlit as st

from components import runs, session
from components.asking.form import ask_form
from components.investigate.board import board

run = session.run()
row = runs.row(run) if run else None
if run is None:
    ask_form()
elif row is None:
    st.warning("There is no such run in this log; it may have been deleted, or recorded on another machine.")
    st.page_link("pages/history_page.py", label="See which runs there are", icon=":material/history:")
else:
    board(row)
