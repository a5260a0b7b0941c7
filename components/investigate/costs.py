"""What the calls of a run cost, by what the model was asked to do."""

from collections import defaultdict

import pandas as pd
import streamlit as st

from components.text import count
from sleuth.prices import Price, cost
from sleuth.state import State
from sleuth.usage import Usage
from sleuth.views.timeline import Call, Step


def cost_table(steps: tuple[Step, ...], state: State) -> None:
    """Calls, tokens, time and money of a run's steps; unknown stays unknown. `state` is the run after them."""
    calls: dict[str, list[Call]] = defaultdict(list)
    for step in steps:
        if step.call:
            calls[step.call.purpose].append(step.call)
    if not calls:
        st.caption("No model was called yet.")
        return
    every = [call for group in calls.values() for call in group]
    # A branch may go on at another price than its first calls were made at: only the fold knows what all cost.
    price = state.price if state.parent is None else None
    rows = [_spent(purpose, group, price) for purpose, group in (*calls.items(), ("all", every))]
    rows[-1]["cost"] = money(state.usage)
    st.dataframe(pd.DataFrame(rows), hide_index=True, alt="Model calls by purpose")
    st.caption(_priced(state.price))


def _spent(purpose: str, calls: list[Call], price: Price | None) -> dict[str, str]:
    def total(parts: list[int | None]) -> str:
        return count(None if None in parts else sum(p for p in parts if p is not None))

    times = [call.seconds for call in calls]
    known = [t for t in times if t is not None]
    paid = [price and cost(price, c.prompt_tokens, c.cached_tokens, c.completion_tokens) for c in calls]
    priced = [p for p in paid if p is not None]
    return {
        "asked for": purpose,
        "calls": str(len(calls)),
        "prompt tokens": total([call.prompt_tokens for call in calls]),
        "of these cached": total([call.cached_tokens for call in calls]),
        "reply tokens": total([call.completion_tokens for call in calls]),
        "seconds": f"{sum(known):.1f}" if len(known) == len(times) else "unknown",
        "cost": f"{sum(priced):.4f} {price.currency}" if price and len(priced) == len(paid) else "–",
    }


def money(usage: Usage) -> str:
    """What the calls cost; a dash where that is not known."""
    return "–" if usage.cost is None else f"{usage.cost:.4f} {usage.currency}"


def _priced(price: Price | None) -> str:
    if price is None:
        return "The cost in money is not known: no price was set for this model when the run was begun."
    cached = "" if price.cached is None else f", {price.cached:g} for what is cached"
    return (
        f"For a million tokens: {price.prompt:g} {price.currency} of prompts{cached}, "
        f"{price.completion:g} of replies, as set when the run was begun."
    )
