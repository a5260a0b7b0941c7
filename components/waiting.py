"""Waiting for a slow call of the page itself, which a click elsewhere leaves at once."""

from collections.abc import Callable
from concurrent.futures import wait
from typing import TypeVar

import streamlit as st

from sleuth.search.abandoning import begun

T = TypeVar("T")
LOOK_S = 0.2


def waited(call: Callable[[], T], told: str) -> T:
    """What the call returns, or raises. It runs in a thread of its own and has to end by itself within its limits."""
    future = begun(call)
    with st.spinner(told, show_time=True):
        slot = st.empty()
        while not future.done():
            wait([future], timeout=LOOK_S)
            slot.empty()  # here Streamlit leaves when something else was clicked
    return future.result()
