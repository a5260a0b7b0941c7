"""Stored passages: one in full with its quote, its origin and its neighbours, or in short with a quote."""

from typing import Literal

import streamlit as st

from components import session
from components.passages.text import passage_text
from components.selecting import select_button
from components.text import TITLE, count, link, marked, origin, plain, short, small, source
from sleuth.search import BY_HAND, Passage
from sleuth.sources import remembered
from sleuth.state import State
from sleuth.views.citing import unread
from sleuth.views.passages import Opened, Quote, excerpt, opened


def passage_card(passage: Passage, start: int, end: int, place: str) -> None:
    """Draw a passage in short with its source; offsets in characters, from a fact or a citation.

    Of a long one only what stands around the quote, with a button that opens it; `place` tells apart the buttons.
    """
    text, low, high = excerpt(passage.text, start, end)
    st.markdown(lost_text(passage) or marked(text, low, high))
    st.markdown(small(passage.id, *origin(passage), link=link(passage.url)))
    if text != passage.text:
        select_button(f"All of {passage.id}", passage.id, f"open_{place}_{passage.id}", "Open the whole passage")


def passage_viewer(state: State, identity: str, quote: Quote | None, place: str) -> None:
    """Draw a passage in full; `place` tells apart two that are open at once."""
    page = opened(state, identity, quote)
    key = f"passage_{place}"
    with st.container(key=key, gap="small"):
        _head(page, key)
        if instead := lost_text(page.passage):
            st.markdown(instead)
        else:
            passage_text(
                page.stretches,
                label=f"Text of {identity}: {short(page.passage.title, 80)}",
                key=f"{key}_text_{identity}",
                choose=session.select,
            )
        others = [f for f in page.facts if quote is None or f.id != quote.fact]
        if others:
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
                st.caption("Also read here:" if quote else "Read here:", width="content")
                for fact in others:
                    label = f"{fact.id} · {plain(short(fact.value, 32))}"
                    select_button(label, fact.id, f"{key}_{fact.id}", "Select this fact")
        with st.expander("Where it comes from", type="compact", key=f"{key}_origin", icon=":material/fingerprint:"):
            _origin(state, page, quote, key)


def lost_text(passage: Passage) -> str | None:
    """What stands in the place of a text that could not be had, as Markdown."""
    told = unread(passage)
    return f":orange[:material/link_off: {plain(told[:1].upper() + told[1:])}]" if told else None


def _head(page: Opened, key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"**{page.passage.id}** {source(page.passage)}", width="stretch")
        if page.before:
            _leaf(page.before, f"{key}_before", "left", "The passage retrieved before this one")
        if page.after:
            _leaf(page.after, f"{key}_after", "right", "The passage retrieved after this one")


def _leaf(identity: str, key: str, side: Literal["left", "right"], hint: str) -> None:
    st.button(
        identity,
        key=key,
        icon=f":material/chevron_{side}:",
        icon_position=side,
        type="tertiary",
        help=hint,
        on_click=session.select,
        args=(identity,),
    )


def _origin(state: State, page: Opened, quote: Quote | None, key: str) -> None:
    passage = page.passage
    st.markdown("\n".join(f"- :gray[{name}] {told}" for name, told in _known(page, quote)))
    st.caption("SHA-256 of its text, by which the log stores it:")
    st.code(passage.sha256, language=None, wrap_lines=True)
    for search in page.searches:
        made = state.searches[int(search[1:]) - 1]
        label = f"{search} · {plain(short(made.query, 60))}"
        select_button(label, search, f"{key}_{search}", "Select the search that found it")


def _known(page: Opened, quote: Quote | None) -> list[tuple[str, str]]:
    """What is known of its origin, by name; what is not known is said to be unknown."""
    passage = page.passage
    if remembered(passage):
        return [("no source:", "a model remembered it")]
    where = [
        f"page {passage.page}" if passage.page else "",
        "" if passage.start is None else f"from character {count(passage.start)}",
    ]
    told = [("title:", plain(passage.title))] if len(passage.title) > TITLE else []
    told += [
        ("speaks from:", plain(passage.date) if passage.date else "unknown"),
        ("retrieved:", plain(passage.retrieved_at) if passage.retrieved_at else "kept on this machine, not fetched"),
        ("document:", " · ".join((plain(passage.document), *filter(None, where)))),
        ("length:", f"{count(len(passage.text))} characters"),
    ]
    if quote:
        told.append(("the quote:", f"characters {count(quote.start)} to {count(quote.end)}"))
    told.append(("read for:", plain(", ".join(page.asked)) if page.asked else "nothing yet"))
    if not page.searches:
        told.append(("found by:", "no search; a person brought it" if passage.collection == BY_HAND else "unknown"))
    return told
