"""The step timeline: what each step did, why, what came of it, and the exact prompt and reply, one click away."""

import streamlit as st

from components import runs, session
from components.marks import PHASE_ICONS
from components.text import count, plain, seconds
from components.timeline.entropy import entropy_trace
from components.tree.watching import begin
from sleuth.views.timeline import Call, Step

PAGE = 20
"""Steps drawn at once; each is a widget of its own."""

REPAIRED = "repaired"


def timeline(run: str, steps: tuple[Step, ...], chosen: Step | None) -> None:
    """Draw a page of the steps, the one with the chosen step first of all, below the prompt of that moment."""
    at = chosen or (steps[-1] if steps else None)
    if at is None:
        st.caption("No step yet.")
        return
    _exact(run, steps, at)
    kind = st.pills("Show only", _kinds(steps), key="steps_kind", label_visibility="collapsed")
    shown = [step for step in steps if kind is None or _is(step, kind)]
    place = max(0, sum(step.number <= at.number for step in shown) - 1)
    pages = max(1, -(-len(shown) // PAGE))
    page = place // PAGE + 1
    if pages > 1:
        # The key names the chosen step: choosing another one turns to its page, leafing stays where it is.
        key = f"steps_page_{chosen.number if chosen else session.NEWEST}_{kind}_{pages}"
        page = st.pagination(pages, default=page, key=key)
    for step in shown[(page - 1) * PAGE : page * PAGE]:
        _step(run, steps, step, here=chosen is not None and chosen.number == step.number)


def _kinds(steps: tuple[Step, ...]) -> list[str]:
    """The phases there are, in the order of a turn, and the repairs."""
    there = {step.phase for step in steps}
    repaired = [REPAIRED] if any(step.repairs for step in steps) else []
    return [*repaired, *(phase for phase in PHASE_ICONS if phase in there)]


def _is(step: Step, kind: str) -> bool:
    return bool(step.repairs) if kind == REPAIRED else step.phase == kind


def _exact(run: str, steps: tuple[Step, ...], at: Step) -> None:
    """The last prompt that the model was given by then, and its reply; open, it follows the slider."""
    asked = next((step for step in reversed(steps[: at.number]) if step.call), None)
    if asked is None or asked.call is None:
        st.caption("No model was asked by then.")
        return
    # A label that changed would close it.
    exact = st.expander("**Exact prompt and reply**", icon=":material/terminal:", key="exact", on_change="rerun")
    with exact:
        where = f"Of step {asked.number}" + ("" if asked is at else ", the last that asked the model")
        st.caption(f"{where} · {_tokens(asked.call)}")
        if exact.open:
            _call(run, asked.call.seq, "exact")


def _step(run: str, steps: tuple[Step, ...], step: Step, *, here: bool) -> None:
    # What a person did took them no time that anybody measured.
    facts = [f"turn {step.turn}", "" if step.phase == "person" else seconds(step.seconds)]
    if step.call:
        facts.append(_tokens(step.call))
    if step.repairs:
        facts.append("◆ repaired")
    if step.trouble:
        facts.append("▲ trouble")
    label = f"{step.number} {plain(step.title)} :gray[· {' · '.join(f for f in facts if f)}]"
    if here:  # beside it, not in its label: a label that changed would close it
        st.caption(":material/arrow_downward: In view", width="content")
    expander = st.expander(
        label, icon=PHASE_ICONS[step.phase], type="step", key=f"step_{run}_{step.number}", on_change="rerun"
    )
    with expander:
        # Drawn while closed as well: an empty step would have nothing to open.
        st.markdown(_told(step))
        if expander.open:
            _opened(run, steps, step)


def _tokens(call: Call) -> str:
    if call.prompt_tokens is None or call.completion_tokens is None:
        return "unknown tokens"
    return f"{count(call.prompt_tokens + call.completion_tokens)} tokens"


def _told(step: Step) -> str:
    """Why the step was taken and what came of it, as Markdown."""
    cause = [f":gray[because] {plain(step.cause)}\n"] if step.cause else []
    return "\n".join((*cause, *(f"- {plain(note)}" for note in step.notes))) or ":gray[Nothing came of it.]"


def _opened(run: str, steps: tuple[Step, ...], step: Step) -> None:
    if step.draft and step.decision:
        entropy_trace(step.draft, step.decision, f"{run}_{step.number}")
    with st.container(horizontal=True, gap="small"):
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
        for number, at in enumerate(step.repairs, start=1):
            which = f" {number}" if len(step.repairs) > 1 else ""
            st.button(
                f"Watch the contradiction{which}",
                key=f"watch_{run}_{at}",
                icon=":material/slow_motion_video:",
                type="tertiary",
                on_click=begin,
                args=(at, steps),
            )
    if step.call:
        _call(run, step.call.seq, "step")


def _call(run: str, seq: int, place: str) -> None:
    call = runs.log().call(run, seq)
    if call is None:
        st.caption("The log does not hold the texts of this call.")
        return
    with st.container(height=440, key=f"call_{place}_{run}_{seq}"):
        _said("raw reply", call.reply)
        if call.reasoning:
            _said("reasoning, not fed on", call.reasoning)
        for message in call.prompt:
            _said(f"prompt, {message.role}", message.content)


def _said(who: str, text: str) -> None:
    st.caption(who)
    st.code(text, language=None, wrap_lines=True)
