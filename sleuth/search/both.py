"""Local collections and the web asked for the same query, their answers taken together."""

from itertools import chain, zip_longest

from sleuth.search import Passage, Query, Results, Search


class Both:
    """Two searches as one: the best of each first, in turn, since their scores cannot be compared."""

    def __init__(self, local: Search, web: Search) -> None:
        self._local = local
        self._web = web

    def __call__(self, query: Query) -> Results:
        """Search both; *no match* only when neither has anything and the web was looked at."""
        local, web = self._local(query), self._web(query)
        passages = tuple({p.sha256: p for p in interleaved(local.passages, web.passages)}.values())[: query.k]
        return Results(
            engine=f"{local.engine}, {web.engine}",
            outcome="found" if passages else web.outcome,
            passages=passages,
            message=web.message,
        )

    def abandon(self) -> None:
        """End a search under way, as far as it can be ended."""
        for search in (self._local, self._web):
            if leave := getattr(search, "abandon", None):
                leave()


def interleaved(*rankings: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Several rankings as one: the first of each, then the second of each."""
    return tuple(passage for passage in chain(*zip_longest(*rankings)) if passage is not None)
