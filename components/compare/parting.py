"""The step at which compared runs parted: how far they went together, and what each did next."""

import streamlit as st

from components import session
from components.marks import PHASE_ICONS
from components.text import plain, plural, short
from sleuth.views.comparison import Comparison
from sleuth.views.timeline import Step

NOTES = 3
"""Lines of what came of a step that are shown."""


def compare_parting(told: Comparison) -> None:
    """Draw it; each side opens its run at that step."""
    parting = told.parting
    if not parting.parted:
        st.markdown(f"**They went the same way** :gray[{plural(parting.together, 'step')}]")
        return
    alike = f"after {plural(parting.together, 'step')} taken alike" if parting.together else "at the first step"
    st.markdown(f"**Where they parted** :gray[{alike}]")
    with st.grid(min(len(told.runs), 4), min_column_width=230):
        for run, step in zip(told.runs, parting.next, strict=True):
            with st.container(border=True, height="stretch", gap="xsmall", key=f"compare_next_{run.letter}"):
                if step is None:
                    st.markdown(f"**{run.letter}** took no further step.")
                else:
                    _step(run.letter, run.run, step)


def _step(letter: str, run: str, step: Step) -> None:
    st.markdown(f"**{letter}** {PHASE_ICONS[step.phase]} {plain(short(step.title, 200))}")
    for note in step.notes[:NOTES]:
        st.caption(plain(short(note, 240)))
    if len(step.notes) > NOTES:
        st.caption(f"and {len(step.notes) - NOTES} more")
    hint = f"Open {letter} as it stood after this step."
    if st.button(
        f"Step {step.number}",
        key=f"compare_step_{letter}",
        icon=":material/arrow_forward:",
        type="tertiary",
        help=hint,
    ):
        session.open_run(run, step=str(step.number))
