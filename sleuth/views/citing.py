"""The numbers under which an answer cites its sources: one a passage, in the order of first citation."""

from sleuth.search import Passage
from sleuth.state import State


def sources(state: State) -> tuple[Passage, ...]:
    """The passages that the claims cite; the first is number 1."""
    cited = dict.fromkeys(c.passage for claim in state.claims for c in claim.citations)
    return tuple(state.passage(identity) for identity in cited)


def numbers(state: State) -> dict[str, int]:
    """The number of each cited passage, by its id."""
    return {passage.id: number for number, passage in enumerate(sources(state), start=1)}
