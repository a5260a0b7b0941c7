"""Measuring Sleuth: the same runner over a data file, one JSON line a question, and figures with intervals.

Several ways of investigating (memory strategies, or settings) answer the same questions one after another and are
compared question by question.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sleuth import models
from sleuth.carrying import begin, carry, now
from sleuth.evaluate.forms import load
from sleuth.evaluate.paired import compare, figures, told
from sleuth.evaluate.questions import Asked, Questions, draw, own
from sleuth.evaluate.results import Measured, Results, Way
from sleuth.evaluate.scores import Score, score
from sleuth.evaluate.summary import Figures, columns, summary, table
from sleuth.events import FactRecorded
from sleuth.folders import data_folder
from sleuth.investigate import Ports
from sleuth.search import Search, connect, over
from sleuth.search.local.corpus import Collections
from sleuth.settings import Settings
from sleuth.store import Log


class Choice(NamedTuple):
    """Which questions are asked, and where results go."""

    data: Path
    hops: int | None
    n: int | None
    seed: int
    output: Path | None
    log: Path | None
    resume: bool
    as_json: bool


def run(ways: tuple[Way, ...], choice: Choice) -> int:
    """The command `eval`: measure each way, write results and `summary.json`, print the figures."""
    questions = load(choice.data)
    rows = draw(questions.rows, hops=choice.hops, n=choice.n, seed=choice.seed)
    folder = choice.output or data_folder() / "evaluations" / _folder(choice.data, ways)
    folder.mkdir(parents=True, exist_ok=True)
    log = Log(choice.log or folder / "sleuth.db")
    shelves = _shelves(questions, folder)
    measured: dict[str, list[Score]] = {}
    started = [(way, _results(folder, way, questions, rows, several=len(ways) > 1)) for way in ways]
    # All at once: settings that forbid to continue are told before the first question is asked again.
    kept = [results.begin((row.id for row in rows), resume=choice.resume) for _, results in started]
    for (way, results), done in zip(started, kept, strict=True):
        if len(ways) > 1:
            print(f"— {way.label}", file=sys.stderr, flush=True)
        measured[way.label] = _measure_all(log, rows, way.settings, shelves, results, done)
        print(f"One line a question: {results.path}", file=sys.stderr)
        _keep_entropies(results, measured[way.label])
    if len(ways) > 1 and any(way.settings.rules.uncertainty.trigger != "always" for way in ways):
        # Imported here: drawing takes a while to load, and few measurements end in this picture.
        from sleuth.evaluate import uncertainty

        uncertainty.draw(ways, measured, folder / "uncertainty.svg")
        print(f"Accuracy against searches: {folder / 'uncertainty.svg'}", file=sys.stderr)
    document, text = _single(measured) if len(ways) == 1 else _several(measured)
    (folder / "summary.json").write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(document, indent=2) if choice.as_json else text)
    return 0


def _keep_entropies(results: Results[Score], scores: list[Score]) -> None:
    """Write the entropies of the drafts, on which the trigger `quantile` of another measurement is calibrated."""
    if not (found := [entropy for score in scores for entropy in score.entropies]):
        return
    path = results.path.with_name(results.path.name.replace("results", "entropies", 1)).with_suffix(".json")
    path.write_text(json.dumps(found) + "\n", encoding="utf-8")
    print(f"The entropies of its drafts: {path}", file=sys.stderr)


def _folder(data: Path, ways: tuple[Way, ...]) -> str:
    name = f"{data.parent.name}-{data.stem}" if data.exists() else data.stem
    return f"{name}-{'+'.join(_file_name(way.label) for way in ways)}"[:120]


def _file_name(label: str) -> str:
    return re.sub(r"[^\w=.-]+", "-", label)


def _results(
    folder: Path, way: Way, questions: Questions, rows: tuple[Asked, ...], *, several: bool
) -> Results[Score]:
    suffix = f"-{_file_name(way.label)}" if several else ""
    made_of = Measured(data=questions.sha256, questions=tuple(row.id for row in rows), settings=way.settings)
    return Results(folder, suffix, made_of, Score)


Shelves = Callable[[Asked, Settings], Search]
"""Where a question is searched for."""


def _shelves(questions: Questions, folder: Path) -> Shelves:
    local = Collections(folder / "corpus.db")
    shared = f"pooled {questions.sha256[:12]}"
    if questions.documents:
        local.add(shared, questions.documents)

    def search(row: Asked, settings: Settings) -> Search:
        if row.own_corpus:
            name = f"{row.id} {questions.sha256[:12]}"
            local.add(name, own(row))
        elif questions.documents:
            name = shared
        else:
            return connect(settings)
        return over(local, (name,), settings)

    return search


def _measure_all(
    log: Log,
    rows: tuple[Asked, ...],
    settings: Settings,
    shelves: Shelves,
    results: Results[Score],
    done: list[Score],
) -> list[Score]:
    """Ask what is not done yet; the scores of all rows in their order."""
    scores = {s.id: s for s in done}
    left = [row for row in rows if row.id not in scores]
    if not left:
        return done
    model = models.connect(settings.model, settings)
    for row in left:
        scores[row.id] = measure(log, row, settings, Ports(model, shelves(row, settings), now))
        results.add(scores[row.id])
        print(_line(len(scores), len(rows), scores[row.id]), file=sys.stderr, flush=True)
    return [scores[row.id] for row in rows]


def measure(log: Log, row: Asked, settings: Settings, ports: Ports) -> Score:
    """Investigate one question and score its answer."""
    run = begin(log, row.question, settings, origin="evaluation")
    started = now()
    first = None
    for entries in carry(log, run, settings, lambda _: ports):
        if first is None and any(isinstance(x.event, FactRecorded) for x in entries):
            first = (now() - started).total_seconds()
    return score(run, row, log.entries(run), (now() - started).total_seconds(), first)


def _line(done: int, n: int, score: Score) -> str:
    mark = "✓" if score.right else "✗"
    outcome = score.answer or score.cause
    return f"{done}/{n} {mark} f1 {score.f1:.2f} {score.seconds:5.1f} s  {score.question} → {outcome}"


def _single(measured: dict[str, list[Score]]) -> tuple[Figures, str]:
    (scores,) = measured.values()
    made = summary(scores)
    return made, table(made)


def _several(measured: dict[str, list[Score]]) -> tuple[Figures, str]:
    """The ways side by side, and each beside the first, as a document and as text."""
    made = {label: summary(scores) for label, scores in measured.items()}
    (first, before), *others = measured.items()
    compared = {label: compare(before, scores) for label, scores in others}
    document: Figures = {
        "ways": made,
        "compared_with": first,
        "comparisons": {label: figures(comparison) for label, comparison in compared.items()},
    }
    parts = [columns(made), *(told(first, label, comparison) for label, comparison in compared.items())]
    return document, "\n\n".join(parts)
