"""Where the ways of several runs part: the first step that they did not all take alike.

Pure. When a step was taken, for how long and at what cost makes no difference; nor that a run was held, failed or
was carried on, for that is no step of its way.
"""

from collections.abc import Sequence

from sleuth import events as e
from sleuth.models import Record
from sleuth.views.lines import told
from sleuth.views.timeline import Step

COURSE = tuple(
    note
    for event in (e.RunPaused(), e.RunPaused(reason=""), e.RunResumed(), e.RunStopped(), e.RunFailed(error=""))
    if (note := told(event)) is not None
)
"""How notes begin that tell how a run was carried on."""


class Parting(Record):
    """How far several runs went together, and what each did next."""

    together: int
    """How many steps they all took alike, from the first."""
    after: tuple[int, ...]
    """By run: the place in its log of the last event of these steps; 0 when there is none."""
    next: tuple[Step | None, ...]
    """By run: the step it took then; None where it took none."""

    @property
    def parted(self) -> bool:
        """Whether any of them took a step that another did not."""
        return any(self.next)


def parting(ways: Sequence[tuple[Step, ...]]) -> Parting:
    """Where runs part, from the steps of each."""
    shortest = min(map(len, ways), default=0)
    alike = (n for n in range(shortest) if len({_did(way[n]) for way in ways}) > 1)
    together = next(alike, shortest)
    return Parting(
        together=together,
        after=tuple(way[together - 1].ended if together else 0 for way in ways),
        next=tuple(way[together] if len(way) > together else None for way in ways),
    )


def _did(step: Step) -> tuple[str, ...]:
    """What a step did, without when and at what cost."""
    return (step.phase, str(step.turn), step.title, *(n for n in step.notes if not n.startswith(COURSE)))
