"""What sparing searches costs: accuracy against searches a question, over the thresholds of triggers, in a picture.

Each way of investigating that was measured is one point; those of one trigger are joined in the order of what moves
its threshold. The controls `always` and `never` stand at the ends.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

import altair as alt

from sleuth.evaluate.results import Way
from sleuth.evaluate.scores import Score
from sleuth.intervals import Interval, bootstrap, wilson
from sleuth.rules import Uncertainty

COLOURS = ("#0b6e4f", "#c1121f", "#3d5a98", "#e09f3e", "#7b2d8b", "#6b705c", "#222222")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
"""One a trigger, so that they can be told apart in grey as well."""

MEASURES = {"right": "answered rightly", "f1": "token F1"}


class Point(TypedDict):
    """One way of investigating in the picture."""

    trigger: str
    measure: str
    told: str
    """What was set, beside the point."""
    order: float
    searches: float
    fewest: float
    most: float
    value: float
    low: float
    high: float


def draw(ways: Sequence[Way], measured: Mapping[str, Sequence[Score]], path: Path) -> None:
    """Write the picture as SVG."""
    points = [p for way in ways for p in _points(way.settings.rules.uncertainty, measured[way.label])]
    triggers = tuple(dict.fromkeys(p["trigger"] for p in points))
    panels = [_panel([p for p in points if p["measure"] == name], triggers, name) for name in MEASURES]
    alt.hconcat(*panels, spacing=30).save(str(path), format="svg")


def knob(rules: Uncertainty) -> float | None:
    """What moves the threshold of a trigger; None for one that has none."""
    match rules.trigger:
        case "fixed" | "product":
            return rules.threshold
        case "mind":
            return rules.alpha
        case "deviation":
            return rules.deviations
        case "quantile":
            return rules.quantile
        case _:
            return None


def _points(rules: Uncertainty, scores: Sequence[Score]) -> list[Point]:
    searches = [float(s.searches) for s in scores]
    across = bootstrap(searches)
    if across is None:
        return []
    right, close = [float(s.right) for s in scores], [s.f1 for s in scores]
    bounds = {"right": wilson(int(sum(right)), len(right)), "f1": bootstrap(close)}
    turned = knob(rules)
    return [
        {
            "trigger": rules.trigger,
            "measure": name,
            "told": rules.trigger if turned is None else f"{turned:g}",
            "order": turned or 0.0,
            "searches": sum(searches) / len(searches),
            "fewest": across.low,
            "most": across.high,
            "value": sum(values) / len(values),
            "low": (bounds[name] or Interval(0, 1)).low,
            "high": (bounds[name] or Interval(0, 1)).high,
        }
        for name, values in (("right", right), ("f1", close))
    ]


def _panel(points: list[Point], triggers: Sequence[str], measure: str) -> alt.LayerChart | alt.FacetChart:
    x = alt.X("searches:Q", title="searches a question", scale=alt.Scale(zero=True))
    y = alt.Y("value:Q", title=MEASURES[measure], scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"))
    legend = alt.Legend(title="trigger")
    colour = alt.Color("trigger:N", scale=alt.Scale(domain=triggers, range=COLOURS), legend=legend)
    shape = alt.Shape("trigger:N", scale=alt.Scale(domain=triggers, range=SHAPES), legend=legend)
    base = alt.Chart(alt.InlineData(values=points), width=320, height=260).encode(x=x, color=colour)
    return alt.layer(
        base.mark_line(strokeWidth=1.5).encode(y=y, order=alt.Order("order:Q")),
        base.mark_rule(opacity=0.4).encode(y="low:Q", y2="high:Q"),
        base.mark_rule(opacity=0.4).encode(y="value:Q", x="fewest:Q", x2="most:Q"),
        base.mark_point(filled=True, size=60).encode(y=y, shape=shape),
        base.mark_text(align="left", dx=7, dy=-7).encode(y=y, text="told:N"),
    )
