"""A run as the steps a reader can walk through: what each did, why, for how long, at what cost, and what came of it.

Pure: entries in, steps out, and more entries extend the steps there are. State is `state.py`'s affair.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from sleuth import drafts as d
from sleuth import events as e
from sleuth.events import Entry, Phase
from sleuth.models import Record
from sleuth.person import Acted
from sleuth.verdicts import AuditSealed, VerdictGiven, VerdictWithdrawn
from sleuth.views.lines import Deed, deed, told
from sleuth.views.selection import brought


class Call(Record):
    """The model call of a step, without its texts, which the log keeps under `seq`."""

    seq: int
    purpose: str
    model: str
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    seconds: float | None


class Step(Record):
    """One step of a run: one of the investigation's own, or a person's decision with all that followed from it."""

    number: int
    """From 1."""
    phase: Phase | Literal["person"]
    turn: int
    title: str
    begun: int
    """Place of its first event in the log."""
    ended: int
    """Place of its last event: the state after the step is the fold up to here."""
    at: datetime
    seconds: float | None = None
    cause: str | None = None
    """Why it was taken or decided as it was, where the log says so."""
    call: Call | None = None
    draft: d.Draft | None = None
    """What the model drafted before a search, with the step that decided by it."""
    decision: d.Decision | None = None
    brought: tuple[str, ...] = ()
    """The ids that it mentions as new; the first step to bring an id is the one it came with."""
    repairs: tuple[int, ...] = ()
    """Places in the log of the repairs made in it."""
    trouble: bool = False
    """Whether a service failed or a search engine refused."""
    notes: tuple[str, ...] = ()
    """What came of it, one line each. Carries text of the model and of pages."""


def extend(steps: tuple[Step, ...], entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps with the entries that follow them; what stands before the first step is left out."""
    grown = list(steps)
    for entry in entries:
        match entry.event:
            case e.StepTaken() as taken:
                grown.append(
                    Step(
                        number=len(grown) + 1,
                        phase=taken.phase,
                        turn=taken.turn,
                        title=taken.title,
                        begun=entry.seq,
                        ended=entry.seq,
                        at=entry.at,
                        seconds=taken.seconds,
                    )
                )
            case Acted() | VerdictGiven() | VerdictWithdrawn() | AuditSealed() | e.Branched() as stepped_in:
                grown.append(_by_person(grown, entry, stepped_in))
            case event if grown:
                grown[-1] = grown[-1].model_copy(update=_added(grown[-1], entry.seq, event))
                if isinstance(event, d.RetrievalDecided):
                    # Where words are left out of a draft one by one, it is older than the decision.
                    grown[-1] = grown[-1].model_copy(update={"draft": _newest(grown, event)})
    return tuple(grown)


def _newest(steps: list[Step], decided: d.RetrievalDecided) -> d.Draft | None:
    drafts = (s.draft for s in reversed(steps) if s.draft and s.draft.question == decided.question)
    return next((draft for draft in drafts if draft.asked == decided.asked), None)


def _by_person(before: list[Step], entry: Entry, event: Deed) -> Step:
    """The step that a person's decision opens; its consequences follow as its notes."""
    return Step(
        number=len(before) + 1,
        phase="person",
        turn=before[-1].turn if before else 0,
        title=deed(event),
        begun=entry.seq,
        ended=entry.seq,
        at=entry.at,
        cause=_reason(event),
        notes=(_means(event),) if isinstance(event, e.Branched) else (),
    )


def _reason(event: Deed) -> str | None:
    """Why a person did it, in their words."""
    match event:
        case Acted():
            return event.reason
        case VerdictGiven():
            return event.note
        case _:
            return None


def _means(branch: e.Branched) -> str:
    means = f"{branch.model}, memory {branch.memory}, searching {', '.join(branch.collections)}"
    return f"After event {branch.at} it goes on with {means}"


def _added(step: Step, seq: int, event: e.Event) -> dict[str, object]:
    """What one more event changes in the step it belongs to."""
    changes: dict[str, object] = {"ended": seq}
    if note := told(event):
        changes["notes"] = (*step.notes, note)
    if ids := brought(event):
        changes["brought"] = (*step.brought, *ids)
    match event:
        case e.TurnStarted():
            changes |= {"turn": event.turn, "cause": event.reason}
        case e.ModelCalled():
            fields = event.model_dump(include=set(Call.model_fields))
            changes["call"] = Call(seq=seq, **fields)
        case e.Repaired():
            changes["repairs"] = (*step.repairs, seq)
        case e.RunFailed() | e.Searched(outcome="engine refused" | "failed"):
            changes["trouble"] = True
        case d.Drafted():
            changes["draft"] = event.draft
        case d.RetrievalDecided():
            changes |= {"decision": event.decision, "cause": step.cause or event.decision.reason}
        case e.ConflictJudged() | e.Nudged() | e.Abstained():
            changes["cause"] = step.cause or event.reason
    return changes
