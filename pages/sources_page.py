"""Sources: what can be searched? Collections of documents, web engines, and the pages that are kept."""

import streamlit as st

from components import session
from components.sources import sources
from components.sources.adding import add_documents
from components.sources.additions import additions
from components.sources.cards import collection_cards
from components.sources.collection import back_button, collection
from components.sources.engines import engine_cards
from components.sources.external import external, external_cards
from components.sources.kept_pages import kept_pages
from components.sources.removed import removed
from components.text import plain
from sleuth.search import HELD
from sleuth.search.local.catalogue import cards

st.markdown("#### Sources", anchors=False)
if refused := sources.refusal():
    st.error(plain(refused), icon=":material/error:")
here, engines, kept = st.tabs(["Collections", "Web engines", "Kept pages"], key="sources", bind="query-params")
if here.open:
    with here:
        known = cards(sources.local())
        chosen = session.selected()
        additions(chosen)
        card = next((each for each in known if each.name == chosen), None)
        if card:
            collection(card)
        elif chosen and chosen.startswith(HELD):
            external(chosen)
        elif chosen:
            back_button()
            st.warning("There is no such collection; it may have been removed.")
        else:
            collection_cards(known)
            mine = len(known) > 1
            with st.expander("**Add documents**", key="sources_add", icon=":material/add:", expanded=not mine):
                add_documents(tuple(each.name for each in known))
            external_cards()
            removed()
if engines.open:
    with engines:
        engine_cards()
if kept.open:
    with kept:
        kept_pages()
