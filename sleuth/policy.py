"""What the policy sees of the memory, when it has to commit, and how each turn is held against the protocol."""

import sqlite3
from contextlib import closing

from sleuth.events import Nudged, TurnChecked
from sleuth.investigate import Note
from sleuth.ledger import Fact, standing
from sleuth.rules import Relevance
from sleuth.search.local.corpus import STOP
from sleuth.sentences import content
from sleuth.state import State
from sleuth.tree import known
from sleuth.values import plain


def related(pool: tuple[Fact, ...], text: str, k: int, relevance: Relevance = "lexical") -> tuple[Fact, ...]:
    """The k facts of a pool nearest to a text.

    `lexical` counts shared content words (ReTree), the oldest first among equals; `bm25` weighs a word by how rare
    it is among the facts and by the length of the fact, and has facts without any such word follow, newest first.
    """
    if relevance == "bm25":
        return tuple(pool[i] for i in _bm25([_said(fact) for fact in pool], text))[:k]
    wanted = content(text)
    return tuple(sorted(pool, key=lambda fact: -len(wanted & content(_said(fact)))))[:k]


def _said(fact: Fact) -> str:
    return f"{fact.statement} {fact.entity}"


def _bm25(texts: list[str], query: str) -> list[int]:
    """The places of the texts, best first, by SQLite's own BM25 over the stems that `content` compares."""
    scores: dict[int, float] = {}
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("create virtual table facts using fts5(said)")
        db.executemany("insert into facts (rowid, said) values (?, ?)", [(i, _stems(t)) for i, t in enumerate(texts)])
        if wanted := " OR ".join(f'"{stem}"' for stem in sorted(content(query))):
            scores = dict(db.execute("select rowid, bm25(facts) from facts where facts match ?", [wanted]).fetchall())
    # SQLite's BM25 is negative, the best lowest.
    return sorted(range(len(texts)), key=lambda i: (scores.get(i, 0.0), -i))


def _stems(text: str) -> str:
    """The stems of `content` in their order and with repetitions, which BM25 counts."""
    return " ".join(word[:6] for word in plain(text).split() if word not in STOP)


def context(state: State) -> str:
    """The policy's whole memory as text: question, current summary, and the related standing facts."""
    about = state.turn.text if state.turn else state.question
    evidence = related(standing(state.facts), about, state.limits.related, state.rules.relevance)
    lines = [
        f"Question: {state.question}",
        f"Summary: {known(state.nodes)}",
        *(f"[{f.id}] {f.statement} (source: {state.passage(f.passage).title})" for f in evidence),
    ]
    return "\n".join(lines)


def nudge_due(state: State, found: int) -> bool:
    """SLEUTH's commitment nudge: enough of the turn budget is used and enough was found.

    With its 20 turns and 70 % that is first at turn 14. `found` counts standing facts; a strategy that keeps none
    counts the searches that found something.
    """
    if state.rules.commit not in ("both", "nudge"):
        return False
    share = state.turns / state.limits.turns
    return share >= state.limits.nudge_share and found >= state.limits.nudge_facts


def nudge(state: State, found: int) -> Note | None:
    """The step that tells the run to answer now, when the nudge is due and has not been given."""
    if state.nudged or not nudge_due(state, found):
        return None
    reason = f"{state.turns} of {state.limits.turns} turns are used and there is evidence"
    return Note("update", "Nudge towards an answer", None, (Nudged(turn=state.turns, reason=reason),))


def checked(state: State, memory: str | None = None, *broken: str) -> TurnChecked:
    """The turn under way held against V1–V6.

    V1 (facts unchanged), V3 (ids exist) and V4 (the search is the top question's action) hold by construction;
    V2 and V6 are counted where a reply was refused, and what else was `broken` is named by the caller. A turn is
    valid after repair, since what was refused never entered the memory. `memory` is what the policy sees where that
    is not `context`.
    """
    turn = state.turn
    assert turn is not None
    violations = (*turn.violations, *broken)
    return TurnChecked(
        turn=turn.number,
        valid_raw=not violations,
        valid=True,
        violations=violations,
        context_chars=len(context(state) if memory is None else memory),
    )
