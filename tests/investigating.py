"""Whole investigations in memory: a shelf of pages found by a word of the query, and a scripted model."""

from datetime import UTC, datetime
from typing import NamedTuple

from sleuth import memory
from sleuth.events import Entry, Event, RunStarted, number
from sleuth.fold import replay
from sleuth.investigate import Ports, investigate
from sleuth.models import Model, Request
from sleuth.models.scripted import Line, scripted
from sleuth.prices import Price
from sleuth.rules import Rules
from sleuth.search import Passage, Query, Results, Search, digest
from sleuth.settings import Limits
from sleuth.state import State

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Page(NamedTuple):
    """A page that a search returns when its query holds `found_by`."""

    title: str
    text: str
    found_by: str
    date: str | None = "1990-01-01"


def shelf(*pages: Page) -> Search:
    """The search over these pages, in the order given."""

    def search(query: Query) -> Results:
        found = tuple(
            Passage(
                title=p.title, text=p.text, date=p.date, collection="shelf", document=p.title, sha256=digest(p.text)
            )
            for p in pages
            if p.found_by in query.text
        )
        return Results(engine="shelf", outcome="found" if found else "no match", passages=found[: query.k])

    return search


def says(purpose: str, reply: object, when: str = "") -> Line:
    """A line of the model's script."""
    return Line(purpose=purpose, when=when, reply=reply)


def reads(when: str, sentence: int, value: str) -> Line:
    """What the model reads on a page whose prompt holds `when`."""
    return says("read", {"sentence": sentence, "value": value}, when)


NOTHING = says("read", {"sentence": 0, "value": ""})
"""The last line of most scripts: no sentence of the page answers."""


class Told(NamedTuple):
    """A finished run: its entries, its last state, and every request that reached the model."""

    entries: tuple[Entry, ...]
    state: State
    requests: tuple[Request, ...]

    def events(self, kind: type[Event]) -> list:
        """The events of one kind, in order."""
        return [x.event for x in self.entries if isinstance(x.event, kind)]

    def asked(self, purpose: str) -> list[str]:
        """The last turns of the requests for one purpose."""
        return [r.messages[-1].content for r in self.requests if r.purpose == purpose]

    def facts(self) -> list[tuple[str, str]]:
        """Each fact's value and standing."""
        return [(f.value, f.status) for f in self.state.facts]


def ask(
    question: str,
    search: Search,
    *script: Line,
    strategy: str = "retree",
    model: Model | None = None,
    rules: Rules | None = None,
    price: Price | None = None,
    **limits: object,
) -> Told:
    """Investigate a question to its end."""
    model = model or scripted(script)
    requests: list[Request] = []

    def heard(request: Request):
        requests.append(request)
        return model(request)

    start = RunStarted(
        question=question,
        memory=strategy,
        model="scripted",
        collections=("shelf",),
        limits=Limits(**limits),
        rules=memory.rules(strategy, rules or Rules()),
        price=price,
    )
    entries = list(number((start,), after=0, at=NOON))
    for step in investigate(replay(entries), memory.strategy(strategy), Ports(heard, search, lambda: NOON)):
        entries.extend(step)
        assert len(entries) < 1000, "the run does not end"
    return Told(tuple(entries), replay(entries), tuple(requests))
