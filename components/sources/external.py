"""Collections that an engine elsewhere holds: which there are, whether they answer, and the way to name another."""

import streamlit as st

from components import runs, session
from components.sources import sources
from components.sources.collection import back_button
from components.sources.search_test import search_test
from components.text import plain
from components.waiting import waited
from sleuth.errors import CallerError, SleuthError
from sleuth.search import HELD, digest, opensearch
from sleuth.search.opensearch.answers import FORM, place


def held() -> tuple[str, ...]:
    """The names of those that new questions search."""
    return tuple(name for name in runs.settings().collections if name.startswith(HELD))


def external_cards() -> None:
    """Draw a card for each, and the box that takes another."""
    names, fixed = held(), sources.fixed("SLEUTH_CORPUS")
    if names:
        st.markdown("**Held by an engine elsewhere** :gray[OpenSearch or Elasticsearch]")
    with st.grid(2, min_column_width=300):
        for name in names:
            _card(name, fixed)
    with (
        st.expander("Use a collection of OpenSearch or Elasticsearch", key="external_add", type="compact"),
        st.form("external_form", border=False),
    ):
        address = st.text_input("Its address", key="external_address", placeholder=FORM)
        st.caption("A key, or a user and password, comes from the environment only (SLEUTH_OPENSEARCH_KEY …).")
        if st.form_submit_button("Add", key="external_send", icon=":material/add:", disabled=fixed):
            _add(address.strip())


def external(name: str) -> None:
    """Draw one of them: its address and what a search of it finds."""
    back_button()
    st.markdown(f"#### {plain(name)}", anchors=False)
    st.caption("An engine elsewhere holds it; its documents are not listed here.")
    search_test(name, None)


def _card(name: str, fixed: bool) -> None:
    mark = digest(name)[:8]
    where = place(name)
    with st.container(border=True, key=f"external_{mark}", gap="xsmall"):
        st.markdown(f":material/dns: **{plain(where.index)}** :gray[{plain(where.engine)}]")
        st.caption(plain(where.address))
        with st.container(horizontal=True):
            checked = st.button("Check", key=f"external_check_{mark}", icon=":material/network_check:")
            st.button(
                "Open", key=f"external_open_{mark}", icon=":material/search:", on_click=session.select, args=(name,)
            )
            st.button(
                "Stop using",
                key=f"external_stop_{mark}",
                icon=":material/link_off:",
                disabled=fixed,
                on_click=sources.use_collection,
                args=(name, False),
            )
        if checked:
            try:
                waited(lambda: opensearch.connect(name, runs.settings()), "Asking …")
            except SleuthError as error:
                st.error(plain(str(error)), icon=":material/error:")
            else:
                st.success("It answers, and has the fields that are searched.", icon=":material/check_circle:")


def _add(address: str) -> None:
    try:
        if not address.startswith(HELD):
            raise CallerError(f"The address {address[:80]!r} names no engine; write it like {FORM}.")
        place(address)
        sources.use_collection(address, True)
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
    else:
        st.rerun()
