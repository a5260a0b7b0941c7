"""Where keys are set and whether they are; what they are is shown nowhere."""

import os

import streamlit as st

KEYS = {
    "OPENAI_API_KEY": "Models named openai/…, and embeddings of that service.",
    "SLEUTH_OPENSEARCH_KEY": "Collections held by OpenSearch or Elasticsearch.",
    "SLEUTH_OPENSEARCH_USER": "The same, with SLEUTH_OPENSEARCH_PASSWORD.",
    "SLEUTH_OPENSEARCH_PASSWORD": "The same, with SLEUTH_OPENSEARCH_USER.",
}


def keys_told() -> None:
    """Draw the list of keys, folded."""
    there = [name for name in KEYS if os.environ.get(name)]
    with st.expander(f"**Keys** :gray[{len(there)} of {len(KEYS)} set; never shown]", key="keys"):
        st.caption(
            "Keys are read from the environment of the program that serves this page, when something is "
            "opened. They go into no file, log, export or error. Set one and start Sleuth again: "
            "`export OPENAI_API_KEY=…`"
        )
        for name, told in KEYS.items():
            state = ":green[:material/check: set]" if name in there else ":gray[:material/remove: not set]"
            st.markdown(f"`{name}` {state}  \n:gray[{told}]")
