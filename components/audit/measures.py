"""How the citations of audited runs measure, put together by memory, model or run: a plot, a table and a CSV."""

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import runs
from components.text import count, plural
from sleuth.audit.measures import Mean, Share
from sleuth.audit.telling import AXES, Group, figures, grouped
from sleuth.exports.csv import table
from sleuth.store.finding import Wanted

if TYPE_CHECKING:
    import altair as alt

NEWEST = 500
"""Runs that are measured at most: each is read whole."""

PLOTTED = {
    "citation precision": lambda m: m.precision,
    "citation recall": lambda m: m.recall,
    "precision (ALCE)": lambda m: m.alce_precision,
    "recall (ALCE)": lambda m: m.alce_recall,
    "uncited claims": lambda m: m.uncited,
    "quotes located": lambda m: m.located,
    "supported, by persons": lambda m: m.supported,
}
"""What is drawn: shares of one scale, each with its interval."""
PLOTTED_GROUPS = 8
"""Groups that are drawn; more could not be told apart."""
BAND = 18
"""Pixels of one group within a measure."""


def measures_told() -> None:
    """Draw the measures of the newest audited runs."""
    log, wanted = runs.log(), Wanted(audited=True)
    there = log.count(wanted)
    if not there:
        st.caption(
            "No run has been audited yet. Choose one under Runs, give a verdict or ask the model; its figures stand "
            "here then."
        )
        return
    by = st.segmented_control(
        "Put together by",
        AXES,
        default="memory",
        required=True,
        key="audit_by",
        help="What stands together in one column of the table.",
    )
    rows = log.runs(wanted, limit=NEWEST)
    groups = grouped(log, (row.id for row in rows), by or "memory")
    most = f"the newest {count(NEWEST)} of " if there > NEWEST else ""
    over = f"Over {most}{plural(there, 'audited run')}."
    st.caption(f"{over} Intervals are 95 %. What was not judged is unknown and is not drawn.")
    if points := [point for group in groups[:PLOTTED_GROUPS] for point in _points(group)]:
        if len(groups) > PLOTTED_GROUPS:
            st.caption(f"The plot shows the first {PLOTTED_GROUPS}, the table all {count(len(groups))}.")
        st.altair_chart(_chart(points), width="stretch", key="audit_plot", alt="Citation measures with intervals")
    frame = _frame(groups)
    st.dataframe(frame, key="audit_measures", hide_index=True, height="content", alt="Citation measures, a row each")
    st.download_button(
        "CSV",
        key="audit_measures_csv",
        data=table(tuple(frame.columns), [tuple(map(str, row)) for row in frame.itertuples(index=False)]),
        file_name="citation-measures.csv",
        mime="text/csv",
        icon=":material/table_chart:",
        on_click="ignore",
    )


def _points(group: Group) -> list[dict[str, object]]:
    told: list[dict[str, object]] = []
    for name, of in PLOTTED.items():
        share: Share | Mean = of(group.measures)
        if share.value is not None and share.interval is not None:
            low, high = share.interval
            told.append({"measure": name, "of": group.name, "share": share.value, "low": low, "high": high})
    return told


def _chart(points: list[dict[str, object]]) -> "alt.LayerChart":
    # Imported here: the page's start need not wait for it.
    import altair as alt

    names = list(dict.fromkeys(str(point["of"]) for point in points))
    legend = alt.Legend(orient="bottom", columns=2, labelLimit=160) if len(names) > 1 else None
    height = len({point["measure"] for point in points}) * (BAND * len(names) + 10)
    base = alt.Chart(alt.InlineData(values=points), height=height).encode(
        y=alt.Y("measure:N", title=None, sort=list(PLOTTED), axis=alt.Axis(labelLimit=140)),
        yOffset=alt.YOffset("of:N", sort=names),
        color=alt.Color("of:N", sort=names, title=None, legend=legend),
    )
    x = alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), title=None, axis=alt.Axis(format="%", tickCount=5))
    return alt.layer(
        base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=70).encode(x="share:Q"),
    )


def _frame(groups: tuple[Group, ...]) -> pd.DataFrame:
    """The measures as a table: a row for each measure, a column for each group."""
    names = [name for name, _ in figures(groups[0].measures)]
    columns = {group.name: [value for _, value in figures(group.measures)] for group in groups}
    return pd.DataFrame({"measure": names, **columns})
