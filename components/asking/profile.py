"""The profile that a single question is asked by: its choice, and what it fills into the form."""

from typing import NamedTuple

import streamlit as st

from components import runs
from components.text import plain
from sleuth import profiles
from sleuth.errors import CallerError
from sleuth.settings import Settings, load


class By(NamedTuple):
    """What a question is asked by."""

    name: str | None
    """The profile; None for the settings as they are."""
    settings: Settings


def asking_profile() -> By:
    """Draw the choice where there are profiles, before the fields of the form, which follow it."""
    names = profiles.names()
    chosen = None
    if names:
        chosen = st.selectbox(
            "Profile",
            names,
            index=None,
            placeholder="as in Settings",
            key="ask_profile",
            on_change=_fill,
            width=320,
        )
    try:
        by = By(chosen, load(profile=chosen))
    except CallerError as error:
        st.error(plain(str(error)), icon=":material/error:")
        by = By(None, runs.settings())
    for key, value in _fields(by.settings).items():
        st.session_state.setdefault(key, value)
    return by


def _fill() -> None:
    try:
        st.session_state.update(_fields(load(profile=st.session_state["ask_profile"])))
    except CallerError:
        return  # told where the form is drawn


def _fields(settings: Settings) -> dict[str, object]:
    return {
        "ask_collections": list(settings.collections),
        "ask_model": settings.model,
        "ask_web": bool(settings.web.engines),
    }
