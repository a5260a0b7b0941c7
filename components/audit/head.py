"""What is audited: question, answer, the reviewer, the seal, and what can be done with the whole audit."""

from functools import partial

import streamlit as st

from components import runs, session
from components.audit.working import entailing, looking_again
from components.text import plain, plural, short
from sleuth import exports
from sleuth.audit.entailment import pending
from sleuth.audit.judging import NAME_CHARS, seal
from sleuth.audit.queue import Item, reviewers
from sleuth.errors import SleuthError
from sleuth.person import author
from sleuth.state import State
from sleuth.store import RunRow

REVIEWER = "audit_reviewer"
FORMATS = ("audit", "audit_md", "audit_csv", "bundle")


def reviewer_choice(items: tuple[Item, ...]) -> str:
    """Draw the choice of who judges, and return the name: one who has judged here, or a new one that is typed."""
    typed = st.session_state.get(REVIEWER)
    known = tuple(dict.fromkeys(filter(None, (session.signed(), typed, *reviewers(items)))))
    chosen = st.selectbox(
        "Reviewer",
        known,
        key=REVIEWER,
        accept_new_options=True,
        help="Whose verdicts these are. Type another name to judge as somebody else; each sees the others' verdicts "
        "on a claim only after their own.",
    )
    name = " ".join((chosen or author()).split())[:NAME_CHARS]
    session.sign(name)
    return name


def audit_head(row: RunRow, state: State) -> None:
    """Draw the question with its answer, and the way back to the run."""
    with st.container(horizontal=True, vertical_alignment="top", horizontal_alignment="distribute", key="audit_head"):
        with st.container(gap=None, width="stretch"):
            st.markdown(f"#### {plain(short(row.name, 240))}", anchors=False)
            answer = state.answer
            said = f"Answer: **{plain(short(answer, 240))}**" if answer is not None else "There is no answer."
            by = f"{plain(row.model)} · memory {plain(row.memory)}"
            if state.report is not None:  # whose words they are is not known, and no question was answered
                said, by = plain(short(answer or "", 240)), "· a pasted text"
            st.markdown(f"{said} :gray[{by}]")
        with st.container(horizontal=True, width="content", gap="xsmall"):
            if st.button("Open the run", key="audit_open_run", icon=":material/travel_explore:", type="tertiary"):
                session.open_run(row.id)
            if st.button("Other runs", key="audit_other", icon=":material/arrow_back:", type="tertiary"):
                session.open_audit(None)


def seal_told(state: State, row: RunRow) -> None:
    """Draw the seal, unbroken or broken by what; nothing where nobody vouches for the audit."""
    if state.seal is None:
        return
    name = plain(state.seal.reviewer)
    if state.seal.broken is None:
        st.markdown(f":green[:material/verified:] **Audited and sealed by {name}.** :gray[Nothing changed since.]")
        return
    broken = next((s for s in runs.standing(row.id, row.seq).steps if s.ended >= (state.seal.broken or 0)), None)
    what = f": {plain(broken.title)} (step {broken.number})" if broken else ""
    st.markdown(f":orange[:material/gpp_maybe:] **The seal of {name} is broken**{what}.")


def audit_actions(row: RunRow, state: State, items: tuple[Item, ...], reviewer: str) -> None:
    """Draw what can be done with the whole audit."""
    left = pending(state)
    judged = sum(item.by(reviewer) is not None for item in items)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="audit_actions"):
        st.button(
            "Ask the model",
            key="audit_entail",
            icon=":material/smart_toy:",
            disabled=left == 0,
            on_click=entailing,
            args=(row.id,),
            help=f"Whether the passages entail each claim: {plural(left, 'question')} to the model of Settings. "
            "Its verdict on a claim is shown once you have given yours."
            if left
            else "It has been asked about every claim.",
        )
        st.button(
            "Look at pages again",
            key="audit_recheck",
            icon=":material/event_repeat:",
            on_click=looking_again,
            args=(row.id,),
            help="Whether what is cited still says so: pages of the web are fetched again, documents looked up in "
            "their collection.",
        )
        with st.popover("Report", icon=":material/download:", key="audit_report"):
            for name in (name for name in FORMATS if name in exports.names()):
                form = exports.form(name)
                st.download_button(
                    form.label,
                    key=f"audit_export_{name}",
                    data=partial(_content, row.id, name),
                    file_name=exports.file_name(row.question, row.id, name),
                    mime=form.media,
                    on_click="ignore",
                    help=form.told,
                )
        st.button(
            "Seal",
            key="audit_seal",
            icon=":material/verified:",
            disabled=judged < len(items) or _holds(state),
            on_click=_seal,
            args=(row.id, reviewer),
            help="Vouch for the whole audit. Any later change to a fact, the answer or your verdicts breaks the seal."
            if judged == len(items)
            else "Judge every claim first.",
        )


def _holds(state: State) -> bool:
    return state.seal is not None and state.seal.broken is None


def _content(run: str, name: str) -> bytes:
    return exports.form(name).content(exports.recorded(runs.log(), run))


def _seal(run: str, reviewer: str) -> None:
    try:
        runs.runner().audit(run, lambda now: seal(now, reviewer))
    except SleuthError as error:
        st.toast(plain(str(error)), icon=":material/error:")
