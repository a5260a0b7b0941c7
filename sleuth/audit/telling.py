"""An audit as a JSON document, and the measures of many runs put together by run, model or memory."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from pydantic import JsonValue

from sleuth.audit.agreement import Agreement
from sleuth.audit.measures import Answer, Mean, Measures, Share, answer, measures
from sleuth.audit.queue import Item, agreements, queue
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.intervals import Interval
from sleuth.state import State
from sleuth.store import Log, RunRow
from sleuth.views.projection import stop_reason

AXES = ("run", "model", "memory")
"""What runs can be put together by."""


class Group(NamedTuple):
    """Some runs and their measures."""

    name: str
    measures: Measures


def grouped(log: Log, runs: Iterable[str], by: str) -> tuple[Group, ...]:
    """The measures of runs, put together by an axis of `AXES`, in the order of their first run."""
    if by not in AXES:
        raise CallerError(f"Runs cannot be put together by {by!r}; use one of: {', '.join(AXES)}.")
    answers: defaultdict[str, list[Answer]] = defaultdict(list)
    for run in runs:
        row = log.run(run)
        if row is not None:
            answers[_name(row, by)].append(answer(queue(replay(log.entries(run)))))
    return tuple(Group(name, measures(told)) for name, told in answers.items())


def _name(row: RunRow, by: str) -> str:
    match by:
        case "model":
            return row.model
        case "memory":
            return row.memory
        case _:
            return row.id


def document(run: str, state: State, items: Iterable[Item]) -> dict[str, JsonValue]:
    """The audit of one run. What is unknown is null."""
    listed, seal = tuple(items), state.seal
    usage = state.audit_usage
    return {
        "run": run,
        "question": state.question,
        "answer": state.answer,
        "stop_reason": stop_reason(state),
        "claims": [_claim(item) for item in listed],
        "reviewers": [
            {"pair": list(pair), **_agreement(agreed)} for pair, agreed in agreements(queue(state)).items()
        ],
        "measures": measured(Group(run, measures([answer(queue(state))]))),
        "seal": {"reviewer": seal.reviewer, "seq": seal.seq, "broken_at_seq": seal.broken} if seal else None,
        "usage": {
            "calls": usage.calls,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
        },
        "seq": state.seq,
    }


def _claim(item: Item) -> dict[str, JsonValue]:
    return {
        "id": item.claim.id,
        "text": item.claim.text,
        "citations": [
            {
                "number": reading.number,
                "fact": reading.citation.fact,
                "passage": reading.passage.id,
                "source": {"title": reading.passage.title, "url": reading.passage.url},
                "quote": reading.citation.quote,
                "score": reading.located.score if reading.located else None,
            }
            for reading in item.cited
        ],
        "checks": [told.model_dump(mode="json") for told in item.checks],
        "labels": [judged.model_dump(mode="json", exclude={"type", "claim"}) for judged in item.labels],
        "machine": item.machine,
        "verdicts": [
            {"seq": at, **given.model_dump(mode="json", exclude={"type", "claim"})} for at, given in item.verdicts
        ],
    }


def measured(group: Group) -> dict[str, JsonValue]:
    """The measures of some runs as a document."""
    told = group.measures
    return {
        "name": group.name,
        "answers": told.answers,
        "claims": told.claims,
        "answers_judged_by_a_model": told.judged,
        "precision": _share(told.precision),
        "recall": _share(told.recall),
        "f1": told.f1,
        "uncited": _share(told.uncited),
        "located": _share(told.located),
        "fabricated": _share(told.fabricated),
        "alce_precision": _mean(told.alce_precision),
        "alce_recall": _mean(told.alce_recall),
        "alce_f1": told.alce_f1,
        "supported": _share(told.supported),
        "machine_and_person": _agreement(told.machine),
        "median_seconds_a_verdict": told.seconds,
    }


def _share(share: Share) -> dict[str, JsonValue]:
    return {"part": share.part, "whole": share.whole, "value": share.value, "interval": _interval(share.interval)}


def _mean(mean: Mean) -> dict[str, JsonValue]:
    return {"n": mean.n, "value": mean.value, "interval": _interval(mean.interval)}


def _agreement(agreed: Agreement) -> dict[str, JsonValue]:
    return {
        "n": agreed.n,
        "alike": agreed.alike,
        "share": agreed.share,
        "kappa": agreed.kappa,
        "interval": _interval(agreed.interval),
    }


def _interval(interval: Interval | None) -> JsonValue:
    return list(interval) if interval else None


def figures(told: Measures) -> tuple[tuple[str, str], ...]:
    """The measures as names and texts for a table; what is unknown says so."""
    return (
        ("answers", f"{told.answers:,}"),
        ("claims", f"{told.claims:,}"),
        ("answers judged by a model", f"{told.judged:,}"),
        ("citation precision", _told(told.precision.value, told.precision.whole, told.precision.interval)),
        ("citation recall", _told(told.recall.value, told.recall.whole, told.recall.interval)),
        ("citation F1", _alone(told.f1)),
        ("uncited claims", _told(told.uncited.value, told.uncited.whole, told.uncited.interval)),
        ("quotes located", _told(told.located.value, told.located.whole, told.located.interval)),
        ("quotes not found", _told(told.fabricated.value, told.fabricated.whole, told.fabricated.interval)),
        ("precision (ALCE)", _told(told.alce_precision.value, told.alce_precision.n, told.alce_precision.interval)),
        ("recall (ALCE)", _told(told.alce_recall.value, told.alce_recall.n, told.alce_recall.interval)),
        ("F1 (ALCE)", _alone(told.alce_f1)),
        ("supported, by persons", _told(told.supported.value, told.supported.whole, told.supported.interval)),
        ("machine and person alike", _told(told.machine.share, told.machine.n, told.machine.share_interval)),
        ("kappa of the two", _told(told.machine.kappa, told.machine.n, told.machine.interval)),
        ("seconds a verdict (median)", _alone(told.seconds, 1)),
    )


def _told(value: float | None, n: int, interval: Interval | None) -> str:
    if value is None:
        return "unknown"
    between = f" ({interval.low:.3f}–{interval.high:.3f})" if interval else ""
    return f"{value:.3f}{between}, n = {n:,}"


def _alone(value: float | None, digits: int = 3) -> str:
    return "unknown" if value is None else f"{value:.{digits}f}"
