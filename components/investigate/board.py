"""One run on the page: question and buttons in the script, all that moves in a fragment that watches the log."""

from datetime import UTC, datetime
from typing import NamedTuple

import streamlit as st

from components import runs, session
from components.acting.conflict import conflict_block
from components.acting.interventions import interventions
from components.acting.stepping_in import stepping_in
from components.investigate.answer import answer_block
from components.investigate.branching import parent_link
from components.investigate.controls import controls
from components.investigate.costs import cost_table
from components.investigate.detail import detail
from components.investigate.ledger import ledger
from components.investigate.pasted import pasted_block
from components.investigate.status import status_line
from components.investigate.tables import search_table
from components.text import plain, short
from components.timeline.scrubber import scrubber
from components.timeline.steps import timeline
from components.tree.panel import tree_panel
from sleuth.gate import Wish
from sleuth.state import Status
from sleuth.store import RunRow
from sleuth.views.changes import changes
from sleuth.views.selection import everywhere
from sleuth.views.timeline import Step

BUSY, IDLE = 1.0, 3.0
"""Seconds between two looks at the log while a run moves, and while it may be resumed in another tab or program."""

SCRUBBER = 89
"""Height of the scrubber in pixels, on a wide page."""

HEADING = 240
"""Characters of a question that fit a heading."""


def board(row: RunRow) -> None:
    """Draw a run and keep it up to date while it moves."""
    # Before the buttons: what changes between the two is then noticed below, and they are drawn anew.
    shown = _standing(row)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="head"):
        st.markdown(f"##### {plain(short(row.question, HEADING))}", width="content", anchors=False)
        controls(row)
    if row.title or row.tags:
        st.caption(" · ".join(map(plain, filter(None, (row.title, *row.tags)))))
    if len(row.question) > HEADING:
        with st.expander("The whole question", type="compact"):
            st.text(row.question)
    stepping_in(row)
    pace = None if row.status == "finished" else BUSY if shown.moves else IDLE
    st.fragment(_view, run_every=pace)(row.id, shown)


class Shown(NamedTuple):
    """How a run stands, as far as the buttons depend on it."""

    status: Status
    wish: Wish | None
    waits: bool

    @property
    def moves(self) -> bool:
        """Whether steps are about to come."""
        return self.status == "running" or (self.wish is not None and not self.waits)


def _standing(row: RunRow) -> Shown:
    runner = runs.runner()
    return Shown(row.status, runner.wish(row.id), runner.waits(row.id))


def _view(run: str, shown: Shown) -> None:
    row = runs.row(run)
    if row is None:
        st.rerun()
    stale = _standing(row) != shown
    # Each is told once, and a script that is about to run again may not come to tell it.
    for refusal in () if stale else runs.runner().refusals(run):
        st.toast(f"It could not be done any more: {plain(refusal)}", icon=":material/error:", duration="infinite")
    newest = runs.standing(run, row.seq)
    parent_link(newest.state, newest.steps)
    call, moves = runs.runner().under_way(run), shown._replace(status=row.status).moves
    status_line(row, newest.state, newest.steps, now=datetime.now(UTC), wish=shown.wish, moves=moves, call=call)
    step = scrubber(newest.steps) if newest.steps else None
    if not newest.steps:
        _keep_place()
    at = step or (newest.steps[-1] if newest.steps else None)
    state = runs.standing(run, step.ended).state if step else newest.state
    before = runs.standing(run, at.begun - 1).state if at else newest.state
    fresh = changes(before, state)
    closed = _closed(row, step)
    selection = everywhere(state, session.selected())
    answer_block(state, step and step.number, selection, closed=closed)
    # A place of their own, empty or not: else each contradiction that comes or goes has the tables and the tree below
    # made anew, and for a moment they are there twice.
    with st.container():
        conflict_block(state, judged=moves and step is None, closed=closed)
    if row.pasted:
        pasted_block(state, selection)
        with st.container(key="detail"):
            detail(state, selection, newest.steps, closed=closed)
    else:
        left, right = st.columns([9, 10], gap="medium")
        with left:
            ledger(before, state, selection, closed=closed)
        with right:
            tree_panel(run, newest, state, fresh, selection)
            with st.container(key="detail"):
                detail(state, selection, newest.steps, closed=closed)
    below = st.tabs(["Steps", "Searches", "Interventions", "Costs"], key="below", on_change="rerun")
    for number, tab in enumerate(below):
        if tab.open:
            with tab:
                match number:
                    case 0:
                        timeline(run, newest.steps, step)
                    case 1:
                        search_table(state)
                    case 2:
                        interventions(newest.state, newest.steps, closed=_closed(row, None))
                    case _:
                        cost_table(newest.steps, newest.state)
    if stale:
        # The buttons outside no longer fit. Not before all was drawn: what was pressed just now must have its effect.
        st.rerun()


def _keep_place() -> None:
    """Keep the place of the scrubber until there is a step, so that the first one moves nothing."""
    with st.container(height=SCRUBBER, border=False, key="no_step"):
        st.caption("No step yet.")


def _closed(row: RunRow, step: Step | None) -> str | None:
    """Why nobody can step in here; None when they can."""
    if row.pasted:
        return "A pasted text: its claims are judged in the audit, not changed."
    if row.to_read:
        return "Opened from a file: it can be branched from, not changed."
    if row.status == "running" and not runs.runner().carries(row.id):
        return "Carried on by another process of this machine: step in there."
    if step is not None:
        return f"This is how it stood after step {step.number}; go to the newest step to change anything."
    return None
