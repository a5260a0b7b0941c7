"""What the course of a run changes: its beginning, its end, and what a person did to it."""

from sleuth import events as e
from sleuth import person as by
from sleuth.fold.changes import Changes, replace
from sleuth.state import State
from sleuth.usage import Usage, at_price


def person_acted(
    state: State,
    event: by.Acted | by.FactPinned | by.PassageAdded | by.HypothesisProposed | by.HypothesisDropped,
    seq: int,
) -> Changes:
    """What a person did."""
    match event:
        case by.Acted():
            return {"acts": (*state.acts, (seq, event))}
        case by.FactPinned():
            return {"facts": replace(state.facts, event.fact, pinned=event.pinned)}
        case by.PassageAdded(passage=passage):
            known = any(p.id == passage.id for p in state.passages)
            return {
                "passages": state.passages if known else (*state.passages, passage),
                "offered": (*state.offered, (event.question, passage.id)),
            }
        case by.HypothesisProposed():
            return {"proposed": (*state.proposed, event.hypothesis)}
        case by.HypothesisDropped():
            return {"proposed": tuple(h for h in state.proposed if h.id != event.hypothesis)}


def run_changed(state: State, event: e.Event) -> Changes:
    """How the run began, stands and ended."""
    match event:
        case e.RunStarted():
            begun = {name: getattr(event, name) for name in e.RunStarted.model_fields if name != "type"}
            return {**begun, "usage": at_price(Usage(), event.price)}
        case e.Branched():
            means = ("memory", "model", "collections", "engines", "limits", "rules", "price")
            return {
                **{name: getattr(event, name) for name in means},
                "usage": at_price(state.usage, event.price),
                "parent": (event.parent, event.at),
                "nudged": False,
                # Another memory does not know what this one was in the middle of.
                "turn": state.turn if event.memory == state.memory else None,
                **UNANSWERED,
            }
        case e.Answered():
            return {
                "status": "finished",
                "cause": "answered",
                "reason": None,
                "answer": event.text,
                "claims": event.claims,
                "confidence": event.confidence,
            }
        case e.AnswerReopened():
            return UNANSWERED | {"cause": "reopened", "reason": event.reason}
        case e.Abstained():
            return UNANSWERED | {
                "status": "finished",
                "cause": event.cause,
                "reason": event.reason,
                "claims": event.claims,
            }
        case e.RunPaused():
            return {"status": "paused", **({"reason": event.reason} if event.reason else {})}
        case e.RunResumed():
            return {"status": "running", "cause": None, "reason": None}
        case e.RunStopped():
            return {"status": "stopped", "cause": "stopped", "reason": "A person stopped the run."}
        case e.RunFailed():
            return {"status": "failed", "cause": "failed", "reason": event.error}
        case _:
            raise TypeError(f"no fold for the event {event.type!r}")


UNANSWERED: Changes = {
    "status": "paused",
    "cause": None,
    "reason": None,
    "answer": None,
    "claims": (),
    "confidence": None,
}
"""A run that goes on towards an answer once somebody lets it."""
