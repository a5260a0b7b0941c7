"""The audit for a spreadsheet: three tables in one zip, of citations with their checks, verdicts, and measures.

Cells are safe as those of `csv`: what a spreadsheet would calculate is shown as the text it is.
"""

from collections.abc import Iterator

from sleuth.audit.measures import Mean, Share
from sleuth.audit.queue import Item, Reading
from sleuth.citations.checks import Check
from sleuth.citations.results import NAMES
from sleuth.exports import Format, Recorded
from sleuth.exports._auditing import Audit, agreeing, audited, fate
from sleuth.exports.csv import Cell, packed, table


def tables(recorded: Recorded) -> dict[str, bytes]:
    """The content of each table by the name of its file."""
    audit = audited(recorded)
    return {
        "audit_claims.csv": table(CLAIMS, _claims(audit)),
        "audit_verdicts.csv": table(VERDICTS, _verdicts(audit)),
        "audit_measures.csv": table(MEASURES, _measures(audit)),
    }


CLAIMS = (
    "claim", "text", "citation", "fact", "passage", "source", "date", "url", "sha256", "unread", "quote", "score",
    "start", "end", "page", *(f"{name} check" for name in NAMES), "checks in words", "label", "reason",
    "deciding passage", "deciding words", "labelled by", "machine", "judged by",
)  # fmt: skip
"""`score`, `start` and `end`: where the quote was located, and how exactly; empty where it was not."""


def _claims(audit: Audit) -> Iterator[tuple[Cell, ...]]:
    """A row for each citation, one for a claim without any, and one that says so where there is no claim."""
    if audit.nothing is not None:
        yield (None, audit.nothing, *(None,) * (len(CLAIMS) - 2))
    for item in audit.items:
        told = (*_checks(item), *_label(audit, item), item.machine or "unknown")
        by = "\n".join(given.reviewer for given, _ in audit.judged[item.claim.id])
        for reading in item.cited:
            yield (item.claim.id, item.claim.text, *_citation(audit, reading), *told, by)
        if not item.cited:
            yield (item.claim.id, item.claim.text, "none", *(None,) * 12, *told, by)


def _citation(audit: Audit, reading: Reading) -> tuple[Cell, ...]:
    citation, page, found = reading.citation, reading.passage, reading.located
    return (
        reading.number, citation.fact, page.id, page.title, page.date, page.url, page.sha256, page.unread,
        citation.quote, found.score if found else None, found.start if found else None, found.end if found else None,
        fate(audit, page.id),
    )  # fmt: skip


def _checks(item: Item) -> tuple[Cell, ...]:
    found: dict[str, Check] = {check.name: check for check in item.checks}
    words = "\n".join(check.told for check in item.checks if check.outcome != "nothing to check")
    return (*(found[name].outcome for name in NAMES), words)


def _label(audit: Audit, item: Item) -> tuple[Cell, ...]:
    """What a model said of a claim by all that it cites; empty where none was asked."""
    judged = item.label
    if judged is None:
        return (None,) * 5
    words = audit.state.passage(judged.passage).text[judged.start : judged.end] if judged.passage else None
    return (judged.label, judged.reason, judged.passage, words, judged.model)


VERDICTS = ("claim", "text", "reviewer", "verdict", "note", "seconds", "at", "machine", "alike")


def _verdicts(audit: Audit) -> Iterator[tuple[Cell, ...]]:
    """A row for each reviewer and claim that they judged."""
    for item in audit.items:
        for given, at in audit.judged[item.claim.id]:
            alike = None if item.machine is None else "yes" if item.machine == given.verdict else "no"
            told = (given.reviewer, given.verdict, given.note, given.seconds, at.isoformat())
            yield (item.claim.id, item.claim.text, *told, item.machine or "unknown", alike)


MEASURES = ("measure", "value", "low", "high", "n")
"""`low` and `high` are the 95 % interval; an empty value is unknown."""


def _measures(audit: Audit) -> Iterator[tuple[Cell, ...]]:
    told = audit.measures
    named: dict[str, Share | Mean] = {
        "citation precision": told.precision,
        "citation recall": told.recall,
        "uncited claims": told.uncited,
        "quotes located": told.located,
        "quotes not found": told.fabricated,
        "precision (ALCE)": told.alce_precision,
        "recall (ALCE)": told.alce_recall,
        "supported, by persons": told.supported,
    }
    for name, measure in named.items():
        yield (name, measure.value, *(measure.interval or (None, None)), _n(measure))
    yield ("citation F1", told.f1, None, None, None)
    yield ("F1 (ALCE)", told.alce_f1, None, None, None)
    yield ("seconds a verdict (median)", told.seconds, None, None, None)
    for one, other, agreed in agreeing(audit):
        pair = f"{one} and {other}"
        yield (f"{pair}: alike", agreed.share, *(agreed.share_interval or (None, None)), agreed.n)
        yield (f"{pair}: kappa", agreed.kappa, *(agreed.interval or (None, None)), agreed.n)


def _n(measure: Share | Mean) -> int:
    return measure.whole if isinstance(measure, Share) else measure.n


FORMAT = Format(
    label="Audit, CSV",
    told="Citations with their checks, verdicts and measures as three tables, in one zip.",
    ending=".audit.zip",
    media="application/zip",
    place=45,
    content=lambda recorded: packed(tables(recorded)),
    parts=tables,
)
