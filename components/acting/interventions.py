"""The record of what persons did to a run: who, what, why and when; what was undone, and the way to undo the rest."""

from datetime import UTC, datetime

import streamlit as st

from components import session
from components.text import ago, plain
from sleuth.acts import undo
from sleuth.errors import CallerError
from sleuth.person import Acted
from sleuth.state import State
from sleuth.views.lines import deed
from sleuth.views.timeline import Step

PAGE = 20
"""Acts drawn at once."""


def interventions(state: State, steps: tuple[Step, ...], *, closed: str | None) -> None:
    """Draw every act, newest first; `closed` says why none can be undone here."""
    if not state.acts:
        st.caption(closed or "Nobody has stepped in. Select a fact or a question to pin, reject, edit or reword it.")
        return
    if closed:
        st.caption(closed)
    pages = -(-len(state.acts) // PAGE)
    page = st.pagination(pages, key=f"interventions_{pages}") if pages > 1 else 1
    undone = {x.undoes: x for _, x in state.acts if x.undoes}
    by_seq = {step.begun: step for step in steps}
    for seq, acted in tuple(reversed(state.acts))[(page - 1) * PAGE : page * PAGE]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"act_{seq}"):
            _told(acted, by_seq.get(seq), undone.get(seq))
            if closed is None and seq not in undone:
                _undo(state, seq)


def _told(acted: Acted, step: Step | None, undoing: Acted | None) -> None:
    what = plain(deed(acted))
    when = ""
    if step:
        when = f" :gray[· {ago(step.at, datetime.now(UTC))} · step {step.number}]"
    after = f" :gray[· undone by {plain(undoing.author)}: {plain(undoing.reason)}]" if undoing else ""
    shown = f":gray[~~{what}~~:]" if undoing else f"**{what}:**"
    st.markdown(f"{shown} {plain(acted.reason)}{when}{after}", width="stretch")


def _undo(state: State, seq: int) -> None:
    try:
        undo(state, seq, "-", "-")
    except CallerError as error:
        st.caption(f"cannot be undone now: {plain(str(error))}", width="content")
        return
    if st.button("Undo", key=f"undo_{seq}", icon=":material/undo:", help="By a further act; nothing is erased."):
        session.step_in("undo", str(seq))
