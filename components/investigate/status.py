"""The lines that say how a run is doing: what it does now and for how long, and how much of its budgets is used.

They keep their place and height whatever they say, for all that moves on the page moves below them.
"""

from datetime import datetime

import streamlit as st

from components import runs, session
from components.announcer import announcer
from components.investigate.costs import money
from components.marks import run_mark
from components.text import clock, count, plain, plural, short
from sleuth import memory
from sleuth.calls import UnderWay
from sleuth.errors import CallerError
from sleuth.gate import Wish
from sleuth.glossary import meaning
from sleuth.state import State
from sleuth.store import RunRow
from sleuth.usage import Budget, Usage
from sleuth.views.progress import Outlook, doing, outlook
from sleuth.views.timeline import Step

LINE = 110
"""Characters of what a run does that stand in its line."""

LONG_S = 5.0
"""Seconds after which a call can be left; before that it is likely about to come back."""

NARROW, WIDE = 120, 180
"""Pixels of a bar; the amounts of tokens are long."""

UNPRICED = (
    "Prompt and reply tokens of all calls. What they cost is not known: no price was set for this model "
    "when the run was begun."
)
PRICED = "Prompt and reply tokens of all calls, at the price that was set for this model when the run was begun."


def status_line(
    row: RunRow,
    state: State,
    steps: tuple[Step, ...],
    *,
    now: datetime,
    wish: Wish | None,
    moves: bool,
    call: UnderWay | None = None,
) -> None:
    """Draw the lines for the newest state of a run that `moves` or not; `wish`, `call` as its runner knows them."""
    mark = run_mark(row)
    stands = None if moves else outlook(row.status, state, len(steps), to_read=row.to_read)
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small", key="status_line"):
        st.badge(mark.word, icon=mark.icon, color=mark.colour, help=meaning(mark.word))
        if stands is None:
            # On one line: what a run does changes with every step, and nothing below may move with it.
            # What a phone has no room for is cut, and the clock stays in sight.
            st.markdown(_doing(state, steps, wish, call), width="stretch", wrap=False)
            st.markdown(f":gray[{_how_long(state, now, call)}]", width="content", wrap=False)
        else:
            st.markdown(_told(row, state, steps, stands), width="stretch")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="budgets"):
        _budgets(state)
        if wish is not None:
            _leave(row.id, call, now)
        _refused(row, steps)
        spoken = f"{mark.word}. {' '.join(stands)}" if stands else ""
        announcer(row.id, steps, spoken, state.seq, quiet=session.step() != session.NEWEST)


def _told(row: RunRow, state: State, steps: tuple[Step, ...], stands: Outlook) -> str:
    if row.status != "finished":
        return f"{plain(short(stands.what, LINE))} :gray[{plain(stands.then)}]"
    found = (plural(len(steps), "step"), plural(len(state.facts), "fact"), plural(len(state.nodes), "node"))
    worked = sum(step.seconds or 0.0 for step in steps)
    return f"{', '.join(found)} :gray[· {clock(worked)}]"


def _doing(state: State, steps: tuple[Step, ...], wish: Wish | None, call: UnderWay | None) -> str:
    """What it does; of another process's run, what it was recorded to have done last."""
    if wish is None:
        last = f"{steps[-1].number}, {steps[-1].title}" if steps else "none yet"
        return plain(f"carried on by another process; its last step: {last}")
    then = {"pause": " :gray[(then it holds)]", "step": " :gray[(then it holds)]", "stop": " :gray[(stopping)]"}
    opening = call is not None and call.kind == "opening"
    return f"{plain('Opening the model and the documents' if opening else under_way(state))}{then.get(wish, '')}"


def _how_long(state: State, now: datetime, call: UnderWay | None) -> str:
    """For how long the call under way has lasted, and how far it has come; without one, since the last step."""
    since = call.since if call else state.updated_at
    parts = [clock((now - since).total_seconds()) if since else "–"]
    if call and call.tokens:
        parts.append(f"{plural(call.tokens, 'token')} so far")
    if call and call.told:
        parts.append(call.told)
    return " · ".join(parts)


def under_way(state: State) -> str:
    """What a run does at this moment: a strategy decides from the state alone, so the page can ask it too."""
    try:
        return doing(state, memory.strategy(state.memory)(state))
    except CallerError:  # a strategy that only another installation has
        return state.doing or "starting"


def _leave(run: str, call: UnderWay | None, now: datetime) -> None:
    """The button that leaves a call which hangs; it keeps its place while nothing does."""
    long = call is not None and (now - call.since).total_seconds() >= LONG_S and call.kind != "opening"
    search = call is not None and call.kind == "search"
    st.button(
        "Go on without it" if search else "Leave this call",
        key="run_leave",
        icon=":material/timer_off:",
        type="tertiary",
        disabled=not long,
        help="Give up this search; it counts as failed, and the run goes on."
        if search
        else "Give up waiting for this reply; the run holds, and Resume asks for it again.",
        on_click=runs.runner().leave,
        args=(run,),
    )


def _refused(row: RunRow, steps: tuple[Step, ...]) -> None:
    """The reply that the newest step could not use, one click away."""
    if not steps:
        return
    before = len(runs.standing(row.id, steps[-1].begun - 1).state.refusals) if steps[-1].begun > 1 else 0
    refused = runs.standing(row.id, row.seq).state.refusals[before:]
    if refused:
        with st.popover("Refused reply", icon=":material/report:", type="tertiary", key="refused_reply"):
            for _, problem, reply in refused:
                st.caption(plain(problem))
                st.code(reply or "(an empty reply)", language=None, wrap_lines=True)


def _budgets(state: State) -> None:
    """A bar for each budget that is limited, and in words what else is used."""
    unlimited = []
    if state.report is not None and not state.usage.calls:
        return  # a text that was pasted draws on no budget
    for budget in state.budgets:
        if budget.limit is None:
            unlimited.append(budget.name)
            continue
        share = 1.0 if budget.used is None else min(1.0, budget.used / budget.limit)
        amounts = f"{_amount(budget, budget.used)}/{_amount(budget, budget.limit)}"
        st.progress(share, text=f"{budget.name} {amounts}", width=WIDE if budget.name == "tokens" else NARROW)
    usage = state.usage
    told = (
        f"tokens {count(usage.tokens)}" if "tokens" in unlimited else "",
        cached(usage),
        f"cost {money(usage)}" if "cost" in unlimited else "",
    )
    st.caption(" · ".join(part for part in told if part), width="content", help=PRICED if state.price else UNPRICED)


def _amount(budget: Budget, value: float | None) -> str:
    if value is None:
        return "unknown"
    return f"{value:.2f}" if budget.name == "cost" else f"{value:,}"


def cached(usage: Usage) -> str:
    """The share of the prompt tokens that came from the server's cache; nothing where that is not known."""
    if not usage.prompt_tokens or usage.cached_tokens is None:
        return ""
    return f"{usage.cached_tokens / usage.prompt_tokens:.0%} cached"
