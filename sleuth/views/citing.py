"""What an answer cites, and under which number: one a passage, in the order of the first citation; and what else it
rests on. Whoever shows an answer numbers it by this, so that screen, terminal and paper agree.
"""

from collections import defaultdict
from collections.abc import Iterable

from sleuth.ledger import Citation, Claim
from sleuth.models import Record
from sleuth.search import Passage
from sleuth.state import State


class Reference(Record):
    """A passage that the answer cites, or that a fact was read from."""

    number: int | None
    """Of its citations, from 1; None for one that the answer does not cite."""
    passage: Passage
    quotes: tuple[str, ...]
    """What the claims quote of it, each text once; of one that is not cited, what its facts do. Text of pages."""
    claims: tuple[str, ...]
    """The claims that cite it."""
    facts: tuple[str, ...]
    """The facts that were read from it."""


def numbers(state: State) -> dict[str, int]:
    """The number of each cited passage, by its id."""
    return numbering(state.claims)


def numbering(claims: Iterable[Claim]) -> dict[str, int]:
    """The same, from the claims of an answer."""
    cited = dict.fromkeys(c.passage for claim in claims for c in claim.citations)
    return {passage: number for number, passage in enumerate(cited, start=1)}


def cites(state: State) -> dict[str, tuple[int, ...]]:
    """The numbers that each claim cites, each once, by the claim's id; none for a claim without a citation."""
    numbered = numbers(state)
    return {claim.id: tuple(dict.fromkeys(numbered[c.passage] for c in claim.citations)) for claim in state.claims}


def references(state: State) -> tuple[Reference, ...]:
    """The cited passages by their numbers, then the others that facts were read from, as they were found."""
    numbered = numbers(state)
    citing: defaultdict[str, dict[str, list[Citation]]] = defaultdict(lambda: defaultdict(list))
    for claim in state.claims:
        for citation in claim.citations:
            citing[citation.passage][claim.id].append(citation)
    read: defaultdict[str, list[str]] = defaultdict(list)
    for fact in state.facts:
        read[fact.passage].append(fact.id)
    found: list[Reference] = []
    for passage in (*numbered, *(p.id for p in state.passages if p.id in read and p.id not in numbered)):
        claims, facts = citing[passage], read[passage]
        quoted = [c.quote for citations in claims.values() for c in citations if c.quote]
        found.append(
            Reference(
                number=numbered.get(passage),
                passage=state.passage(passage),
                quotes=tuple(dict.fromkeys(quoted or (state.fact(fact).quote for fact in facts))),
                claims=tuple(claims),
                facts=tuple(facts),
            )
        )
    return tuple(found)


def unread(passage: Passage) -> str | None:
    """That the text of a passage could not be had, and why; None for one that there is."""
    return None if passage.unread is None else f"could not be read: {passage.unread}"


def cited(state: State) -> tuple[Reference, ...]:
    """The passages that the answer cites; the first is number 1."""
    return tuple(reference for reference in references(state) if reference.number is not None)
