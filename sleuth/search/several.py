"""Several searches asked the same query, their answers taken together: local collections, engines, the web."""

from itertools import chain, zip_longest

from sleuth.search import Outcome, Passage, Progress, Query, Results, Search, Telling

EXCUSES: tuple[Outcome, ...] = ("engine refused", "page blocked", "failed")
"""Why a search may have missed what there is, the one that may soon be over first."""


class Several:
    """Several searches as one: the best of each first, in turn, since their scores cannot be compared."""

    def __init__(self, *searches: Search) -> None:
        self._searches = searches
        self._listener: Progress = lambda *_: None

    def __call__(self, query: Query) -> Results:
        """Ask each; *no match* only when every one of them has looked and has nothing."""
        results = tuple(search(query) for search in self._searches)
        passages = {p.sha256: p for p in interleaved(*(r.passages for r in results))}
        given = {r.outcome for r in results}
        missed: Outcome = next((outcome for outcome in EXCUSES if outcome in given), "no match")
        return Results(
            engine=", ".join(r.engine for r in results),
            outcome="found" if passages else missed,
            passages=tuple(passages.values())[: query.k],
            message=" ".join(r.message for r in results if r.message) or None,
        )

    @property
    def listener(self) -> Progress:
        """Told what any of them does before it can answer."""
        return self._listener

    @listener.setter
    def listener(self, told: Progress) -> None:
        self._listener = told
        for search in self._searches:
            if isinstance(search, Telling):
                search.listener = told

    def abandon(self) -> None:
        """End a search under way, as far as it can be ended."""
        for search in self._searches:
            if leave := getattr(search, "abandon", None):
                leave()


def interleaved(*rankings: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Several rankings as one: the first of each, then the second of each."""
    return tuple(passage for passage in chain(*zip_longest(*rankings)) if passage is not None)
