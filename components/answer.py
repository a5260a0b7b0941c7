"""The answer: its claims with numbered citations, or why there is none and what to do about it."""

import streamlit as st

from components import session
from components.marks import CONFIDENCE
from components.overturn import overturn_block
from components.passage import passage_card
from components.text import plain
from sleuth.ledger import Citation, Claim
from sleuth.state import State
from sleuth.views.timeline import deed

NEXT = {
    "no retrieval": "Choose another collection, or add documents with `python -m sleuth corpus add`, and ask again.",
    "no supporting fact": "What was read stands in the tables below. Another collection or other words may help.",
    "undecided": "The facts below show what was found; a more precise question may decide it.",
    "search unavailable": "The search came back with an error, not with nothing. Try again later.",
    "budget spent": "Raise the limits in Settings and ask again; what was found so far stands below.",
}


def answer_block(state: State, step: int | None, *, closed: str | None) -> None:
    """Draw what is known of the answer in this state; `step` is named when it is not the newest.

    `closed` says why nothing can be done about it here.
    """
    with st.container(border=True, key="answer"):
        if step is not None:
            st.caption(f"As it stood after step {step}")
        if state.status == "paused" and state.reason:
            _to_be_carried_on(state)
        if state.answer is not None:
            _answer(state)
            overturn_block(state, closed=closed)
        elif state.status == "finished":
            hint = "Decide below which side holds, or add a passage that does." if state.unsettled else None
            _ending(f"No answer: {plain(state.reason or state.cause or '')}", hint or NEXT.get(state.cause or ""))
        elif state.status == "failed":
            _ending(f"It failed: {plain(state.reason or '')}", "Put that right, then press Resume: nothing is lost.")
            st.page_link("pages/settings_page.py", label="Test the model in Settings", icon=":material/settings:")
        elif state.status == "stopped":
            _ending("You stopped it before it had an answer.", "Resume goes on where it ended.")
        else:
            _open(state)


def _to_be_carried_on(state: State) -> None:
    """Say why a run that had ended is not at its end any more."""
    if state.cause == "reopened":
        st.markdown(f":violet[**The answer is open again:**] {plain(state.reason or '')}")
    else:
        last = state.acts[-1][1] if state.acts else None
        why = f"{deed(last)}: {last.reason}" if last else state.reason or ""
        st.markdown(f":violet[**There is something to do again:**] {plain(why)}")
    st.caption("Resume carries it on; what still stands is kept.")


def _answer(state: State) -> None:
    how = CONFIDENCE[state.confidence] if state.confidence else "confidence unknown"
    st.markdown(f"**{plain(state.answer or '')}** :gray[·] :gray[{how}]")
    numbers = _numbers(state)
    chosen = session.selected()
    with st.container(gap=None):
        for position, claim in enumerate(state.claims, start=1):
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key=f"claim_{claim.id}"):
                st.markdown(f"{position}\\. {plain(claim.text)}", width="content")
                for citation in claim.citations:
                    _cite(claim, citation, numbers[citation.passage], chosen)
                if not claim.citations:
                    st.caption("no citation", width="content")
    found = [(c, x) for c in state.claims for x in c.citations if _key(c, x) == chosen]
    if found:
        _opened(state, *found[0], numbers)


def _numbers(state: State) -> dict[str, int]:
    """The number of each cited passage, in the order of first citation."""
    cited = dict.fromkeys(c.passage for claim in state.claims for c in claim.citations)
    return {passage: n for n, passage in enumerate(cited, start=1)}


def _key(claim: Claim, citation: Citation) -> str:
    return f"{claim.id}.{citation.fact or citation.passage}"


def _cite(claim: Claim, citation: Citation, number: int, chosen: str | None) -> None:
    key = _key(claim, citation)
    st.button(
        f"\\[{number}\\]",
        key=f"cite_{key}",
        type="secondary" if key == chosen else "tertiary",
        help="Open the passage this rests on",
        on_click=session.select,
        args=(None if key == chosen else key,),
    )


def _opened(state: State, claim: Claim, citation: Citation, numbers: dict[str, int]) -> None:
    with st.container(border=True, key="citation"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            read = f", by fact {citation.fact}" if citation.fact else ""
            st.caption(f"\\[{numbers[citation.passage]}\\] under {claim.id}{read}", width="content")
            st.button(
                "Close", key="close_citation", icon=":material/close:", type="tertiary", on_click=session.select,
                args=(None,),
            )  # fmt: skip
        passage_card(state.passage(citation.passage), citation.start, citation.end)


def _ending(what: str, then: str | None) -> None:
    st.markdown(f"**{what}**")
    if then:
        st.caption(then)


def _open(state: State) -> None:
    waiting = [q for q in state.questions if q.status == "open"]
    if not waiting:
        found = "every question is answered; the answer is put together next."
        st.markdown(f"**Still open:** {found if state.questions else 'the question is broken into parts first.'}")
        return
    rest = f" :gray[and {len(waiting) - 1} more]" if len(waiting) > 1 else ""
    st.markdown(f"**Still open:** {plain(state.asked(waiting[0]))}{rest}")
