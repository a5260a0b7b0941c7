"""The buttons of a verdict with their keys, the note, and the ways to the next claim and back."""

import time
from collections.abc import Callable

import streamlit as st

from components import runs, session
from components.keyboard import keyboard
from components.text import plain
from sleuth.audit.judging import NOTE_CHARS, give, withdraw
from sleuth.audit.queue import Item
from sleuth.errors import SleuthError
from sleuth.verdicts import Verdict, VerdictGiven

LABELS: dict[Verdict, tuple[str, str, str]] = {
    "supported": ("**S**upported", "s", "The passages say all that the claim says."),
    "partly": ("**P**artly", "p", "They say a part of it."),
    "contradicted": ("**C**ontradicted", "c", "They say something that cannot be true together with it."),
    "not enough": ("**N**ot enough", "n", "They say too little to tell."),
    "not located": ("Not **l**ocated", "l", "What is quoted stands nowhere in them, or there is no passage."),
}
ICONS: dict[Verdict, str] = {
    "supported": ":material/check_circle:",
    "partly": ":material/tonality:",
    "contradicted": ":material/cancel:",
    "not enough": ":material/help:",
    "not located": ":material/location_off:",
}

KEYS = {
    **{
        name: (f"audit_{verdict.replace(' ', '_')}",)
        for verdict, (_, key, _) in LABELS.items()
        for name in (key, key.upper())
    },
    "ArrowRight": ("audit_next",),
    "ArrowLeft": ("audit_back",),
    "u": ("audit_undo",),
    "U": ("audit_undo",),
}

SINCE = "audit_since"
"""Since when a claim is looked at, for the seconds of its verdict; it ends with the session."""
REFUSED = "audit_refused"


def verdict_bar(run: str, item: Item, reviewer: str, *, back: str | None, on: str | None, last: str | None) -> None:
    """Draw the bar; `back` and `on` are the claims before and after, `last` the one this reviewer judged last."""
    mine = item.by(reviewer)
    _looked_at(run, item.claim.id)
    note = _note(run, item.claim.id, reviewer, mine)
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="small", key="audit_bar"):
        with st.container(horizontal=True, gap="xsmall", width="content", key="audit_verdicts"):
            for verdict, (label, _, told) in LABELS.items():
                st.button(
                    label,
                    key=f"audit_{verdict.replace(' ', '_')}",
                    icon=ICONS[verdict],
                    type="primary" if mine and mine.verdict == verdict else "secondary",
                    help=told,
                    disabled=not reviewer,
                    on_click=_give,
                    args=(run, item.claim.id, verdict, reviewer, note, session.selected()),
                )
        with st.container(horizontal=True, gap="xsmall", width="content", key="audit_moving"):
            st.button(
                "Undo", key="audit_undo", icon=":material/undo:", disabled=last is None, on_click=_undo,
                args=(run, last, reviewer), help="Take your last verdict back (key U)",
            )  # fmt: skip
            st.button(
                "Back", key="audit_back", icon=":material/chevron_left:", disabled=back is None,
                on_click=session.select, args=(back,), help="The claim before (key ←)",
            )  # fmt: skip
            st.button(
                "Next", key="audit_next", icon=":material/chevron_right:", icon_position="right", disabled=on is None,
                type="primary" if mine and on else "secondary", on_click=session.select, args=(on,),
                help="The claim after (key →)",
            )  # fmt: skip
    if refused := st.session_state.pop(REFUSED, None):
        st.error(refused, icon=":material/error:")
    st.text_input(
        "Note",
        key=note,
        max_chars=NOTE_CHARS,
        persist_state="session",  # what was typed before a verdict is still there when one comes back
        placeholder="What a reader of the report should know",
        on_change=_noted,
        args=(run, item.claim.id, reviewer, note),
    )
    st.caption("Keys: the letter in bold gives a verdict, → goes on, ← goes back, U takes your last verdict back.")
    keyboard(KEYS, key="audit_keyboard", in_turn=True)


def _note(run: str, claim: str, reviewer: str, mine: VerdictGiven | None) -> str:
    """The key of the note, which shows what is recorded, also when that was changed in another tab."""
    key = f"audit_note_{run}_{claim}_{reviewer}"
    shown, recorded = f"{key}_recorded", mine.note if mine else None
    if mine and st.session_state.get(shown) != recorded:
        st.session_state[key] = recorded or ""
    st.session_state[shown] = recorded  # a verdict that is taken back leaves its note in the field
    return key


def _looked_at(run: str, claim: str) -> None:
    """Begin to count the seconds when another claim comes into view."""
    if st.session_state.get(SINCE, ("", "", 0.0))[:2] != (run, claim):
        st.session_state[SINCE] = (run, claim, time.monotonic())


def _seconds(run: str, claim: str) -> float | None:
    at = st.session_state.get(SINCE)
    return round(time.monotonic() - at[2], 1) if at and at[:2] == (run, claim) else None


def _give(run: str, claim: str, verdict: Verdict, reviewer: str, key: str, drawn: str | None) -> None:
    if session.selected() not in (drawn, claim):
        # The press met the button of the claim before, while the next was on its way to the page.
        st.session_state[REFUSED] = "The next claim was only just coming into view; give its verdict once more."
        return
    note, seconds = st.session_state.get(key) or "", _seconds(run, claim)
    _do(lambda: runs.runner().audit(run, lambda now: give(now, reviewer, claim, verdict, note, seconds)))
    session.select(claim)
    session.sign(reviewer)


def _noted(run: str, claim: str, reviewer: str, key: str) -> None:
    """A note that comes after the verdict is kept with it."""
    note = st.session_state[key]
    state = runs.standing(run, runs.log().last_seq(run)).state
    given = next((g for _, g in state.verdicts if g.reviewer == reviewer and g.claim.id == claim), None)
    if given is not None and (given.note or "") != note.strip():
        _do(
            lambda: runs.runner().audit(
                run, lambda now: give(now, reviewer, claim, given.verdict, note, given.seconds)
            )
        )


def _undo(run: str, claim: str, reviewer: str) -> None:
    _do(lambda: runs.runner().audit(run, lambda now: withdraw(now, reviewer, claim)))
    session.select(claim)


def _do(act: Callable[[], None]) -> None:
    try:
        act()
    except SleuthError as error:
        st.session_state[REFUSED] = plain(str(error))
