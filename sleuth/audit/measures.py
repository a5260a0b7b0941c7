"""Measures of citations over one answer or many, from what a model and persons judged.

Sources: the citation measures of ReTree (arXiv 2608.10676), over (claim, passage) pairs pooled; those of ALCE (Gao et
al. 2023), over claims in the place of sentences, averaged over answers, an empty answer counting 0. The two differ on
purpose: a claim that needs two passages scores 0 in the first and 1 in the second. What has not been judged is
unknown, never 0: an answer counts in a model's measures once all that they need of it has been judged, and one that
cites nothing, which needs no judging, once every other has been.
"""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

from sleuth.audit.agreement import Agreement, agreement
from sleuth.audit.entailment import passages, wanted
from sleuth.audit.queue import Item
from sleuth.intervals import Interval, bootstrap, wilson
from sleuth.verdicts import Label


class Share(NamedTuple):
    """A part of a whole, with its interval. Nothing of nothing is unknown."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> Interval | None:
        """95 %, Wilson."""
        return wilson(self.part, self.whole)


class Mean(NamedTuple):
    """A mean over answers, with its interval."""

    n: int
    value: float | None
    interval: Interval | None
    """95 %, bootstrap over answers."""


class Answer(NamedTuple):
    """What one answer contributes."""

    claims: int
    uncited: int
    citations: int
    """Pairs of a claim and a passage that it cites."""
    quotes: int
    """Stretches of passages that the claims quote; two may stand in one passage, and none in one that was not had."""
    located: int
    """Those of them that stand in the cited passage."""
    entailing: int | None
    """Citations that alone entail their claim; None until all of them are judged."""
    entailed: int | None
    """Claims that at least one citation alone entails."""
    alce_recall: float | None
    """Share of claims that their citations together entail; 0 for an empty answer."""
    alce_precision: float | None
    """Share of citations that are precise in ALCE's sense; 0 for an answer without any."""
    verdicts: tuple[str, ...]
    """The verdicts of all reviewers."""
    by_both: tuple[tuple[str, str], ...]
    """The machine's verdict and a person's, of each claim that both have judged."""
    seconds: tuple[float, ...]
    """How long each verdict took, where that was measured."""


class Measures(NamedTuple):
    """The measures over answers."""

    answers: int
    claims: int
    judged: int
    """Answers whose citations were all judged by a model."""
    precision: Share
    """ReTree: citations that entail their claim."""
    recall: Share
    """ReTree: claims with a citation that entails them."""
    uncited: Share
    located: Share
    fabricated: Share
    """Quotes that do not stand in the cited passage."""
    alce_recall: Mean
    alce_precision: Mean
    supported: Share
    """Verdicts of persons that say *supported*."""
    machine: Agreement
    """Of the machine with persons."""
    seconds: float | None
    """Median seconds a verdict; None where none was measured."""

    @property
    def f1(self) -> float | None:
        """Harmonic mean of ReTree's precision and recall."""
        return _f1(self.precision.value, self.recall.value)

    @property
    def alce_f1(self) -> float | None:
        """The same of ALCE's."""
        return _f1(self.alce_precision.value, self.alce_recall.value)


def _f1(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def answer(items: Iterable[Item]) -> Answer:
    """What the audit of one answer contributes."""
    listed = tuple(items)
    cited = [(item.claim, passages(item.claim), _labels(item)) for item in listed]
    judged = all(not tuple(wanted(pages, known)) for _, pages, known in cited)
    alone = [(claim, known.get((page,)) == "entails") for claim, pages, known in cited for page in pages]
    quoting = [r for item in listed for r in item.cited if r.citation.quote.strip() and r.passage.unread is None]
    precise = [good for _, pages, known in cited for good in _precise(pages, known)]
    together = [known.get(pages) == "entails" for _, pages, known in cited]
    return Answer(
        claims=len(listed),
        uncited=sum(not item.claim.citations for item in listed),
        citations=len(alone),
        quotes=len(quoting),
        located=sum(reading.located is not None for reading in quoting),
        entailing=sum(entails for _, entails in alone) if judged else None,
        entailed=len({claim.id for claim, entails in alone if entails}) if judged else None,
        alce_recall=_share(together) if judged else None,
        alce_precision=_share(precise) if judged else None,
        verdicts=tuple(given.verdict for item in listed for _, given in item.verdicts),
        by_both=tuple((item.machine, given.verdict) for item in listed if item.machine for _, given in item.verdicts),
        seconds=tuple(given.seconds for item in listed for _, given in item.verdicts if given.seconds is not None),
    )


def _labels(item: Item) -> dict[tuple[str, ...], Label]:
    return {judged.passages: judged.label for judged in item.labels}


def _precise(pages: tuple[str, ...], known: dict[tuple[str, ...], Label]) -> Iterator[bool]:
    """Whether each citation is precise: its claim is recalled, and it entails alone or the rest does not."""
    for page in pages:
        rest = tuple(other for other in pages if other != page)
        needed = bool(rest) and known.get(rest) != "entails"
        yield known.get(pages) == "entails" and (known.get((page,)) == "entails" or needed)


def _share(hits: list[bool]) -> float:
    """The share of hits; 0 of nothing, as ALCE counts an empty answer."""
    return sum(hits) / len(hits) if hits else 0.0


def measures(answers: Iterable[Answer]) -> Measures:
    """The measures over answers: one run's, or those of many."""
    every = tuple(answers)
    judged = _judged(every)
    quotes = sum(a.quotes for a in every)
    located = sum(a.located for a in every)
    claims = sum(a.claims for a in judged)
    both = [pair for a in every for pair in a.by_both]
    verdicts = [v for a in every for v in a.verdicts]
    seconds = [s for a in every for s in a.seconds]
    return Measures(
        answers=len(every),
        claims=sum(a.claims for a in every),
        judged=len(judged),
        precision=Share(sum(a.entailing or 0 for a in judged), sum(a.citations for a in judged)),
        recall=Share(sum(a.entailed or 0 for a in judged), claims),
        uncited=Share(sum(a.uncited for a in every), sum(a.claims for a in every)),
        located=Share(located, quotes),
        fabricated=Share(quotes - located, quotes),
        alce_recall=_mean([a.alce_recall for a in judged if a.alce_recall is not None]),
        alce_precision=_mean([a.alce_precision for a in judged if a.alce_precision is not None]),
        supported=Share(sum(v == "supported" for v in verdicts), len(verdicts)),
        machine=agreement([machine for machine, _ in both], [person for _, person in both]),
        seconds=median(seconds) if seconds else None,
    )


def _judged(every: tuple[Answer, ...]) -> list[Answer]:
    """The answers that count in a model's measures. Those that cite nothing alone would make them 0."""
    known = [a for a in every if a.entailing is not None]
    return known if len(known) == len(every) else [a for a in known if a.citations]


def _mean(values: list[float]) -> Mean:
    # Drawn again and again from one answer, its mean would look certain.
    interval = bootstrap(values) if len(values) > 1 else None
    return Mean(len(values), sum(values) / len(values) if values else None, interval)
