"""The pause before a step: what a learner would do next, chosen from a few moves or typed."""

import streamlit as st

from components import session
from components.text import plain, short
from components.whole import whole
from sleuth.views.lessons import Moment

MOVE = 240
"""Characters of a move; a class reads no more."""

NOTE = "Let everybody settle on one move before you reveal what was done. Ask two of them for their reasons."
"""For the person who explains it; the step's own note would give it away."""


def teach_moment(run: str, step: int, asked: Moment) -> session.Prediction:
    """Draw the question and its moves; what is chosen or typed so far."""
    chosen = session.predictions(run).get(step, session.Prediction()).move
    st.markdown("## What would you do next?", anchors=False)
    whole(asked.situation, "teach_situation")
    with st.container(gap="xsmall", key="teach_moves"):
        for number, move in enumerate(asked.moves, start=1):
            here = chosen == number - 1
            st.button(
                f"**{number}** {plain(short(move.text, MOVE))}",
                key=f"teach_move_{number}",
                icon=f":material/radio_button_{'checked' if here else 'unchecked'}:",
                type="primary" if here else "secondary",
                width="stretch",
                wrap=True,
                on_click=session.predict,
                args=(run, step, session.Prediction(move=number - 1, agreed=number - 1 == asked.made)),
            )
    words = st.text_input(
        "Or something else",
        key=f"teach_words_{run}_{step}",
        max_chars=300,
        placeholder="In your own words",
    )
    return session.Prediction(
        move=chosen, words=(words or "").strip(), agreed=chosen is not None and chosen == asked.made
    )
