"""Branching: the dialog that makes a new run out of another's first steps, and the link back to that one."""

from typing import get_args

import streamlit as st

from components import runs, session
from components.asking.form import collections_known
from components.model.known import model_names
from components.model.weights import needed
from components.settings.rules import REPAIR
from components.text import plain, plural, short
from sleuth import memory, search
from sleuth.branching import branch, cut
from sleuth.carrying import own
from sleuth.errors import CallerError, SleuthError
from sleuth.rules import Repair
from sleuth.settings import Settings, load, revised
from sleuth.state import State
from sleuth.store import RunRow
from sleuth.views.timeline import Step


def branch_button(row: RunRow) -> None:
    """Draw the button that branches from the step in view."""
    hint = "A new run that shares the steps up to the one in view, and goes on with other means."
    if st.button("Branch", key="branch", icon=":material/fork_right:", help=hint):
        session.step_in("branch", str(_in_view(row)))


def _in_view(row: RunRow) -> int:
    """The last event of the step in view."""
    steps = runs.standing(row.id, row.seq).steps
    return next((s.ended for s in steps if str(s.number) == session.step()), row.seq)


def branch_form(run: str, _: str, target: str) -> None:
    """What the branch goes on with, filled with what its parent had there."""
    place, state = cut(runs.log(), run, int(target))
    steps = [s.number for s in runs.standing(run, place).steps]
    kept = own(load(), state)
    shared = f"the first {plural(steps[-1], 'step')}" if steps else "the question"
    st.markdown(f"A new run that shares {shared} of this one and then goes its own way. This one stays as it is.")
    with st.form("branch", border=False):
        left, right = st.columns(2)
        names = list(dict.fromkeys((kept.model, *model_names())))
        model = left.selectbox("Model", names, key=f"branch_model_{target}", accept_new_options=True)
        every = list(dict.fromkeys((*kept.collections, *collections_known())))
        chosen = right.multiselect(
            "Collections to search", every, list(kept.collections), key="branch_collections", accept_new_options=True
        )
        known = list(dict.fromkeys((kept.memory, *memory.names())))
        strategy = left.selectbox("Memory", known, key="branch_memory")
        hint = REPAIR["repair"].told
        policies = get_args(Repair)
        repair = right.selectbox(
            "Repair", policies, policies.index(kept.rules.repair), key="branch_repair", help=hint
        )
        turns = left.number_input("Turns", value=kept.limits.turns, min_value=1, key="branch_turns")
        searches = right.number_input("Searches", value=kept.limits.searches, min_value=1, key="branch_searches")
        tokens = left.number_input(
            "Tokens", value=kept.limits.tokens, min_value=1, step=1000, placeholder="no limit", key="branch_tokens"
        )
        cost = right.number_input(
            "Cost", value=kept.limits.cost, min_value=0.0, step=0.1, placeholder="no limit", key="branch_cost"
        )
        with st.container(horizontal=True):
            going = st.form_submit_button("Branch and go on", key="branch_go", type="primary")
            paused = st.form_submit_button("Branch, paused", key="branch_paused")
    if going or paused:
        means = {"model": model, "collections": tuple(chosen), "memory": strategy}
        limits = {"limits.turns": turns, "limits.searches": searches, "limits.tokens": tokens, "limits.cost": cost}
        _make(run, place, kept, {**means, **limits, "rules.repair": repair}, go_on=going)


def _make(run: str, place: int, kept: Settings, chosen: dict[str, object], *, go_on: bool) -> None:
    try:
        settings = revised(kept, chosen)
        if not (settings.collections or settings.web.engines):
            raise CallerError("No collection is chosen; choose at least one to search.")
        if needed(settings.model):
            raise CallerError("The embedded model is not here yet; fetch it in Settings, or choose another model.")
        search.connect(settings)
        made = branch(runs.log(), run, place, settings)
        if go_on:
            runs.runner().go_on(made, settings)
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
    else:
        session.open_run(made)


def parent_link(state: State, steps: tuple[Step, ...]) -> None:
    """Draw the way back to the run that this one branched from, if it did."""
    if state.parent is None:
        return
    parent, at = state.parent
    row = runs.row(parent)
    shared = max((s.number for s in steps if s.ended <= at), default=0)
    where = f"after step {shared}" if shared else "before its first step"
    if row is None:
        st.caption(f"Branched {where} from a run that is not in this log any more.")
        return
    label = f"Branched {where} from: {plain(short(row.question, 70))} :gray[· {plain(row.model)} · {row.memory}]"
    if st.button(
        label, key="parent", icon=":material/fork_right:", type="tertiary", wrap=False, help="Open that run there"
    ):
        session.open_run(parent, step=str(shared) if shared else None)
