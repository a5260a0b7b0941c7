"""The line that says how a run is doing: what it does now and for how long, its budgets, its tokens."""

from datetime import datetime

import streamlit as st

from components.marks import run_mark
from components.text import clock, count, plain, plural
from sleuth import memory
from sleuth.errors import CallerError
from sleuth.gate import Wish
from sleuth.state import State
from sleuth.store import RunRow
from sleuth.usage import Usage
from sleuth.views.timeline import Step


def status_line(
    row: RunRow, state: State, steps: tuple[Step, ...], *, now: datetime, wish: Wish | None, waits: bool
) -> None:
    """Draw the line for the newest state of a run; `wish` and `waits` as its runner knows them."""
    mark = run_mark(row)
    busy = row.status == "running" or (wish is not None and not waits)
    worked = sum(step.seconds or 0.0 for step in steps)
    waited = (now - state.updated_at).total_seconds() if row.status == "running" and state.updated_at else 0.0
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="status_line"):
        st.badge(mark.word, icon=mark.icon, color=mark.colour)
        doing = f"{plain(_doing(row, state, busy, wish))} :gray[· {clock(worked + waited)}]"
        st.markdown(doing, width="content")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="budgets"):
        _budget("turns", state.turns, state.limits.turns)
        _budget("searches", len(state.searches), state.limits.searches)
        st.caption(
            f"tokens {tokens(state.usage)} · cost –",
            width="content",
            help="Prompt and reply tokens of all calls, and the share that the server read from its cache. "
            "The cost is not known: no price is recorded for this model.",
        )


def _doing(row: RunRow, state: State, busy: bool, wish: Wish | None) -> str:
    match row.status:
        case "running" | "paused" if busy:
            then = {"pause": " (then it holds)", "step": " (then it holds)", "stop": " (stopping)"}.get(wish or "", "")
            return under_way(state) + then
        case "paused":
            return "waiting for you"
        case "interrupted":
            return "its process is gone; Resume repeats at most the call that was cut"
        case _:
            return f"{plural(len(state.nodes), 'node')}, {plural(len(state.facts), 'fact')}"


def under_way(state: State) -> str:
    """What the run does at this moment: a strategy decides from the state alone, so the page can ask it too."""
    try:
        return memory.strategy(state.memory)(state).title
    except CallerError:  # a strategy that only another installation has
        return state.doing or "starting"


def _budget(name: str, used: int, limit: int) -> None:
    st.progress(min(1.0, used / limit), text=f"{name} {used}/{limit}", width=120)


def tokens(usage: Usage) -> str:
    """All tokens of a run with the share that came from the cache; `unknown` once a server did not report."""
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return "unknown"
    total = count(usage.prompt_tokens + usage.completion_tokens)
    if not usage.prompt_tokens or usage.cached_tokens is None:
        return total
    return f"{total} ({usage.cached_tokens / usage.prompt_tokens:.0%} of the prompts cached)"
