"""A recorded run, played: one large panel a step, a pause before what decides something, the tree beside it.

The address holds run and step. Before a step that asks, the panel asks; once that is revealed, it tells.
"""

from pathlib import Path

import streamlit as st

from components import runs, session
from components.keyboard import keyboard
from components.teach.beside import teach_beside
from components.teach.moment import NOTE, teach_moment
from components.teach.telling import teach_telling
from components.text import plain, plural, short
from components.whole import rest_of
from sleuth.bundle import Header
from sleuth.state import State
from sleuth.store import RunRow
from sleuth.views.lessons import Scene, scene
from sleuth.views.timeline import Step

KEYS = {
    "ArrowRight": ("teach_on",),
    "PageDown": ("teach_on",),
    " ": ("teach_on",),
    "ArrowLeft": ("teach_back",),
    "PageUp": ("teach_back",),
    "Home": ("teach_restart",),
    **{str(n): (f"teach_move_{n}",) for n in range(1, 5)},
}
"""PageUp and PageDown are what a presenter's clicker sends."""

HEADING = 240
"""Characters of a question that stand above every step."""

STYLE = Path(__file__).with_name("teach.css")


def teach_lesson(row: RunRow, header: Header | None) -> None:
    """Draw the step of the lesson that the address names; `header` is what a recorded one says of itself."""
    presented = bool(st.session_state.get("teach_present"))
    st.set_page_config(initial_sidebar_state="collapsed" if presented else "auto")
    st.html(STYLE)
    steps = runs.standing(row.id, row.seq).steps
    place = _place(len(steps))
    with st.container(key="teach_presented" if presented else "teach_lesson"):
        _head(row, header)
        if not steps:
            st.caption("This run has no step yet: it can be played once it has been carried on.")
            return
        shown = _scene(row.id, steps, place) if place else None
        said = session.predictions(row.id)
        asking = shown is not None and shown.asked is not None and not (place in said and said[place].revealed)
        controls = st.container(
            horizontal=True, vertical_alignment="center", gap="small", wrap=True, key="teach_controls"
        )
        left, right = st.columns([3, 2], gap="large")
        with left, st.container(border=True, key="teach_panel"):
            if shown is None:
                _opening(row.question, header, len(steps))
                prediction = None
            elif asking and shown.asked:
                prediction = teach_moment(row.id, place, shown.asked)
            else:
                prediction = None
                teach_telling(shown.told, _state(row.id, steps, place), shown.asked, said.get(place))
                if place == len(steps):
                    _ending(row)
        with left, st.container(key="teach_note"):
            _notes(shown, asking)
        with right, st.container(key="teach_beside"):
            at = place - 1 if asking else place
            before, state = _state(row.id, steps, max(0, at - 1)), _state(row.id, steps, at)
            teach_beside(row.id, before, state, height=360 if presented else 280)
        with controls:
            _controls(row.id, place, len(steps), said, prediction)
    keyboard(KEYS, key="teach_keyboard")


def _place(steps: int) -> int:
    """Which step the address names; 0 for the opening, also when it names none that there is."""
    step = session.step()
    return int(step) if step.isascii() and step.isdigit() and int(step) <= steps else 0


def _state(run: str, steps: tuple[Step, ...], place: int) -> State:
    """The state after a step; before the first one, only the question is known."""
    return runs.standing(run, steps[place - 1].ended if place else steps[0].begun - 1).state


def _scene(run: str, steps: tuple[Step, ...], place: int) -> Scene:
    step, earlier = steps[place - 1], steps[place - 2] if place > 1 else None
    entries = runs.log().entries(run, after=(earlier or step).begun - 1, upto=step.ended)
    return scene(
        _state(run, steps, place - 1),
        _state(run, steps, place),
        tuple(entry.event for entry in entries if entry.seq >= step.begun),
        tuple(entry.event for entry in entries if entry.seq < step.begun),
    )


def _head(row: RunRow, header: Header | None) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="teach_head"
    ):
        with st.container(gap=None, width="stretch", key="teach_question"):
            if header and header.title:
                st.markdown(f"#### {plain(header.title)}", anchors=False)
            st.markdown(plain(short(row.question, HEADING)))
        with st.container(horizontal=True, vertical_alignment="center", width="content", gap="small"):
            st.toggle("Speaker notes", key="teach_notes")
            st.toggle("Large type", key="teach_present", help="For a class: everything larger, the menu put away.")
            if st.button("All lessons", key="teach_all", icon=":material/arrow_back:", type="tertiary"):
                session.open_lesson(None)


def _opening(question: str, header: Header | None, steps: int) -> None:
    lesson = header.lesson if header else None
    st.markdown("## What to watch for" if lesson else "## Step by step", anchors=False)
    if lesson:
        st.markdown(plain(lesson))
    rest_of(question, "teach_question", limit=HEADING)
    st.caption(
        f"{plural(steps, 'step')}. Before each that decides something you are asked what you would do next. "
        "Keys: → or Space goes on, ← goes back, 1 to 4 choose."
    )


def _notes(shown: Scene | None, asking: bool) -> None:
    if st.session_state.get("teach_notes"):
        point = "Read the question aloud and ask where one would look first." if shown is None else shown.told.point
        st.markdown(f":violet[**For the speaker**] {plain(NOTE if asking else point)}")


def _ending(row: RunRow) -> None:
    st.markdown("That was the whole run.")
    if st.button("Open it in Investigate", key="teach_open", icon=":material/travel_explore:", type="tertiary"):
        session.open_run(row.id)


def _controls(
    run: str, place: int, steps: int, said: dict[int, session.Prediction], prediction: session.Prediction | None
) -> None:
    """The buttons that move the lesson; they stand above the panel, so that they stay where they are."""
    st.button(
        "Back",
        key="teach_back",
        icon=":material/chevron_left:",
        disabled=place == 0,
        on_click=_show,
        args=(place - 1,),
    )
    if prediction is not None:
        st.button(
            "Reveal", key="teach_on", icon=":material/visibility:", type="primary", on_click=session.predict,
            args=(run, place, prediction._replace(revealed=True)),
        )  # fmt: skip
    else:
        st.button(
            "Next" if place else "Begin", key="teach_on", icon=":material/chevron_right:", icon_position="right",
            type="primary", disabled=place == steps, on_click=_show, args=(place + 1,),
        )  # fmt: skip
    st.progress(place / steps, text=f"Step {place} of {steps}" if place else f"{steps} steps", width=160)
    if told := _tally(said):
        st.caption(told, width="content")
    st.button(
        "Restart", key="teach_restart", icon=":material/restart_alt:", type="tertiary", disabled=place == 0,
        help="Back to the beginning; what was predicted is forgotten.", on_click=_restart, args=(run,),
    )  # fmt: skip


def _tally(said: dict[int, session.Prediction]) -> str:
    shown = [p for p in said.values() if p.revealed]
    same = sum(p.agreed for p in shown)
    other = sum(p.move is not None and not p.agreed for p in shown)
    own = sum(p.move is None and bool(p.words) for p in shown)
    parts = ((same, "as it did"), (other, "another way"), (own, "in your own words"))
    told = " · ".join(f"{n} {what}" for n, what in parts if n)
    return f"Your predictions: {told}" if told else ""


def _show(place: int) -> None:
    session.show_step(str(place) if place else session.NEWEST)


def _restart(run: str) -> None:
    session.forget_predictions(run)
    _show(0)
