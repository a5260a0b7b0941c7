"""The slider over a run's steps: what the page shows is the run as it stood after the chosen one."""

import streamlit as st

from components import session
from components.text import plain, seconds, short
from sleuth.views.timeline import Step

KEY = "scrubber_step"


def scrubber(steps: tuple[Step, ...]) -> Step | None:
    """Draw the slider with its two arrows; the chosen step, or None for the newest, which moves along."""
    options = [*(str(step.number) for step in steps), session.NEWEST]
    at = session.step()
    place = options.index(at) if at in options else len(options) - 1
    # The slider follows the address. Told its own value again it would lose a thumb that is being dragged.
    if st.session_state.get(KEY) != options[place]:
        st.session_state[KEY] = options[place]
    with st.container(horizontal=True, vertical_alignment="bottom", wrap=False, gap="xsmall", key="scrubber"):
        _arrow("step_back", "Earlier", ":material/chevron_left:", _before(place, options))
        st.select_slider(_title(steps, place), options, key=KEY, on_change=_moved)
        _arrow("step_on", "Later", ":material/chevron_right:", options[min(place + 1, len(options) - 1)])
    return steps[place] if place < len(steps) else None


def _before(place: int, options: list[str]) -> str:
    """The option before; from the newest that is the last step but one, for the newest is the last."""
    return options[max(0, place - (2 if place == len(options) - 1 else 1))]


def _title(steps: tuple[Step, ...], place: int) -> str:
    newest = place >= len(steps)
    step = steps[-1] if newest else steps[place]
    took = "" if step.phase == "person" else seconds(step.seconds)
    where = f"Step {step.number} of {len(steps)}" + (", the newest" if newest else "")
    return f"{where} · {step.phase} · {plain(short(step.title, 48))}" + (f" · {took}" if took else "")


def _arrow(key: str, label: str, icon: str, target: str) -> None:
    st.button(label, key=key, icon=icon, help="One step", on_click=session.show_step, args=(target,))


def _moved() -> None:
    session.show_step(st.session_state[KEY])
