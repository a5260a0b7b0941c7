"""Watching a repair: its stages one after the other, each with one sentence, while the page shows that moment."""

import streamlit as st

from components import runs, session
from components.player import player
from components.text import count, plain
from sleuth.rewinding import Standing
from sleuth.state import State
from sleuth.views.contradiction import Contradiction, Correction, Stage, contradiction, corrections
from sleuth.views.timeline import Step

LOOK = 400
"""Events after a repair in which what was rebuilt is looked for."""

PACE = 6.0
"""Seconds for a stage when they are played: time to read a sentence and to look at the tree."""

ROOM = 124
"""Height in pixels of the sentence, so that the buttons below it stand still."""

NEXT, BACK, CLOSE = "stage_next", "stage_back", "stage_close"


def watch_button(newest: Standing) -> None:
    """Draw the way in, if a repair was made: to the one of the step in view, else to the newest."""
    known = corrections(newest.state)
    if not known:
        return
    step = session.step()
    here = [at for s in newest.steps if str(s.number) == step for at in s.repairs]
    at = here[-1] if here else known[-1].revision.at_seq
    label = "Watch the contradiction" if len(known) == 1 else "Watch a contradiction"
    st.button(
        label,
        key="watch",
        icon=":material/slow_motion_video:",
        type="tertiary",
        disabled=session.watched() is not None,
        on_click=begin,
        args=(at, newest.steps),
    )


def begin(at: int, steps: tuple[Step, ...]) -> None:
    """Bring the first stage of the repair recorded at `at` into view."""
    step = next(s for s in steps if at in s.repairs)
    session.watch(at, 1, _shown(step.begun - 1, steps))


def watching(run: str, newest: Standing) -> Stage | None:
    """Draw the stage that is watched and its buttons; None when no repair is watched."""
    asked = session.watched()
    known = corrections(newest.state)
    place = next((i for i, c in enumerate(known) if asked and c.revision.at_seq == asked[0]), None)
    if asked is None or place is None:
        return None
    told = _told(run, newest, known[place])
    number = min(max(asked[1], 1), len(told.stages))
    stage = told.stages[number - 1]
    with st.container(border=True, key="watching", gap="small"):
        _heading(newest, known, place)
        with st.container(height=ROOM, border=False, gap="xxsmall"):
            st.markdown(_course(told, number))
            st.markdown(plain(stage.told))
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            _stage_button(BACK, "Back", ":material/chevron_left:", told, number - 1, newest.steps)
            _stage_button(NEXT, "Next", ":material/chevron_right:", told, number + 1, newest.steps)
            player(
                "stage_play",
                what="the stages",
                presses=NEXT,
                at=f"{told.seq}.{number}",
                seconds=PACE,
                speeds=False,
                restart=lambda: begin(told.seq, newest.steps),
            )
            st.space("stretch")
            st.button("Close", key=CLOSE, icon=":material/close:", type="tertiary", on_click=_close)
    return stage


def _told(run: str, newest: Standing, correction: Correction) -> Contradiction:
    at = correction.revision.at_seq
    step = next(s for s in newest.steps if at in s.repairs)
    entries = runs.log().entries(run, after=step.begun - 1, upto=min(step.ended + LOOK, newest.state.seq))
    own = step.ended - step.begun + 1
    return contradiction(runs.standing(run, step.begun - 1).state, entries[:own], entries[own:], at)


def _heading(newest: Standing, known: tuple[Correction, ...], place: int) -> None:
    state = newest.state
    if len(known) == 1:
        st.markdown(f"**{plain(_named(state, known[place]))}**")
        return
    places = list(range(len(known)))
    st.selectbox(
        "Contradiction",
        places,
        index=place,
        format_func=lambda i: f"{count(i + 1)} of {count(len(known))} · {_named(state, known[i])}",
        # The key names what is watched: the address decides, and the box follows it.
        key=f"watch_which_{place}",
        label_visibility="collapsed",
        on_change=lambda: begin(known[st.session_state[f"watch_which_{place}"]].revision.at_seq, newest.steps),
    )


def _named(state: State, correction: Correction) -> str:
    node, revision = correction
    new = state.fact(revision.new).value if revision.new else "nothing"
    return f"{node}: {state.fact(revision.old).value} → {new}"


def _course(told: Contradiction, number: int) -> str:
    """The names of the stages in order, the one in view emphasised."""
    names = (
        f"**{i} {stage.name}**" if i == number else f":gray[{i} {stage.name}]"
        for i, stage in enumerate(told.stages, start=1)
    )
    return " :gray[→] ".join(names)


def _stage_button(key: str, label: str, icon: str, told: Contradiction, number: int, steps: tuple[Step, ...]) -> None:
    there = 1 <= number <= len(told.stages)
    step = _shown(told.stages[number - 1].seq, steps) if there else session.NEWEST
    hint = f"{label} stage; the arrow keys do the same"
    st.button(
        label,
        key=key,
        icon=icon,
        help=hint,
        disabled=not there,
        on_click=session.watch,
        args=(told.seq, number, step),
    )


def _shown(seq: int, steps: tuple[Step, ...]) -> str:
    """The step after which an event had happened."""
    return next((str(s.number) for s in steps if s.begun <= seq <= s.ended), session.NEWEST)


def _close() -> None:
    session.show_step(session.step())
