"""Which runs there are to audit, how their citations measure, and the way in for a text from elsewhere."""

from datetime import UTC, datetime

import streamlit as st

from components import runs, session
from components.audit.measures import measures_told
from components.audit.paste import paste_form
from components.marks import audit_mark
from components.text import ago, count, plain, short
from sleuth.store import RunRow
from sleuth.store.finding import Wanted

PAGE = 12
"""Runs at once."""


def audit_shelf() -> None:
    """Draw the tabs."""
    st.markdown("#### Audit", anchors=False)
    st.caption("Is each sentence of an answer true to its source? Choose a run and judge its claims one by one.")
    chosen, pasted, measured = st.tabs(["Runs", "Paste a text", "Measures"], key="audit", bind="query-params")
    if chosen.open:
        with chosen:
            _runs()
    if pasted.open:
        with pasted:
            paste_form()
    if measured.open:
        with measured:
            measures_told()


def _runs() -> None:
    words = st.text_input(
        "Search", key="audit_search", placeholder="Words of a question, an answer or a fact", icon=":material/search:"
    )
    log, wanted = runs.log(), Wanted(words=words, standings=("answered", "no answer"))
    there = log.count(wanted)
    if not there:
        none = "None of the finished runs fits these words." if words else "No run has come to an end yet."
        st.caption(f"{none} Ask something on the page Investigate, or open a recorded run on the page Teach.")
        return
    pages = -(-there // PAGE)
    at = st.pagination(pages, key=f"audit_runs_{words}_{pages}") if pages > 1 else 1
    now = datetime.now(UTC)
    with st.container(gap="xsmall", key="audit_runs"):
        for row in log.runs(wanted, limit=PAGE, offset=(at - 1) * PAGE):
            _run(row, now)
    if pages > 1:
        st.caption(f"{count(there)} finished runs")


def _run(row: RunRow, now: datetime) -> None:
    with st.container(
        horizontal=True, wrap=False, vertical_alignment="center", gap="small", key=f"audit_run_{row.id}"
    ):
        if st.button("Audit", key=f"audit_pick_{row.id}", icon=":material/fact_check:"):
            session.open_audit(row.id)
        seal = _seal(row)
        outcome = f"**{plain(short(row.answer, 80))}**" if row.answer else "no answer"
        when = ago(datetime.fromisoformat(row.updated_at), now)
        st.markdown(f"{plain(short(row.name, 140))} → {outcome} :gray[{when}]{seal}", width="stretch")


def _seal(row: RunRow) -> str:
    mark = audit_mark(row)
    return f" :{mark.colour}[{mark.icon} {plain(mark.word)}]" if mark else ""
