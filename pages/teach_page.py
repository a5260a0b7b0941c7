"""Teach: a recorded run played step by step, or the list of lessons with the glossary."""

import streamlit as st

from components import runs, session
from components.samples import sample_of
from components.teach.glossary import glossary
from components.teach.lesson import teach_lesson
from components.teach.shelf import teach_shelf
from sleuth.first_visit import bring_guide_back, guide_wanted

run = session.run()
header = sample_of(run) if run else None
row = runs.row(run) if run else None
if row is not None and not row.pasted:
    teach_lesson(row, header)
else:
    if row is not None:
        st.info("A pasted text was not investigated here, so that there is nothing to play; it can be audited.")
    elif run is not None:
        st.warning("There is no such run in this log; choose a lesson below.")
    st.markdown("#### Teach")
    st.caption(
        "Real investigations, recorded step by step, that ask what you would do next. "
        "Each plays at once: no model runs and nothing is fetched."
    )
    teach_shelf()
    st.markdown("#### Glossary")
    glossary()
    if not guide_wanted() and st.button("Show the first-visit guide again", key="guide_back", type="tertiary"):
        bring_guide_back()
        session.open_run(None)
