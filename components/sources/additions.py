"""What is being added to collections, and what came of it: which files were read, which were not, and why."""

import pandas as pd
import streamlit as st

from components.sources import sources
from components.text import clock, plain, plural, short
from sleuth.background import Work
from sleuth.errors import SleuthError
from sleuth.search.local.additions import ADDITIONS, Addition
from sleuth.search.local.aside import set_aside

ROW = 30
COLUMNS = ["file", "outcome", "what to know"]
BUSY_S, IDLE_S = 1.0, 4.0
"""How often it is looked at: while something is added, and so that another tab's addition is noticed."""


def additions(only: str | None = None) -> None:
    """Draw every addition of this program, or that to one collection, under way or over; a closed tab ends none."""
    running = _running()
    st.fragment(_draw, run_every=BUSY_S if running else IDLE_S)(only, running)


def _running() -> tuple[str, ...]:
    return tuple(work.key for work in ADDITIONS.every() if work.running)


def _draw(only: str | None, before: tuple[str, ...]) -> None:
    if _running() != before:
        st.rerun()
    for work in ADDITIONS.every():
        if only not in (None, work.key):
            continue
        with st.container(border=True, key=f"addition_{work.key}"):
            if work.running:
                _under_way(work)
            else:
                _over(work)


def _under_way(work: Work[Addition]) -> None:
    of = f" · {work.done:,} of {work.total:,}" if work.total else ""
    told = "stopping" if work.stopping else plain(short(work.doing or "beginning", 90))
    share = min(1.0, work.done / work.total) if work.total else 0.0
    st.progress(share, text=f"**{plain(work.key)}** · {told}{of} · {clock(work.seconds)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Stop",
            key=f"addition_stop_{work.key}",
            icon=":material/stop_circle:",
            disabled=work.stopping,
            on_click=_stop,
            args=(work,),
            help="After the file that is being read; what was read by then stays.",
        )
        st.caption("You may leave this page; it goes on.", width="content")


def _over(work: Work[Addition]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if work.error or work.result is None:
            st.markdown(f":red[:material/error:] **{plain(work.key)}** · {plain(work.error or 'nothing came of it')}")
        else:
            icon = ":orange[:material/warning:]" if _left_out(work.result) else ":green[:material/check_circle:]"
            st.markdown(f"{icon} **{plain(work.key)}** · {_told(work.result)} :gray[in {clock(work.seconds)}]")
        st.button(
            "Dismiss",
            key=f"addition_dismiss_{work.key}",
            icon=":material/close:",
            type="tertiary",
            on_click=ADDITIONS.clear,
            args=(work.key,),
        )
    if work.result and work.result.added:
        _files(work.key, work.result)


def _left_out(addition: Addition) -> bool:
    return bool(addition.added and addition.added.refused) or addition.stopped


def _told(addition: Addition) -> str:
    added = addition.added
    parts = []
    if added:
        parts.append(f"{plural(added.documents, 'document')} read, {added.changed:,} new or changed")
        if added.as_before:
            parts.append(f"{plural(len(added.as_before), 'file')} as before")
        if added.refused:
            parts.append(f"{plural(len(added.refused), 'file')} not read")
    if addition.embedded:
        parts.append("embedded")
    if addition.stopped:
        parts.append("stopped; what was done stays")
    return " · ".join(parts)


def _files(name: str, addition: Addition) -> None:
    added = addition.added
    if added is None:
        return

    def bare(text: str) -> str:
        return text.replace(f"{addition.below}/", "") if addition.below else text

    noted = {note.path: note.what for note in added.notes}
    read = (*added.files, *(path for path in noted if path not in added.files))
    rows = [(r.path, "✕ not read", r.why) for r in added.refused]
    rows += [(path, "● read", noted.get(path, "")) for path in sorted(read, key=lambda path: path not in noted)]
    rows += [(path, "○ as before", "") for path in added.as_before]
    if rows:
        st.dataframe(
            pd.DataFrame([(bare(file), outcome, bare(why)) for file, outcome, why in rows], columns=COLUMNS),
            key=f"addition_files_{name}",
            hide_index=True,
            row_height=ROW,
            height=min(len(rows) + 1, 8) * ROW + 3,
            column_config={COLUMNS[2]: st.column_config.TextColumn(width="large")},
            alt=f"Files of {name}: what became of each, and why",
        )
    if added.gone:
        with st.container(horizontal=True, vertical_alignment="center"):
            gone = plural(len(added.gone), "document")
            st.caption(
                f"{gone} came from files that are gone: {plain(short(_names(addition), 120))}", width="content"
            )
            ids = tuple(origin.document for origin in added.gone)
            st.button(
                f"Remove {gone}",
                key=f"addition_gone_{name}",
                icon=":material/delete:",
                on_click=_remove,
                args=(name, ids),
            )


def _names(addition: Addition) -> str:
    return ", ".join(o.document for o in addition.added.gone) if addition.added else ""


def _stop(work: Work[Addition]) -> None:
    work.stopping = True


def _remove(name: str, documents: tuple[str, ...]) -> None:
    try:
        set_aside(sources.local(), name, documents)
        ADDITIONS.clear(name)
    except SleuthError as error:
        sources.refuse(error)
