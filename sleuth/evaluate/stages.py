"""One question taken through the loop around a retrieval, and how much of its evidence each stage returns.

The very loop of a run (`retrieval.py`) is driven here, with a model and a search but without a run around it. The
model sees the question and what was retrieved; the evidence is compared with what is returned, by document.
"""

from typing import NamedTuple

from sleuth.models import Model, Record
from sleuth.retrieval.moves import Done, Find, FollowUp, Fuse, Rank, followed, found, next_move, ranked, returned
from sleuth.retrieval.rankings import Ranking, Retrieving
from sleuth.rules import Retrieval
from sleuth.search import Search


class Case(NamedTuple):
    """A question with all that is needed to answer it."""

    id: str
    question: str
    evidence: frozenset[str]
    """Ids of documents: paragraphs, or turns of a dialogue."""
    group: str = ""
    """What it is searched in where that differs between questions: the dialogue."""


QUESTION = "question"
"""The stage that asks no model: the search for the question itself."""


class Reached(Record):
    """What one stage returned of a question's evidence."""

    found: int
    calls: int = 0
    """Calls to the model up to and including this stage."""


def drive(
    text: str, entities: tuple[str, ...], budget: int, rules: Retrieval, search: Search, model: Model
) -> Retrieving:
    """The retrieval for a question, at its end. Raises what the search and the model raise."""
    now = Retrieving(text=text, query=text, entities=entities, budget=budget)
    while True:
        match next_move(now, rules):
            case Find(query=query) as find:
                now = now.ranked(*found(now, find, search(query)))
            case Fuse(ranking=ranking):
                now = now.ranked(ranking)
            case FollowUp(request=request) as wonder:
                now = now.wanting(followed(now, wonder, rules, model(request).text))
            case Rank(request=request) as rank:
                now = now.ranked(ranked(now, rank, model(request).text))
            case Done():
                return now


def named(rules: Retrieval) -> tuple[str, ...]:
    """The stages that these rules call for, in order."""
    further = tuple(f"round {n}" for n in range(2, rules.rounds + 1))
    return (
        QUESTION,
        *(("follow-ups",) if rules.followups else ()),
        *(("picked",) if rules.rerank == "listwise" else ()),
        *further,
    )


def reached(now: Retrieving, rules: Retrieval, evidence: frozenset[str]) -> dict[str, Reached]:
    """Each stage of a finished retrieval. One that had nothing to do returns what the stage before it did."""
    return {stage: _reached(now, stage, evidence) for stage in named(rules)}


def _reached(now: Retrieving, stage: str, evidence: frozenset[str]) -> Reached:
    made = [r for r in now.rankings if _by(r, stage)]
    calls = sum(r.stage == "reranked" for r in made)
    if stage != QUESTION:
        last = int(stage.removeprefix("round ")) if stage.startswith("round ") else 1
        calls += sum(w.round <= last for w in now.wanted)
    documents = {p.document for p in returned(now, made[-1].places)} if made else set()
    return Reached(found=len(evidence & documents), calls=calls)


def _by(ranking: Ranking, stage: str) -> bool:
    """Whether a ranking had been made by the end of a stage."""
    match stage:
        case "question":
            return ranking.stage == "question"
        case "follow-ups":
            return ranking.round == 1 and ranking.stage in ("question", "fused")
        case "picked":
            return ranking.round == 1 and ranking.stage != "follow-up"
        case _:
            return ranking.round <= int(stage.removeprefix("round ")) and ranking.stage != "follow-up"


def misread(now: Retrieving) -> int:
    """Replies that could not be used."""
    return sum(bool(w.problem) for w in now.wanted) + sum(
        r.stage == "reranked" and r.message is not None for r in now.rankings
    )
