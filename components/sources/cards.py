"""The collections as cards: what each holds, how large and fresh it is, and whether new questions search it."""

from datetime import UTC, datetime

import streamlit as st

from components import runs, session
from components.sources import sources
from components.text import plain, plural, since
from sleuth.search import CASEBOOK
from sleuth.search.local.catalogue import Card


def collection_cards(cards: tuple[Card, ...]) -> None:
    """Draw them."""
    with st.grid(3, min_column_width=270):
        for card in cards:
            with st.container(border=True, key=f"collection_{card.key}", gap="xsmall"):
                st.button(
                    f"**{plain(card.name)}**",
                    key=f"collection_open_{card.key}",
                    type="tertiary",
                    icon=":material/folder_open:",
                    help="Search it, look through its documents, add to it",
                    wrap=False,
                    on_click=session.select,
                    args=(card.name,),
                )
                collection_told(card)
                default_toggle(card.name, f"collection_use_{card.key}")


def collection_told(card: Card) -> None:
    """What a collection holds, in two lines."""
    st.caption(
        f"{plural(card.documents, 'document')} · {plural(card.passages, 'passage')} · "
        f"{sources.megabytes(sources.size(card))}"
    )
    changed = since(datetime.fromisoformat(card.changed_at), datetime.now(UTC)) if card.changed_at else "unknown"
    comes = "comes with Sleuth" if card.name == CASEBOOK else f"changed {changed}"
    st.caption(f"{comes} · {embedded(card)}")


def embedded(card: Card) -> str:
    """By what its passages are embedded, as Markdown."""
    if not card.vectors:
        return "not embedded"
    told = (
        plain(each.embedding) + ("" if each.vectors >= card.passages else f" ({each.vectors:,} of {card.passages:,})")
        for each in card.vectors
    )
    return f"embedded by {', '.join(told)}"


def default_toggle(name: str, key: str) -> None:
    """Whether new questions search it unless they say otherwise."""
    fixed = sources.fixed("SLEUTH_CORPUS")
    st.session_state[key] = name in runs.settings().collections
    st.toggle(
        "Search for new questions",
        key=key,
        disabled=fixed,
        help="SLEUTH_CORPUS in the environment has the last word." if fixed else "Can be changed for each question.",
        on_change=lambda: sources.use_collection(name, bool(st.session_state[key])),
    )
