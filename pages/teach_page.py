"""Teach: a recorded run played step by step, or the list of lessons with the glossary."""

import streamlit as st

from components import runs, session
from components.glossary import glossary
from components.samples import sample_of
from components.teach_lesson import teach_lesson
from components.teach_shelf import teach_shelf

run = session.run()
header = sample_of(run) if run else None
row = runs.row(run) if run else None
if row is not None:
    teach_lesson(row, header)
else:
    if run is not None:
        st.warning("There is no such run in this log; choose a lesson below.")
    st.markdown("#### Teach")
    st.caption(
        "Real investigations, recorded step by step, that ask what you would do next. "
        "Each plays at once: no model runs and nothing is fetched."
    )
    teach_shelf()
    st.markdown("#### Glossary")
    glossary()
