"""A recorded run as a lesson: step by step, with a pause before the steps that decide something.

Pure: states and events in, words out. `predictions` makes the pauses, `narration` and `findings` tell the steps.
"""

from sleuth.events import Event
from sleuth.models import Record
from sleuth.state import State
from sleuth.views.lessons.narration import narrate
from sleuth.views.lessons.predictions import Moment, moment
from sleuth.views.lessons.telling import Narration


class Scene(Record):
    """One step of a lesson."""

    asked: Moment | None
    """What a learner is asked before it; None for a step that is simply shown."""
    told: Narration


def scene(before: State, after: State, events: tuple[Event, ...], earlier: tuple[Event, ...] = ()) -> Scene:
    """The step between two states: its own events, and those of the step before, by which a failure is known."""
    return Scene(asked=moment(before, events, earlier), told=narrate(before, after, events))
