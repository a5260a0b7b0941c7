"""Samples: recorded investigations to look at before asking anything."""

import streamlit as st

from components.samples import sample_cards

st.markdown("#### Samples")
st.caption("Real investigations, recorded step by step. Each opens at once: no model runs and nothing is fetched.")
sample_cards()
