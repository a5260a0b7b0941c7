"""What was removed from the collections, with the way back."""

from datetime import UTC, datetime

import streamlit as st

from components.sources import sources
from components.text import plain, plural, short, since
from sleuth.errors import SleuthError
from sleuth.search.local.aside import Aside, aside, bring_back, let_go

SHOWN = 3


def removed() -> None:
    """Draw what can be brought back, the newest first; nothing where there is none."""
    every = aside(sources.local(), datetime.now(UTC))
    if not every:
        return
    st.markdown("**Removed** :gray[kept for seven days]")
    for each in every[:SHOWN]:
        _row(each)
    if rest := every[SHOWN:]:
        with st.expander(f"{len(rest)} more", key="removed_more", type="compact"):
            for each in rest:
                _row(each)


def _row(each: Aside) -> None:
    holds = plural(each.documents, "document")
    what = f"the collection {plain(each.collection)}, {holds}"
    if not each.whole:
        first = plain(short(each.title, 60))
        more = f" and {plural(each.documents - 1, 'other')}" if each.documents > 1 else ""
        what = f"{first}{more}, of {plain(each.collection)}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"removed_{each.key}"):
        st.caption(f"{since(datetime.fromisoformat(each.at), datetime.now(UTC))} · {what}", width="content")
        st.button(
            "Bring back",
            key=f"removed_back_{each.key}",
            icon=":material/undo:",
            type="tertiary",
            on_click=_back,
            args=(each.key,),
        )
        with st.popover("Delete for good", key=f"removed_ask_{each.key}", type="tertiary"):
            st.caption("This cannot be undone. Runs keep the passages that they have used.")
            st.button("Delete for good", key=f"removed_go_{each.key}", on_click=_go, args=(each.key,))


def _back(key: int) -> None:
    try:
        bring_back(sources.local(), key)
    except SleuthError as error:
        sources.refuse(error)


def _go(key: int) -> None:
    let_go(sources.local(), key)
