"""The claim that is judged: its words marked by whether the passages have them, and what code found of it."""

from collections import defaultdict

import streamlit as st

from components.text import plain
from sleuth.audit.queue import Item
from sleuth.citations.checks import Check, Outcome
from sleuth.views.audit_marks import Said, said

PASSED = ":green[:material/check:]"
SIGNS: dict[Outcome, tuple[str, str]] = {
    "failed": (":red[:material/close:]", "failed"),
    "doubtful": (":orange[:material/question_mark:]", "doubtful"),
    "unknown": (":gray[:material/remove:]", "unknown"),
}
"""How an outcome that a reader has to look at is marked, the worst first."""

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
    """Draw each check that had something to look at: what did not pass in words, the rest on one line behind it."""
    for outcome, (sign, word) in SIGNS.items():
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for check in checks:
            if check.outcome == outcome:
                alike[check.told].append(NAMED[check.name])
        for told, names in alike.items():
            st.markdown(f"{sign} **{' · '.join(names)}** :gray[{word}] {plain(told)}")
    if passed := [check for check in checks if check.outcome == "passed"]:
        words = "\n".join(f"- **{NAMED[check.name]}**: {plain(check.told)}" for check in passed)
        st.markdown(f"{PASSED} {' · '.join(NAMED[check.name] for check in passed)}", help=words)
