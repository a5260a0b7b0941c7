"""The answer: its claims with numbered citations, or why there is none and what to do about it."""

import streamlit as st

from components import session
from components.investigate.auditing import audit_button
from components.investigate.contested import contested_block
from components.investigate.copying import copy_button
from components.investigate.overturn import overturn_block
from components.investigate.pasted import looking
from components.marks import CONFIDENCE
from components.passages.passage import passage_viewer
from components.selecting import select_button
from components.text import plain, short
from components.whole import LONG, rest_of
from sleuth.glossary import meaning
from sleuth.ledger import Citation, Claim
from sleuth.state import State
from sleuth.views.answer_text import as_markdown
from sleuth.views.citing import numbers
from sleuth.views.lines import deed
from sleuth.views.passages import Quote
from sleuth.views.selection import Selection, citation_key

NEXT = {
    "no retrieval": "Choose another collection, or add documents on the page Sources, and ask again.",
    "no supporting fact": "What was read stands in the tables below. Another collection or other words may help.",
    "undecided": "The facts below show what was found; a more precise question may decide it.",
    "search unavailable": "The search came back with an error, not with nothing. Try again later.",
    "budget spent": "Raise the limits in Settings and ask again; what was found so far stands below.",
}

SIZES = ((60, "#"), (160, "###"))
"""Up to how many characters an answer is set how large: a short one is the largest thing on the page."""

OPEN = 5
"""Open questions that are listed; how many more there are is said."""


def answer_block(state: State, step: int | None, selection: Selection, *, closed: str | None) -> None:
    """Draw what is known of the answer in this state; `step` is named when it is not the newest.

    `closed` says why nothing can be done about it here.
    """
    with st.container(border=True, key="answer"):
        if step is not None:
            st.caption(f"As it stood after step {step}")
        if state.status == "paused" and state.reason:
            _to_be_carried_on(state)
        if state.answer is not None:
            _answer(state, selection)
            contested_block(state)
            if state.report is None:
                _left(state)
                overturn_block(state, closed=closed)
        elif state.status == "finished":
            hint = "Decide below which side holds, or add a passage that does." if state.unsettled else None
            _ending(
                f"No answer: {_said(state.reason or state.cause)}",
                hint or NEXT.get(state.cause or ""),
            )
            if not state.unsettled:  # else both positions stand below, with the way to decide
                _claims(state, selection)
            _left(state)
        elif state.report is not None:
            failed = state.status == "failed"
            st.markdown(
                f"**It failed: {_said(state.reason)}** Paste the text once more." if failed else looking(state)
            )
        elif state.status == "failed":
            _ending(
                f"It failed: {_said(state.reason)}",
                "Put that right, then press Resume: nothing is lost.",
            )
            st.page_link("pages/settings_page.py", label="Test the model in Settings", icon=":material/settings:")
        elif state.status == "stopped":
            _ending("You stopped it before it had an answer.", "Resume goes on where it ended.")
        else:
            _open(state)


def _to_be_carried_on(state: State) -> None:
    """Say why a run that had ended is not at its end any more."""
    if state.cause == "reopened":
        st.markdown(f":violet[**The answer is open again:**] {_said(state.reason)}")
    else:
        last = state.acts[-1][1] if state.acts else None
        why = f"{deed(last)}: {last.reason}" if last else state.reason or ""
        st.markdown(f":violet[**There is something to do again:**] {_said(why)}")
    st.caption("Resume carries it on; what still stands is kept.")


def _answer(state: State, selection: Selection) -> None:
    answer = state.answer or ""
    size = next((mark for limit, mark in SIZES if len(answer) <= limit), "")
    shown = _said(answer)
    how = f"{CONFIDENCE[state.confidence]} confidence" if state.confidence else "confidence unknown"
    with st.container(gap=None, key="answer_head"):
        st.markdown(f"{size} {shown}" if size else f"**{shown}**", anchors=False)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            if state.report is None:
                st.caption(how, width="content", help=meaning("confidence"))
            copy_button("Copy as Markdown", as_markdown(state), "copy_answer")
            audit_button(state)
    rest_of(answer, "answer")
    _claims(state, selection)


def _claims(state: State, selection: Selection) -> None:
    numbered = numbers(state)
    with st.container(gap=None):
        for position, claim in enumerate(state.claims, start=1):
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key=f"claim_{claim.id}"):
                st.markdown(f"{position}\\. {_said(claim.text)}", width="content")
                for citation in claim.citations:
                    _cite(claim, citation, numbered[citation.passage], selection)
                if not claim.citations:
                    st.caption("no citation", width="content")
            rest_of(claim.text, claim.id)
    found = [(c, x) for c in state.claims for x in c.citations if citation_key(c, x) == selection.id]
    if found:
        _opened(state, *found[0], numbered)


def _cite(claim: Claim, citation: Citation, number: int, selection: Selection) -> None:
    key = citation_key(claim, citation)
    st.button(
        f"\\[{number}\\]",
        key=f"cite_{key}",
        type="secondary" if key in selection.citations else "tertiary",
        help="Close the passage this rests on" if key == selection.id else "Open the passage this rests on",
        on_click=session.select,
        args=(None if key == selection.id else key,),
    )


def _opened(state: State, claim: Claim, citation: Citation, numbered: dict[str, int]) -> None:
    with st.container(border=True, key="citation"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            read = f", by fact {citation.fact}" if citation.fact else ""
            st.caption(f"\\[{numbered[citation.passage]}\\] under {claim.id}{read}", width="content")
            with st.container(horizontal=True, width="content", gap="xsmall"):
                audit_button(state, claim.id)
                st.button(
                    "Close", key="close_citation", icon=":material/close:", type="tertiary", on_click=session.select,
                    args=(None,),
                )  # fmt: skip
        quote = Quote(citation.start, citation.end, citation.fact)
        passage_viewer(state, citation.passage, quote, "citation")


def _left(state: State) -> None:
    """The questions that remain, each a way to itself; that none remains is worth a word as well."""
    remaining = [q for q in state.questions if q.status != "answered"]
    if not remaining:
        st.caption("No question is left open.")
        return
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="left_open"):
        st.caption("Still open:", width="content")
        for question in remaining[:OPEN]:
            given_up = " (given up)" if question.status == "dropped" else ""
            label = f"{question.id} · {plain(short(state.worded(question), 80))}{given_up}"
            select_button(label, question.id, f"left_{question.id}", "Select this question")
        if len(remaining) > OPEN:
            st.caption(f"and {len(remaining) - OPEN} more", width="content")


def _said(text: str | None) -> str:
    return plain(short(text or "", LONG))


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
    st.markdown(f"**Still open:** {_said(state.worded(waiting[0]))}{rest}")
