"""What every memory strategy does with a search that came back."""

from sleuth.events import Searched
from sleuth.search import Passage, Results
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
