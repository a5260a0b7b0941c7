"""Contradictions that wait for a decision: both sides with their passages, and a person's word between them."""

import streamlit as st

from components import session
from components.passages.passage import passage_card
from components.text import plain, short
from sleuth.ledger import Fact
from sleuth.revision.conflicts import giving
from sleuth.state import Conflict, State


def conflict_block(state: State, *, judged: bool, closed: str | None) -> None:
    """Draw each open contradiction. `judged` leaves out those that the run itself is about to judge;
    `closed` says why nothing can be decided here."""
    for pair in (*state.unsettled, *(() if judged else state.conflicts)):
        old, new = state.fact(pair.old), state.fact(pair.new)
        with st.container(border=True, key=f"conflict_{pair.old}_{pair.new}"):
            st.markdown(
                ":red[▲ **Sources contradict each other:**] "
                f"**{plain(short(old.value, 80))}** :gray[{_sources(state, old)}] "
                f"or **{plain(short(new.value, 80))}** :gray[{_sources(state, new)}]"
            )
            st.caption(f"{_why(state, pair)} {closed or 'Read both and decide, or let more evidence decide.'}")
            for column, fact in zip(st.columns(2), (old, new), strict=True):
                with column:
                    _side(state, pair, fact, closed)


def _sources(state: State, fact: Fact) -> str:
    titles = dict.fromkeys(state.passage(f.passage).title for f in giving(state, fact))
    return plain(short(", ".join(titles), 160))


def _why(state: State, pair: Conflict) -> str:
    if pair in state.conflicts:
        return "It is still to be judged."
    pinned = [f.id for f in (state.fact(pair.old), state.fact(pair.new)) if f.pinned]
    if pinned:
        return f"{pinned[0]} is pinned, so that evidence alone does not refute it."
    return "Both are equally supported, so neither counts."


def _side(state: State, pair: Conflict, fact: Fact, closed: str | None) -> None:
    for given in giving(state, fact):
        page, side = state.passage(given.passage), f"{pair.old}_{pair.new}_{fact.id}_{given.id}"
        name = " · ".join(plain(part) for part in (given.id, short(page.title, 60), page.date) if part)
        with st.expander(name, type="compact", key=f"side_{side}"):
            passage_card(page, given.start, given.end, side)
    if closed is None and st.button(
        f"{plain(short(fact.value, 40))} holds",
        key=f"decide_{pair.old}_{pair.new}_{fact.id}",
        icon=":material/gavel:",
        help="It counts from now on; the other is refuted.",
    ):
        session.step_in("decide conflict", fact.id)
