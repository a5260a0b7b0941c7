"""Settings: the model with a test of it, limits and rules of a run. Keys stay in the environment, never shown."""

import os

import streamlit as st

from components import runs
from components.choices import choice_fields
from components.limits import limit_fields
from components.model_test import ask_once, told
from components.models import model_names
from components.rules import RETRIEVAL, RULES, UNCERTAINTY, WEB
from components.text import plain
from components.weights import needed, weights_offer
from sleuth.errors import SleuthError
from sleuth.settings import ENVIRONMENT, load, save, settings_file

now = runs.settings()
st.markdown("#### Settings")
st.markdown("**Model**")
left, middle, right = st.columns([2, 2, 1])
model = left.selectbox(
    "Model",
    model_names(),
    key="settings_model",
    accept_new_options=True,
    help="BACKEND or BACKEND/MODEL: embedded, openai/gpt-5-mini, ollama/qwen3 …",
)
address = middle.text_input(
    "Address of an OpenAI-compatible server",
    key="settings_base_url",
    value=now.base_url or "",
    placeholder="http://127.0.0.1:8000/v1",
    help="For models named openai/…. The key is read from OPENAI_API_KEY and shown nowhere.",
)
timeout = right.number_input(
    "Time limit in seconds",
    key="settings_timeout",
    value=now.timeout_s,
    min_value=1.0,
    help="After this a model call is given up.",
)
choices = {"model": model, "base_url": address.strip() or None, "timeout_s": timeout}
if needed(model):
    weights_offer()
elif st.button("Test this model", key="settings_test", icon=":material/network_check:"):
    with st.spinner("Asking the model to reply with one word …"):
        try:
            st.success(told(*ask_once(load(choices))), icon=":material/check_circle:")
        except SleuthError as error:
            st.error(plain(str(error)), icon=":material/error:")

st.markdown("**Limits of a run** :gray[for new runs; a run keeps those it was begun with]")
limits = limit_fields(now.limits)
with st.expander("**Rules** :gray[how evidence is weighed and repaired; for new runs too]", key="rules"):
    rules = choice_fields(now.rules, RULES, "rule")
with st.expander("**Retrieval** :gray[how passages are found and ranked; for new runs]", key="retrieval"):
    rules |= choice_fields(now.rules.retrieval, RETRIEVAL, "retrieval")
with st.expander("**Uncertainty** :gray[when to search, and for which names; for new runs]", key="uncertainty"):
    rules |= choice_fields(now.rules.uncertainty, UNCERTAINTY, "uncertainty")
with st.expander("**Web** :gray[which engines are asked, and how pages are fetched]", key="web"):
    web = choice_fields(now.web, WEB, "web")
chosen = {**choices, **limits, **rules, **web}
if st.button("Save", key="settings_save", type="primary", icon=":material/save:"):
    try:
        st.success(f"Saved in {plain(str(save(chosen)))}")
    except SleuthError as error:
        st.error(plain(str(error)))
if stronger := [name for name, key in ENVIRONMENT.items() if os.environ.get(name) and key in chosen]:
    st.caption(f"Set in the environment, which has the last word: {', '.join(map(plain, stronger))}.")
st.caption(f"The settings file is {plain(str(settings_file()))}.")
