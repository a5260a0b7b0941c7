"""Text of any length: as much as a page bears at once, and all of it one click away."""

import streamlit as st

from components.text import plain, short

LONG = 600
"""Characters of a text that a page bears at once."""


def whole(text: str, key: str, *, before: str = "", limit: int = LONG) -> None:
    """Draw an untrusted text as a paragraph, after some Markdown of ours; of a longer one the rest is folded."""
    st.markdown(f"{before}{plain(short(text, limit))}")
    rest_of(text, key, limit=limit)


def rest_of(text: str, key: str, *, limit: int = LONG) -> None:
    """Draw the way to all of a text that stands cut to `limit` characters; nothing for one that does not."""
    if len(text) > limit:
        with st.expander(f"All {len(text):,} characters", type="compact", key=f"whole_{key}"):
            st.text(text)
