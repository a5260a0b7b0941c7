"""Where the sources of an answer disagree: both values with their sources, which one was preferred, and why.

Pure: read off the record. What still waits for a decision is told with the rest, as undecided.
"""

from sleuth.models import Record
from sleuth.state import State
from sleuth.views.because import Outcome, alike, compared
from sleuth.views.why import Source, sources_of

RELATIONS: dict[Outcome, str] = {
    "this one holds": "preferred to",
    "the other holds": "less trusted than",
    "undecided": "undecided against",
    "being judged": "still to be judged against",
    "both may hold": "not decided against",
    "neither holds": "refuted, as was",
}
"""How the value under the answer stands to the other, in words that go between the two."""


class Side(Record):
    """One of the values, with every source that gives it; copies of one source are named as such."""

    fact: str
    """The fact that was compared."""
    value: str
    sources: tuple[Source, ...]


class Contest(Record):
    """A disagreement of sources about one value under the answer."""

    held: Side
    """The value that the answer rests on."""
    other: Side
    outcome: Outcome
    reason: str | None
    """Why, in the words of the judgement; None where the record has none. Carries text of pages."""


def contested(state: State) -> tuple[Contest, ...]:
    """Every disagreement about a value that the answer cites, in the order of its claims; none without claims.

    Values that were judged to hold side by side are no disagreement.
    """
    known = {fact.id: fact for fact in state.facts}
    beside = {frozenset((j.old, j.new)) for j in state.judgements if j.verdict == "compatible"}
    told: dict[frozenset[str], Contest] = {}
    for fact in dict.fromkeys(known[x.fact] for c in state.claims for x in c.citations if x.fact in known):
        group = alike(state, fact)
        mine = {f.id for f in group}
        for against in compared(state, fact, group):
            rival = known[against.fact]
            if any(frozenset((one, rival.id)) in beside for one in mine):
                continue
            rivals = alike(state, rival)
            pair = frozenset((min(mine), min(f.id for f in rivals)))
            told.setdefault(
                pair,
                Contest(
                    held=Side(fact=fact.id, value=fact.value, sources=sources_of(state, group)),
                    other=Side(fact=rival.id, value=rival.value, sources=sources_of(state, rivals)),
                    outcome=against.outcome,
                    reason=against.reason,
                ),
            )
    return tuple(told.values())
