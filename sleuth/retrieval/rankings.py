"""What one retrieval is made of, in order: the searches, what the model found missing, and each ranking.

Records and how they add up, nothing more; what is done next is decided in `moves.py`. A passage is known in a
retrieval by its `mark`, so that a ranking is a row of short names and the same text found twice has one place.
"""

from typing import Literal

from sleuth.models import Record
from sleuth.search import Outcome, Passage

Stage = Literal["question", "follow-up", "fused", "reranked"]
"""What made a ranking: the search for the question, one for a follow-up query, the fusion of several, the model."""

FIRST = 5
"""How many titles a ranking tells."""

MARK = 12
"""Characters of a passage's sha256 that tell it apart within a retrieval of at most a few thousand."""


def mark(passage: Passage) -> str:
    """The short name of a passage's text."""
    return passage.sha256[:MARK]


class Ranking(Record):
    """Passages in an order, best first."""

    stage: Stage
    round: int
    """From 1; each further one begins with what was still missing after the one before."""
    query: str | None = None
    """What was searched for; None where nothing was."""
    engine: str | None = None
    outcome: Outcome = "found"
    message: str | None = None
    """The engine's own sentence when it refused or failed; what was wrong with a reply that could not be used."""
    window: tuple[int, int] | None = None
    """Which places of the ranking before the model was shown, from and up to, the first being 0."""
    picked: int | None = None
    """How many of those it put in front."""
    places: tuple[str, ...] = ()
    """The marks of the passages."""
    first: tuple[str, ...] = ()
    """The titles of the first of them, for who reads the log."""


class Wanted(Record):
    """What the model found missing in the passages it had read, and the searches it proposed for that."""

    round: int
    missing: str = ""
    queries: tuple[str, ...] = ()
    """Empty where nothing is missing, or nothing new was proposed."""
    problem: str | None = None
    """What was wrong with a reply that could not be used."""


class Retrieving(Record):
    """A retrieval under way."""

    text: str
    """The question in words, for which the model reads the passages."""
    query: str
    entities: tuple[str, ...] = ()
    budget: int
    """Passages that it returns."""
    pool: tuple[Passage, ...] = ()
    """Each text that was found, once, in the order of finding."""
    rankings: tuple[Ranking, ...] = ()
    wanted: tuple[Wanted, ...] = ()

    def ranked(self, ranking: Ranking, passages: tuple[Passage, ...] = ()) -> "Retrieving":
        """With one more ranking, and the passages that were not known before."""
        return self.model_copy(
            update={"rankings": (*self.rankings, ranking), "pool": (*self.pool, *passages)},
        )

    def wanting(self, wanted: Wanted) -> "Retrieving":
        """With what the model found missing."""
        return self.model_copy(update={"wanted": (*self.wanted, wanted)})

    @property
    def followed(self) -> tuple[str, ...]:
        """The follow-up queries that were searched for."""
        return tuple(r.query for r in self.rankings if r.stage == "follow-up" and r.query)

    def passages(self, marks: tuple[str, ...]) -> tuple[Passage, ...]:
        """The passages that these marks stand for."""
        known = {mark(p): p for p in self.pool}
        return tuple(known[m] for m in marks)


class Ranked(Record):
    """The passages of the retrieval under way were put into an order."""

    type: Literal["ranked"] = "ranked"
    turn: int
    question: str
    ranking: Ranking
    passages: tuple[Passage, ...] = ()
    """Those that this retrieval did not know before. Their texts are stored once, by hash: what is asked of the model
    next is made from the log alone. Only those that the retrieval returns become passages of the run."""


class FollowedUp(Record):
    """The model said what is missing in what the retrieval under way has found, and what to search for."""

    type: Literal["followed_up"] = "followed_up"
    turn: int
    question: str
    wanted: Wanted


Retrieved = Ranked | FollowedUp
"""What is recorded of a retrieval before it is over; it ends with the event `searched`."""
