"""What a written report of a run tells beside its ledger: numbered sources, grounds of facts, what was disagreed on.

Pure: a state in, records out. Numbers are those of the page (`citing.py`), so that paper and screen agree.
"""

from sleuth.ledger import Fact, Verdict
from sleuth.models import Record
from sleuth.search import Passage
from sleuth.state import State
from sleuth.views.because import alike, because, compared
from sleuth.views.citing import numbers
from sleuth.views.citing import sources as cited


class Source(Record):
    """A passage that the answer cites, or that a fact was read from."""

    number: int | None
    """Of its citations, from 1 in the order of the first; None for one that the answer does not cite."""
    passage: Passage
    claims: tuple[str, ...]
    """The claims that cite it."""
    facts: tuple[str, ...]
    """The facts that were read from it."""


def sources(state: State) -> tuple[Source, ...]:
    """The cited passages by their numbers, then the others that facts rest on, as they were found."""
    numbered = numbers(state)
    read = {fact.passage for fact in state.facts}
    others = tuple(page for page in state.passages if page.id in read and page.id not in numbered)
    return tuple(
        Source(
            number=numbered.get(page.id),
            passage=page,
            claims=tuple(c.id for c in state.claims if any(x.passage == page.id for x in c.citations)),
            facts=tuple(f.id for f in state.facts if f.passage == page.id),
        )
        for page in (*cited(state), *others)
    )


def grounds(state: State) -> dict[str, str]:
    """Why each fact stands, was refuted or is dormant, in words that carry text of pages."""
    return {fact.id: _ground(state, fact) for fact in state.facts}


def _ground(state: State, fact: Fact) -> str:
    group = alike(state, fact)
    return because(state, fact, group, compared(state, fact, group))


class Dispute(Record):
    """Two facts that give one thing different values, and what came of it."""

    old: Fact
    new: Fact
    outcome: str
    """What was decided, in words."""
    preferred: str | None
    """The fact that holds; None where both may, or nothing has decided."""
    reason: str | None
    """Why, as far as anyone said. Carries text of pages."""


OUTCOMES: dict[Verdict, str] = {
    "conflict": "still to be judged",
    "compatible": "both may hold",
    "new holds": "the later one holds",
    "old holds": "the earlier one holds",
    "undecided": "undecided",
    "equal support": "undecided, since both are equally supported",
    "pinned": "undecided, since a person pinned one of them",
}


def disputes(state: State) -> tuple[Dispute, ...]:
    """Every disagreement in the order it was judged, by its last judgement; then those still to be judged."""
    last = {frozenset((j.old, j.new)): j for j in state.judgements}
    told = [_judged(state, j.old, j.new, j.verdict, j.reason) for j in last.values()]
    waiting = (c for c in state.conflicts if frozenset((c.old, c.new)) not in last)
    return (*told, *(_judged(state, c.old, c.new, "conflict", None) for c in waiting))


def _judged(state: State, old: str, new: str, verdict: Verdict, reason: str | None) -> Dispute:
    earlier, later = state.fact(old), state.fact(new)
    standing = [fact for fact in (earlier, later) if fact.status == "in"]
    outcome, preferred = OUTCOMES[verdict], None
    if len(standing) == 1 and {earlier.status, later.status} == {"in", "out"}:
        # However it was judged then, a person or a later page may have decided otherwise.
        preferred = standing[0].id
        outcome = OUTCOMES["new holds" if standing[0] is later else "old holds"]
    elif verdict in ("new holds", "old holds"):
        outcome = "neither stands any more" if not standing else "both may hold"
    return Dispute(old=earlier, new=later, outcome=outcome, preferred=preferred, reason=reason)
