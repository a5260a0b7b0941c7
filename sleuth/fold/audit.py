"""What an audit changes of the state: verdicts, labels, pages looked at again, and the seal with what breaks it."""

from sleuth import events as e
from sleuth.fold.changes import Changes
from sleuth.ledger import Claim
from sleuth.person import Acted
from sleuth.state import State
from sleuth.verdicts import (
    Audited,
    AuditSealed,
    EntailmentJudged,
    PageChecked,
    Seal,
    VerdictGiven,
    VerdictWithdrawn,
)


def audited(state: State, event: Audited, seq: int) -> Changes:
    """What one event of an audit leaves behind."""
    match event:
        case VerdictGiven():
            return {"verdicts": (*_others(state, event.reviewer, event.claim), (seq, event))}
        case VerdictWithdrawn():
            return {"verdicts": _others(state, event.reviewer, event.claim)}
        case EntailmentJudged():
            about = (event.claim, event.passages)
            kept = tuple(x for x in state.entailments if (x.claim, x.passages) != about)
            return {"entailments": (*kept, event)}
        case PageChecked():
            kept_pages = tuple(x for x in state.pages_checked if x.passage != event.passage)
            return {"pages_checked": (*kept_pages, event)}
        case AuditSealed():
            return {"seal": Seal(seq=seq, reviewer=event.reviewer)}


def _others(state: State, reviewer: str, claim: Claim) -> tuple[tuple[int, VerdictGiven], ...]:
    """The verdicts without the one of this reviewer on this claim."""
    return tuple((at, x) for at, x in state.verdicts if (x.reviewer, x.claim) != (reviewer, claim))


def breaks(sealed_by: str, event: e.Event) -> bool:
    """Whether an event changes what a seal vouches for: the facts, the answer, or a verdict of who sealed it."""
    match event:
        case VerdictGiven() | VerdictWithdrawn():
            return event.reviewer == sealed_by
        case Acted() | e.FactRecorded() | e.FactChanged() | e.Repaired():
            return True
        case e.Answered() | e.AnswerReopened() | e.Abstained() | e.Branched():
            return True
        case _:
            return False
