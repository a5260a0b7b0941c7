"""Local collections as the search of a run: what it does that takes long is told, and it can be left."""

from sleuth.rules import Ranking
from sleuth.search import Progress, Query, Results
from sleuth.search.abandoning import Abandoned
from sleuth.search.embeddings import Embed
from sleuth.search.local.corpus import Collections
from sleuth.search.local.shelf import silent


class LocalSearch:
    """Some collections, searched in one way."""

    def __init__(self, local: Collections, names: tuple[str, ...], ranking: Ranking, embed: Embed | None) -> None:
        self._local, self._names, self._ranking, self._embed = local, names, ranking, embed
        self._abandoned = 0
        self.listener: Progress = silent
        """Told of passages that are indexed and embedded before the first search by meaning."""

    def __call__(self, query: Query) -> Results:
        """Search; raises Abandoned when it is left while passages are embedded. Those that are done are kept."""
        begun = self._abandoned

        def told(what: str, done: int, total: int | None) -> None:
            if self._abandoned != begun:
                raise Abandoned
            self.listener(what, done, total)

        return self._local.search(self._names, query, self._ranking, self._embed, told)

    def abandon(self) -> None:
        """End a search under way between two batches of passages; later ones are made afresh."""
        self._abandoned += 1
