"""`eval pairs DATA…`: what the checks of citations find of wrong claims, and how often they accuse true ones.

The pairs are made by rule (`made_pairs.py`); a caller may hand in what a model says of each, which is told beside.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sleuth.citations.checks import Cited, Name, check
from sleuth.evaluate.made_pairs import WRONG, Kind, Pair, made, read
from sleuth.folders import data_folder
from sleuth.intervals import Interval, wilson
from sleuth.models import Record

N = 25
"""Pairs of each kind of wrong claim."""
ENTAILS = "entails"

Judge = Callable[[str, Sequence[Cited]], str]
"""What a model says of a claim and what it cites: *entails*, *neutral*, *contradicts* or *undecided*."""


class Judged(Record):
    """A pair, and what the checks came to."""

    pair: Pair
    failed: tuple[Name, ...]
    doubtful: tuple[Name, ...]
    told: tuple[str, ...]
    """What was told of those."""
    label: str | None = None
    """What a model said; None where none was asked."""

    @property
    def missed(self) -> bool:
        """Whether a wrong claim went through, or a true one was accused."""
        return bool(self.failed) if self.pair.kind == "true" else not (self.failed or self.doubtful)


class Share(NamedTuple):
    """How many of so many."""

    hits: int
    n: int

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval; None for none."""
        return wilson(self.hits, self.n)


class Row(NamedTuple):
    """The figures of one kind of pair."""

    kind: Kind
    n: int
    failed: Share
    """Any check failed: a wrong claim that is caught, or a true one that is accused."""
    noticed: Share
    """Any check failed or was doubtful."""
    by: dict[Name, tuple[int, int]]
    """For each check how often it failed and how often it was doubtful."""
    labels: dict[str, int]
    """What a model said, each label with how often; empty where none was asked."""
    with_model: Share | None
    """Any check failed, or the model did not say that it entails; None where no model was asked."""


def run(
    files: Sequence[Path], *, n: int | None, seed: int, output: Path | None, as_json: bool, judge: Judge | None = None
) -> int:
    """The command: make the pairs, check them, write them with what was missed, print the table."""
    judged = measure(made(read(files), n or N, seed), judge)
    folder = output or data_folder() / "evaluations" / "pairs"
    folder.mkdir(parents=True, exist_ok=True)
    document = {"data": [str(file) for file in files], "seed": seed, "kinds": [_told(row) for row in rows(judged)]}
    (folder / "summary.json").write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    _write(folder / "pairs.jsonl", judged)
    _write(folder / "missed.jsonl", [pair for pair in judged if pair.missed])
    print(json.dumps(document, indent=2) if as_json else text(rows(judged)))
    print(f"One line a pair: {folder / 'pairs.jsonl'}; those missed: {folder / 'missed.jsonl'}", file=sys.stderr)
    return 0


def measure(pairs: Sequence[Pair], judge: Judge | None = None) -> tuple[Judged, ...]:
    """Every pair checked; where a model is asked, which takes its time, each is told of."""
    told = []
    for number, pair in enumerate(pairs, start=1):
        told.append(_judged(pair, judge))
        if judge:
            print(f"{number}/{len(pairs)}  {pair.kind}: {told[-1].label}", file=sys.stderr, flush=True)
    return tuple(told)


def _judged(pair: Pair, judge: Judge | None) -> Judged:
    cited = (Cited(pair.passage, pair.quote, pair.start, pair.end),)
    checks = check(pair.claim, cited)
    return Judged(
        pair=pair,
        failed=tuple(c.name for c in checks if c.outcome == "failed"),
        doubtful=tuple(c.name for c in checks if c.outcome == "doubtful"),
        told=tuple(c.told for c in checks if c.outcome in ("failed", "doubtful")),
        label=judge(pair.claim, cited) if judge else None,
    )


def rows(judged: Sequence[Judged]) -> tuple[Row, ...]:
    """The figures of each kind, the true ones first."""
    kinds: tuple[Kind, ...] = ("true", *WRONG)
    return tuple(_row(kind, [j for j in judged if j.pair.kind == kind]) for kind in kinds)


def _row(kind: Kind, judged: Sequence[Judged]) -> Row:
    n = len(judged)
    failed = Counter(name for j in judged for name in j.failed)
    doubtful = Counter(name for j in judged for name in j.doubtful)
    labels = Counter(j.label for j in judged if j.label is not None)
    return Row(
        kind=kind,
        n=n,
        failed=Share(sum(bool(j.failed) for j in judged), n),
        noticed=Share(sum(bool(j.failed or j.doubtful) for j in judged), n),
        by={name: (failed[name], doubtful[name]) for name in dict.fromkeys((*failed, *doubtful))},
        labels=dict(labels),
        with_model=Share(sum(bool(j.failed) or j.label != ENTAILS for j in judged), n) if labels else None,
    )


def text(figures: Sequence[Row]) -> str:
    """The table for a terminal."""
    model = any(row.with_model for row in figures)
    head = ["kind", "n", "failed", "failed or doubtful", *(["with the model"] if model else []), "by"]
    lines = [head]
    for row in figures:
        by = ", ".join(f"{name} {failed}+{doubtful}" for name, (failed, doubtful) in row.by.items())
        labels = ", ".join(f"{label} {count}" for label, count in row.labels.items())
        cells = [_cell(row.failed), _cell(row.noticed), *([_cell(row.with_model)] if model else [])]
        lines.append([row.kind, str(row.n), *cells, "; ".join(part for part in (by, labels) if part)])
    widths = [max(len(line[i]) for line in lines) + 2 for i in range(len(head))]
    table = "\n".join("".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)
    return f"{table}\nPercent with 95 % intervals (Wilson). Of the true ones what is counted is false alarms."


def _cell(share: Share | None) -> str:
    if share is None or share.interval is None:
        return "–"
    low, high = share.interval
    return f"{100 * share.hits / share.n:.1f} [{100 * low:.1f} {100 * high:.1f}]"


def _told(row: Row) -> dict[str, object]:
    shares = {"failed": row.failed, "noticed": row.noticed, "with_model": row.with_model}
    return {
        "kind": row.kind,
        "n": row.n,
        **{name: {"hits": s.hits, "n": s.n, "interval": s.interval} for name, s in shares.items() if s is not None},
        "by": {name: {"failed": failed, "doubtful": doubtful} for name, (failed, doubtful) in row.by.items()},
        "labels": row.labels,
    }


def _write(path: Path, judged: Sequence[Judged]) -> None:
    path.write_text("".join(j.model_dump_json() + "\n" for j in judged), encoding="utf-8")
