"""A drafted answer token by token: how unsure the model was of each, the threshold, and what was decided by it."""

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.text import one_line, plain, short
from sleuth.drafts import Decision, Draft, Influence

if TYPE_CHECKING:
    import altair as alt

INFLUENCES: dict[Influence, str] = {
    "none": "No token matters more than another.",
    "attention": "Tokens matter by the model's own attention.",
    "content words": "Only content words count: a stand-in, since this model shows no attention.",
    "removal": "Words matter by how much surer the model is with them: a stand-in, since it shows no attention.",
}
COUNTS = {"decides": "#c77d1e", "counts": "#5b8db8", "does not count": "#878787"}
THRESHOLD = "#c0392b"
"""Colours between light and dark, to be seen on either ground; what they mark stands in the table too."""


def entropy_trace(draft: Draft, decision: Decision, key: str) -> None:
    """Draw the trace of a draft, with the decision in words and the numbers as a table; `key` names its widgets."""
    st.markdown(
        f"**{'To be searched for' if decision.retrieve else 'Not searched for'}** :gray[·] {plain(decision.reason)}"
    )
    st.caption(f"Drafted by {plain(draft.model)}: {plain(draft.text)}")
    if draft.places is None:
        st.caption("How likely its tokens were is unknown: the server does not say.")
        return
    rows = _rows(draft, decision)
    st.altair_chart(_chart(rows, decision), width="stretch", key=f"entropy_{key}", alt=_words(decision))
    st.caption(_words(decision))
    with st.expander("The same as a table", type="compact", key=f"entropy_numbers_{key}"):
        st.dataframe(pd.DataFrame(rows), hide_index=True, alt="Entropy of each token of the draft, in nats")


def _rows(draft: Draft, decision: Decision) -> list[dict[str, object]]:
    places = draft.places or ()
    scores = decision.scores or (None,) * len(places)
    return [
        {
            # Tokens repeat; their number makes each a place of its own.
            "token": f"{number} {short(one_line(place.text), 20)}",
            "entropy from": round(place.entropy.low, 3),
            "to": round(place.entropy.high, 3),
            "compared from": None if score is None else round(score.low, 3),
            "counts": "decides" if number == at else "does not count" if score is None else "counts",
        }
        for at in (None if decision.at is None else decision.at + 1,)
        for number, (place, score) in enumerate(zip(places, scores, strict=True), start=1)
    ]


def _chart(rows: list[dict[str, object]], decision: Decision) -> "alt.LayerChart":
    # Imported here: the page's start need not wait for it.
    import altair as alt

    x = alt.X("token:N", sort=None, title=None, axis=alt.Axis(labelAngle=-40, labelLimit=130, labelOverlap=False))
    y = alt.Y("entropy from:Q", title="entropy, nats")
    legend = alt.Legend(orient="top", title=None)
    colour = alt.Color("counts:N", scale=alt.Scale(domain=[*COUNTS], range=[*COUNTS.values()]), legend=legend)
    base = alt.Chart(alt.InlineData(values=rows)).encode(x=x, tooltip=[f"{name}:{_kind(name)}" for name in rows[0]])
    layers = [
        base.mark_bar(size=9, opacity=0.4).encode(y=y, y2="to:Q", color=colour),
        base.mark_line(strokeWidth=1.5, color=COUNTS["counts"]).encode(y=y),
        base.mark_point(filled=True, size=60, opacity=1).encode(y=y, color=colour),
    ]
    if decision.trigger in ("product", "mind"):
        layers.append(base.mark_tick(thickness=3, color=COUNTS["decides"]).encode(y="compared from:Q"))
    if decision.threshold is not None:
        line = alt.Chart(alt.InlineData(values=[{"threshold": round(decision.threshold, 3)}]))
        layers.append(line.mark_rule(strokeDash=[6, 3], strokeWidth=2, color=THRESHOLD).encode(y="threshold:Q"))
    return alt.layer(*layers).properties(height=230)


def _kind(name: str) -> str:
    return "N" if name in ("token", "counts") else "Q"


def _words(decision: Decision) -> str:
    told = ["Each point is the least entropy that the reported probabilities allow, its bar reaches to the most."]
    if decision.trigger in ("product", "mind"):
        told.append("The short lines are what is compared: share of influence × entropy × length.")
    if decision.threshold is not None:
        told.append(f"The dashed line is the threshold of the trigger {decision.trigger}, {decision.threshold:.2f}.")
    if decision.highest is not None:
        low, high = decision.highest
        told.append(f"Highest of what counts: {low:.2f}, at most {high:.2f}.")
    if decision.straddles:
        told.append("The threshold lies between these two: what the server does not report might decide otherwise.")
    return " ".join((*told, INFLUENCES[decision.influence]))
