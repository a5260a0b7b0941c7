"""The pages of a synthetic world, the search over them, and a judge that reads them without error."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sleuth.memory._pages import CHANGE
from sleuth.models import Model, Reply, Request
from sleuth.search import Passage, Query, Results, Search, digest


class Page(NamedTuple):
    """A page that says one thing, in its second sentence."""

    title: str
    text: str
    date: str
    asked: str
    """The question, in words, that it answers."""
    value: str
    against: str | None
    """The earlier value that it takes back."""
    found_by: tuple[str, ...]
    """The questions whose search brings it."""


SAYS = 2
"""The sentence of every page that says its thing."""


def names(random: Random) -> Iterator[str]:
    """Made-up names of six letters, each once: of equal length, so that none is a part of another."""
    used: set[str] = set()
    while True:
        name = "".join(random.choice("bdfgklmprstvz") + random.choice("aeiou") for _ in range(3)).capitalize()
        if name not in used and not CHANGE.search(name):
            used.add(name)
            yield name


def entry(asked: str, value: str) -> Page:
    """The page that is found first."""
    relation, entity = _parts(asked)
    text = f"{entity} lies in the old province. {value} is known as its {relation}."
    return Page(f"{entity} ({relation})", text, "1990-01-01", asked, value, None, (asked,))


def correction(asked: str, wrong: str, right: str, found_by: tuple[str, ...]) -> Page:
    """The correction of a wrong entry."""
    relation, entity = _parts(asked)
    text = f"The register erred on {entity}. Not {wrong} but {right} is its {relation}."
    return Page(f"Correction: {entity}", text, "2005-01-01", asked, right, wrong, found_by)


def report(paper: str, asked: str, held: str, false: str, found_by: tuple[str, ...]) -> Page:
    """A false report that a right value no longer holds."""
    relation, entity = _parts(asked)
    text = f"Readers write of {entity}. Its {relation} {held} was replaced by {false} this year."
    return Page(f"Gazette of {paper}", text, "2007-01-01", asked, false, held, found_by)


def notice(paper: str, asked: str, false: str, held: str, found_by: tuple[str, ...]) -> Page:
    """The end of a false report."""
    relation, entity = _parts(asked)
    text = f"About {entity} there was a wrong report. Never {false}, always {held} was the {relation}."
    return Page(f"Notice of {paper}", text, "2010-01-01", asked, held, false, found_by)


def _parts(asked: str) -> tuple[str, str]:
    m = re.fullmatch(r"What is the (\w+) of (\w+)\?", asked)
    assert m is not None, asked
    return m[1], m[2]


def search_over(pages: tuple[Page, ...]) -> Search:
    """The search that brings, for a query that contains a question, the pages found by it, in their order."""

    def search(query: Query) -> Results:
        found = tuple(
            Passage(
                title=page.title,
                text=page.text,
                date=page.date,
                collection="world",
                document=page.title,
                sha256=digest(page.text),
            )
            for page in pages
            if any(asked in query.text for asked in page.found_by)
        )
        return Results(engine="world", outcome="found" if found else "no match", passages=found[: query.k])

    return search


def judge_of(pages: tuple[Page, ...]) -> Model:
    """The model that answers every prompt from the pages: it errs only where a page does.

    Every question of a world has one answer at a time; so two values always conflict, and the later page that takes
    the earlier value back overturns it.
    """
    known = {page.title: page for page in pages}

    def model(request: Request) -> Reply:
        prompt = request.messages[-1].content
        slots = {m[1]: m[2] for m in re.finditer(r"^([A-Z][\w ]+): (.*)$", prompt, re.M)}
        match request.purpose:
            case "read":
                page = known[slots["Page"]]
                answers = page.asked == slots["Question"]
                reply = {"sentence": SAYS, "value": page.value} if answers else {"sentence": 0, "value": ""}
            case "conflict":
                reply = {"right": "one"}
            case "confirm":
                page = known[slots["Page"]]
                over = page.asked == slots["Question"] and page.against == slots["Earlier answer"]
                reply = {"sentence": SAYS if over else 0}
            case "query":
                reply = {"query": f"In other words: {slots['Open question']}"}
            case _:
                raise AssertionError(f"a world's question is planned already; {request.purpose!r} is not asked")
        return Reply(text=json.dumps(reply), model="judge", finish="stop")

    return model
