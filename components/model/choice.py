"""The model that new questions go to: its name, a test of it, and where it is reached."""

from collections.abc import Mapping

import streamlit as st

from components import runs
from components.model import testing as model_test
from components.model.cards import test_button
from components.model.known import model_names
from components.settings.choices import choice_fields, fixed_by
from components.settings.rules import MODEL
from components.settings.standing import Standing, changed, key
from sleuth.models import split


def model_choice(values: Standing, refused: Mapping[str, str]) -> None:
    """Draw the choice of the model, the test, and below, folded, its address, time limit and prices."""
    name = str(values["model"])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Model for new questions",
            list(dict.fromkeys((name, *model_names()))),
            key=key("model"),
            accept_new_options=True,
            help="BACKEND or BACKEND/MODEL: embedded, ollama/qwen3, openai/gpt-5-mini, embedded/PATH.gguf …",
            width=420,
        )
        tested = test_button(values, name, "chosen")
    if variable := fixed_by("model"):
        st.caption(f":material/lock: {variable} in the environment has the last word on which model is asked first.")
    if tested and (test := model_test.latest(tested)):
        model_test.report(test, "chosen")
    apart = changed(values, MODEL)
    label = "**Address, time limit and prices**" + (f" :orange[● {len(apart)} changed]" if apart else "")
    backend = split(runs.settings().model)[0]
    with st.expander(label, key="reaching", expanded=backend == "openai"):
        choice_fields(MODEL, values, refused)
