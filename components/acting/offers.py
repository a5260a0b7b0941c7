"""What a person can do here and now, as buttons. What this state would refuse is not offered."""

from typing import NamedTuple

import streamlit as st

from components import session
from sleuth.acts import Intervention, perform
from sleuth.errors import CallerError
from sleuth.person import Act
from sleuth.state import State


class Offer(NamedTuple):
    """How an act is offered."""

    label: str
    icon: str
    hint: str


OFFERS: dict[Act, Offer] = {
    "pin fact": Offer("Pin", ":material/star:", "Evidence alone no longer refutes it."),
    "unpin fact": Offer("Unpin", ":material/star_half:", "Evidence may refute it again."),
    "edit fact": Offer("Edit value", ":material/edit:", "A new version in your name takes its place."),
    "reject fact": Offer("Reject", ":material/block:", "It no longer counts, and what rests on it follows."),
    "restore fact": Offer("Restore", ":material/settings_backup_restore:", "It counts again, against its rivals."),
    "add question": Offer("Add a question", ":material/add:", "Have something else found out besides."),
    "edit question": Offer("Reword", ":material/edit:", "Ask it in other words, or ask something else."),
    "order questions": Offer("To the top", ":material/vertical_align_top:", "It is taken up next."),
    "drop question": Offer("Drop", ":material/block:", "It is no longer looked for."),
    "reopen question": Offer("Reopen", ":material/settings_backup_restore:", "It is looked for again."),
    "ask again": Offer("Search once more", ":material/manage_search:", "For evidence that confirms or overturns it."),
    "leave question": Offer("Leave it", ":material/check:", "It keeps the answer it had."),
    "add hypothesis": Offer("Propose a value", ":material/lightbulb:", "Its next search looks for this value too."),
    "add passage": Offer("Add a passage", ":material/note_add:", "Bring a text to be read for this question."),
}

FACT_ACTS: tuple[Act, ...] = ("pin fact", "unpin fact", "edit fact", "reject fact", "restore fact")
QUESTION_ACTS: tuple[Act, ...] = (
    "order questions",
    "edit question",
    "drop question",
    "reopen question",
    "ask again",
    "leave question",
    "add hypothesis",
    "add passage",
)

WELCOME: tuple[Act, ...] = ("add hypothesis", "add passage")
"""What is refused only for what it says: trying it would rank every hypothesis anew."""


def possible(state: State, act: Act, target: str) -> bool:
    """Whether this state would let it be done, with some value or other."""
    waiting = [q.id for q in state.questions if q.status == "open"]
    if act == "order questions" and (target not in waiting or waiting[0] == target):
        return False
    if act in WELCOME:
        return any(q.id == target for q in state.questions)
    value = target if act == "order questions" else "another value"
    wanted = Intervention(act=act, author="-", reason="-", target=target, value=value, title="-")
    try:
        perform(state, wanted)
    except CallerError:
        return False
    return True


def act_buttons(state: State, target: str, acts: tuple[Act, ...]) -> None:
    """Draw a button for each of the acts that is possible; a click opens its dialog."""
    with st.container(horizontal=True, gap="xsmall", key=f"acts_{target}"):
        for act in acts:
            if possible(state, act, target):
                act_button(act, target)


def act_button(act: Act, target: str, place: str = "") -> None:
    """Draw the button for one act; `place` tells apart two that do the same."""
    offer = OFFERS[act]
    key = "_".join(part for part in (act.replace(" ", "_"), target, place) if part)
    if st.button(offer.label, key=key, icon=offer.icon, help=offer.hint):
        session.step_in(act, target)
