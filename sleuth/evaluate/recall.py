"""`recall DATA`: how much of the evidence each way of retrieving returns at one fixed budget, stage by stage.

Full-evidence recall is the share of questions of which every piece of evidence is returned; fractional recall the
mean share of evidence returned. Rankings that ask no model stand beside the stages that do, so that the gain of a
model is counted from the best that is had without one.
"""

import sys
from pathlib import Path
from random import Random
from time import monotonic
from typing import Literal, NamedTuple

from sleuth import models
from sleuth.carrying import now
from sleuth.errors import CallerError
from sleuth.evaluate import investigated
from sleuth.evaluate.gains import summary, table
from sleuth.evaluate.results import Measured, Results
from sleuth.evaluate.searched import Searched, opened
from sleuth.evaluate.stages import Case, Reached, drive, misread, reached
from sleuth.folders import data_folder
from sleuth.investigate import Ports
from sleuth.models import Model, Record, Reply, Request
from sleuth.retrieval.moves import staged
from sleuth.settings import Settings
from sleuth.store import Log

Stages = Literal["plain", "loop", "investigation"]
"""Rankings that ask no model; the loop around one retrieval; whole investigations."""


class Choice(NamedTuple):
    """What is measured, and where results go."""

    data: Path
    stages: tuple[Stages, ...]
    """Where none is chosen: the plain ones, and the loop where the settings give it a stage."""
    k: int | None
    n: int | None
    seed: int
    output: Path | None
    resume: bool
    as_json: bool


class Means(Measured):
    """What a measurement of recall is made of."""

    k: int
    stages: tuple[Stages, ...]


class Found(Record):
    """What was returned of one question's evidence."""

    id: str
    group: str
    evidence: int
    stages: dict[str, Reached]
    misread: int = 0
    """Replies of the loop that could not be used."""
    prompt_tokens: int | None = 0
    """Of the loop; None where the server did not report them."""
    completion_tokens: int | None = 0
    seconds: float

    @property
    def failed(self) -> bool:
        """A question that fails ends the measurement, to be resumed."""
        return False


def wanted(choice: Choice, settings: Settings) -> tuple[Stages, ...]:
    """The stages to measure; CallerError for a loop without a stage, or dialogues investigated."""
    loops = staged(settings.rules.retrieval)
    if "loop" in choice.stages and not loops:
        raise CallerError(
            "By these settings the loop is one search; give it a stage with --set followups=2, --set rerank=listwise "
            "or --set rounds=2."
        )
    return choice.stages or (("plain", "loop") if loops else ("plain",))


def run(settings: Settings, choice: Choice) -> int:
    """Measure, write results and `summary.json`, print the figures."""
    stages = wanted(choice, settings)
    folder = choice.output or data_folder() / "evaluations" / f"recall-{choice.data.parent.name}-{choice.data.stem}"
    folder.mkdir(parents=True, exist_ok=True)
    searched = opened(choice.data, settings, folder, choice.k)
    k, cases = choice.k or searched.budget, drawn(searched.cases, choice.n, choice.seed)
    made_of = Means(
        data=searched.sha256, questions=tuple(case.id for case in cases), settings=settings, k=k, stages=stages
    )
    results = Results(folder, "", made_of, Found)
    done = {found.id: found for found in results.begin((case.id for case in cases), resume=choice.resume)}
    model = models.connect(settings.model, settings) if {"loop", "investigation"} & {*stages} else None
    for case in cases:
        if case.id not in done:
            done[case.id] = measure(case, searched, k, stages, settings, model, folder)
            results.add(done[case.id])
            print(_line(len(done), len(cases), case, done[case.id]), file=sys.stderr, flush=True)
    made = summary([done[case.id] for case in cases], k)
    document = made.model_dump_json(indent=2)
    print(f"One line a question: {results.path}", file=sys.stderr)
    (folder / "summary.json").write_text(document + "\n", encoding="utf-8")
    print(document if choice.as_json else table(made))
    return 0


def drawn(cases: tuple[Case, ...], n: int | None, seed: int) -> tuple[Case, ...]:
    """At most n of the questions, drawn by the seed."""
    return tuple(Random(seed).sample(cases, n) if n is not None and n < len(cases) else cases)


class _Meter:
    """A model, with what its calls cost so far."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.prompt: int | None = 0
        self.completion: int | None = 0

    def __call__(self, request: Request) -> Reply:
        reply = self._model(request)
        self.prompt = _plus(self.prompt, reply.prompt_tokens)
        self.completion = _plus(self.completion, reply.completion_tokens)
        return reply


def _plus(total: int | None, part: int | None) -> int | None:
    return None if total is None or part is None else total + part


def measure(
    case: Case,
    searched: Searched,
    k: int,
    stages: tuple[Stages, ...],
    settings: Settings,
    model: Model | None,
    folder: Path,
) -> Found:
    """One question through the stages; the settings name the rules and the means."""
    begun, rules = monotonic(), settings.rules.retrieval
    entities, search = searched.entities(case.question), searched.search(case)
    made: dict[str, Reached] = {}
    if "plain" in stages:
        rankings = searched.plain(case)
        made |= {name: Reached(found=len(case.evidence.intersection(r[:k]))) for name, r in rankings.items()}
    found = Found(id=case.id, group=case.group, evidence=len(case.evidence), stages=made, seconds=0.0)
    if model is not None and "loop" in stages:
        meter = _Meter(model)
        retrieved = drive(case.question, entities, k, rules, search, meter)
        made |= reached(retrieved, rules, case.evidence)
        cost = {"prompt_tokens": meter.prompt, "completion_tokens": meter.completion, "misread": misread(retrieved)}
        found = found.model_copy(update=cost)
    if model is not None and "investigation" in stages:
        log, ports = Log(folder / "sleuth.db"), Ports(model, search, now)
        made[investigated.STAGE] = investigated.investigate(log, case, entities, k, settings, ports)
    return found.model_copy(update={"stages": made, "seconds": round(monotonic() - begun, 3)})


def _line(done: int, n: int, case: Case, found: Found) -> str:
    told = "  ".join(f"{name} {stage.found}" for name, stage in found.stages.items())
    return f"{done}/{n} {found.seconds:5.1f} s  of {found.evidence}: {told}  {case.question}"
