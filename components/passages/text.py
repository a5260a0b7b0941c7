"""The very text of a passage, its quotes marked, in a box that is scrolled to the quote asked for.

A small program of our own, since Streamlit cannot scroll to a place. It is handed plain data and writes text only;
what has no place in a line of writing (control characters, marks that turn its direction) is left out.
"""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from sleuth.views.layout import JOINERS
from sleuth.views.passages import Stretch

_FOLDER = Path(__file__).with_name("passage_program")

_TEXT = st.components.v2.component(
    "passage_text",
    js=(_FOLDER / "passage.js").read_text(encoding="utf-8"),
    css=(_FOLDER / "passage.css").read_text(encoding="utf-8"),
)


def passage_text(
    stretches: tuple[Stretch, ...],
    *,
    label: str,
    key: str,
    choose: Callable[[str], None],
    height: int = 300,
    steady: bool = False,
) -> None:
    """Draw the text; `choose` is called with the fact whose mark the reader clicked.

    `label` names the box for those who do not see it. From `height` pixels on the text scrolls within its box; one
    that is `steady` is as high for a short text, unless the screen is a phone's.
    """

    def picked() -> None:
        fact = st.session_state[key].get("picked")
        if any(stretch.fact == fact for stretch in stretches):
            choose(fact)

    parts = [{"text": _writing(s.text), "mark": s.mark, "fact": s.fact} for s in stretches]
    _TEXT(key=key, data={"parts": parts, "label": label, "height": height, "steady": steady}, on_picked_change=picked)


def _writing(text: str) -> str:
    return "".join(c for c in text if c.isspace() or c in JOINERS or unicodedata.category(c)[0] != "C")
