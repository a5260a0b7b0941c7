"""What one question came to: the answer against the gold one, what was repaired, and what it cost."""

from typing import Literal

from sleuth.evaluate.metrics import exact, f1
from sleuth.evaluate.people import named
from sleuth.evaluate.positions import shown
from sleuth.evaluate.questions import Asked
from sleuth.events import Answered, ConflictJudged, Entry, Repaired
from sleuth.fold import replay
from sleuth.models import Record
from sleuth.revision.dependence import disagreement
from sleuth.sources import remembered
from sleuth.state import State
from sleuth.uncertainty import uncertain
from sleuth.values import same


class Score(Record):
    """What one question came to. Counts a server did not report, and what the data set does not tell, are None."""

    id: str
    run: str
    question: str
    gold: str | None
    answer: str | None
    cause: str | None
    failed: bool = False
    """Whether a service failed, so that the run never came to its end."""
    hops: int | None
    type: str | None
    right: bool
    """EM over answer and aliases; without an answer, whether the run abstained; with contradicting positions,
    whether all are shown."""
    f1: float
    """Token F1; 1 or 0 as `right` says where no answer is the truth."""
    standing: Literal["current", "stale", "neither"] | None = None
    """Which value the answer gives, `neither` for no answer; None where the set knows no outdated one."""
    positions: int | None = None
    """How many contradicting positions there are …"""
    positions_shown: int | None = None
    """… and how many the run shows with a source."""
    compared: int = 0
    """Pairs of values put to the judge of contradictions."""
    conflicts: int = 0
    """Those that it took for contradictions."""
    false_repairs: int | None = None
    """Repairs that were wrong; None where the set does not say what holds."""
    missed_repair: bool | None = None
    """Whether an outdated value that was found stood to the end; None where none was found or none is known."""
    forced: bool = False
    """Whether the budget, not the evidence, brought the answer about."""
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
    premises_disagreement: float | None = None
    """Share of recorded dependencies that only one way of recording saw."""
    decisions: int = 0
    """Questions of which it was decided whether they are searched for …"""
    spared: int = 0
    """… those that were not …"""
    told: int = 0
    """… those where numbers decided …"""
    straddling: int = 0
    """… and of these, those whose threshold lay within the bounds of what was compared."""
    entropies: tuple[float, ...] = ()
    """The highest entropy (its lower bound) within each drafted value, where the server told it."""
    remembered: bool = False
    """Whether the answer rests on something that the model only remembered."""

    @property
    def tokens(self) -> int | None:
        """Prompt and completion together."""
        known = self.prompt_tokens is not None and self.completion_tokens is not None
        return (self.prompt_tokens or 0) + (self.completion_tokens or 0) if known else None

    @property
    def timed_out(self) -> bool:
        """Whether the budget was spent before an answer was found."""
        return self.cause == "budget spent"


def score(run: str, row: Asked, entries: tuple[Entry, ...], seconds: float, first: float | None) -> Score:
    """Score a run by its entries; `seconds` is its whole time and `first` that to the first fact."""
    state = replay(entries)
    events = [entry.event for entry in entries]
    judged = [x for x in events if isinstance(x, ConflictJudged) and x.call == 1]
    repaired = [x for x in events if isinstance(x, Repaired)]
    decided = [x.decision for x in state.decisions]
    visible = shown(state, row.positions) if row.positions else None
    right, close = _right(row, state, visible)
    return Score(
        id=row.id,
        run=run,
        question=row.question,
        gold=row.answer,
        answer=state.answer,
        cause=state.cause,
        failed=state.status == "failed",
        hops=row.hops,
        type=row.type,
        right=right,
        f1=close,
        standing=_standing(row, state.answer),
        positions=len(row.positions) or None,
        positions_shown=visible,
        compared=len(judged),
        conflicts=sum(x.verdict == "conflict" for x in judged),
        false_repairs=_false_repairs(row, state, repaired),
        missed_repair=_missed_repair(row, state, repaired),
        forced=any(isinstance(x, Answered) and x.forced for x in events),
        searches=len(state.looked),
        seconds=round(seconds, 2),
        first_fact_s=first,
        repairs=len(repaired),
        turns=state.turns_checked,
        turns_valid_raw=state.turns_valid_raw,
        turns_valid=state.turns_valid,
        violations=state.violations,
        max_context_chars=state.max_context_chars,
        premises_disagreement=disagreement(state.facts),
        decisions=len(decided),
        spared=sum(not x.retrieve for x in decided),
        told=sum(x.straddles is not None for x in decided),
        straddling=sum(x.straddles is True for x in decided),
        entropies=tuple(h for draft in state.drafts if (h := uncertain(draft)) is not None),
        remembered=any(remembered(state.passage(c.passage)) for claim in state.claims for c in claim.citations),
        **state.usage.model_dump(exclude={"seconds", "cost", "currency"}),
    )


def _right(row: Asked, state: State, visible: int | None) -> tuple[bool, float]:
    if visible is not None:
        every = visible == len(row.positions)
        return every, float(every)
    if row.answer is None:
        abstained = state.status == "finished" and state.answer is None
        return abstained, float(abstained)
    right = state.answer is not None and gives(row, state.answer, row.golds)
    return right, 1.0 if right else f1(state.answer or "", row.golds)


def gives(row: Asked, answer: str, golds: tuple[str, ...]) -> bool:
    """Whether an answer is one of these, by its normalised text or, for persons so written, by their name."""
    return exact(answer, golds) or (row.surnames_in_capitals and any(named(answer, gold) for gold in golds))


def _standing(row: Asked, answer: str | None) -> Literal["current", "stale", "neither"] | None:
    if not row.stale:
        return None
    if answer is not None and gives(row, answer, row.golds):
        return "current"
    return "stale" if answer is not None and gives(row, answer, row.stale) else "neither"


def _false_repairs(row: Asked, state: State, repaired: list[Repaired]) -> int | None:
    """Every repair where all statements hold; where a correction is due, those that do not lead to it."""
    match row.repair:
        case None:
            return None
        case "none":
            return len(repaired)
        case "due":
            return sum(not _due(row, state, x) for x in repaired)


def _missed_repair(row: Asked, state: State, repaired: list[Repaired]) -> bool | None:
    if row.repair != "due" or not any(_among(f.value, row.stale) for f in state.facts):
        return None
    return not any(_due(row, state, x) for x in repaired)


def _due(row: Asked, state: State, x: Repaired) -> bool:
    corrected = x.new is not None and _among(state.fact(x.new).value, row.golds)
    return corrected and _among(state.fact(x.old).value, row.stale)


def _among(value: str, values: tuple[str, ...]) -> bool:
    return any(same(value, other) for other in values)
