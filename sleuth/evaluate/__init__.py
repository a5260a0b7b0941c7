"""Measuring Sleuth: the same runner over a data file, one JSON line a question, and figures with intervals."""

import argparse
import json
import statistics
import sys
from collections.abc import Iterable
from pathlib import Path

from sleuth import models
from sleuth.evaluate.metrics import bootstrap, exact, f1, wilson
from sleuth.evaluate.questions import Asked, draw, load, pooled
from sleuth.events import FactRecorded
from sleuth.fold import replay
from sleuth.investigate import Ports
from sleuth.models import Record
from sleuth.runner import begin, carry, now
from sleuth.search import Search, connect
from sleuth.search.corpus import Collections
from sleuth.settings import Settings, data_folder
from sleuth.state import State
from sleuth.store import Log


class Score(Record):
    """What one question came to. Counts a server did not report are None."""

    id: str
    run: str
    question: str
    gold: str | None
    answer: str | None
    cause: str | None
    hops: int | None
    type: str | None
    right: bool
    """EM over answer and aliases; for a question without an answer, whether the run abstained."""
    f1: float
    calls: int
    searches: int
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    seconds: float
    first_fact_s: float | None
    repairs: int
    turns: int
    turns_valid_raw: int
    turns_valid: int
    violations: tuple[str, ...]
    max_context_chars: int | None


def run(arguments: argparse.Namespace) -> int:
    """The command `eval`: measure, write `results.jsonl` and `summary.json`, print the figures."""
    settings: Settings = arguments.settings
    everything = load(arguments.data)
    rows = draw(everything, hops=arguments.hops, n=arguments.n, seed=arguments.seed)
    name = arguments.data.parent.name + "-" + arguments.data.stem if arguments.data.exists() else arguments.data.stem
    folder: Path = arguments.output or data_folder() / "evaluations" / f"{name}-{settings.memory}"
    folder.mkdir(parents=True, exist_ok=True)
    log = Log(Path(getattr(arguments, "log", None) or folder / "sleuth.db"))
    ports = Ports(models.connect(settings.model, settings), _search(everything, settings, folder), now)
    scores: list[Score] = []
    with (folder / "results.jsonl").open("w", encoding="utf-8") as results:
        for row in rows:
            scores.append(measure(log, row, settings, ports))
            results.write(scores[-1].model_dump_json() + "\n")
            results.flush()
            print(_line(len(scores), len(rows), scores[-1]), file=sys.stderr, flush=True)
    figures = summary(scores)
    (folder / "summary.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2) if getattr(arguments, "json", False) else table(figures))
    print(f"One line a question: {folder / 'results.jsonl'}", file=sys.stderr)
    return 0


def _search(rows: tuple[Asked, ...], settings: Settings, folder: Path) -> Search:
    documents = pooled(rows)
    if not documents:
        return connect(settings.collections)
    local = Collections(folder / "corpus.db")
    local.add("pooled", documents)
    return lambda query: local.search(("pooled",), query)


def measure(log: Log, row: Asked, settings: Settings, ports: Ports) -> Score:
    """Investigate one question and score its answer."""
    run = begin(log, row.question, settings, origin="evaluation")
    started = now()
    first = None
    for entries in carry(log, run, settings, lambda _: ports):
        if first is None and any(isinstance(x.event, FactRecorded) for x in entries):
            first = (now() - started).total_seconds()
    return _score(run, row, replay(log.entries(run)), (now() - started).total_seconds(), first)


def _score(run: str, row: Asked, state: State, seconds: float, first: float | None) -> Score:
    answer = state.answer
    abstained = state.status == "finished" and answer is None
    return Score(
        id=row.id,
        run=run,
        question=row.question,
        gold=row.answer,
        answer=answer,
        cause=state.cause,
        hops=row.hops,
        type=row.type,
        right=abstained if row.answer is None else answer is not None and exact(answer, row.golds),
        f1=float(abstained) if row.answer is None else f1(answer or "", row.golds),
        searches=len(state.searches),
        seconds=round(seconds, 2),
        first_fact_s=first,
        repairs=sum(len(node.revisions) for node in state.nodes),
        turns=state.turns_checked,
        turns_valid_raw=state.turns_valid_raw,
        turns_valid=state.turns_valid,
        violations=state.violations,
        max_context_chars=state.max_context_chars,
        **state.usage.model_dump(exclude={"seconds"}),
    )


def summary(scores: list[Score]) -> dict[str, object]:
    """The figures of a measurement, proportions with Wilson's interval and means with a bootstrap's."""
    n = len(scores)
    right = sum(s.right for s in scores)
    turns = sum(s.turns for s in scores)
    raw = sum(s.turns_valid_raw for s in scores)
    prompt, cached = _sum(s.prompt_tokens for s in scores), _sum(s.cached_tokens for s in scores)
    completion = _sum(s.completion_tokens for s in scores)
    firsts = [s.first_fact_s for s in scores if s.first_fact_s is not None]
    return {
        "n": n,
        "right": right,
        "right_share": right / n,
        "right_interval": wilson(right, n),
        "f1": sum(s.f1 for s in scores) / n,
        "f1_interval": bootstrap([s.f1 for s in scores]),
        "answered": sum(s.answer is not None for s in scores),
        "calls": sum(s.calls for s in scores),
        "searches": sum(s.searches for s in scores),
        "tokens": None if prompt is None or completion is None else prompt + completion,
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "cached_share": None if cached is None or not prompt else cached / prompt,
        "median_seconds": statistics.median(s.seconds for s in scores),
        "median_first_fact_seconds": statistics.median(firsts) if firsts else None,
        "runs_with_repair": sum(s.repairs > 0 for s in scores),
        "turns": turns,
        "adherence_raw": raw / turns if turns else None,
        "adherence_raw_interval": wilson(raw, turns),
        "adherence_repaired": sum(s.turns_valid for s in scores) / turns if turns else None,
        "violations": sum(len(s.violations) for s in scores),
    }


def _sum(parts: Iterable[int | None]) -> int | None:
    known = list(parts)
    return None if any(p is None for p in known) else sum(p for p in known if p is not None)


def _line(done: int, n: int, score: Score) -> str:
    mark = "✓" if score.right else "✗"
    outcome = score.answer or score.cause
    return f"{done}/{n} {mark} f1 {score.f1:.2f} {score.seconds:5.1f} s  {score.question} → {outcome}"


def table(figures: dict[str, object]) -> str:
    """The figures as lines for the terminal; what is not known says so."""

    def shown(value: object) -> str:
        match value:
            case None:
                return "unknown"
            case float():
                return f"{value:.3f}"
            case (float() as low, float() as high):
                return f"{low:.3f} – {high:.3f}"
            case _:
                return str(value)

    return "\n".join(f"{name.replace('_', ' '):28}{shown(value)}" for name, value in figures.items())
