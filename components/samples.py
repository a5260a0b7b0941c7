"""Recorded investigations that come with Sleuth: cards, and bringing one into the log to look at."""

from pathlib import Path
from typing import Literal

import streamlit as st

import sleuth
from components import runs, session
from components.text import plain
from sleuth.bundle import Header, open_bundle, read_bundle

FOLDER = Path(sleuth.__file__).parent / "samples"


@st.cache_data(max_entries=32, show_spinner=False)
def _headers(files: tuple[tuple[str, float], ...]) -> list[tuple[str, Header, int]]:
    """The file, header and number of events of each bundle; the times of the files are part of the key."""
    read = [(path, read_bundle(Path(path))) for path, _ in files]
    return [(path, bundle.header, len(bundle.entries)) for path, bundle in read]


def samples() -> list[tuple[str, Header, int]]:
    """Every recorded investigation: its file, what it says of itself, and how many events it has."""
    return _headers(tuple((str(path), path.stat().st_mtime) for path in sorted(FOLDER.glob("*.jsonl"))))


def sample_cards() -> None:
    """Draw a card for each sample; Open brings it into view."""
    found = samples()
    if not found:
        st.caption("This copy of Sleuth comes without recorded investigations.")
        return
    with st.grid(3, min_column_width=260):
        for path, header, events in found:
            with st.container(border=True, height="stretch", key=f"sample_card_{Path(path).stem}"):
                st.markdown(f"**{plain(header.title or header.question)}**")
                st.markdown(plain(header.question))
                st.caption(plain(header.note or f"{events} events"))
                sample_button("Open", path)


def sample_button(label: str, path: str, look: Literal["secondary", "tertiary"] = "secondary") -> None:
    """A button that opens a sample."""
    hint = "Opens at once; no model and no network are needed."
    if st.button(
        label, key=f"sample_{Path(path).stem}", icon=":material/play_arrow:", help=hint, type=look, wrap=False
    ):
        session.open_run(open_bundle(runs.log(), read_bundle(Path(path)), origin="sample"))
