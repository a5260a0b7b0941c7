"""The ways to what is selected: a button wherever something is named, and the link that leads to where it is told."""

import streamlit as st

from components import session

PLACE = "selected"
"""Where on the page a selection is told, as the address of a link names it."""


def selected_link(what: str) -> None:
    """Draw the way from where something was selected to where it is told, which may be out of sight."""
    # Not a caption, which would draw the link too faintly to read.
    st.markdown(f":small[[See what {what} rests on and what can be done](#{PLACE})]")


def select_button(label: str, identity: str, key: str, hint: str) -> None:
    """Draw it; a click selects the thing everywhere on the page."""
    st.button(
        label,
        key=key,
        icon=":material/arrow_forward:",
        type="tertiary",
        help=hint,
        on_click=session.select,
        args=(identity,),
    )
