"""How far long work has come, said at the terminal every few seconds."""

from time import monotonic

from sleuth.commands.options import say
from sleuth.search import PREPARING, Search, Telling
from sleuth.views.show import visible

SAID_EVERY_S = 2.0
"""Seconds between two lines."""


class Progress:
    """Says it, unless it has just done so."""

    def __init__(self) -> None:
        self._said = monotonic()

    def turn(self, file: str, done: int, total: int) -> bool:
        """Before each file that is read; reading goes on."""
        self._say(f"reading {done + 1:,} of {total:,}: {visible(file)}")
        return True

    def told(self, what: str, done: int, total: int | None) -> None:
        """While documents are stored, indexed and embedded."""
        self._say(f"{PREPARING[what]} {done:,}" + ("" if total is None else f" of {total:,}"))

    def _say(self, text: str) -> None:
        if monotonic() - self._said > SAID_EVERY_S:
            self._said = monotonic()
            say(text)


def listening(search: Search) -> Search:
    """The search, which says what it does before it can answer, such as embedding a collection."""
    if isinstance(search, Telling):
        search.listener = Progress().told
    return search
