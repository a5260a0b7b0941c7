"""Opening bundles that others handed over: chosen from this machine, checked, and brought into the log to be read."""

import streamlit as st

from components import runs, session
from components.text import plain, plural, short
from sleuth.audit.merging import told
from sleuth.bundle import Opened, open_bundle, parse_bundle
from sleuth.errors import SleuthError


def bundle_import() -> None:
    """Draw the button and the form behind it; a single new bundle opens at once, of others it is told what came."""
    with st.popover("Import", icon=":material/upload:", key="history_import"):
        st.caption(
            "A bundle holds one run whole. It opens to be read: it can be branched from and audited, not changed. "
            "Of a run that is here already, the audit is added to yours."
        )
        with st.form("import_form", border=False):
            files = st.file_uploader("Bundles", type=["jsonl"], accept_multiple_files=True, key="import_files")
            pressed = st.form_submit_button("Import", key="import_now", icon=":material/upload:")
        if not pressed:
            return
        if not files:
            st.caption("Choose one or more files first.")
            return
        opened = [run for file in files if (run := _opened(short(file.name, 80), file.getvalue()))]
        audited = [one for one in opened if one.added]
        if len(opened) == len(files) == 1 and not audited:
            session.open_run(opened[0].run)
        if opened:
            st.success(f"{plural(len(opened), 'run')} opened.", icon=":material/check_circle:")
        for one in audited:
            st.caption(f"{plain(one.run)} was here already: {plain(told(one.added))}")


def _opened(name: str, content: bytes) -> Opened | None:
    """The run of a bundle, in the log now; None after saying what is wrong with it."""
    try:
        return open_bundle(runs.log(), parse_bundle(content, name))
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return None
