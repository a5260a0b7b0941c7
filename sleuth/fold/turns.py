"""What the events within a turn change: its search, the passages read, drafts and doubts, and how it was judged."""

from sleuth import drafts as d
from sleuth import events as e
from sleuth.fold.changes import Changes, replace
from sleuth.ledger import Search
from sleuth.retrieval.rankings import FollowedUp, Ranked, Retrieved
from sleuth.search import BY_HAND
from sleuth.state import State, Turn


def turn_changed(
    state: State, event: e.TurnStarted | e.Searched | e.PassageRead | e.TurnChecked | e.ReplyRefused
) -> Changes:
    """What a turn came to so far: its search, what was read, whether it was valid."""
    match event:
        case e.TurnStarted():
            turn = Turn(number=event.turn, **event.model_dump(exclude={"type", "turn", "reason"}))
            questions = replace(state.questions, event.question, action=event.query)
            return {"turn": turn, "turns": event.turn, "questions": questions}
        case e.Searched():
            return _searched(state, event)
        case e.PassageRead():
            pair = (event.question, event.passage)
            return {"reads": (*state.reads, pair), "offered": tuple(o for o in state.offered if o != pair)}
        case e.ReplyRefused():
            refusals = (*state.refusals, (event.key, event.problem, event.reply))
            return {"refusals": refusals, **violated(state, f"V6: {event.problem}")}
        case e.TurnChecked():
            sizes = [s for s in (state.max_context_chars, event.context_chars) if s is not None]
            return {
                "turn": None,
                "violations": (*state.violations, *event.violations),
                "turns_checked": state.turns_checked + 1,
                "turns_valid_raw": state.turns_valid_raw + event.valid_raw,
                "turns_valid": state.turns_valid + event.valid,
                "max_context_chars": max(sizes),
            }


BROUGHT: Changes = {"searched": True, "retrieving": None}
"""What a search that came back says of the turn, whatever it found."""


def _searched(state: State, event: e.Searched) -> Changes:
    ids = tuple(p.id for p in event.passages)
    known = {p.id for p in state.passages}
    turn = state.turn
    search = Search(
        **event.model_dump(exclude={"type", "passages"}),
        passages=ids,
        declared=turn.declared if turn else (),
        mechanical=turn.mechanical if turn else (),
        followed=turn.retrieving.followed if turn and turn.retrieving else (),
    )
    unasked = event.engine in (BY_HAND, d.RECALLED)
    changes: Changes = {
        "searches": (*state.searches, search),
        "passages": (*state.passages, *(p for p in event.passages if p.id not in known)),
        "turn": turn and turn.model_copy(update={**BROUGHT, "retrieved": ids, "by_hand": unasked}),
    }
    if unasked:
        return changes | {"refunds": state.refunds + 1}
    searched = state.question_of(event.question).searched + 1
    return changes | {"questions": replace(state.questions, event.question, searched=searched)}


def retrieved(state: State, event: Retrieved) -> Changes:
    """The retrieval of several stages that a turn is in the middle of."""
    if state.turn is None:
        return {}
    match event:
        case Ranked():
            now = state.retrieving.ranked(event.ranking, event.passages)
        case FollowedUp():
            now = state.retrieving.wanting(event.wanted)
    return {"turn": state.turn.model_copy(update={"retrieving": now})}


def violated(state: State, violation: str) -> Changes:
    """A broken rule, counted against the turn under way."""
    if state.turn is None:
        return {}
    return {"turn": state.turn.model_copy(update={"violations": (*state.turn.violations, violation)})}


def doubted(state: State, event: d.Doubted) -> Changes:
    """Drafts, how sure the model was of them, and the names found in the question."""
    match event:
        case d.Drafted():
            return {"drafts": (*state.drafts, event.draft)}
        case d.RelevanceMeasured():
            return {"relevances": (*state.relevances, event)}
        case d.RetrievalDecided():
            return {"decisions": (*state.decisions, event)}
        case d.EntitiesExtracted():
            return {"named": event}
        case d.NamesFiltered():
            return {}  # it says what became of the query that the next event tells
