"""From a text with citations to a run in the log: its sources brought one by one, its claims put beside them.

A source whose text could not be had is a passage without text that says why, so that what cites it stays visibly
broken; so is a marker that the list of references lacks. Every source is recorded before the next is looked for.
"""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple

from sleuth.carrying import new_id, now
from sleuth.errors import CallerError, SleuthError
from sleuth.events import Answered, Entry, Event, Phase, RunFailed, RunStarted, StepTaken, number
from sleuth.fold import replay
from sleuth.investigate import Ports, take
from sleuth.ledger import Citation, Claim
from sleuth.models import Model
from sleuth.pasted import splitting
from sleuth.pasted.looking import Found
from sleuth.pasted.merging import name, shown
from sleuth.pasted.quoting import place, window
from sleuth.pasted.records import HAD, PASTED, Reference, Report, SourceBrought, TextPasted
from sleuth.prices import agreed
from sleuth.search import Passage, Query, Results, digest
from sleuth.settings import Settings
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.layout import plain as one_line

TITLE = 200
"""Characters of a title that a run is called by; of a text without one its first words are."""
FIRST = 100
KEPT = 1_000_000
"""Characters of a page that are kept: so many open in the viewer in two seconds, five times as many in fifteen."""
UNKNOWN = "unknown"
"""The model of a text that no model was asked about: who wrote it is not known."""

Look = Callable[[Reference], Found]
"""Where a source is had (`looking.Sources`)."""


class Wanted(NamedTuple):
    """A source that claims cite."""

    markers: tuple[str, ...]
    reference: Reference | None
    """None for a marker that the list lacks."""

    @property
    def told(self) -> str:
        """What it is called."""
        return name(self.reference) if self.reference else shown(self.markers[0])


class Progress(NamedTuple):
    """How far the sources of a pasted text have been looked for."""

    done: int
    total: int
    now: str | None
    """What is looked for next, or just now; None where none is left. Carries words of the text."""


def wanted(report: Report) -> tuple[Wanted, ...]:
    """The sources to bring: those that a claim cites, as the text lists them, then the markers that lead nowhere."""
    cited = {marker for claim in report.claims for marker in claim.markers}
    known = (Wanted(r.markers, r) for r in report.references if not cited.isdisjoint(r.markers))
    lost = dict.fromkeys(marker for claim in report.claims for marker in report.missing(claim))
    return (*known, *(Wanted((marker,), None) for marker in lost))


def progress(state: State) -> Progress:
    """How far a run that was pasted has come."""
    assert state.report is not None
    sources = wanted(state.report)
    done = len(state.sources)
    return Progress(done, len(sources), sources[done].told if done < len(sources) else None)


def begin(
    log: Log,
    report: Report,
    settings: Settings,
    *,
    title: str | None = None,
    collections: tuple[str, ...] = (),
    model: str | None = None,
    run: str | None = None,
) -> str:
    """Record a text as a new run, before any of its sources is looked for; its id.

    `collections` are where its sources may come from, `model` what its sentences are split by; by default nothing is.
    """
    at = now()
    run = run or new_id(at)
    called = one_line(title or report.title or "")
    started = RunStarted(
        question=_short(called, TITLE) if called else _short(report.claims[0].text, FIRST),
        memory=PASTED,
        model=model or UNKNOWN,
        collections=collections,
        limits=settings.limits,
        rules=settings.rules,
        price=agreed(settings) if model else None,
    )
    log.begin(run, number((started, TextPasted(report=report)), after=0, at=at), origin="pasted")
    return run


def bring(log: Log, run: str, look: Look, model: Model | None = None) -> Iterator[tuple[Entry, ...]]:
    """Bring the sources of a text that was begun, split its sentences where a model is given, and state its claims.

    Each step is committed and then yielded. A service that fails is the run's outcome, not raised; CallerError where
    the run is none of a pasted text, or another process does the same.
    """
    log.claim(run, audit=True)
    try:
        state = replay(log.entries(run))
        if state.report is None:
            raise CallerError(f"The run {run!r} is no pasted text; there is nothing to bring.")
        try:
            for entries in _steps(state, look, model):
                log.append(run, entries)
                state = replay(entries, state)
                yield entries
        except SleuthError as error:
            failed = number((RunFailed(error=str(error)),), after=state.seq, at=now())
            log.append(run, failed)
            yield failed
    finally:
        log.release(run)


def _steps(state: State, look: Look, model: Model | None) -> Iterator[tuple[Entry, ...]]:
    assert state.report is not None
    sources = wanted(state.report)
    for n, source in enumerate(sources[len(state.sources) :], start=len(state.sources) + 1):
        begun = monotonic()
        event = _brought(f"p{n}", source, state.report, look)
        title = f"Source {n} of {len(sources)}: {source.told}"
        yield (entries := _step(state, "search", title, monotonic() - begun, event))
        state = replay(entries, state)
    if model is not None:
        ports = Ports(model=model, search=_nowhere, clock=now)
        while action := splitting.next_split(state):
            yield (entries := take(state, action, ports))
            state = replay(entries, state)
    begun = monotonic()
    answer = answered(state)
    yield _step(state, "answer", "Put the claims beside their sources", monotonic() - begun, answer)


def _step(state: State, phase: Phase, title: str, seconds: float, event: Event) -> tuple[Entry, ...]:
    step = StepTaken(phase=phase, turn=0, title=title, seconds=round(seconds, 3))
    return number((step, event), after=state.seq, at=now())


def _brought(identity: str, source: Wanted, report: Report, look: Look) -> SourceBrought:
    reference = source.reference
    if reference is None:
        found = Found("not found", f"{source.told} is cited, but no list of sources has it.")
    else:
        found = look(reference)
    text = found.text if found.ending in HAD else ""
    lost = None if text.strip() else found.message or "The page holds no text that can be read."
    message, start = lost or found.message, None
    if len(text) > KEPT:
        citing = (c.text for c in report.claims if not set(source.markers).isdisjoint(c.markers))
        start, end = window(text, citing, KEPT)
        message = f"Only characters {start:,} to {end:,} of {len(text):,} are kept, around what is cited."
        text = text[start:end]
    address = found.url or (reference.url if reference else None)
    title = found.title or (reference.title or reference.url or reference.text if reference else source.told)
    passage = Passage(
        id=identity,
        title=one_line(_short(title, TITLE)),
        text=text if lost is None else "",
        url=address,
        date=found.date,
        collection=found.collection,
        document=found.document or address or source.markers[0],
        sha256=digest(text if lost is None else ""),
        start=start,
        retrieved_at=found.retrieved_at if lost is None else None,
        unread=lost,
    )
    ending = "failed" if found.ending in HAD and lost else found.ending
    return SourceBrought(markers=source.markers, ending=ending, message=message, passage=passage)


def answered(state: State) -> Answered:
    """The claims of a pasted text, each with a citation of every source that its sentence cites."""
    report = state.report
    assert report is not None
    by_marker = [(frozenset(s.markers), s.passage) for s in state.sources]
    made: list[Claim] = []
    for n, sentence in enumerate(report.claims):
        cited = [page for markers, page in by_marker if not markers.isdisjoint(sentence.markers)]
        for text in splitting.claims(state, n):
            citations = tuple(_citation(text, page) for page in cited)
            made.append(Claim(id=f"c{len(made) + 1}", text=text, citations=citations))
    told = f"{_count(len(made), 'claim')}, {_had(state.sources)}"
    return Answered(text=told, claims=tuple(made), confidence=None)


def _had(sources: tuple[SourceBrought, ...]) -> str:
    """How many sources there are, and how many of them were read."""
    read = sum(source.passage.unread is None for source in sources)
    if not sources:
        return "no source"
    if read == len(sources):
        return "1 source, which was read" if read == 1 else f"{read:,} sources, all read"
    return f"{_count(len(sources), 'source')}, {read or 'none'} of which could be read"


def _citation(claim: str, page: Passage) -> Citation:
    """Where on a page a claim most likely rests; without words where nothing of it resembles the claim."""
    found = place(claim, page.text)
    if found is None:
        return Citation(passage=page.id, quote="", start=0, end=0)
    return Citation(passage=page.id, quote=page.text[found.start : found.end], start=found.start, end=found.end)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _short(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def _nowhere(query: Query) -> Results:
    raise AssertionError(f"a pasted text searches for nothing, and not for {query.text!r}")
