"""The offer to fetch the embedded model's weights: asked for, never silent, and followed on a progress bar."""

import threading

import streamlit as st

from components.text import plain
from sleuth.errors import SleuthError
from sleuth.models import weights


class Fetch:
    """One fetch in the background; a closed tab does not end it."""

    def __init__(self) -> None:
        self.done, self.total = 0, weights.DEFAULT.size
        self.error: str | None = None
        self._thread = threading.Thread(target=self._work, name="weights", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it is still going on."""
        return self._thread.is_alive()

    def _work(self) -> None:
        try:
            weights.fetch(self._heard)
        except SleuthError as error:
            self.error = str(error)

    def _heard(self, done: int, total: int) -> None:
        self.done, self.total = done, total


_fetch: Fetch | None = None
_starting = threading.Lock()


def needed(model: str) -> bool:
    """Whether this model is the embedded one and its weights are still to be fetched."""
    return model == "embedded" and not weights.is_ready()


def weights_offer() -> None:
    """Draw the offer, or how far the fetch has come; the page runs anew once the weights are there."""
    running = _fetch is not None and _fetch.running
    st.fragment(_offer, run_every=1.0 if running else None)(running)


def _offer(was_running: bool) -> None:
    fetch = _fetch
    if (fetch is not None and fetch.running) != was_running:
        st.rerun()
    size = weights.DEFAULT.size
    with st.container(border=True, key="weights_offer"):
        if fetch is not None and fetch.running:
            told = f"Fetching the embedded model: {fetch.done / 1e6:,.0f} of {fetch.total / 1e6:,.0f} MB"
            st.progress(min(1.0, fetch.done / fetch.total), text=told)
            st.caption("You may leave this page; a fetch that is cut off goes on where it stopped.")
            return
        st.markdown(
            f"**The embedded model is not here yet.** It is {size / 1e9:.1f} GB, is fetched once, checked, and then "
            "runs on this machine without a key or a network."
        )
        if fetch is not None and fetch.error:
            st.error(plain(fetch.error))
        with st.container(horizontal=True, vertical_alignment="center"):
            if st.button("Fetch it now", key="weights_fetch", icon=":material/download:"):
                _start()
                st.rerun()
            st.caption("Or choose another model above: a server on this machine, or one with a key.", width="content")


def _start() -> None:
    global _fetch
    with _starting:
        if _fetch is None or not _fetch.running:
            _fetch = Fetch()
