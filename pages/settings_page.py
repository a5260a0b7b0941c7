"""Settings: the model with a test of it; then, folded, what else can be chosen. Keys stay in the environment."""

import streamlit as st

from components import runs
from components.model.cards import model_cards
from components.model.choice import model_choice
from components.settings.keys import keys_told
from components.settings.profiles import profile_bar
from components.settings.rules import SECTIONS
from components.settings.save_bar import save_bar
from components.settings.sections import sections
from components.settings.standing import standing, unsaved
from sleuth.settings import refusals

st.markdown("#### Settings", anchors=False)
now = runs.settings()
values = standing(now)
# Drawn last, since what is chosen below may fill its fields.
model_place, cards_place, profiles_place = st.container(key="model"), st.container(key="cards"), st.container()
with profiles_place:
    profile_bar(now, values)
with cards_place:
    model_cards(values)
values = standing(now)
refused = refusals(now, unsaved(values, now))
with model_place:
    model_choice(values, refused)
sections(SECTIONS, values, refused)
keys_told()
save_bar(now, values, refused)
