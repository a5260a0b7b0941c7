"""What the model is asked about the passages of a retrieval, and what becomes of its replies.

It sees the question, what was searched, and numbered passages; never more. Its replies are repaired, not trusted:
what cannot be used counts as nothing said, with the reason. When it is asked, is told in `moves.py`.
"""

import re

from sleuth.investigate import Unreadable
from sleuth.models import Record, Request
from sleuth.prompts import render
from sleuth.replies import parse, schema
from sleuth.retrieval.rankings import Retrieving, Wanted
from sleuth.search import Passage
from sleuth.sentences import shown
from sleuth.values import plain

SHOWN_WORDS = 45
"""Most words of a passage that the model sees: its first sentence and those nearest to the question. Twenty such
passages are about 1,500 tokens, which a small local model reads in twenty seconds."""
QUERY_CHARS = 200
"""Longest follow-up query, and longest naming of what is missing."""


class FollowUps(Record):
    """Reply to `followup` and `missing`: what is not told yet, and what to search for."""

    missing: str = ""
    queries: tuple[str, ...]


class Picked(Record):
    """Reply to `rerank`: the numbers of the passages that help, the best first."""

    ids: tuple[int, ...]


def wondering(now: Retrieving, passages: tuple[Passage, ...], *, further: bool) -> Request:
    """Ask what is missing, and for follow-up queries: after a first look, or once passages were found and ranked."""
    purpose = "missing" if further else "followup"
    messages = render(
        purpose,
        question=now.text,
        searched="; ".join(dict.fromkeys(r.query for r in now.rankings if r.query)),
        passages=_listed(now.text, passages),
    )
    return Request(purpose=purpose, messages=messages, reply_schema=schema(FollowUps), max_tokens=120)


def wanted(now: Retrieving, number: int, most: int, reply: str) -> Wanted:
    """What the model found missing, with at most so many queries for it; none that was searched before."""
    try:
        said = parse(FollowUps, reply)
    except Unreadable as problem:
        return Wanted(round=number, problem=str(problem))
    made = {plain(r.query) for r in now.rankings if r.query} | {plain(now.text), ""}
    queries: dict[str, str] = {}
    for query in (" ".join(q.split())[:QUERY_CHARS] for q in said.queries):
        if plain(query) not in made:
            queries.setdefault(plain(query), query)
    return Wanted(
        round=number, missing=" ".join(said.missing.split())[:QUERY_CHARS], queries=tuple(queries.values())[:most]
    )


def choosing(text: str, passages: tuple[Passage, ...]) -> Request:
    """Ask which of these passages help to answer a question."""
    return Request(
        purpose="rerank",
        messages=render("rerank", question=text, passages=_listed(text, passages)),
        reply_schema=schema(Picked),
        max_tokens=16 + 4 * len(passages),
    )


def picked(places: tuple[str, ...], reply: str) -> tuple[tuple[str, ...], str | None]:
    """Which of the passages shown were picked, the best first, and what was wrong with the reply if anything was.

    A number that stands twice counts once, and one that was not shown counts nothing.

    >>> picked(("a", "b", "c"), '{"ids": [3, 3, 9, 1]}')
    (('c', 'a'), None)
    """
    ids, problem = _numbers(reply)
    return tuple(dict.fromkeys(places[i - 1] for i in ids if 1 <= i <= len(places))), problem


def _numbers(reply: str) -> tuple[tuple[int, ...], str | None]:
    try:
        return parse(Picked, reply).ids, None
    except Unreadable as problem:
        # A list that was cut off, or "[3] > [1]" as larger models were taught; a number in prose is none.
        if listed := re.search(r"\[\d+\]?(\s*[,>]\s*\[?\d+\]?)*", reply):
            return tuple(int(n) for n in re.findall(r"\d+", listed[0])), None
        return (), str(problem)


def _listed(text: str, passages: tuple[Passage, ...]) -> str:
    """Passages as numbered lines; none can open a numbered line of its own."""
    lines = []
    for number, passage in enumerate(passages, start=1):
        said = " ".join(s.text for s in shown(passage, text, SHOWN_WORDS, first=1))
        lines.append(f"[{number}] {' '.join(f'{passage.title}: {said}'.split())}")
    return "\n".join(lines)
