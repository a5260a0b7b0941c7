"""What would change the answer: the values under it, the least supported first, and what would test each."""

import streamlit as st

from components.acting.offers import act_button, possible
from components.selecting import select_button
from components.text import plain, plural
from sleuth.state import State
from sleuth.views.why import Doubt, overturn


def overturn_block(state: State, *, closed: str | None) -> None:
    """Draw the values under the answer; `closed` says why no evidence can be brought here."""
    expander = st.expander(
        "What would change this answer", type="compact", key="overturn", icon=":material/rule:", on_change="rerun"
    )
    with expander:
        if not expander.open:
            st.caption("The least supported fact under it, and the cheapest question that could overturn it.")
            return
        for doubt in overturn(state):
            _doubt(state, doubt, closed)


def _doubt(state: State, doubt: Doubt, closed: str | None) -> None:
    fact = doubt.facts[0]
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"doubt_{fact}"):
        select_button(f"{fact} · {plain(doubt.value)}", fact, f"doubt_select_{fact}", "Select this fact")
        st.markdown(f":gray[{_support(doubt)}]", width="content")
        if doubt.question and not closed:
            if possible(state, "ask again", doubt.question):
                act_button("ask again", doubt.question, f"doubt_{fact}")
            act_button("add passage", doubt.question, f"doubt_{fact}")
    query = "" if doubt.query == doubt.text else f" · search for “{plain(doubt.query)}”"
    cost = f"{plural(doubt.searches, 'search')} if it turns out otherwise"
    st.caption(f"To test it: {plain(doubt.text)}{query} · {cost}")


def _support(doubt: Doubt) -> str:
    sources = plural(doubt.sources, "independent source")
    about = "about it" if doubt.firm else "which only mentions it"
    pinned = " · ★ pinned" if doubt.pinned else ""
    return f"{sources}, {about}{pinned}"
