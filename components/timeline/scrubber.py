"""The slider over a run's steps: what the page shows is the run as it stood after the chosen one.

Moved by hand, by two buttons, by the arrow keys anywhere on the page, or by playing.
"""

from pathlib import Path

import streamlit as st

from components import session
from components.keyboard import keyboard
from components.player import player
from components.program import Program
from components.text import plain, seconds, short
from components.tree.watching import BACK, CLOSE, NEXT
from sleuth.views.timeline import Step

KEY = "scrubber_track"
PACE = 1.6
"""Seconds a step at speed 1: time to see what is new. At speed 8 a step takes 0.2 s."""

KEYS = {"ArrowLeft": (BACK, "step_back"), "ArrowRight": (NEXT, "step_on"), "Escape": (CLOSE,)}
"""What the keys press: the stages of a repair while it is watched, else the steps."""

_FOLDER = Path(__file__).with_name("scrubber_program")

_TRACK = Program("scrubber", (_FOLDER / "scrubber.js").read_text(encoding="utf-8"))


def scrubber(steps: tuple[Step, ...]) -> Step | None:
    """Draw it; the chosen step, or None for the newest, which moves along."""
    options = [*(str(step.number) for step in steps), session.NEWEST]
    at = session.step()
    place = options.index(at) if at in options else len(steps)
    chosen = steps[place] if place < len(steps) else None
    step = chosen or steps[-1]
    with st.container(key="scrubber", gap=None):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(_title(steps, chosen), width="stretch")
            _from_here(chosen)
            with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", width="content"):
                _arrow("step_back", "Earlier", ":material/chevron_left:", _before(place, options), step.number == 1)
                _arrow(
                    "step_on", "Later", ":material/chevron_right:", options[min(place + 1, len(steps))], not chosen
                )
                player(
                    "scrubber_play",
                    what="the steps",
                    presses="step_on",
                    at=str(place),
                    seconds=PACE,
                    speeds=True,
                    restart=lambda: session.show_step(options[0]),
                )
        told = f"Step {step.number} of {len(steps)}, {step.phase}"
        data = {"at": step.number, "count": len(steps), "told": told, "marks": _marks(steps)}
        css = (_FOLDER / "scrubber.css").read_text(encoding="utf-8")
        _TRACK(KEY, {"css": css}, data, {"step": _moved})
        keyboard(KEYS, "scrubber_keys")
    return chosen


def _title(steps: tuple[Step, ...], chosen: Step | None) -> str:
    step = chosen or steps[-1]
    took = "" if step.phase == "person" else seconds(step.seconds)
    where = f"Step {step.number} of {len(steps)}" + ("" if chosen else ", the newest")
    return f"**{where}** :gray[· {step.phase} · {plain(short(step.title, 36))}{f' · {took}' if took else ''}]"


def _from_here(chosen: Step | None) -> None:
    """What there is to do about an earlier step: go another way from it, or leave it."""
    # The container is there for the newest as well: what follows it must not be made anew while it is played.
    with st.container(horizontal=True, gap="small", width="content"):
        if chosen is None:
            return
        hint = "A new run that shares the steps up to this one, and goes on with other means"
        if st.button("Branch from here", key="branch_here", icon=":material/fork_right:", type="tertiary", help=hint):
            session.step_in("branch", str(chosen.ended))
        st.button(
            "Newest",
            key="step_newest",
            icon=":material/last_page:",
            type="tertiary",
            help="Back to the present",
            on_click=session.show_step,
            args=(session.NEWEST,),
        )


def _before(place: int, options: list[str]) -> str:
    """The option before; from the newest that is the last step but one, for the newest is the last."""
    return options[max(0, place - (2 if place == len(options) - 1 else 1))]


def _arrow(key: str, label: str, icon: str, target: str, end: bool) -> None:
    hint = f"One step {label.lower()}; the arrow keys do the same"
    st.button(label, key=key, icon=icon, help=hint, disabled=end, on_click=session.show_step, args=(target,))


def _marks(steps: tuple[Step, ...]) -> str:
    """Where something of note happened, as the slider marks it."""
    return " ".join(f"{step.number}:{kind}" for step in steps if (kind := _noted(step)))


def _noted(step: Step) -> str:
    if step.repairs:
        return "repair"
    if step.trouble:
        return "problem"
    return step.phase if step.phase in ("person", "answer") else ""


def _moved() -> None:
    step = st.session_state[KEY].get("step")
    if isinstance(step, str):
        session.show_step(step)
