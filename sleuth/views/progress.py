"""How a run is doing, in words: what it does now, what it waits for and what then helps, and what a step came to.

Pure: what is under way follows from the state, as the strategy decides from nothing else.
"""

from typing import NamedTuple

from sleuth.investigate import Action, phase
from sleuth.state import State, Status
from sleuth.views.timeline import Step


class Outlook(NamedTuple):
    """How a run stands, and what can be done about it."""

    what: str
    """Carries text of the model and of pages; empty where there is nothing to say."""
    then: str = ""
    """The next action; empty where nothing is to be done."""


def doing(state: State, action: Action) -> str:
    """What a run does while it takes this action: `Reading passage 3 of 5: Norholm bridge`."""
    if phase(action) != "read" or state.turn is None:
        return action.title
    mine = dict.fromkeys(state.turn.retrieved)
    done = len({passage for _, passage in state.reads} & mine.keys())
    return f"Passage {min(done + 1, len(mine))} of {len(mine)} · {action.title}" if mine else action.title


def outlook(status: Status, state: State, steps: int, *, to_read: bool = False) -> Outlook:
    """How a run stands that does nothing at the moment; `steps` counts those it has taken.

    One that is `to_read`, opened from a file, cannot be carried on.
    """
    after = f"after step {steps}" if steps else "before its first step"
    if state.report is not None and status in ("interrupted", "failed"):
        why = state.reason or "it was cut off"
        return Outlook(f"Its sources were not all looked for: {why}", "Paste the text once more.")
    if to_read and status in ("paused", "interrupted", "failed", "stopped"):
        how = "Failed" if status == "failed" else "Its record ends"
        return Outlook(f"{how} {after}.", "A branch of it can go on here.")
    match status:
        case "paused" if state.cause == "reopened":
            return Outlook(f"The answer is open again: {state.reason or ''}", "Resume looks for what holds instead.")
        case "paused" if state.reason:
            return Outlook(f"There is something to do again: {state.reason}", "Resume carries it on.")
        case "paused":
            return Outlook(f"Waiting for you {after}.", "Step takes one phase, Resume goes on to the end.")
        case "interrupted":
            return Outlook(f"Cut off {after}: its process is gone.", "Resume repeats at most the call that was cut.")
        case "failed":
            return Outlook(f"Failed {after}.", "Put that right, then Resume: nothing is lost.")
        case "stopped":
            return Outlook(f"Stopped by you {after}.", "Resume goes on from there.")
        case _:
            return Outlook("")


def spoken(step: Step) -> str:
    """What a step did and came to, in a sentence or two for who hears the page instead of seeing it."""
    return f"Step {step.number}: {'. '.join((step.title.rstrip('.'), *step.notes))}"
