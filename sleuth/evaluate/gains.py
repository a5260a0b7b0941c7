"""The figures of a measurement of recall: each stage by itself, and beside the one it builds on.

Wilson's interval for shares of questions, a bootstrap's for means and for differences over the same questions.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from sleuth.evaluate.investigated import STAGE as INVESTIGATION
from sleuth.evaluate.stages import QUESTION, Reached
from sleuth.intervals import Interval, bootstrap, mcnemar, wilson
from sleuth.models import Record


class Recalled(Protocol):
    """What was returned of one question's evidence."""

    @property
    def group(self) -> str:
        """What it was searched in, where that differs between questions."""

    @property
    def evidence(self) -> int:
        """How many pieces there are."""

    @property
    def stages(self) -> dict[str, Reached]:
        """How many of them each stage returned."""


class Stage(Record):
    """Recall of one stage."""

    full: float
    """Share of the questions of which all evidence was returned."""
    full_interval: Interval | None
    fractional: float
    """Mean share of the evidence that was returned."""
    fractional_interval: Interval | None
    calls: float
    """Calls to the model for a question, on average, those of the stages before included."""


class Gain(Record):
    """A stage beside the one it builds on, on the same questions."""

    stage: str
    over: str
    full: float
    full_interval: Interval | None
    won: int
    """Questions of which only this stage returned all evidence, …"""
    lost: int
    """… and of which only the other did."""
    mcnemar_p: float
    fractional: float
    fractional_interval: Interval | None


class Summary(Record):
    """The figures of a measurement; intervals are at 95 %."""

    n: int
    budget: int
    mean_evidence: float
    stages: dict[str, Stage]
    gains: tuple[Gain, ...]
    groups: dict[str, dict[str, float]]
    """Full-evidence recall by dialogue and stage; empty where all questions are searched in one place."""


def summary(questions: Sequence[Recalled], k: int) -> Summary:
    """The figures of these questions, each measured at the same stages and budget."""
    names = tuple(questions[0].stages)
    groups = sorted({q.group for q in questions} - {""})
    return Summary(
        n=len(questions),
        budget=k,
        mean_evidence=sum(q.evidence for q in questions) / len(questions),
        stages={name: _stage(questions, name) for name in names},
        gains=tuple(_gain(questions, one, other) for one, other in _pairs(names)),
        groups={g: {name: _full([q for q in questions if q.group == g], name) for name in names} for g in groups},
    )


def _shares(questions: Sequence[Recalled], stage: str) -> list[float]:
    return [q.stages[stage].found / q.evidence for q in questions]


def _full(questions: Sequence[Recalled], stage: str) -> float:
    return sum(share == 1 for share in _shares(questions, stage)) / len(questions)


def _stage(questions: Sequence[Recalled], name: str) -> Stage:
    shares = _shares(questions, name)
    return Stage(
        full=_full(questions, name),
        full_interval=wilson(sum(share == 1 for share in shares), len(shares)),
        fractional=sum(shares) / len(shares),
        fractional_interval=bootstrap(shares),
        calls=sum(q.stages[name].calls for q in questions) / len(questions),
    )


def _pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Each stage with the one it builds on: the one before, and for an investigation the search for the question."""
    searched = QUESTION if QUESTION in names else names[0]
    return [(searched if other == INVESTIGATION else one, other) for one, other in pairwise(names)]


def _gain(questions: Sequence[Recalled], one: str, other: str) -> Gain:
    before, after = _shares(questions, one), _shares(questions, other)
    more = [b - a for a, b in zip(before, after, strict=True)]
    full = [float(b == 1) - float(a == 1) for a, b in zip(before, after, strict=True)]
    won, lost = sum(d > 0 for d in full), sum(d < 0 for d in full)
    return Gain(
        stage=other,
        over=one,
        full=sum(full) / len(full),
        full_interval=bootstrap(full),
        won=won,
        lost=lost,
        mcnemar_p=mcnemar(lost, won),
        fractional=sum(more) / len(more),
        fractional_interval=bootstrap(more),
    )


def table(made: Summary) -> str:
    """The figures as lines for the terminal."""
    wide = max(len(name) for name in made.stages) + 2
    lines = [
        f"{made.n} questions, {made.mean_evidence:.2f} pieces of evidence each, {made.budget} passages returned "
        "(95 % intervals)",
        f"{'':{wide}}{'full evidence':26}{'fractional':26}calls",
    ]
    for name, stage in made.stages.items():
        full = f"{stage.full:.3f} {_between(stage.full_interval, '.3f')}"
        fractional = f"{stage.fractional:.3f} {_between(stage.fractional_interval, '.3f')}"
        lines.append(f"{name:{wide}}{full:26}{fractional:26}{stage.calls:.1f}")
    lines += ["", "Gains, question by question"]
    for gain in made.gains:
        full = f"{gain.full:+.3f} {_between(gain.full_interval, '+.3f')}"
        fractional = f"{gain.fractional:+.3f} {_between(gain.fractional_interval, '+.3f')}"
        lines.append(
            f"{gain.stage:{wide}}{full:26}{fractional:26}over {gain.over}; won {gain.won}, lost {gain.lost}, "
            f"McNemar p {_small(gain.mcnemar_p)}"
        )
    return "\n".join(lines)


def _small(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def _between(interval: Interval | None, form: str) -> str:
    return "" if interval is None else f"({interval.low:{form}} – {interval.high:{form}})"
