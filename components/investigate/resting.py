"""What rests on a fact, as a list to go through: facts, questions, hypotheses, nodes, claims of the answer."""

from collections.abc import Iterable

import streamlit as st

from components.selecting import select_button
from components.text import plain, plural, short
from sleuth.ledger import Fact
from sleuth.state import State
from sleuth.views.resting import Rests, resting
from sleuth.views.selection import citation_key

SHOWN = 30
"""Things of one kind that are listed; how many more there are is said."""


def resting_block(state: State, fact: Fact) -> None:
    """Draw it folded, with how much there is in its name."""
    rests = resting(state, fact)
    # The label of a compact expander is grey as it is.
    label = f"What rests on it · {plural(rests.total, 'thing')}" if rests.total else "Nothing rests on it"
    expander = st.expander(
        label, type="compact", key=f"rests_{fact.id}", icon=":material/account_tree:", on_change="rerun"
    )
    with expander:
        if not rests.total:
            st.caption("No fact was found because of it, and no claim cites it.")
        elif expander.open:
            _listed(state, fact, rests)
        else:
            st.caption("Facts found because of it, what it answers and supports, and the claims that cite it.")


def _listed(state: State, fact: Fact, rests: Rests) -> None:
    if rests.beside:
        also = ", ".join(rests.beside)
        gives = "gives" if len(rests.beside) == 1 else "give"
        st.caption(f"{also} {gives} the same value; while one of them stands, so does what was found because of it.")
    found = {f.id: f for f in state.facts}
    facts = (
        (x.fact, found[x.fact].statement + ("" if x.through == fact.id else f" (through {x.through})"))
        for x in rests.facts
    )
    _kind("Found because of it", fact, facts)
    _kind("Questions", fact, ((q, state.worded(state.question_of(q))) for q in rests.questions))
    values = {h.id: h.value for h in state.hypotheses}
    _kind("Hypotheses it supports", fact, ((h, values[h]) for h in rests.hypotheses))
    nodes = {n.id: n.summary for n in state.nodes}
    _kind("Nodes derived from it", fact, ((n, nodes[n]) for n in rests.nodes))
    cited = ((citation_key(c, c.citations[0]), c.text) for c in state.claims if c.id in rests.claims and c.citations)
    _kind("Claims of the answer", fact, cited)


def _kind(title: str, fact: Fact, things: Iterable[tuple[str, str]]) -> None:
    listed = list(things)
    if not listed:
        return
    st.caption(title)
    with st.container(gap=None):
        for identity, text in listed[:SHOWN]:
            label = f"{identity.partition('.')[0]} · {plain(short(text, 90))}"
            select_button(label, identity, f"rests_{fact.id}_{identity}", "Select it")
    if len(listed) > SHOWN:
        st.caption(f"and {len(listed) - SHOWN} more")
