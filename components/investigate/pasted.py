"""A pasted text in the place of ledger and tree: what became of each source it names, and what does not fit."""

import streamlit as st

from components.rows import choice_table
from components.text import plain, plural
from sleuth.pasted.bringing import progress
from sleuth.pasted.merging import shown
from sleuth.state import State
from sleuth.views.lines import ending
from sleuth.views.selection import Selection

FEW = 5
"""Problems that are told without being asked for."""


def pasted_block(state: State, selection: Selection) -> None:
    """Draw the sources of a text, each a way to its passage, and its problems."""
    rows = [
        {
            "id": source.passage.id,
            "cited as": " ".join(shown(marker) for marker in source.markers),
            "source": source.passage.title,
            "what became of it": ("✓ " if source.passage.unread is None else "✕ ") + ending(source),
            "address": source.passage.url or "",
        }
        for source in state.sources
    ]
    none = "It cites no source." if state.answer is not None else "No source was looked for yet."
    choice_table("pasted_sources", "Sources of the text", rows, none, rows=10, chosen=selection.passage)
    problems = state.report.problems if state.report else ()
    if problems:
        with st.expander(
            f"What does not fit: {plural(len(problems), 'thing')}",
            expanded=len(problems) <= FEW,
            type="compact",
            key="pasted_problems",
            icon=":material/rule:",
        ):
            st.markdown("\n".join(f"- {plain(problem)}" for problem in problems))


def looking(state: State) -> str:
    """How far its sources have been looked for, as Markdown."""
    done, total, now = progress(state)
    if now is None:
        return "**Still open:** its claims are put beside their sources next."
    return f"**Looking for its sources:** {done} of {total} done; next {plain(now)}"
