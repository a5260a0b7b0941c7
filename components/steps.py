"""The step timeline: what each step did, why, what came of it, and the exact prompt and reply, one click away."""

import streamlit as st

from components import runs, session
from components.entropy import entropy_trace
from components.marks import PHASE_ICONS
from components.text import count, plain, seconds
from sleuth.views.timeline import Step

PAGE = 20
"""Steps drawn at once; each is a widget of its own."""


def timeline(run: str, steps: tuple[Step, ...], chosen: Step | None) -> None:
    """Draw a page of the steps, the one with the chosen step first of all."""
    pages = max(1, -(-len(steps) // PAGE))
    number = chosen.number if chosen else len(steps)
    page = max(1, -(-number // PAGE))
    if pages > 1:
        # The key names the chosen step: choosing another one turns to its page, leafing stays where it is.
        page = st.pagination(pages, default=page, key=f"steps_page_{number if chosen else session.NEWEST}_{pages}")
    for step in steps[(page - 1) * PAGE : page * PAGE]:
        _step(run, step, here=chosen is not None and chosen.number == step.number)


def _step(run: str, step: Step, *, here: bool) -> None:
    # What a person did took them no time that anybody measured.
    facts = [f"turn {step.turn}", "" if step.phase == "person" else seconds(step.seconds)]
    if step.call:
        facts.append(f"{_tokens(step)} tokens")
    label = f"{step.number} {plain(step.title)} :gray[· {' · '.join(f for f in facts if f)}]"
    shown = f"**{label}**" if here else label
    expander = st.expander(
        shown, icon=PHASE_ICONS[step.phase], type="step", key=f"step_{run}_{step.number}", on_change="rerun"
    )
    with expander:
        # Drawn while closed as well: an empty step would have nothing to open.
        st.markdown(_told(step))
        if expander.open:
            _opened(run, step)


def _tokens(step: Step) -> str:
    assert step.call is not None
    if step.call.prompt_tokens is None or step.call.completion_tokens is None:
        return "unknown"
    return count(step.call.prompt_tokens + step.call.completion_tokens)


def _told(step: Step) -> str:
    """Why the step was taken and what came of it, as Markdown."""
    cause = [f":gray[because] {plain(step.cause)}\n"] if step.cause else []
    return "\n".join((*cause, *(f"- {plain(note)}" for note in step.notes))) or ":gray[Nothing came of it.]"


def _opened(run: str, step: Step) -> None:
    if step.draft and step.decision:
        entropy_trace(step.draft, step.decision, f"{run}_{step.number}")
    st.button(
        "Show the run as of this step",
        key=f"as_of_{run}_{step.number}",
        icon=":material/history:",
        type="tertiary",
        on_click=session.show_step,
        args=(str(step.number),),
    )
    if st.button(
        "Branch after this step", key=f"branch_{run}_{step.number}", icon=":material/fork_right:", type="tertiary"
    ):
        session.step_in("branch", str(step.ended))
    if step.call and st.toggle("Exact prompt and reply", key=f"call_{run}_{step.number}"):
        _call(run, step.call.seq)


def _call(run: str, seq: int) -> None:
    call = runs.log().call(run, seq)
    if call is None:
        st.caption("The log does not hold the texts of this call.")
        return
    st.caption(f"{call.purpose} · {plain(call.model)}")
    with st.container(height=440):
        _said("reply", call.reply)
        if call.reasoning:
            _said("reasoning, not fed on", call.reasoning)
        for message in call.prompt:
            _said(f"prompt, {message.role}", message.content)


def _said(who: str, text: str) -> None:
    st.caption(who)
    st.code(text, language=None, wrap_lines=True)
