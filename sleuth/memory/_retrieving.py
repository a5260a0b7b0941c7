"""The search of a turn: one search, or the steps of a retrieval that is made of more (`retrieval.py`).

Each step makes one search or asks the model once and records the ranking it led to, so that a run cut between two of
them goes on where it was. The last one records what the retrieval returns, as a search like any other.
"""

from sleuth.events import Event, ReplyRefused
from sleuth.investigate import Action, Ask, Look, Note
from sleuth.models import Reply
from sleuth.retrieval.moves import Done, Find, FollowUp, Fuse, Gain, Rank, followed, found, next_move, ranked, staged
from sleuth.retrieval.rankings import FollowedUp, Ranked, Ranking, Wanted
from sleuth.search import Query
from sleuth.state import State, Turn
from sleuth.turns import searched


def retrieve(state: State, turn: Turn) -> Action:
    """The next step of the search of the turn under way."""
    now, rules, asked = state.retrieving, state.rules.retrieval, turn.question
    if not now.rankings and not staged(rules):
        query = Query(text=turn.query, entities=turn.entities, k=state.limits.passages)
        return Look(f"Search: {turn.query}", asked, query, lambda results: (searched(state, turn, results),))
    match next_move(now, rules):
        case Find() as find:
            title = f"{'Search' if find.stage == 'question' else 'Follow up'}: {find.query.text}"
            return Look(title, asked, find.query, lambda results: _ranked(turn, found(now, find, results)))
        case Fuse(ranking=ranking):
            return Note("search", "Put the searches together", asked, _ranked(turn, Gain(ranking)))
        case FollowUp() as wonder:
            title = "Look for what is missing" if wonder.round == 1 else "Look for what is still missing"
            return Ask(
                phase="search",
                title=title,
                question=asked,
                key=f"follow-up {turn.number}",
                request=wonder.request,
                read=lambda reply: _followed(turn, followed(now, wonder, rules, reply.text), reply),
            )
        case Rank() as rank:
            return Ask(
                phase="search",
                title=f"Pick what helps from places {rank.window[0] + 1} to {rank.window[1]}",
                question=asked,
                key=f"rerank {turn.number}",
                request=rank.request,
                read=lambda reply: _picked(turn, ranked(now, rank, reply.text), reply),
            )
        case Done(results=results):
            return Note("search", f"Retrieved for: {turn.query}", asked, (searched(state, turn, results),))


def _ranked(turn: Turn, gain: Gain) -> tuple[Event, ...]:
    return (Ranked(turn=turn.number, question=turn.question, ranking=gain.ranking, passages=gain.passages),)


def _picked(turn: Turn, ranking: Ranking, reply: Reply) -> tuple[Event, ...]:
    return (*_refused(f"rerank {turn.number}", ranking.message, reply), *_ranked(turn, Gain(ranking)))


def _followed(turn: Turn, wanted: Wanted, reply: Reply) -> tuple[Event, ...]:
    event = FollowedUp(turn=turn.number, question=turn.question, wanted=wanted)
    return (*_refused(f"follow-up {turn.number}", wanted.problem, reply), event)


def _refused(key: str, problem: str | None, reply: Reply) -> tuple[Event, ...]:
    """A reply of no use is counted as one; it is not asked for again, since the retrieval goes on without it."""
    return (ReplyRefused(key=key, problem=problem, reply=reply.text),) if problem else ()
