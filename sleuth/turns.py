"""What every memory strategy does with a search that came back, or with a passage that a person brought."""

from sleuth.events import Searched, TurnStarted
from sleuth.fold import then
from sleuth.investigate import Note
from sleuth.search import BY_HAND, Passage, Results
from sleuth.state import State, Turn


def searched(state: State, turn: Turn, results: Results) -> Searched:
    """The search as an event; a passage retrieved before keeps its id."""
    known = {(p.sha256, p.title): p.id for p in state.passages}
    passages: list[Passage] = []
    for passage in results.passages[: state.limits.passages]:
        mark = (passage.sha256, passage.title)
        known.setdefault(mark, f"p{len(known) + 1}")
        passages.append(passage.model_copy(update={"id": known[mark]}))
    return Searched(
        turn=turn.number,
        question=turn.question,
        query=turn.query,
        engine=results.engine,
        outcome=results.outcome,
        passages=tuple(passages),
        message=results.message,
    )


def brought(state: State, begun: TurnStarted, page: Passage) -> Note:
    """A turn for a passage that a person added: it comes like a search result, but costs no search."""
    after = then(state, begun)
    assert after.turn is not None
    found = searched(after, after.turn, Results(engine=BY_HAND, outcome="found", passages=(page,)))
    return Note("choose", f"Read what was added: {page.title}", begun.question, (begun, found))
