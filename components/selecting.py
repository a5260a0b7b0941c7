"""The button that brings a fact into view wherever it is named."""

import streamlit as st

from components import session


def select_button(label: str, fact: str, key: str, hint: str) -> None:
    """Draw it; a click selects the fact everywhere on the page."""
    st.button(
        label,
        key=key,
        icon=":material/arrow_forward:",
        type="tertiary",
        help=hint,
        on_click=session.select,
        args=(fact,),
    )
