"""What the run did in a step and why, large, with the passage it rests on and what the learner had said."""

import streamlit as st

from components import session
from components.text import marked, plain, short, source
from components.whole import rest_of, whole
from sleuth.state import State
from sleuth.views.lessons import Moment, Narration
from sleuth.views.passages import excerpt

HEADLINE = 280
"""Characters of what stands in large type, and of what is listed under it."""


def teach_telling(told: Narration, state: State, asked: Moment | None, said: session.Prediction | None) -> None:
    """Draw one step; `state` is the one after it, `said` what was predicted before it."""
    st.markdown(f"## {plain(short(told.what, HEADLINE))}", anchors=False)
    rest_of(told.what, "teach_what", limit=HEADLINE)
    whole(told.why, "teach_why", before=":gray[Why:] ")
    if asked and said:
        st.markdown(_compared(asked, said))
    if told.parts:
        st.markdown("\n".join(f"{n}. {plain(short(part, HEADLINE))}" for n, part in enumerate(told.parts, start=1)))
    if told.passage is not None:
        passage = state.passage(told.passage)
        with st.container(border=True, key="teach_passage"):
            text, start, end = excerpt(passage.text, told.start, told.end)
            st.markdown(marked(text, start, end))
            # Not a caption: a link in its pale type cannot be read by everybody.
            st.markdown(f":small[{passage.id} · {source(passage)}]")


def _compared(asked: Moment, said: session.Prediction) -> str:
    """What was predicted, beside what was done; nobody is marked right or wrong."""
    if said.move is not None and said.agreed:
        return f":gray[You would have done the same:] {plain(short(asked.moves[said.move].text, HEADLINE))}"
    yours = plain(short(asked.moves[said.move].text, HEADLINE)) if said.move is not None else plain(said.words)
    return f":gray[You would have done something else:] {yours}" if yours else ":gray[You made no prediction.]"
