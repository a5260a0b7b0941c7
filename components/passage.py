"""A stored passage with the stretch that a fact rests on marked in it."""

import streamlit as st

from components.text import marked, source
from sleuth.search import Passage


def passage_card(passage: Passage, start: int, end: int) -> None:
    """Draw a passage with its source; offsets in characters, from a fact or a citation."""
    st.markdown(marked(passage.text, start, end))
    st.caption(f"{passage.id} · {source(passage)}")
