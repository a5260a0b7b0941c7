"""Opening bundles that others handed over: chosen from this machine, checked, and brought into the log to be read."""

import streamlit as st

from components import runs, session
from components.text import plain, plural, short
from sleuth.bundle import open_bundle, parse_bundle
from sleuth.errors import SleuthError


def bundle_import() -> None:
    """Draw the button and the form behind it; a single bundle opens at once, several are listed."""
    with st.popover("Import", icon=":material/upload:", key="history_import"):
        st.caption("A bundle holds one run whole. It opens to be read: it can be branched from, not changed.")
        with st.form("import_form", border=False):
            files = st.file_uploader("Bundles", type=["jsonl"], accept_multiple_files=True, key="import_files")
            pressed = st.form_submit_button("Import", key="import_now", icon=":material/upload:")
        if not pressed:
            return
        if not files:
            st.caption("Choose one or more files first.")
            return
        opened = [run for file in files if (run := _opened(short(file.name, 80), file.getvalue()))]
        if len(opened) == len(files) == 1:
            session.open_run(opened[0])
        if opened:
            st.success(f"{plural(len(opened), 'run')} opened.", icon=":material/check_circle:")


def _opened(name: str, content: bytes) -> str | None:
    """The run of a bundle, in the log now; None after saying what is wrong with it."""
    try:
        return open_bundle(runs.log(), parse_bundle(content, name))
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return None
