"""Revisable belief: which items stand, given what each rests on and what was refuted.

Belief is a function of the record, not of its order: an item stands while at least one of its justifications is
wholly standing, as the least fixpoint, so that nothing supports itself. That is what two-phase retraction (mark
everything that followed, then bring back what has another justification) arrives at, without its bookkeeping.
Sources: Doyle, "A truth maintenance system" (1979); Gupta, Mumick and Subrahmanian, "Maintaining views
incrementally" (1993); the two kinds of dependence are ours.
"""

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import NamedTuple

from sleuth.ledger import FactStatus


class Justification(NamedTuple):
    """One sufficient reason for an item.

    `content` is what makes it true: when that falls, the item is out. `retrieval` is what made us look for it: when
    that falls, the item is still true to its source, but dormant. An item with no antecedent at all is a premise.
    """

    of: str
    content: frozenset[str] = frozenset()
    retrieval: frozenset[str] = frozenset()


def label(
    justifications: Iterable[Justification],
    *,
    refuted: frozenset[str] = frozenset(),
    held: frozenset[str] = frozenset(),
) -> dict[str, FactStatus]:
    """The standing of every item that has a justification.

    `refuted` items are out whatever justifies them; `held` ones are dormant at best, as while a contradiction is
    being judged. Takes time linear in the size of the justifications.
    """
    every = tuple(justifications)
    true = _supported(((j.of, j.content) for j in every), refuted)
    active = _supported(((j.of, j.content | j.retrieval) for j in every), refuted | held)
    return {j.of: "in" if j.of in active else "dormant" if j.of in true else "out" for j in every}


def _supported(rules: Iterable[tuple[str, frozenset[str]]], blocked: frozenset[str]) -> set[str]:
    """Items with a rule whose antecedents are all supported: unit propagation (Dowling and Gallier 1984)."""
    missing: list[int] = []
    heads: list[str] = []
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    ready: deque[str] = deque()
    for head, body in rules:
        if head in blocked:
            continue
        if not body:
            ready.append(head)
            continue
        for antecedent in body:
            waiting[antecedent].append(len(missing))
        missing.append(len(body))
        heads.append(head)
    supported: set[str] = set()
    while ready:
        item = ready.popleft()
        if item in supported:
            continue
        supported.add(item)
        for rule in waiting[item]:
            missing[rule] -= 1
            if not missing[rule]:
                ready.append(heads[rule])
    return supported
