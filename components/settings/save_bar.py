"""What of the settings is not saved yet, and saving or dropping it."""

from collections.abc import Mapping

import streamlit as st

from components.settings.rules import EVERY
from components.settings.standing import Standing, of, put, unsaved
from components.text import plain
from sleuth.errors import CallerError
from sleuth.folders import settings_file
from sleuth.settings import Settings, save


def save_bar(now: Settings, values: Standing, refused: Mapping[str, str]) -> None:
    """Draw the bar at the end of the page. Refused values stay in their fields, and none is saved."""
    changes = unsaved(values, now)
    with st.container(key="save_bar", gap="small"):
        told = st.empty()
        with st.container(horizontal=True):
            # Never disabled: the click that leaves a field would come before the page knows of the change.
            pressed = st.button("Save", key="settings_save", type="primary", icon=":material/save:")
            if changes:
                st.button("Discard changes", key="settings_discard", on_click=put, args=(of(now),))
        if pressed and refused:
            st.error("  \n".join(plain(sentence) for sentence in refused.values()), icon=":material/error:")
        elif pressed and changes:
            try:
                st.success(f"Saved in {plain(str(save(changes)))}")
                changes = {}
            except CallerError as error:
                st.error(plain(str(error)), icon=":material/error:")
        told.markdown(_told(changes))


def _told(changes: Mapping[str, object]) -> str:
    if not changes:
        return f":gray[Everything is saved in {plain(str(settings_file()))}. A run keeps those it was begun with.]"
    labels = ("Model" if name == "model" else EVERY[name].label for name in changes)
    return f":orange[● Not saved:] {plain(', '.join(labels))}"
