"""The facts of compared runs: three columns for two runs, a table of fact × run for more. Each opens its run."""

import pandas as pd
import streamlit as st

from components import session
from components.marks import held_mark
from components.text import plain, plural, short
from sleuth.glossary import meaning
from sleuth.views.comparison import Comparison
from sleuth.views.facts_across import FactAcross

SHOWN = 15
"""Facts of one column that are drawn at once; the rest is on its further pages."""
ROW = 30
"""Height of a row in pixels."""


def compare_facts(told: Comparison) -> None:
    """Draw them."""
    st.markdown(f"**Facts** :gray[{len(told.facts)}]", help=meaning("fact"))
    if not told.facts:
        st.caption("None of these runs has confirmed a fact.")
    elif len(told.runs) == 2:
        _columns(told)
    else:
        _matrix(told)


def _columns(told: Comparison) -> None:
    left, right = told.runs
    sides = (
        (f"Only {left.letter}", told.reached_by(0)),
        ("Both", told.reached_by(0, 1)),
        (f"Only {right.letter}", told.reached_by(1)),
    )
    for number, (column, (title, facts)) in enumerate(zip(st.columns(3, gap="medium"), sides, strict=True)):
        with column, st.container(border=True, key=f"compare_facts_{number}"):
            st.markdown(f"**{title}** :gray[{plural(len(facts), 'fact')}]")
            pages = max(1, -(-len(facts) // SHOWN))
            page = min(st.session_state.get(f"compare_page_{number}", 1), pages)
            for place, fact in enumerate(facts[(page - 1) * SHOWN : page * SHOWN]):
                _fact(told, fact, f"{number}_{page}_{place}")
            if pages > 1:
                st.pagination(pages, key=f"compare_page_{number}")


def _fact(told: Comparison, fact: FactAcross, key: str) -> None:
    with st.container(gap=None, key=f"compare_fact_{key}"):
        st.markdown(plain(short(fact.statement, 400)))
        for run, values in zip(told.runs, fact.otherwise, strict=True):
            if values:
                st.caption(f"{run.letter} holds {plain(short('; '.join(values), 120))}")
        with st.container(horizontal=True, gap="small"):
            for run, held in zip(told.runs, fact.held, strict=True):
                if held and st.button(
                    f"{run.letter} · {held_mark(held.status, held.pinned)}",
                    key=f"compare_see_{key}_{run.letter}",
                    icon=":material/arrow_forward:",
                    type="tertiary",
                    help=f"Open {run.letter} at {', '.join(held.facts)}.",
                ):
                    session.open_run(run.run, selected=held.facts[0])


def _matrix(told: Comparison) -> None:
    differing = st.toggle("Only where they differ", key="compare_differing")
    everybody = tuple(range(len(told.runs)))
    facts = [
        f for f in told.facts if not differing or f.reached != everybody or len({h.status for h in f.held if h}) > 1
    ]
    if not facts:
        st.caption("They reached the same facts.")
        return
    cells = [[_cell(fact, place) for fact in facts] for place in everybody]
    event = st.dataframe(
        pd.DataFrame(
            # The runs first: on a phone the statement is what may run out of the picture.
            {run.letter: column for run, column in zip(told.runs, cells, strict=True)}
            | {"fact": [f.statement for f in facts]}
        ),
        key=f"compare_matrix_{len(facts)}",
        hide_index=True,
        height=ROW * (min(len(facts), 20) + 1) + 3,
        row_height=ROW,
        on_select="rerun",
        selection_mode="single-cell",
        column_config={run.letter: st.column_config.TextColumn(width=84) for run in told.runs},
        alt="Facts, one a row, and how each run holds them",
    )
    st.caption("A cell opens its run at that fact; → says what a run holds instead.")
    for row, column in event.selection.cells[:1]:
        letters = [run.letter for run in told.runs]
        if column in letters and (held := facts[row].held[letters.index(column)]):
            session.open_run(told.runs[letters.index(column)].run, selected=held.facts[0])


def _cell(fact: FactAcross, run: int) -> str:
    if held := fact.held[run]:
        return f"{held_mark(held.status, held.pinned)} · {held.facts[0]}"
    return f"→ {'; '.join(fact.otherwise[run])}" if fact.otherwise[run] else "–"
