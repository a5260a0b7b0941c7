"""One collection: what it holds, what a search of it finds, its documents, and the way to add to it or remove it."""

import streamlit as st

from components import runs, session
from components.sources import sources
from components.sources.adding import add_documents
from components.sources.cards import collection_told, default_toggle
from components.sources.documents import documents
from components.sources.search_test import search_test
from components.text import plain, plural
from sleuth.errors import SleuthError
from sleuth.search import CASEBOOK
from sleuth.search.local.aside import set_aside
from sleuth.search.local.catalogue import Card


def collection(card: Card) -> None:
    """Draw it."""
    back_button()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"#### {plain(card.name)}", anchors=False, width="content")
        if card.name != CASEBOOK:
            with st.popover("Remove", icon=":material/delete:", key="collection_remove"):
                st.caption(
                    f"{plural(card.documents, 'document')} go out of every search, and can be brought back for seven "
                    "days. Runs keep the passages that they have used."
                )
                st.button("Remove this collection", key="collection_remove_go", on_click=_remove, args=(card.name,))
    with st.container(gap="xsmall"):
        collection_told(card)
        default_toggle(card.name, f"collection_use_{card.key}")
    parts = ("Try a search", "Documents", *(("Add documents",) if card.name != CASEBOOK else ()))
    looked, listed, *added = st.tabs(parts, key="collection_part", on_change="rerun")
    if looked.open:
        with looked:
            search_test(card.name, card)
    if listed.open:
        with listed:
            documents(card.name)
    for part in added:
        if part.open:
            with part:
                add_documents((card.name,), card.name)


def back_button() -> None:
    """The way back to all collections."""
    st.button(
        "All collections",
        key="collection_back",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=session.select,
        args=(None,),
    )


def _remove(name: str) -> None:
    try:
        set_aside(sources.local(), name)
        if name in runs.settings().collections:  # a new question would fail for want of it
            sources.use_collection(name, False)
        session.select(None)
    except SleuthError as error:
        sources.refuse(error)
