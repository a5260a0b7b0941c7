"""The evidence tree and the ledger as they stand at one moment of a lesson, short enough to be read from afar."""

import streamlit as st

from components.marks import QUESTION_MARKS, coloured, fact_mark
from components.text import plain, short
from components.tree.drawing import evidence_tree
from sleuth.glossary import meaning
from sleuth.state import State
from sleuth.views.changes import changes
from sleuth.views.news import news
from sleuth.views.outline import outline

SHOWN = 200
"""Characters of a fact or a question; the page of the run itself shows all of them."""


def teach_beside(run: str, before: State, state: State, *, height: int) -> None:
    """Draw them; what came or changed since `before` is said in words. `height` is the tree's, in pixels."""
    fresh = news(before, state)
    st.markdown("**Evidence tree**", help=meaning("evidence tree"))
    nodes = outline(state, changes(before, state))
    if nodes:
        evidence_tree(nodes, selected=None, key=f"teach_tree_{run}_{height}", height=height)
    else:
        st.caption("It grows from the first step on.")
    st.markdown("**Facts**", help=meaning("fact"))
    if not state.facts:
        st.caption("Nothing is known yet.")
    for fact in reversed(state.facts):
        told = f" :violet-badge[{plain(fresh[fact.id])}]" if fact.id in fresh else ""
        st.markdown(f"{coloured(fact_mark(fact, state))} {fact.id} {plain(short(fact.statement, SHOWN))}{told}")
    st.markdown("**Questions**", help=meaning("question"))
    if not state.questions:
        st.caption("The question has not been broken up yet.")
    for question in state.questions:
        told = f" :violet-badge[{plain(fresh[question.id])}]" if question.id in fresh else ""
        mark = coloured(QUESTION_MARKS[question.status])
        st.markdown(f"{mark} {question.id} {plain(short(state.worded(question), SHOWN))}{told}")
