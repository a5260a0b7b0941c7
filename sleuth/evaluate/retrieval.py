"""How much of what a question rests on a search brings up, without any model: recall at k over a data file.

Two figures that differ: *full evidence*, the share of questions whose every gold paragraph is among the first k, and
*fractional*, the mean share of gold paragraphs that are.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sleuth.evaluate.questions import Asked, pooled
from sleuth.intervals import Interval, bootstrap, wilson
from sleuth.search import Query, Search


class Recall(NamedTuple):
    """Recall at k over some questions, each with the share of its gold paragraphs that were found."""

    k: int
    shares: tuple[float, ...]

    @property
    def full(self) -> int:
        """Questions of which every gold paragraph was found."""
        return sum(share == 1 for share in self.shares)

    @property
    def full_interval(self) -> Interval | None:
        """Of the share of such questions; None without questions."""
        return wilson(self.full, len(self.shares))

    @property
    def fractional(self) -> float | None:
        """The mean share of gold paragraphs found; None without questions."""
        return sum(self.shares) / len(self.shares) if self.shares else None

    @property
    def fractional_interval(self) -> Interval | None:
        """Of that mean; None without questions."""
        return bootstrap(self.shares)


def recall(rows: Iterable[Asked], search: Search, k: int) -> Recall:
    """Search for each question in its own words, in a collection of the `pooled` paragraphs.

    A question of which no paragraph is told to support the answer is left out.
    """
    shares = []
    for row in rows:
        if gold := gold_documents(row):
            found = {p.document for p in search(Query(text=row.question, k=k)).passages}
            shares.append(len(gold & found) / len(gold))
    return Recall(k, tuple(shares))


def gold_documents(row: Asked) -> frozenset[str]:
    """The ids, among the `pooled` documents, of the paragraphs that support a question's answer."""
    supporting = tuple(p for p in row.paragraphs if p.supporting)
    return frozenset(d.id for d in pooled((row.model_copy(update={"paragraphs": supporting}),)))
