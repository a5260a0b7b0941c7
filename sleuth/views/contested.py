"""Where sources disagree: both values with their sources, which one was preferred, and why.

Pure: read off the record. What still waits for a decision is told with the rest, as undecided.
"""

from collections.abc import Iterable

from sleuth.ledger import Fact, Verdict
from sleuth.models import Record
from sleuth.state import State
from sleuth.views.grounds import Grounds, Outcome
from sleuth.views.why import Source, sources_of

RELATIONS: dict[Outcome, str] = {
    "this one holds": "preferred to",
    "the other holds": "less trusted than",
    "undecided": "undecided against",
    "being judged": "still to be judged against",
    "both may hold": "not decided against",
    "neither holds": "refuted, as was",
}
"""How one value stands to the other, in words that go between the two."""
UNDECIDED: dict[Verdict, str] = {
    "equal support": "undecided, since equally supported, against",
    "pinned": "undecided, since a person pinned one, against",
}
"""The same where the record says why nothing has decided."""


class Side(Record):
    """One of the values, with every source that gives it; copies of one source are named as such."""

    fact: str
    """The fact that was compared."""
    value: str
    sources: tuple[Source, ...]

    @property
    def independent(self) -> tuple[Source, ...]:
        """The sources without copies, which add no weight."""
        return tuple(source for source in self.sources if source.copy_of is None)


class Contest(Record):
    """A disagreement of sources about one value."""

    held: Side
    """The value that the answer rests on, or that stands; the earlier one where neither or both do."""
    other: Side
    outcome: Outcome
    relation: str
    """How `held` stands to `other`, in words that go between the two."""
    reason: str | None
    """Why, in the words of the judgement; None where the record has none. Carries text of pages."""


def contested(state: State) -> tuple[Contest, ...]:
    """Every disagreement about a value that the answer cites, in the order of its claims; none without claims."""
    known = {fact.id: fact for fact in state.facts}
    return _contests(state, (known[x.fact] for c in state.claims for x in c.citations if x.fact in known))


def contests(state: State) -> tuple[Contest, ...]:
    """Every disagreement of the run, those with a value that stands first, in the order in which it was found."""
    return _contests(state, sorted(state.facts, key=lambda fact: fact.status != "in"))


def _contests(state: State, facts: Iterable[Fact]) -> tuple[Contest, ...]:
    """The disagreements about the values of some facts, each once.

    Values that were last judged to hold side by side are no disagreement.
    """
    grounds = Grounds(state)
    verdicts = {frozenset((j.old, j.new)): j.verdict for j in state.judgements}
    told: dict[frozenset[str], Contest] = {}
    for fact in dict.fromkeys(facts):
        group = grounds.alike(fact)
        mine = min(f.id for f in group)
        for against in grounds.compared(fact):
            rivals = grounds.alike(grounds.facts[against.fact])
            pair = frozenset((mine, min(f.id for f in rivals)))
            judged = {verdicts.get(frozenset((one.id, against.fact))) for one in group}
            if pair in told or "compatible" in judged:
                continue
            why = next((UNDECIDED[verdict] for verdict in judged if verdict in UNDECIDED), None)
            told[pair] = Contest(
                held=Side(fact=fact.id, value=fact.value, sources=sources_of(state, group)),
                other=Side(fact=against.fact, value=rivals[0].value, sources=sources_of(state, rivals)),
                outcome=against.outcome,
                relation=(why if against.outcome == "undecided" else None) or RELATIONS[against.outcome],
                reason=against.reason,
            )
    return tuple(told.values())
