"""Which models can be chosen on this machine."""

import streamlit as st

from components import runs
from sleuth.models.presets import Found, find_servers


@st.cache_data(ttl=20, refresh_mode="background", show_spinner=False)
def found_servers() -> tuple[Found, ...]:
    """The servers that answer on their usual ports, with their models; asked anew in the background."""
    return find_servers()


def model_names() -> list[str]:
    """Names to choose from: that of the settings first, what was found on this machine, the embedded one."""
    found = (f"{server.name}/{model}" for server in found_servers() for model in server.models)
    return list(dict.fromkeys((runs.settings().model, *found, "embedded")))
