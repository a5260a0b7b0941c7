"""What a run can be handed over as: each format with one line on what it is for, made when it is asked for."""

from functools import partial

import streamlit as st

from components import runs
from sleuth import exports
from sleuth.store import RunRow

ICONS = {
    "html": ":material/web:",
    "md": ":material/article:",
    "audit": ":material/fact_check:",
    "audit_md": ":material/fact_check:",
    "audit_csv": ":material/fact_check:",
    "json": ":material/data_object:",
    "csv": ":material/table_chart:",
    "bibtex": ":material/menu_book:",
    "csl": ":material/menu_book:",
    "graph": ":material/account_tree:",
    "svg": ":material/account_tree:",
    "bundle": ":material/inventory_2:",
}
OTHER = ":material/draft:"


def export_button(row: RunRow) -> None:
    """Draw the button that opens the list; each download is built on its click, from the run as it then stands."""
    # No hint: it would lie over the first lines of the list.
    with st.popover("Export", icon=":material/download:", key="export"):
        for name, form in exports.listed().items():
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.download_button(
                    form.label,
                    key=f"export_{name}",
                    data=partial(_content, row.id, name),
                    file_name=exports.file_name(row.question, row.id, name),
                    mime=form.media,
                    icon=ICONS.get(name, OTHER),
                    on_click="ignore",
                    width=150,
                )
                st.caption(form.told, width="stretch")


def _content(run: str, name: str) -> bytes:
    return exports.form(name).content(exports.recorded(runs.log(), run))
