"""The documents of a collection as a table, and the text of the one that is chosen."""

import pandas as pd
import streamlit as st

from components.sources import sources
from components.text import link, plain, plural, small
from sleuth.errors import SleuthError
from sleuth.exports.csv import table
from sleuth.search import CASEBOOK, digest
from sleuth.search.local import catalogue
from sleuth.search.local.aside import set_aside
from sleuth.views.portions import portions

PAGE = 50
ROW = 30
HEAD = ("title", "id", "date", "url", "file", "passages")


def documents(name: str) -> None:
    """Draw the table with its search and its export, and below it the chosen document."""
    local = sources.local()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input(
            "Find a document",
            key="documents_words",
            type="search",
            live="200ms",
            placeholder="Words of its title, id or file",
        )
        st.download_button(
            "List as CSV",
            data=lambda: _csv(name),
            file_name=f"{name.replace('/', '-')}.csv",
            mime="text/csv",
            key="documents_csv",
            icon=":material/download:",
            on_click="ignore",
            help="Every document of the collection, for a spreadsheet",
        )
    total = catalogue.count(local, name, words or "")
    if not total:
        st.caption("No document holds all of these words." if words else "No document yet; add some below.")
        return
    pages = -(-total // PAGE)
    page = st.pagination(pages, key=f"documents_page_{words}") if pages > 1 else 1
    rows = catalogue.documents(local, name, words or "", limit=PAGE, offset=(page - 1) * PAGE)
    chosen = _table(name, rows)
    if chosen:
        _document(name, chosen)


def _table(name: str, rows: tuple[catalogue.Listed, ...]) -> catalogue.Listed | None:
    frame = pd.DataFrame(
        [
            {"title": r.title, "date": r.date or "–", "passages": r.passages, "file or id": r.file or r.id}
            for r in rows
        ]
    )
    event = st.dataframe(
        frame,
        # Other rows are another table: its chosen row is not this one's.
        key="documents_table_" + digest(repr((name, [r.id for r in rows])))[:12],
        hide_index=True,
        row_height=ROW,
        height=ROW * (min(len(rows), 8) + 1) + 3,
        on_select="rerun",
        selection_mode="single-row",
        column_config={"title": st.column_config.TextColumn(width="large")},
        alt=f"Documents of {name}",
    )
    picked = event.selection.rows
    return rows[picked[0]] if picked and picked[0] < len(rows) else None


def _document(name: str, listed: catalogue.Listed) -> None:
    try:
        whole = catalogue.read(sources.local(), name, listed.id)
    except SleuthError as error:
        st.caption(plain(str(error)))
        return
    with st.container(border=True, key="document"):
        st.markdown(f"##### {plain(listed.title)}", anchors=False)
        known = (listed.date, plural(listed.passages, "passage"), f"{len(whole.text):,} characters")
        st.markdown(small(*map(plain, filter(None, known)), link=link(listed.url)))
        parts = portions(whole.text, whole.pages, whole.numbers)
        at = st.pagination(len(parts), key=f"document_part_{digest(listed.id)[:12]}") if len(parts) > 1 else 1
        for portion in parts[at - 1]:
            if portion.page is not None:
                st.caption(f"page {portion.page}")
            st.text(portion.text)
        if name != CASEBOOK:
            with st.popover("Remove this document", icon=":material/delete:", key="document_remove"):
                st.caption("It can be brought back for seven days. Runs keep the passages that they have used.")
                st.button("Remove", key="document_remove_go", on_click=_remove, args=(name, listed.id))


def _remove(name: str, document: str) -> None:
    try:
        set_aside(sources.local(), name, (document,))
    except SleuthError as error:
        sources.refuse(error)


def _csv(name: str) -> bytes:
    rows = catalogue.documents(sources.local(), name)
    return table(HEAD, ((r.title, r.id, r.date, r.url, r.file, r.passages) for r in rows))
