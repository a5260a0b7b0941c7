"""Two or more runs side by side: what they answer, the facts each reached, where they part, and what each cost.

Pure: runs as they stand in, one record out, for the page and for `compare RUN RUN`. The facts are matched in
`facts_across.py`, the steps in `parting.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import JsonValue

from sleuth.ledger import Confidence
from sleuth.models import Record
from sleuth.search import Passage
from sleuth.state import State, Status
from sleuth.values import plain, same
from sleuth.views.facts_across import FactAcross, facts_across
from sleuth.views.parting import Parting, parting
from sleuth.views.projection import repairs, stop_reason
from sleuth.views.timeline import Step

LETTERS = "ABCDEFGHIJKL"
"""What the runs of a comparison are called in it; so many can be compared at once."""

Use = Literal["cited", "a fact", "found"]
"""What a run made of a source: its answer cites it, it read a fact there, or a search returned it and no more."""


class Way(NamedTuple):
    """A run as it is compared."""

    run: str
    title: str | None
    status: Status
    state: State
    steps: tuple[Step, ...]


class Compared(Record):
    """One of the runs, in short."""

    letter: str
    run: str
    title: str | None
    question: str
    model: str
    memory: str
    status: Status
    stop_reason: str | None
    answer: str | None
    confidence: Confidence | None
    parent: str | None
    """The run that it branched from."""
    seq: int

    @property
    def name(self) -> str:
        """What to call it: its title, else its question."""
        return self.title or self.question


class Answers(Record):
    """One answer and who gives it, by letter."""

    text: str
    by: tuple[str, ...]


class Figure(Record):
    """One cost, by run; what a run did not report is None."""

    name: str
    values: tuple[float | None, ...]


class Setting(Record):
    """One setting in which the runs differ, by run, in words."""

    name: str
    values: tuple[str, ...]


class SourceAcross(Record):
    """One source that at least one of the runs rests on, and what each made of it."""

    title: str
    url: str | None
    uses: tuple[Use | None, ...]


class Comparison(Record):
    """Several runs side by side. Where it speaks of runs by place, it is their place in `runs`."""

    runs: tuple[Compared, ...]
    answers: tuple[Answers, ...]
    """The different answers, that of the first run first; empty when none has answered."""
    facts: tuple[FactAcross, ...]
    parting: Parting
    costs: tuple[Figure, ...]
    settings: tuple[Setting, ...]
    """Only those that differ."""
    sources: tuple[SourceAcross, ...]

    @property
    def one_question(self) -> bool:
        """Whether all were asked the same."""
        return len({plain(run.question) for run in self.runs}) == 1

    def reached_by(self, *places: int) -> tuple[FactAcross, ...]:
        """The facts that exactly these runs reached."""
        return tuple(fact for fact in self.facts if fact.reached == places)


def compare(ways: Sequence[Way]) -> Comparison:
    """Put runs side by side, in the order given."""
    states = [way.state for way in ways]
    runs = tuple(_compared(letter, way) for letter, way in zip(LETTERS, ways, strict=False))
    return Comparison(
        runs=runs,
        answers=tuple(_answers(runs)),
        facts=facts_across(states),
        parting=parting([way.steps for way in ways]),
        costs=tuple(_costs(ways)),
        settings=tuple(_settings(states)),
        sources=tuple(_sources(states)),
    )


def verdict(told: Comparison) -> str:
    """Whether the runs agree, in one sentence. Carries text of the model."""
    silent = [run.letter for run in told.runs if run.answer is None]
    without = f"{_listed(silent)} {'has' if len(silent) == 1 else 'have'} no answer"
    match told.answers:
        case ():
            return "None of them has an answer."
        case (only,) if not silent:
            return f"{'Both' if len(told.runs) == 2 else 'All'} answer {only.text}."
        case _:
            parts = [f"{_listed(a.by)} answer{'s' if len(a.by) == 1 else ''} {a.text}" for a in told.answers]
            return "; ".join(parts + [without] * bool(silent)) + "."


def _listed(letters: Sequence[str]) -> str:
    *first, last = letters or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def _compared(letter: str, way: Way) -> Compared:
    told = way.state.model_dump(include={"question", "model", "memory", "answer", "confidence", "seq"})
    parent = way.state.parent[0] if way.state.parent else None
    return Compared(
        letter=letter,
        run=way.run,
        title=way.title,
        status=way.status,
        stop_reason=stop_reason(way.state),
        parent=parent,
        **told,
    )


def _answers(runs: tuple[Compared, ...]) -> Iterator[Answers]:
    left = [run for run in runs if run.answer is not None]
    while left:
        text = left[0].answer or ""
        alike = [run for run in left if run is left[0] or same(text, run.answer or "")]
        yield Answers(text=text, by=tuple(run.letter for run in alike))
        left = [run for run in left if run not in alike]


def _costs(ways: Sequence[Way]) -> Iterator[Figure]:
    def figure(name: str, *values: float | None) -> Figure:
        return Figure(name=name, values=values)

    states = [way.state for way in ways]
    yield figure("turns", *(s.turns for s in states))
    yield figure("searches", *(len(s.searches) for s in states))
    yield figure("model calls", *(s.usage.calls for s in states))
    yield figure("prompt tokens", *(s.usage.prompt_tokens for s in states))
    yield figure("of these cached", *(s.usage.cached_tokens for s in states))
    yield figure("reply tokens", *(s.usage.completion_tokens for s in states))
    yield figure("seconds", *(_seconds(way.steps) for way in ways))
    for currency in sorted({s.usage.currency for s in states if s.usage.currency}):
        yield figure(f"cost in {currency}", *(s.usage.cost if s.usage.currency == currency else None for s in states))
    yield figure("steps", *(len(way.steps) for way in ways))
    yield figure("repairs", *(repairs(s) for s in states))


def _seconds(steps: tuple[Step, ...]) -> float | None:
    """How long the steps of the investigation itself took; None once one did not say."""
    known = [step.seconds for step in steps if step.phase != "person"]
    return None if None in known else sum(s for s in known if s is not None)


def _settings(states: Sequence[State]) -> Iterator[Setting]:
    names = {"model", "memory", "collections", "engines", "limits", "rules"}
    means = [{**dict(_flat(s.model_dump(mode="json", include=names))), "price": _price(s)} for s in states]
    for name in dict.fromkeys(name for mean in means for name in mean):
        values = tuple(mean.get(name, "none") for mean in means)
        if len(set(values)) > 1:
            yield Setting(name=name, values=values)


def _price(state: State) -> str:
    if state.price is None:
        return "unknown"
    prompt, reply = state.price.prompt, state.price.completion
    return f"{prompt:g} and {reply:g} {state.price.currency} for a million prompt and reply tokens"


def _flat(settings: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """Each setting by its name and in words."""
    for name, value in settings.items():
        match value:
            case dict():
                yield from _flat(value)
            case list():
                yield name, ", ".join(map(str, value)) or "none"
            case None:
                yield name, "none"
            case bool():
                yield name, "yes" if value else "no"
            case _:
                yield name, str(value)


def _sources(states: Sequence[State]) -> Iterator[SourceAcross]:
    """The sources that a run cites or read a fact in, most shared first."""
    first: dict[tuple[str, str], Passage] = {}
    uses: dict[tuple[str, str], list[Use | None]] = {}
    for run, state in enumerate(states):
        cited = {c.passage for claim in state.claims for c in claim.citations}
        read = {fact.passage for fact in state.facts}
        for passage in state.passages:
            key = (passage.collection, passage.document)
            first.setdefault(key, passage)
            mine = uses.setdefault(key, [None] * len(states))
            use: Use = "cited" if passage.id in cited else "a fact" if passage.id in read else "found"
            mine[run] = min((u for u in (mine[run], use) if u), key=_ORDER.index)
    told = [SourceAcross(title=p.title, url=p.url, uses=tuple(uses[key])) for key, p in first.items()]
    used = [source for source in told if {"cited", "a fact"} & set(source.uses)]
    yield from sorted(used, key=lambda s: (-sum(u == "cited" for u in s.uses), s.uses.count(None)))


_ORDER: tuple[Use, ...] = ("cited", "a fact", "found")
