"""The loop around one retrieval, decided from what it has found so far and nothing else.

A search for the question; follow-up queries that the model writes after a look at what came; their fusion; the
model's own order of a pool; further rounds on what is still missing; and, whatever the stages, as many passages as
were asked for, copies counted once. Whoever drives it, a run or a measurement, makes the searches and the calls.
Everything is deterministic but the replies, and one that cannot be used leaves the ranking there was.

Sources: RankGPT's sliding windows (arXiv 2304.09542); reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
"""

from typing import NamedTuple

from sleuth.models import Request
from sleuth.retrieval.naming import named
from sleuth.retrieval.rankings import FIRST, Ranking, Retrieving, Stage, Wanted, mark
from sleuth.retrieval.sifting import choosing, picked, wanted, wondering
from sleuth.rules import Retrieval
from sleuth.search import Outcome, Passage, Query, Results
from sleuth.search.fusion import fuse
from sleuth.sources import reprinted


class Find(NamedTuple):
    """Make a search."""

    stage: Stage
    round: int
    query: Query


class FollowUp(NamedTuple):
    """Ask the model what is missing, and for follow-up queries, with which a round begins or goes on."""

    round: int
    request: Request


class Fuse(NamedTuple):
    """Put several rankings together."""

    ranking: Ranking


class Rank(NamedTuple):
    """Ask the model which passages of a window help."""

    round: int
    window: tuple[int, int]
    request: Request


class Done(NamedTuple):
    """The retrieval is over."""

    results: Results


Move = Find | FollowUp | Fuse | Rank | Done


class Gain(NamedTuple):
    """A ranking, and the passages that were not known before."""

    ranking: Ranking
    passages: tuple[Passage, ...] = ()


def staged(rules: Retrieval) -> bool:
    """Whether there is more to a retrieval than one search."""
    return rules.followups > 0 or rules.rerank != "none" or rules.rounds > 1


def next_move(now: Retrieving, rules: Retrieval) -> Move:
    """What to do next."""
    if not now.rankings:
        return Find("question", 1, Query(text=now.query, entities=now.entities, k=_deep(now, rules, 1)))
    if not now.rankings[0].places:
        return _done(now)  # without a passage there is nothing to read, and nothing to ask the model
    number = max((*(r.round for r in now.rankings), *(w.round for w in now.wanted)))
    this = [r for r in now.rankings if r.round == number]
    asked = next((w for w in now.wanted if w.round == number), None)
    if asked is None and rules.followups and len(this) == 1:
        return _follow_up(now, rules, number)
    searched = [r for r in this if r.stage == "follow-up"]
    if asked and len(searched) < len(asked.queries):
        text = asked.queries[len(searched)]
        return Find("follow-up", number, Query(text=text, entities=named(text), k=_deep(now, rules, number)))
    if number > 1 and not any(r.places for r in searched):
        return _done(now)  # nothing is missing any more, or it was not found
    if searched and not any(r.stage == "fused" for r in this):
        return Fuse(_fused(now, rules, number))
    if rules.rerank == "listwise" and (move := _rank(now, rules, number)):
        return move
    return _follow_up(now, rules, number + 1) if number < rules.rounds else _done(now)


def _deep(now: Retrieving, rules: Retrieval, number: int) -> int:
    """Passages in the pool of a round: each further one takes half as many more as the first."""
    return max(rules.pool + rules.pool * (number - 1) // 2, now.budget)


def order(now: Retrieving) -> tuple[str, ...]:
    """The marks of the passages as they are ranked so far."""
    return next((r.places for r in reversed(now.rankings) if r.stage != "follow-up"), ())


def found(now: Retrieving, find: Find, results: Results) -> Gain:
    """What a search brought; a text found before keeps its place in the pool."""
    known = {mark(p) for p in now.pool}
    passages = {mark(p): p for p in reversed(results.passages)}
    places = tuple(dict.fromkeys(mark(p) for p in results.passages))
    ranking = Ranking(
        stage=find.stage,
        round=find.round,
        query=find.query.text,
        engine=results.engine,
        outcome=results.outcome,
        message=results.message,
        places=places,
        first=tuple(passages[m].title for m in places[:FIRST]),
    )
    return Gain(ranking, tuple(passages[m] for m in places if m not in known))


def _fused(now: Retrieving, rules: Retrieval, number: int) -> Ranking:
    """The follow-ups of a round in one ranking, with what there was where that counts; it fills the rest otherwise.

    In a further round it always counts: it holds what was found already.
    """
    before = next(r.places for r in reversed(now.rankings) if r.round < number or r.stage == "question")
    searched = tuple(r.places for r in now.rankings if r.stage == "follow-up" and r.round == number and r.places)
    counting = (before, *searched) if number > 1 or rules.fusion == "all" else searched
    places = tuple(dict.fromkeys((*fuse(counting), *before)))[: _deep(now, rules, number)]
    return Ranking(stage="fused", round=number, places=places, first=_titles(now, places))


def _titles(now: Retrieving, places: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(p.title for p in now.passages(places[:FIRST]))


def _follow_up(now: Retrieving, rules: Retrieval, number: int) -> FollowUp:
    passages = now.passages(order(now)[: rules.looks])
    return FollowUp(number, wondering(now, passages, further=number > 1))


def followed(now: Retrieving, move: FollowUp, rules: Retrieval, reply: str) -> Wanted:
    """What the model found missing, with the queries to search for next."""
    return wanted(now, move.round, max(1, rules.followups), reply)


def windows(size: int, width: int) -> tuple[tuple[int, int], ...]:
    """The windows over a pool, from the back to the front, each overlapping the one before by half.

    >>> windows(50, 20)
    ((30, 50), (20, 40), (10, 30), (0, 20))
    """
    ends = [size]
    while ends[-1] > width:
        ends.append(max(width, ends[-1] - width // 2))
    return tuple((max(0, end - width), end) for end in ends)


def _rank(now: Retrieving, rules: Retrieval, number: int) -> Rank | None:
    """The next window of a round to be ranked by the model; None once it has seen them all."""
    pool = order(now)[: _deep(now, rules, number)]
    done = sum(r.stage == "reranked" and r.round == number for r in now.rankings)
    left = windows(len(pool), rules.window)[done:]
    if not left:
        return None
    start, stop = left[0]
    return Rank(number, left[0], choosing(now.text, now.passages(pool[start:stop])))


def ranked(now: Retrieving, move: Rank, reply: str) -> Ranking:
    """The ranking after the model has seen a window: what it picked in front, the rest of the window as it was."""
    (start, stop), places = move.window, order(now)
    shown = places[start:stop]
    best, problem = picked(shown, reply)
    after = tuple(dict.fromkeys((*places[:start], *best, *shown, *places[stop:])))
    return Ranking(
        stage="reranked",
        round=move.round,
        window=move.window,
        picked=len(best),
        message=problem,
        places=after,
        first=_titles(now, after),
    )


def returned(now: Retrieving, marks: tuple[str, ...]) -> tuple[Passage, ...]:
    """The passages that a retrieval with this ranking returns: the first ones, of each text and its copies one.

    Where the ranking is too short, the search for the question fills it up.
    """
    kept: list[Passage] = []
    for passage in now.passages(tuple(dict.fromkeys((*marks, *now.rankings[0].places)))):
        if len(kept) == now.budget:
            break
        if not any(reprinted(passage, other) for other in kept):
            kept.append(passage)
    return tuple(kept)


def _done(now: Retrieving) -> Done:
    """What is returned. An engine that refused has not said that there is nothing, whatever another one said."""
    searches = [r for r in now.rankings if r.engine is not None]
    failures = [r for r in searches if r.outcome not in ("found", "no match")]
    passages = returned(now, order(now))
    outcome: Outcome = "found" if passages else failures[0].outcome if failures else "no match"
    said = "; ".join(_said(r) for r in searches if r.message or r in failures)
    return Done(Results(engine=searches[0].engine or "", outcome=outcome, passages=passages, message=said or None))


def _said(search: Ranking) -> str:
    """What an engine said of a search; of one that found something, beside which pages it could not read."""
    reason = search.message or "no reason given"
    return reason if search.outcome == "found" else f"{search.query}: {search.outcome}, {reason}"
