"""The claim that is judged: its words marked by whether the passages have them, and what code found of it."""

import streamlit as st

from components.text import plain
from sleuth.audit.queue import Item
from sleuth.citations.checks import Check, Outcome
from sleuth.views.audit_marks import Said, said

SIGNS: dict[Outcome, tuple[str, str]] = {
    "passed": (":green[:material/check:]", "passed"),
    "failed": (":red[:material/close:]", "failed"),
    "doubtful": (":orange[:material/question_mark:]", "doubtful"),
    "unknown": (":gray[:material/remove:]", "unknown"),
}
"""How each outcome is marked; what has nothing to check is left out."""

NAMED = {
    "passage": "passage",
    "quote": "quote",
    "number": "numbers",
    "date": "dates",
    "name": "names",
    "negation": "negation",
    "title": "title and link",
    "page": "page",
}

BACKGROUNDS = {"quoted": "green", "elsewhere": "orange", "missing": "red"}
MEANINGS = {"quoted": "✓", "elsewhere": "?", "missing": "✕"}


def claim_text(item: Item) -> None:
    """Draw the claim; what the passages have bears ✓, what stands only elsewhere in them ?, what they lack ✕."""
    st.markdown(f"### {''.join(map(_piece, said(item)))}", anchors=False)
    if not item.claim.citations:
        st.markdown(":orange[:material/link_off:] It cites nothing.")


def _piece(piece: Said) -> str:
    if not piece.text.strip():
        return " " if piece.text else ""
    before = " " if piece.text[0].isspace() else ""
    after = " " if piece.text[-1].isspace() else ""
    text = plain(piece.text)
    if piece.where is None:
        return f"{before}{text}{after}"
    return f"{before}:{BACKGROUNDS[piece.where]}-background[{text} {MEANINGS[piece.where]}]{after}"


def check_list(checks: tuple[Check, ...]) -> None:
    """Draw each check that had something to look at, what failed first."""
    order = ("failed", "doubtful", "unknown", "passed")
    told = sorted((c for c in checks if c.outcome in SIGNS), key=lambda c: order.index(c.outcome))
    for check in told:
        sign, word = SIGNS[check.outcome]
        st.markdown(
            f"{sign} **{NAMED[check.name]}** :gray[{word}] {plain(check.told)}"
            if check.outcome != "passed"
            else f"{sign} **{NAMED[check.name]}** :gray[{plain(check.told)}]"
        )
