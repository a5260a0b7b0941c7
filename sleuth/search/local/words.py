"""The words of one collection, indexed in a folder of their own and ranked by BM25 (Tantivy).

The index holds no text: it is made of the passages in the collections' SQLite file and can be made anew from them at
any time. It knows itself how far it has come, since keys of passages only grow.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log1p
from pathlib import Path
from typing import NamedTuple

import tantivy

from sleuth.errors import ServiceError
from sleuth.values import plain

TITLE_WEIGHT = 4
"""How many times a word counts that stands in the title."""
WRITER_BYTES = 50_000_000
"""Memory in which passages are gathered before they are written as one segment."""
_STEMS = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english")).build()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("key", indexed=True, fast=True)
    builder.add_text_field("words", tokenizer_name="stems", index_option="freq")
    # With positions: an entity is looked for as a phrase.
    builder.add_text_field("title", tokenizer_name="stems", index_option="position")
    return builder.build()


SCHEMA = _schema()


def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in their order."""
    return tuple(_STEMS.analyze(plain(text)))


class Entry(NamedTuple):
    """A passage as it is indexed."""

    key: int
    title: str
    text: str


class Words:
    """The index in one folder. Any number of processes may read it; writing is for the holder of the lock.

    Its methods raise ServiceError where the index is damaged or cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with self._in_words():
            self._index = tantivy.Index(SCHEMA, path=str(folder))
        self._index.register_tokenizer("stems", _STEMS)
        self._index.config_reader(reload_policy="manual")
        self.reload()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, OSError) as error:
            raise ServiceError(f"The index in {str(self.folder)!r} failed: {error}") from error

    def reload(self) -> None:
        """See what has been written since."""
        with self._in_words():
            self._index.reload()

    def last(self) -> int:
        """The highest key that is indexed; 0 for an empty index."""
        searcher = self._index.searcher()
        hits = searcher.search(tantivy.Query.all_query(), 1, count=False, order_by_field="key").hits
        return int(hits[0][0]) if hits else 0

    def change(self, removed: Sequence[int], added: Iterable[Entry], commit_every: int) -> Iterator[int]:
        """Take passages out and in; how many are in after every commit. A kill loses what follows the last one."""
        with self._in_words():
            writer = self._index.writer(heap_size=WRITER_BYTES, num_threads=1)
            if removed:
                # By query: by term, an unsigned key would be looked for as a signed one and not be found.
                writer.delete_documents_by_query(tantivy.Query.term_set_query(SCHEMA, "key", removed))
            count = 0
            for count, entry in enumerate(added, start=1):
                writer.add_document(_document(entry))
                if count % commit_every == 0:
                    writer.commit()
                    yield count
            writer.commit()
            writer.wait_merging_threads()
            self._index.reload()
            yield count

    def counts(self, of: Iterable[str]) -> Counter[str]:
        """How many passages hold each of these stems."""
        searcher = self._index.searcher()
        return Counter({stem: searcher.doc_freq("words", stem) for stem in of})

    def __len__(self) -> int:
        """How many passages are indexed."""
        return self._index.searcher().num_docs

    def find(self, weights: Mapping[str, float], titles: Sequence[str], limit: int) -> dict[int, float]:
        """The passages that hold some of these stems, with their BM25 score, a stem counting by its weight.

        At most `limit` of all, and for each of `titles` as many of those whose title carries it as a phrase.
        """
        boosted = [tantivy.Query.boost_query(_term("words", stem), weight) for stem, weight in weights.items()]
        terms = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in boosted])
        phrases = [_phrase(phrase) for title in titles if (phrase := stems(title))]
        # Scored like the others, by all words.
        titled = [[(tantivy.Occur.Must, phrase), (tantivy.Occur.Should, terms)] for phrase in phrases]
        found: dict[int, float] = {}
        with self._in_words():
            searcher = self._index.searcher()
            for query in (terms, *map(tantivy.Query.boolean_query, titled)):
                hits = searcher.search(query, limit, count=False).hits
                keys = searcher.fast_field_values("key", [address for _, address in hits])
                found |= {int(key): score for key, (score, _) in zip(keys, hits, strict=True) if key is not None}
        return found


def find(indexes: Sequence[Words], words: Sequence[str], titles: Sequence[str], limit: int) -> dict[int, float]:
    """What `Words.find` finds in several indexes, scored as if they were one: a word is as rare as it is in all."""
    wanted = tuple(dict.fromkeys(stems(" ".join(words))))
    counts = [index.counts(wanted) for index in indexes]
    everywhere, passages = sum(counts, Counter[str]()), sum(map(len, indexes))
    found: dict[int, float] = {}
    for index, here in zip(indexes, counts, strict=True):
        weights = {s: _idf(everywhere[s], passages) / _idf(here[s], len(index)) for s in wanted if here[s]}
        if weights:
            found |= index.find(weights, titles, limit)
    return found


def _idf(holding: int, passages: int) -> float:
    """How much a stem tells that so many passages hold, as BM25 and the index have it."""
    # Passages that were taken out may still be counted among those that hold it.
    return log1p((max(0, passages - holding) + 0.5) / (holding + 0.5))


def _document(entry: Entry) -> tantivy.Document:
    title = plain(entry.title)
    document = tantivy.Document()
    document.add_unsigned("key", entry.key)
    document.add_text("title", title)
    # A field of its own for the title would be scored by itself; so its words count as often as they weigh.
    document.add_text("words", " ".join((*[title] * TITLE_WEIGHT, plain(entry.text))))
    return document


def _term(field: str, stem: str) -> tantivy.Query:
    return tantivy.Query.term_query(SCHEMA, field, stem, "freq")


def _phrase(row: tuple[str, ...]) -> tantivy.Query:
    """Titles that carry these words in a row; adds nothing to a score."""
    one = len(row) == 1
    words: list[str | tuple[int, str]] = [*row]
    query = _term("title", row[0]) if one else tantivy.Query.phrase_query(SCHEMA, "title", words)
    return tantivy.Query.const_score_query(query, 0.0)
