"""The lessons there are: recorded investigations that come with Sleuth, and the newest finished runs of this log."""

from pathlib import Path

import streamlit as st

from components import runs, session
from components.samples import open_sample, sample_button, samples
from components.text import plain, short

RECENT = 100
"""Newest runs looked through for finished ones; every other run is played from its own page or from History."""


def teach_shelf() -> None:
    """Draw a card for each recorded investigation, and the choice among finished runs."""
    with st.grid(3, min_column_width=280):
        for path, header, _ in samples():
            name = Path(path).stem
            with st.container(border=True, height="stretch", key=f"lesson_card_{name}"):
                st.markdown(f"**{plain(header.title or header.question)}**")
                st.markdown(plain(short(header.question, 240)))
                if header.note:
                    st.caption(plain(header.note))
                with st.container(horizontal=True, gap="xsmall"):
                    if st.button("Play", key=f"play_{name}", icon=":material/play_arrow:"):
                        session.open_lesson(open_sample(path))
                    sample_button("Open", path, "tertiary")
    _own_runs()


def _own_runs() -> None:
    shipped = {header.run for _, header, _ in samples()}
    newest = runs.log().runs(limit=RECENT)
    finished = [row for row in newest if row.status == "finished" and not row.pasted and row.id not in shipped]
    if not finished:
        st.caption("A run of your own can be played here as well, once it is finished.")
        return
    named = {row.id: row.question for row in finished}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Or play a finished run of your own",
            list(named),
            index=None,
            format_func=lambda run: short(named[run], 100),
            placeholder="Choose a run",
            key="teach_own",
        )
        if st.button("Play", key="play_own", icon=":material/play_arrow:", disabled=chosen is None):
            session.open_lesson(chosen)
