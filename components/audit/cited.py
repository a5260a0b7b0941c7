"""The passages beside the claim that is judged: each with its quote and what of the claim stands there."""

import streamlit as st

from components.passages.passage import lost_text
from components.passages.text import passage_text
from components.text import count, plain, short, source
from sleuth.audit.queue import Item, Reading
from sleuth.views.audit_marks import shown

HEIGHT = 260
"""Pixels of a passage, however long, so that the buttons below stay where they are from claim to claim."""
TABS = 56
"""Those of them that the tabs of several citations take."""


def cited_passages(item: Item, *, decided: bool) -> None:
    """Draw what the claim cites, the first in full and each further one behind a tab; `decided` as in `shown`."""
    if not item.cited:
        with st.container(border=True, height="stretch", key="audit_nothing_cited"):
            st.caption("There is no passage to read: the claim names none.")
        return
    if len(item.cited) == 1:
        _passage(item, 0, decided)
        return
    names = [f"\\[{reading.number}\\] {plain(short(reading.passage.title, 24))}" for reading in item.cited]
    tabs = st.tabs(names, key=f"audit_cited_{item.claim.id}", on_change="rerun")
    for place, tab in enumerate(tabs):
        if tab.open:
            with tab:
                _passage(item, place, decided)


def _passage(item: Item, place: int, decided: bool) -> None:
    reading = item.cited[place]
    passage = reading.passage
    with st.container(gap="xsmall", key="audit_passage"):
        st.markdown(f"**\\[{reading.number}\\]** {source(passage)}")
        window = shown(item, place, decided=decided)
        if not passage.text:
            st.markdown(lost_text(passage) or ":gray[The text is empty.]")
            return
        passage_text(
            window.stretches,
            label=f"Text of {passage.id}: {short(passage.title, 80)}",
            key=f"audit_text_{item.claim.id}_{place}",
            choose=lambda _: None,
            height=HEIGHT if len(item.cited) == 1 else HEIGHT - TABS,
            steady=True,
        )
        if not window.whole:
            shown_part = f"Characters {count(window.start)} to {count(window.end)} of {count(window.length)}"
            st.caption(f"{shown_part}; Investigate shows the rest.")
        st.caption(_located(reading))


def _located(reading: Reading) -> str:
    if not reading.citation.quote:
        return "Nothing of it is quoted."
    if reading.located is None:
        return f"The quote “{plain(short(reading.citation.quote, 160))}” does not stand in it."
    score = reading.located.score
    return "The quote stands in it word for word." if score == 1 else f"The quote stands in it, {score:.0%} alike."
