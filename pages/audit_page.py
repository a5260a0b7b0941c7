"""Audit: is this sentence true to its source? The claims of one run, or which runs there are to audit."""

import streamlit as st

from components import runs, session
from components.audit.board import audit_board
from components.audit.shelf import audit_shelf

run = session.run()
row = runs.row(run) if run else None
if row is not None:
    audit_board(row)
else:
    if run is not None:
        st.warning("There is no such run in this log; choose one below.")
    audit_shelf()
