"""BM25 over a few hundred short texts in memory, with weighted queries, and feedback from what they find.

For measuring on dialogues, where each is searched by itself; collections have an index of their own (`search/`).
Sources: Okapi BM25 (Robertson and others, 1994); feedback by relevance model, RM3 (Abdul-Jaleel and others, 2004).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from sleuth.sentences import stems

K1, B = 1.2, 0.75
"""BM25's usual constants."""
FEEDBACK = 10
"""Texts found first from which a query takes further words."""
FURTHER = 20
"""How many further words it takes …"""
SHARE = 0.5
"""… and how much of the query's weight they bear together."""


class Words:
    """The texts by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(stems(text)) for text in texts]
        self._sizes = [max(1, counts.total()) for counts in self._counts]
        self._postings: dict[str, list[tuple[int, float]]] = {}
        mean = sum(self._sizes) / max(1, len(self._sizes))
        for place, (counts, size) in enumerate(zip(self._counts, self._sizes, strict=True)):
            for word, n in counts.items():
                weight = n * (K1 + 1) / (n + K1 * (1 - B + B * size / mean))
                self._postings.setdefault(word, []).append((place, weight))

    def rarity(self, word: str) -> float:
        """How much a word tells, from 0 up: BM25's inverse document frequency."""
        n, holding = len(self._counts), len(self._postings.get(word, ()))
        return log(1 + (n - holding + 0.5) / (holding + 0.5))

    def scores(self, query: Mapping[str, float]) -> list[float]:
        """How well each text fits a query of weighted stems; 0 for those without any of them."""
        scores = [0.0] * len(self._counts)
        for word, weight in query.items():
            rarity = self.rarity(word)
            for place, held in self._postings.get(word, ()):
                scores[place] += weight * rarity * held
        return scores

    def widened(self, query: Mapping[str, float], found: Sequence[int]) -> dict[str, float]:
        """The query with the words that stand out in the texts it found first, by their places."""
        said: dict[str, float] = {}
        for place in found[:FEEDBACK]:
            for word, n in self._counts[place].items():
                said[word] = said.get(word, 0.0) + n / self._sizes[place] * self.rarity(word)
        further = sorted(said, key=lambda word: (-said[word], word))[:FURTHER]
        whole, all_of_it = sum(query.values()) or 1.0, sum(said[word] for word in further) or 1.0
        widened = {word: (1 - SHARE) * weight / whole for word, weight in query.items()}
        for word in further:
            widened[word] = widened.get(word, 0.0) + SHARE * said[word] / all_of_it
        return widened
