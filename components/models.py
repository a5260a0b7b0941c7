"""Which models can be chosen on this machine."""

import streamlit as st

from components import runs
from sleuth.models.presets import find_servers


@st.cache_data(ttl=20, refresh_mode="background", show_spinner=False)
def _found() -> list[str]:
    """The models of the servers that answer on their usual ports; asked anew in the background."""
    return [f"{server.name}/{model}" for server in find_servers() for model in server.models]


def model_names() -> list[str]:
    """Names to choose from: that of the settings first, what was found on this machine, the embedded one."""
    return list(dict.fromkeys((runs.settings().model, *_found(), "embedded")))
