"""What the facts of a run stand or fall by: who gives the same value, and what each was compared with.

Gathered once for all of a run's facts and looked up for each, since hundreds may speak of one thing.
"""

from collections import defaultdict
from functools import cached_property
from typing import Literal

from sleuth.alike import alike
from sleuth.ledger import Fact, standing
from sleuth.models import Record
from sleuth.ranking import held
from sleuth.revision.dependence import values_of
from sleuth.state import State
from sleuth.tree import Revision

Outcome = Literal["being judged", "undecided", "this one holds", "the other holds", "both may hold", "neither holds"]
"""What came of comparing a fact with one that gives another value."""


class Disagreement(Record):
    """A fact that gives the same thing another value, and what came of judging the two."""

    fact: str
    value: str
    outcome: Outcome
    reason: str | None


class Grounds:
    """The facts of one state with all that is asked of them again; each part is worked out when first wanted."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """Every fact by its id."""
        return {fact.id: fact for fact in self.state.facts}

    @cached_property
    def held(self) -> frozenset[str]:
        """The facts that are held back while a disagreement is open."""
        return held(self.state)

    @cached_property
    def values(self) -> dict[str, str]:
        """The value that each fact supports (`revision.dependence.values_of`)."""
        return values_of(self.state.facts)

    @cached_property
    def alive(self) -> frozenset[str]:
        """The values that a standing fact supports."""
        return frozenset(self.values[fact.id] for fact in standing(self.state.facts))

    @cached_property
    def about(self) -> dict[tuple[int, str], tuple[Fact, ...]]:
        """The facts that stand, by the slot and the entity that they speak of."""
        found: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        for fact in standing(self.state.facts):
            found[fact.slot, fact.entity].append(fact)
        return {subject: tuple(facts) for subject, facts in found.items()}

    @cached_property
    def replaced(self) -> dict[tuple[str, str | None], Revision]:
        """The newest correction of each fact by each other."""
        return {(revision.old, revision.new): revision for revision in self._revisions}

    @cached_property
    def corrected(self) -> dict[str, Revision]:
        """The newest correction that took each fact out."""
        return {revision.old: revision for revision in self._revisions}

    @cached_property
    def _revisions(self) -> tuple[Revision, ...]:
        """Every correction, the newest last."""
        return tuple(sorted((r for node in self.state.nodes for r in node.revisions), key=lambda r: r.at_seq))

    def alike(self, fact: Fact) -> tuple[Fact, ...]:
        """Every fact that gives the same thing the same value, however it stands; the one asked about first."""
        return (fact, *(other for other in self._alike[fact.id] if other.id != fact.id))

    @cached_property
    def _alike(self) -> dict[str, tuple[Fact, ...]]:
        subjects: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        for fact in self.state.facts:
            subjects[fact.slot, fact.entity].append(fact)
        return {
            fact.id: tuple(group[place] for place in places)
            for group in subjects.values()
            for fact, places in zip(group, alike([f.value for f in group]), strict=True)
        }

    def compared(self, fact: Fact) -> tuple[Disagreement, ...]:
        """Each fact that this one, or another that gives its value, was compared with."""
        mine = {f.id for f in self.alike(fact)}
        told: dict[str, Disagreement] = {}
        for number in sorted({number for one in mine for number in self._pairs_of.get(one, ())}):
            old, new = self._pairs[number]
            rival = self.facts.get(new if old in mine else old)
            if rival is None or rival.id in mine:
                continue
            told[rival.id] = Disagreement(
                fact=rival.id,
                value=rival.value,
                outcome=self._open.get((old, new)) or _outcome(fact, rival),
                reason=self._reasons.get(frozenset((old, new))),
            )
        return tuple(told.values())

    @cached_property
    def _open(self) -> dict[tuple[str, str], Outcome]:
        """The pairs that nothing has decided yet."""
        undecided: dict[tuple[str, str], Outcome] = {(p.old, p.new): "undecided" for p in self.state.unsettled}
        return undecided | {(p.old, p.new): "being judged" for p in self.state.conflicts}

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        """Every pair that was compared: those judged in their order, then those that are open."""
        return (*self.state.judged, *((p.old, p.new) for p in self.state.undecided))

    @cached_property
    def _pairs_of(self) -> dict[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for number, pair in enumerate(self._pairs):
            for fact in pair:
                found[fact].append(number)
        return dict(found)

    @cached_property
    def _reasons(self) -> dict[frozenset[str], str]:
        judged = {frozenset((j.old, j.new)): j.reason for j in self.state.judgements}
        return judged | {frozenset((r.old, r.new)): r.reason for r in self._revisions if r.new}


def _outcome(fact: Fact, rival: Fact) -> Outcome:
    match fact.status == "out", rival.status == "out":
        case True, True:
            return "neither holds"
        case True, False:
            return "the other holds"
        case False, True:
            return "this one holds"
        case _:
            return "both may hold"
