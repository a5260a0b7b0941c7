"""The guide that greets a first visit: what this is, and three ways to begin. Put away once, it stays away."""

import streamlit as st

from components import session
from components.samples import open_sample, samples
from sleuth.first_visit import guide_wanted, put_guide_away

PURPOSE = "Sleuth answers questions that no single document answers, and shows the passage under every claim."


def guide(example: str) -> None:
    """Draw it unless it was put away; `example` is a question of the casebook that the box is filled with."""
    if not guide_wanted():
        return
    with st.container(border=True, key="guide"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", wrap=True):
            st.markdown(f"**{PURPOSE}**", width="stretch")
            if st.button("Don't show again", key="guide_away", icon=":material/close:", type="tertiary"):
                put_guide_away()
                st.rerun()
        with st.grid(3, min_column_width=240):
            with st.container(gap="xsmall"):
                st.markdown(
                    "**1** See a finished one: the answer, the facts and the evidence tree. Nothing is needed."
                )
                path = samples()[0][0] if samples() else None
                if st.button(
                    "Open a sample", key="guide_sample", icon=":material/play_arrow:", disabled=path is None
                ):
                    session.open_run(open_sample(path or ""))
            with st.container(gap="xsmall"):
                st.markdown("**2** Ask the casebook, 89 short documents that come along, with the embedded model.")
                st.button(
                    "Fill in a question",
                    key="guide_question",
                    icon=":material/edit:",
                    on_click=_fill_in,
                    args=(example,),
                )
            with st.container(gap="xsmall"):
                st.markdown("**3** Connect another model: Ollama, LM Studio, llama.cpp, vLLM, or one with a key.")
                if st.button("Choose a model", key="guide_model", icon=":material/settings:"):
                    st.switch_page("pages/settings_page.py")


def _fill_in(example: str) -> None:
    st.session_state["question"] = example
