"""The queue of an audit: each claim with what it cites, what code and a model found, and what persons said of it.

A projection of the state alone, so that page, command line and report agree claim by claim.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, get_args

from sleuth.audit.agreement import Agreement, agreement
from sleuth.audit.entailment import passages
from sleuth.citations.checks import Check, Known, check
from sleuth.citations.locating import Located, locate
from sleuth.citations.parts import Cited
from sleuth.errors import CallerError
from sleuth.ledger import Citation, Claim
from sleuth.models import Record
from sleuth.pasted.records import Report, SourceBrought
from sleuth.search import Passage
from sleuth.state import State
from sleuth.verdicts import EntailmentJudged, PageChecked, Verdict, VerdictGiven
from sleuth.views.citing import numbering

Sieve = Literal["all", "not judged", "uncited", "failing checks", "disagreement"]
"""Which claims of the queue are shown; *disagreement* is between reviewers, or of one with the machine."""
SIEVES: tuple[Sieve, ...] = get_args(Sieve)


class Reading(Record):
    """A citation with the passage that it leads to."""

    number: int
    """Of the passage among all that the answer cites, from 1."""
    citation: Citation
    passage: Passage
    located: Located | None
    """Where the quote stands in the passage's text, and how exactly; None where it does not."""


class Item(Record):
    """One claim of the queue."""

    number: int
    """Its place in the answer, from 1."""
    claim: Claim
    cited: tuple[Reading, ...]
    checks: tuple[Check, ...]
    """What code finds, in words."""
    labels: tuple[EntailmentJudged, ...]
    """What a model said of it, by one passage or several together."""
    machine: Verdict | None
    """What code and model come to; None while neither can tell."""
    verdicts: tuple[tuple[int, VerdictGiven], ...]
    """What persons said of it, each with its place in the log."""

    @property
    def label(self) -> EntailmentJudged | None:
        """What a model said of it by all that it cites."""
        return next((judged for judged in self.labels if judged.passages == passages(self.claim)), None)

    @property
    def failing(self) -> bool:
        """Whether a check of code failed."""
        return any(told.outcome == "failed" for told in self.checks)

    def by(self, reviewer: str) -> VerdictGiven | None:
        """The verdict of a reviewer; None while they have given none."""
        return next((given for _, given in self.verdicts if given.reviewer == reviewer), None)

    def disputed(self, reviewer: str) -> bool:
        """Whether verdicts on it differ, as far as this reviewer may know: of others only once they have judged."""
        mine = self.by(reviewer)
        if mine is None:
            return False
        others = {given.verdict for _, given in self.verdicts} | ({self.machine} if self.machine else set())
        return others != {mine.verdict}


def queue(state: State) -> tuple[Item, ...]:
    """Every claim of the answer in its order."""
    basis = _Basis(state.claims, state.passages, state.pages_checked, state.report, state.sources)
    labels: defaultdict[Claim, list[EntailmentJudged]] = defaultdict(list)
    for judged in state.entailments:
        labels[judged.claim].append(judged)
    verdicts: defaultdict[Claim, list[tuple[int, VerdictGiven]]] = defaultdict(list)
    for at, given in state.verdicts:
        verdicts[given.claim].append((at, given))
    return tuple(
        _item(number, claim, looked, tuple(labels[claim]), tuple(verdicts[claim]))
        for number, (claim, looked) in enumerate(zip(state.claims, _looked_at(basis), strict=True), start=1)
    )


def _item(
    number: int,
    claim: Claim,
    looked: "_Looked",
    labels: tuple[EntailmentJudged, ...],
    verdicts: tuple[tuple[int, VerdictGiven], ...],
) -> Item:
    together = next((judged for judged in labels if judged.passages == passages(claim)), None)
    return Item(
        number=number,
        claim=claim,
        cited=looked.cited,
        checks=looked.checks,
        labels=labels,
        machine=machine(looked.checks, together),
        verdicts=verdicts,
    )


class _Basis(NamedTuple):
    """What code looks at in a run; no verdict changes it."""

    claims: tuple[Claim, ...]
    passages: tuple[Passage, ...]
    pages_checked: tuple[PageChecked, ...]
    report: Report | None
    sources: tuple[SourceBrought, ...]


class _Looked(NamedTuple):
    """What code found of one claim."""

    cited: tuple[Reading, ...]
    checks: tuple[Check, ...]


@lru_cache(maxsize=16)
def _looked_at(basis: _Basis) -> tuple[_Looked, ...]:
    """What code finds of every claim. Kept, since 300 claims on long pages take seconds and are asked for with every
    verdict."""
    numbered = numbering(basis.claims)
    known = Known(passages=basis.passages, fates={looked.passage: looked for looked in basis.pages_checked})
    by_id = {passage.id: passage for passage in basis.passages}
    named = _named(basis)
    found: list[_Looked] = []
    for claim in basis.claims:
        cited = tuple(_reading(by_id[c.passage], c, numbered[c.passage]) for c in claim.citations)
        links = {place: named[c.passage] for place, c in enumerate(claim.citations) if c.passage in named}
        checks = check(claim.text, [_cited(reading) for reading in cited], known._replace(links=links))
        found.append(_Looked(cited, checks))
    return tuple(found)


def _named(basis: _Basis) -> dict[str, str]:
    """What the references of a pasted text call each passage; the words of a link in a sentence name none."""
    listed = [r for r in basis.report.references if r.title and r.marker != r.url] if basis.report else []
    named = {marker: r.title for r in listed for marker in r.markers if r.title}
    return {s.passage.id: named[m] for s in basis.sources for m in s.markers[:1] if m in named}


def _reading(passage: Passage, citation: Citation, number: int) -> Reading:
    return Reading(number=number, citation=citation, passage=passage, located=locate(citation.quote, passage.text))


def _cited(reading: Reading) -> Cited:
    citation = reading.citation
    return Cited(reading.passage, citation.quote, citation.start, citation.end)


def machine(checks: Iterable[Check], together: EntailmentJudged | None) -> Verdict | None:
    """What code and model come to together; None while neither can tell.

    Code comes first: what is not located needs no reading, and a figure, date or name that the passages lack is not
    theirs, whatever a model says.
    """
    failed = {told.name for told in checks if told.outcome == "failed"}
    if failed & {"passage", "quote"}:
        return "not located"
    label = together.label if together else None
    if label == "contradicts":
        return "contradicted"
    if failed & {"number", "date", "name", "negation"} or label == "neutral":
        return "not enough"
    return "supported" if label == "entails" else None


def kept(items: Iterable[Item], sieve: str, reviewer: str) -> tuple[Item, ...]:
    """The items that a sieve lets through for this reviewer; CallerError for one that is not known."""
    match sieve:
        case "all":
            return tuple(items)
        case "not judged":
            return tuple(item for item in items if item.by(reviewer) is None)
        case "uncited":
            return tuple(item for item in items if not item.claim.citations)
        case "failing checks":
            return tuple(item for item in items if item.failing)
        case "disagreement":
            return tuple(item for item in items if item.disputed(reviewer))
        case _:
            raise CallerError(f"The filter {sieve!r} is not known; use one of: {', '.join(SIEVES)}.")


def reviewers(items: Iterable[Item]) -> tuple[str, ...]:
    """Everybody who has judged a claim of the answer, in the order in which they began."""
    given = sorted((at, verdict.reviewer) for item in items for at, verdict in item.verdicts)
    return tuple(dict.fromkeys(name for _, name in given))


def agreements(items: Iterable[Item]) -> dict[tuple[str, str], Agreement]:
    """How far each two reviewers agree over the claims that both have judged."""
    listed = tuple(items)
    found: dict[tuple[str, str], Agreement] = {}
    for one, other in combinations(reviewers(listed), 2):
        pairs = [(a.verdict, b.verdict) for item in listed if (a := item.by(one)) and (b := item.by(other))]
        found[one, other] = agreement([a for a, _ in pairs], [b for _, b in pairs])
    return found
