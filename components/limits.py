"""The limits of a run as fields, each with what it does and what the published methods use."""

import streamlit as st

from sleuth.settings import Limits

EXPLAINED = {
    "turns": "Most turns of a run; a turn is one search and what follows from it. SLEUTH uses 20.",
    "searches": "Most searches of a run. ReTree uses 8.",
    "passages": "Most passages taken from one search. ReTree uses 5.",
    "facts": "Most facts recorded in one turn. ReTree uses 6.",
    "related": "Standing facts that a new one is compared with, and that the model sees. ReTree uses 5.",
    "nudge_share": "Share of the turns after which an answer is asked from what is known. SLEUTH uses 0.7.",
    "nudge_facts": "Facts that must stand before that. SLEUTH uses 2.",
    "tries": "Searches spent on one question before it is given up. Ours is 2.",
    "tokens": "Most prompt and reply tokens of a run, checked between two calls. Left empty, there is no limit.",
    "cost": "Most that a run may cost, in the currency of its model's price. Left empty, there is no limit.",
}
LABELS = {
    "turns": "Turns",
    "searches": "Searches",
    "passages": "Passages a search",
    "facts": "Facts a turn",
    "related": "Facts compared",
    "nudge_share": "Nudge from this share on",
    "nudge_facts": "Facts for the nudge",
    "tries": "Searches a question",
    "tokens": "Tokens",
    "cost": "Cost",
}
OURS = ("tries", "tokens", "cost")
STEPS = {"nudge_share": 0.05, "tokens": 1000, "cost": 0.1}
DEFAULTS = Limits()


def limit_fields(limits: Limits) -> dict[str, int | float | None]:
    """Draw a field for each limit; what stands in them, None where there is no limit."""
    chosen: dict[str, int | float | None] = {}
    with st.grid(4, min_column_width=190):
        for name, now in limits:
            default = getattr(DEFAULTS, name)
            chosen[name] = st.number_input(
                f"{LABELS[name]} :gray[{'ours' if name in OURS else 'published'}: {_told(default)}]",
                key=f"limit_{name}",
                value=now,
                step=STEPS.get(name, 1),
                placeholder="no limit",
                help=EXPLAINED[name],
            )
    return chosen


def _told(default: float | None) -> str:
    return "none" if default is None else str(default)
