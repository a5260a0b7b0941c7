"""What every report of an audit says in the same words: its seals, how far it has come, who agrees, what was found.

Texts of claims, pages, models and reviewers stand in it as they are; each format escapes.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sleuth.audit.agreement import Agreement, agreement
from sleuth.audit.measures import Measures, answer, measures
from sleuth.audit.queue import Item, Reading, agreements, queue
from sleuth.audit.telling import figures
from sleuth.citations.checks import Outcome
from sleuth.citations.parts import Where
from sleuth.events import Entry
from sleuth.exports import Recorded
from sleuth.exports._telling import Line
from sleuth.fold.audit import breaks
from sleuth.intervals import Interval
from sleuth.person import Acted
from sleuth.state import State
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn
from sleuth.views import lines
from sleuth.views.audited import FATES, progress
from sleuth.views.lines import deed
from sleuth.views.projection import stop_reason

OUTCOMES: dict[Outcome, str] = {
    "passed": "✓",
    "failed": "✕",
    "doubtful": "?",
    "unknown": "–",
    "nothing to check": "·",
}
"""How the outcome of a check is marked."""
WHERE: dict[Where, str] = {"quoted": "✓", "elsewhere": "?", "missing": "✕"}
"""How a figure, date or name of a claim is marked by where the passages have it."""
MACHINE = "the machine"
COUNTED = ("answers", "claims", "answers judged by a model")
"""Measures that say nothing of one answer alone."""
BY_MODEL = (
    "citation precision",
    "citation recall",
    "citation F1",
    "precision (ALCE)",
    "recall (ALCE)",
    "F1 (ALCE)",
)
"""Measures for which a model has to say of each citation whether it entails its claim."""


class Judged(NamedTuple):
    """A reviewer's verdict on a claim, and when it was given."""

    given: VerdictGiven
    at: datetime


class Decisive(NamedTuple):
    """A model's label of a claim with the stretch that decides it."""

    judged: EntailmentJudged
    words: str | None
    """What decides, as it stands in its passage; None where nothing does."""


class Audit(NamedTuple):
    """The audit of one run, with all that a report tells of it."""

    state: State
    items: tuple[Item, ...]
    measures: Measures
    judged: dict[str, tuple[Judged, ...]]
    """The verdicts on each claim, by its id."""
    looked: dict[str, Entry]
    """When each page was last looked at again, by its passage's id."""
    entries: tuple[Entry, ...]

    @property
    def nothing(self) -> str | None:
        """Why there is nothing to audit, as one sentence; None where there is."""
        if self.items:
            return None
        if self.state.answer is not None:
            return "The answer makes no claim, so there is nothing to audit."
        why = (stop_reason(self.state) or "").rstrip(".")
        return f"There is no answer, and so no claim to audit{f': {why}' if why else ''}."


def audited(recorded: Recorded) -> Audit:
    """The audit of a run as it stands."""
    state = recorded.state
    items = queue(state)
    times = {entry.seq: entry.at for entry in recorded.entries}
    return Audit(
        state=state,
        items=items,
        measures=measures([answer(items)]),
        judged={item.claim.id: tuple(Judged(given, times[at]) for at, given in item.verdicts) for item in items},
        looked={x.event.passage: x for x in recorded.entries if isinstance(x.event, PageChecked)},
        entries=recorded.entries,
    )


class Sealed(NamedTuple):
    """A reviewer's seal in words, and whether it holds."""

    told: str
    holds: bool


def seals(audit: Audit) -> tuple[Sealed, ...]:
    """Each reviewer's last seal, in the order in which they first set one; none where nobody has."""
    last: dict[str, tuple[Entry, Entry | None]] = {}
    for entry in audit.entries:
        for by, (sealed, broken) in last.items():
            if broken is None and breaks(by, entry.event):
                last[by] = sealed, entry
        if isinstance(entry.event, AuditSealed):
            last[entry.event.reviewer] = entry, None
    return tuple(_seal(by, *found) for by, found in last.items())


def _seal(by: str, sealed: Entry, broken: Entry | None) -> Sealed:
    how = "unbroken" if broken is None else f"broken by event {broken.seq}: {_did(broken)}"
    return Sealed(f"Audited and sealed by {by} on {day(sealed.at)}, {how}", broken is None)


def _did(entry: Entry) -> str:
    match entry.event:
        case Acted() | VerdictGiven() | VerdictWithdrawn():
            return deed(entry.event)
        case event:
            return lines.told(event) or event.type.replace("_", " ")


def progressed(audit: Audit) -> tuple[Line, ...]:
    """How many claims there are, and how many each reviewer has judged."""
    uncited = sum(not item.claim.citations for item in audit.items)
    without = f", {uncited} of them without a citation" if uncited else ""
    judged = progress(audit.state)
    by = (Line(name, f"{n} of {len(audit.items)} claims judged") for name, n in judged.items())
    return (Line("Claims", f"{len(audit.items)}{without}"), *by)


def measured(audit: Audit) -> tuple[Line, ...]:
    """The measures of this answer, in words; the numbers of answers and claims are told elsewhere."""
    told = figures(audit.measures)
    asked = "" if audit.measures.judged else " (a model was not asked of all citations)"
    return tuple(
        Line(name, f"{value}{asked if value == 'unknown' and name in BY_MODEL else ''}")
        for name, value in told
        if name not in COUNTED
    )


class Pair(NamedTuple):
    """Two judges and how far they agree."""

    one: str
    other: str
    agreed: Agreement


def agreeing(audit: Audit) -> tuple[Pair, ...]:
    """Each two reviewers, then each of them with the machine."""
    pairs = [Pair(one, other, agreed) for (one, other), agreed in agreements(audit.items).items()]
    for name in progress(audit.state):
        both = [(given.verdict, item.machine) for item in audit.items if (given := item.by(name)) and item.machine]
        pairs.append(Pair(name, MACHINE, agreement([p for p, _ in both], [m for _, m in both])))
    return tuple(pairs)


def agreed(pair: Pair) -> str:
    """How far two judges agree, in words."""
    found = pair.agreed
    if found.share is None:
        return "unknown: they have judged no claim in common"
    kappa = "unknown" if found.kappa is None else f"{found.kappa:.2f}{_between(found.interval, '.2f')}"
    alike = f"{found.alike} of {found.n} alike, {found.share:.0%}{_between(found.share_interval, '.0%')}"
    return f"{alike}; Cohen's κ {kappa}; n = {found.n}"


def _between(interval: Interval | None, form: str) -> str:
    return f" ({interval.low:{form}} to {interval.high:{form}})" if interval else ""


def located(reading: Reading) -> str:
    """Where the quote of a citation stands in its passage, and how exactly."""
    if not reading.citation.quote:
        return "nothing is quoted"
    if reading.located is None:
        return "not located in the passage"
    start, end, score = reading.located
    how = "word for word" if score == 1 else f"{score:.0%} alike"
    return f"located at characters {start} to {end}, {how}"


def fate(audit: Audit, passage: str) -> str:
    """What became of a cited page since it was read."""
    found = audit.looked.get(passage)
    if found is None:
        return "page not looked at again"
    assert isinstance(found.event, PageChecked)
    quoted = {True: ", the quote still stands there", False: ", the quote stands there no more", None: ""}
    why = f": {found.event.message}".rstrip(".") if found.event.message else ""
    return f"page {FATES[found.event.fate]}{quoted[found.event.quoted]} (looked at on {day(found.at)}){why}"


def decisive(audit: Audit, item: Item) -> Iterator[Decisive]:
    """What models said of a claim: by all that it cites first, then by parts of it."""
    for judged in sorted(item.labels, key=lambda x: x != item.label):
        page = audit.state.passage(judged.passage) if judged.passage else None
        yield Decisive(judged, page.text[judged.start : judged.end] if page else None)


def labelled(judged: EntailmentJudged) -> str:
    """A model's label in words, without what decides it: `tiny by p2: entails, it says so`."""
    return f"{judged.model} by {', '.join(judged.passages)}: {judged.label}, {judged.reason}"


class Found(NamedTuple):
    """What one check came to in words, or which checks had nothing to look at."""

    outcome: Outcome
    name: str
    told: str

    @property
    def sign(self) -> str:
        """How its outcome is marked."""
        return OUTCOMES[self.outcome]


def found(item: Item) -> tuple[Found, ...]:
    """What code found of a claim; the checks that had nothing to look at together at the end."""
    told = tuple(Found(c.outcome, c.name, c.told) for c in item.checks if c.outcome != "nothing to check")
    idle = ", ".join(c.name for c in item.checks if c.outcome == "nothing to check")
    return (*told, Found("nothing to check", "", idle)) if idle else told


def took(given: VerdictGiven) -> str:
    """How long a verdict took."""
    return "time unknown" if given.seconds is None else f"{given.seconds:,.1f} s"


def day(at: datetime) -> str:
    """The day of a moment."""
    return at.date().isoformat()


def moment(at: datetime) -> str:
    """A moment to the second, in UTC."""
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
