"""The pages of the web that are kept: what they said when, how often they were used, whether they still say it."""

from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from components import runs
from components.sources import sources
from components.text import link, plain, plural, since, small
from components.waiting import waited
from sleuth.errors import SleuthError
from sleuth.folders import web_cache_path
from sleuth.search.web.fetching import connect
from sleuth.search.web.fetching.checking import Checked, compared
from sleuth.search.web.fetching.page_cache import PageCache, Version
from sleuth.search.web.kept import Kept
from sleuth.views.portions import portions

PAGE = 50
ROW = 30
READ_MARKS = {
    "read": "● read",
    "blocked": "✕ blocked",
    "refused": "✕ not fetched",
    "failed": "✕ failed",
    "gone": "✕ gone",
}
NOW = {
    "unchanged": ("It still says the same.", "success"),
    "drifted": ("Its text is another now; the new version is kept beside this one.", "warning"),
    "gone": ("The site says that there is no such page any more.", "warning"),
    "blocked": ("The site shows something else instead of it.", "warning"),
    "unknown": ("It could not be had, or there is nothing to compare it with.", "warning"),
}


def kept_pages() -> None:
    """Draw how much is kept, the table with its search, and the chosen page."""
    limit = runs.settings().web.cache_mb
    cache = PageCache(web_cache_path(), limit)
    held = cache.held()
    if not held.versions:
        st.caption(
            "No page is kept yet. What a search of the web reads is kept here, so that it can be checked later."
        )
        return
    of = f"{sources.megabytes(held.size)} of {limit:,.0f} MB"
    told = f"{of} · {plural(held.versions, 'page')}; beyond the limit the oldest go"
    st.progress(min(1.0, held.size / (limit * 1e6)), text=told)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input(
            "Find a page",
            key="kept_words",
            type="search",
            live="200ms",
            placeholder="Words of its title or address, or its hash",
        )
        with st.popover("Delete all", icon=":material/delete:", key="kept_all"):
            st.caption(
                f"{plural(held.versions, 'page')} and what engines answered. This cannot be undone; runs keep the "
                "passages that they have used."
            )
            st.button("Delete all kept pages", key="kept_all_go", on_click=_delete_all)
    total = cache.held(words or "").versions
    if not total:
        st.caption("No kept page holds all of these words.")
        return
    pages = -(-total // PAGE)
    page = st.pagination(pages, key=f"kept_page_{words}") if pages > 1 else 1
    chosen = _table(cache.listed(words or "", limit=PAGE, offset=(page - 1) * PAGE))
    if chosen:
        _page(cache, chosen)


def _table(rows: tuple[Version, ...]) -> Version | None:
    frame = pd.DataFrame(
        {
            "title": [r.title or r.url for r in rows],
            "address": [r.url for r in rows],
            "outcome": [READ_MARKS[r.outcome] for r in rows],
            "fetched": pd.to_datetime([datetime.fromisoformat(r.retrieved_at) for r in rows], utc=True),
            "size": [sources.megabytes(r.size) for r in rows],
            "used again": [r.used for r in rows],
            "hash": [(r.sha256 or "–")[:12] for r in rows],
        }
    )
    event = st.dataframe(
        frame,
        key=f"kept_table_{rows[0].id}_{rows[-1].id}_{len(rows)}",
        hide_index=True,
        row_height=ROW,
        height=ROW * (min(len(rows), 8) + 1) + 3,
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "title": st.column_config.TextColumn(width="medium"),
            "fetched": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", timezone=st.context.timezone),
        },
        alt="Kept pages, the newest first",
    )
    picked = event.selection.rows
    return rows[picked[0]] if picked and picked[0] < len(rows) else None


def _page(cache: PageCache, version: Version) -> None:
    with st.container(border=True, key="kept"):
        st.markdown(f"##### {plain(version.title or version.url)}", anchors=False)
        when = since(datetime.fromisoformat(version.retrieved_at), datetime.now(UTC))
        fetched = f"fetched {plain(version.retrieved_at)} ({when})"
        st.markdown(small(READ_MARKS[version.outcome], fetched, link=link(version.url)))
        if version.sha256:
            st.caption(f"sha256 {version.sha256}")
        if version.message:
            st.caption(plain(version.message))
        with st.container(horizontal=True):
            checked = st.button(
                "Check it now",
                key="kept_check",
                icon=":material/published_with_changes:",
                help="Fetches the page once more and compares its text.",
            )
            st.button(
                "Delete this version",
                key="kept_delete",
                icon=":material/delete:",
                on_click=_delete,
                args=(version.id,),
            )
        if checked:
            _check(version)
        _text(cache.text(version.id) or "", version.id)


def _text(text: str, version: int) -> None:
    parts = portions(text)
    if not parts:
        return
    at = st.pagination(len(parts), key=f"kept_part_{version}") if len(parts) > 1 else 1
    for portion in parts[at - 1]:
        st.text(portion.text)


def _check(version: Version) -> None:
    settings = runs.settings().web
    try:
        now = waited(lambda: connect(settings).afresh(version.url), "Fetching the page …")
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    checked = Checked(state=compared(version.sha256, now), page=now)
    told, look = NOW[checked.state]
    why = f" {plain(now.message)}" if now.message else ""
    (st.success if look == "success" else st.warning)(f"**{checked.state}** · {told}{why}")


def _delete(version: int) -> None:
    PageCache(web_cache_path(), runs.settings().web.cache_mb).delete(version)


def _delete_all() -> None:
    try:
        web = runs.settings().web
        PageCache(web_cache_path(), web.cache_mb).delete()
        Kept(web_cache_path(), web.language).forget()
    except SleuthError as error:
        sources.refuse(error)
