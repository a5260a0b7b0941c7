"""Which runs History shows: search as you type, filters, and the order. What is chosen outlives a look at a run."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from components.text import plain, short
from sleuth.store import Choices, Wanted
from sleuth.store.finding import Order, Origin, Standing

STANDINGS: dict[Standing, str] = {s: s for s in get_args(Standing)} | {"waiting": "to be carried on"}
ORIGINS: dict[Origin, str] = {
    "asked": "asked here",
    "sample": "sample",
    "imported": "opened from a file",
    "evaluation": "evaluation",
    "pasted": "pasted text",
}
ORDERS: dict[Order, str] = {
    "newest": "Newest first",
    "oldest": "Oldest first",
    "changed": "Last changed first",
    "name": "By title or question",
    "tokens": "Most tokens first",
}
FILTERS = ("standings", "models", "memories", "origins", "tags", "asked")
"""The filters by the end of their widgets' keys."""


def wanted_runs(choices: Choices) -> Wanted:
    """Draw search, filters and order in one row; what they ask for."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="history_wanted"):
        words = st.text_input(
            "Search",
            key="history_search",
            type="search",
            live="200ms",
            placeholder="Search questions, answers, facts, titles and tags",
            label_visibility="collapsed",
            persist_state="session",
            help="Each word may be the beginning of one: `bridg lun` finds the bridge of Birger Lund.",
        )
        chosen = sum(bool(st.session_state.get(f"history_{name}")) for name in FILTERS)
        with st.popover(
            f"Filter · {chosen}" if chosen else "Filter", icon=":material/filter_list:", key="history_filter"
        ):
            filters = _filters(choices)
        order = st.selectbox(
            "Order",
            list(ORDERS),
            key="history_order",
            format_func=ORDERS.__getitem__,
            label_visibility="collapsed",
            width=180,
            persist_state="session",
        )
    return filters.model_copy(update={"words": words or "", "order": order})


def filtered(wanted: Wanted) -> str:
    """What the filters ask for, in words; empty when they ask for nothing."""
    named = (
        *(STANDINGS[s] for s in wanted.standings),
        *wanted.models,
        *(f"memory {memory}" for memory in wanted.memories),
        *(ORIGINS[o] for o in wanted.origins),
        *(f"tag {tag}" for tag in wanted.tags),
        *(["date"] if wanted.since or wanted.before else []),
    )
    return ", ".join(plain(short(name, 40)) for name in named)


def clear_filters() -> None:
    """Ask for every run again; for a callback."""
    for name in ("search", *FILTERS):
        st.session_state[f"history_{name}"] = "" if name == "search" else () if name == "asked" else []


def _filters(choices: Choices) -> Wanted:
    def several(label: str, name: str, options: list[str], words: dict[str, str] | None = None) -> tuple[str, ...]:
        return tuple(
            st.multiselect(
                label,
                options,
                key=f"history_{name}",
                format_func=lambda option: (words or {}).get(option, option),
                placeholder="Any",
                persist_state="session",
            )
        )

    standings = several("Status", "standings", list(STANDINGS), dict(STANDINGS))
    tags = several("Tags, all of them", "tags", list(choices.tags))
    models = several("Model", "models", list(choices.models))
    memories = several("Memory", "memories", list(choices.memories))
    origins = several("Where it comes from", "origins", list(ORIGINS), dict(ORIGINS))
    asked = st.date_input(
        "Asked between", value=(), key="history_asked", format="YYYY-MM-DD", persist_state="session"
    )
    st.button("Clear all", key="history_clear", icon=":material/filter_list_off:", on_click=clear_filters)
    since, before = _days(asked if isinstance(asked, tuple) else (asked,))
    return Wanted.model_validate(
        {
            "standings": standings,
            "models": models,
            "memories": memories,
            "origins": origins,
            "tags": tags,
            "since": since,
            "before": before,
        }
    )


def _days(days: tuple[date, ...]) -> tuple[datetime | None, datetime | None]:
    """From the first day to the end of the last, where the reader is; one day alone has no end."""
    if not days:
        return None, None
    try:
        zone: tzinfo = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):  # as from a browser that does not tell
        zone = UTC
    first, *last = (datetime(day.year, day.month, day.day, tzinfo=zone) for day in days)
    return first, last[0] + timedelta(days=1) if last else None
