"""What compared runs cost, the settings that differ, and the sources they rest on, as tables of thing × run."""

import pandas as pd
import streamlit as st

from sleuth.views.comparison import Comparison

USES = {"cited": "● cited", "a fact": "○ a fact", "found": "· found", None: "–"}


def compare_tables(told: Comparison) -> None:
    """Draw them one under the other; what nothing is known of is a dash."""
    letters = [run.letter for run in told.runs]
    costs = [[f.name, *(_figure(f.name, value) for value in f.values)] for f in told.costs]
    _table("Costs", "figure", "What each run used", letters, costs)
    if told.settings:
        settings = [[s.name, *s.values] for s in told.settings]
        _table("Settings that differ", "setting", "Settings that differ, by run", letters, settings)
    else:
        st.markdown("**Settings that differ** :gray[none]")
    sources = [[source.title, *(USES[use] for use in source.uses)] for source in told.sources]
    if sources:
        _table("Sources", "source", "Sources, and what each run made of them", letters, sources)
        st.caption("● its answer cites it · ○ it read a fact there · found by a search and no more · – not found")


def _table(title: str, thing: str, alt: str, letters: list[str], rows: list[list[str]]) -> None:
    st.markdown(f"**{title}**")
    frame = pd.DataFrame(rows, columns=[thing, *letters])
    st.dataframe(frame, hide_index=True, key=f"compare_{thing}", height="content", alt=alt)


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    if name.startswith("cost"):
        return f"{value:.4g}"
    return f"{value:,.1f}" if name == "seconds" else f"{value:,.0f}"
