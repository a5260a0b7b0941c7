"""What of the ledger is shown: a box for words, and behind a button what stands how, and the order of rows."""

import streamlit as st

from sleuth.views.sieve import OF_FACTS, OF_HYPOTHESES, OF_QUESTIONS, Kind, Order, Sieve

TEXT, NEWS, ORDER = "sieve_text", "sieve_news", "sieve_order"
GROUPS: dict[str, tuple[str, tuple[Kind, ...]]] = {
    "sieve_facts": ("Facts", OF_FACTS),
    "sieve_hypotheses": ("Hypotheses", OF_HYPOTHESES),
    "sieve_questions": ("Questions", OF_QUESTIONS),
}
ORDERS: tuple[Order, ...] = ("as it stands", "oldest first", "by status", "A to Z")


def sieve() -> Sieve:
    """Draw the filter; what it lets through."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", wrap=False, key="sieve"):
        text = st.text_input(
            "Filter the ledger",
            key=TEXT,
            type="search",
            icon=":material/search:",
            placeholder="Filter the ledger",
            label_visibility="collapsed",
            live=True,
        )
        chosen = frozenset(kind for key in GROUPS for kind in st.session_state.get(key) or ())
        active = len(chosen) + bool(st.session_state.get(NEWS))
        label = f"Show · {active}" if active else "Show"
        with st.popover(label, icon=":material/filter_list:", key="sieve_show", help="Filter by status, and order"):
            for key, (name, kinds) in GROUPS.items():
                st.pills(name, kinds, selection_mode="multi", key=key)
            st.toggle("Only what this step changed", key=NEWS)
            order = st.selectbox("Order", ORDERS, key=ORDER)
            st.button("Show everything", key="sieve_clear", icon=":material/filter_list_off:", on_click=_clear)
    fresh: frozenset[Kind] = frozenset(("changed by this step",)) if st.session_state.get(NEWS) else frozenset()
    return Sieve(text or "", chosen | fresh, order)


def _clear() -> None:
    st.session_state[TEXT] = ""
    st.session_state[NEWS] = False
    st.session_state[ORDER] = ORDERS[0]
    for key in GROUPS:
        st.session_state[key] = []
