"""The curves of the synthetic worlds as a picture: what a growing harm does to each policy."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

import altair as alt

from sleuth.evaluate.comparison import BY_NAME, CURVES, HARMS, along, rows
from sleuth.evaluate.repairs import Outcome

TITLES = {
    "accuracy": "answered rightly",
    "over_invalidation": "independent facts removed",
    "repeated_searches": "searches repeated, a run",
}
COLOURS = ("#0b6e4f", "#6cc3a0", "#c1121f", "#e09f3e", "#3d5a98")
DASHES = ([1, 0], [6, 3], [1, 0], [2, 2], [8, 2, 2, 2])
"""One a policy, so that they can be told apart in grey as well."""
APART = 0.5
"""Policies stand this many percentage points beside each other, so that equal ones do not hide each other."""


class Point(TypedDict):
    """A figure in the picture."""

    shape: str
    measure: str
    policy: str
    rate: float
    value: float
    low: float
    high: float


def draw(runs: Sequence[Outcome], path: Path) -> None:
    """Write the picture as SVG: a block for each harm, in it a row for each measure and a column for each shape."""
    policies = tuple(dict.fromkeys(run.policy for run in runs))
    points = {harm: _points(along(runs, harm), harm, policies) for harm in HARMS}
    most = max((p["high"] for of in points.values() for p in of if p["measure"] == "repeated_searches"), default=1.0)
    blocks = [_block(of, harm, policies, max(1.0, most)) for harm, of in points.items()]
    alt.hconcat(*blocks, spacing=40).configure_axisY(minExtent=34).save(str(path), format="svg")


def _points(runs: Sequence[Outcome], harm: str, policies: Sequence[str]) -> list[Point]:
    return [
        {
            "shape": row.shape,
            "measure": name,
            "policy": row.policy,
            "rate": 100 * getattr(row, harm) + APART * (policies.index(row.policy) - (len(policies) - 1) / 2),
            "value": figure.value,
            "low": figure.interval.low,
            "high": figure.interval.high,
        }
        for row in rows(runs)
        for name in CURVES
        if (figure := row.figures[name]).interval and figure.value is not None
    ]


def _block(points: Sequence[Point], harm: str, policies: Sequence[str], most: float) -> alt.VConcatChart:
    shapes = tuple(dict.fromkeys(p["shape"] for p in points))
    lines = [
        alt.hconcat(
            *(
                _panel(
                    [p for p in points if (p["measure"], p["shape"]) == (name, shape)],
                    policies,
                    title=shape if name == CURVES[0] else "",
                    side=TITLES[name] if shape == shapes[0] else "",
                    foot="per cent" if name == CURVES[-1] else "",
                    top=1.0 if BY_NAME[name].share else most,
                )
                for shape in shapes
            ),
            spacing=14,
        )
        for name in CURVES
    ]
    return alt.vconcat(*lines, spacing=14, title=alt.Title(f"With {HARMS[harm]}", anchor="middle", fontSize=15))


def _panel(
    points: list[Point], policies: Sequence[str], *, title: str, side: str, foot: str, top: float
) -> alt.LayerChart | alt.FacetChart:
    scale = alt.Scale(domain=[0, top])
    y = alt.Y("value:Q", scale=scale, title=side, axis=alt.Axis(tickCount=5, format="%" if top == 1 else ""))
    rate = alt.X("rate:Q", title=foot, axis=alt.Axis(values=[0, 10, 20, 30], format="d"))
    legend = alt.Legend(title="repair policy", symbolType="stroke", symbolSize=600, symbolOpacity=1, labelFontSize=12)
    colour = alt.Color("policy:N", scale=alt.Scale(domain=policies, range=COLOURS), legend=legend)
    dash = alt.StrokeDash("policy:N", scale=alt.Scale(domain=policies, range=DASHES), legend=legend)
    base = alt.Chart(alt.InlineData(values=points), title=title, width=150, height=130).encode(x=rate, color=colour)
    return alt.layer(
        base.mark_rule(opacity=0.45).encode(y=alt.Y("low:Q", scale=scale, title=side), y2="high:Q"),
        base.mark_line(strokeWidth=2).encode(y=y, strokeDash=dash),
        base.mark_point(filled=True, size=25).encode(y=y),
    )
