"""The glossary as a list that is searched while typing."""

import streamlit as st

from components.text import plain
from sleuth.glossary import find


def glossary() -> None:
    """Draw the search box and the terms that fit."""
    sought = st.text_input(
        "Search the glossary",
        key="glossary_search",
        type="search",
        live="200ms",
        placeholder="fact, dormant, repair …",
        width=360,
    )
    found = find(sought or "")
    if not found:
        st.caption(f"No entry holds {plain(sought or '')}.")
    with st.grid(2, min_column_width=320):
        for group, terms in found.items():
            with st.container():
                st.markdown(f"**{group}**")
                st.markdown("\n".join(f"- **{term.word}** {term.meaning}" for term in terms))
