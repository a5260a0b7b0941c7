"""Recorded investigations that come with Sleuth, and bringing one into the log to look at or to play."""

from pathlib import Path
from typing import Literal

import streamlit as st

import sleuth
from components import runs, session
from sleuth.bundle import Header, open_bundle, read_bundle

FOLDER = Path(sleuth.__file__).parent / "samples"
ORDER = ("height", "lake", "monarch", "comparison", "abstention", "outage")
"""What to look at first; others follow by name."""


@st.cache_data(max_entries=32, show_spinner=False)
def _headers(files: tuple[tuple[str, float], ...]) -> list[tuple[str, Header, int]]:
    """The file, header and number of events of each bundle; the times of the files are part of the key."""
    read = [(path, read_bundle(Path(path))) for path, _ in files]
    return [(path, bundle.header, len(bundle.entries)) for path, bundle in read]


def samples() -> list[tuple[str, Header, int]]:
    """Every recorded investigation: its file, what it says of itself, and how many events it has."""
    files = sorted(
        FOLDER.glob("*.jsonl"), key=lambda path: (ORDER.index(path.stem) if path.stem in ORDER else 99, path)
    )
    return _headers(tuple((str(path), path.stat().st_mtime) for path in files))


def sample_of(run: str) -> Header | None:
    """What a recorded investigation says of itself; None for any other run.

    It is brought into the log where it is not there yet, so that a link to a lesson works on every machine.
    """
    path, header = next(((path, header) for path, header, _ in samples() if header.run == run), (None, None))
    if path is not None and runs.row(run) is None:
        open_sample(path)
    return header


def open_sample(path: str) -> str:
    """Bring a recorded investigation into the log; its run's id."""
    return open_bundle(runs.log(), read_bundle(Path(path)), origin="sample").run


def sample_button(label: str, path: str, look: Literal["secondary", "tertiary"] = "secondary") -> None:
    """A button that opens a sample."""
    hint = "Opens at once; no model and no network are needed."
    if st.button(
        label, key=f"sample_{Path(path).stem}", icon=":material/travel_explore:", help=hint, type=look, wrap=False
    ):
        session.open_run(open_sample(path))
