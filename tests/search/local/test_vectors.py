"""Search by meaning and by both: which passages have vectors, that none is used that does not fit, what is near."""

import threading
from datetime import UTC, datetime

import numpy as np
import pytest

from sleuth.calls import Calls
from sleuth.errors import ModelUnavailable, ServiceError
from sleuth.investigate import Ports
from sleuth.search import Document, Query
from sleuth.search import embeddings as embedding
from sleuth.search.abandoning import begun
from sleuth.search.fusion import fuse
from sleuth.search.local.catalogue import cards
from sleuth.search.local.corpus import Collections
from sleuth.search.local.searching import LocalSearch
from sleuth.search.local.vectors import Vectors
from sleuth.search.several import Several
from sleuth.values import plain

MEANINGS = {"airship": "zeppelin", "dirigible": "zeppelin", "harbour": "port", "quay": "port"}


class ByMeaning:
    """A bag of words in which some words mean the same."""

    def __init__(self, name: str = "bag", dim: int = 300) -> None:
        self.name = name
        self.dim = dim
        self.seen: list[str] = []
        self.fails_after: int | None = None

    def __call__(self, texts: tuple[str, ...]) -> np.ndarray:
        if self.fails_after is not None and len(self.seen) >= self.fails_after:
            raise ModelUnavailable("The embedding is gone.")
        self.seen += texts
        rows = np.stack([self._row(text) for text in texts])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _row(self, text: str) -> np.ndarray:
        words = [MEANINGS.get(word, word) for word in plain(text).split()] or ["nothing"]
        seeds = [int.from_bytes(word.encode()[:8], "big") for word in words]
        return np.sum([np.random.default_rng(seed).standard_normal(self.dim) for seed in seeds], axis=0, dtype="f4")


def document(identity: str, text: str) -> Document:
    return Document(id=identity, title=identity, text=text)


HARBOUR = (
    document("a", "A zeppelin over the town."),
    document("b", "The port in the north."),
    document("c", "An airship is no bird."),
    document("d", "Nothing of the kind."),
)


@pytest.fixture
def local(tmp_path):
    made = Collections(tmp_path / "collections.db")
    made.add("harbour", HARBOUR)
    return made


def found(local, text: str, ranking: str, embed, k: int = 2) -> list[str]:
    return [p.document for p in local.search(("harbour",), Query(text=text, k=k), ranking, embed).passages]


def test_by_meaning_a_page_is_found_that_has_no_word_of_the_query(local):
    assert found(local, "dirigible", "bm25", None) == []
    assert set(found(local, "dirigible", "dense", ByMeaning())) == {"a", "c"}


def test_by_both_the_rankings_by_words_and_by_meaning_are_fused(local):
    embed = ByMeaning()
    local.add("harbour", [document("e", "The quay, the quay, the quay."), document("f", "A quay for an airship.")])
    by_words, by_meaning = (found(local, "airship", r, embed, 9) for r in ("bm25", "dense"))
    assert (set(by_words), set(by_meaning)) == ({"c", "f"}, set("abcdef"))
    assert found(local, "airship", "hybrid", embed, 9) == list(fuse((by_words, by_meaning)))


def test_a_passage_is_embedded_once_and_only_what_is_new_afterwards(local):
    embed = ByMeaning()
    found(local, "harbour", "dense", embed)
    assert embed.seen == [f"{d.title}\n{d.text}" for d in HARBOUR] + ["harbour"]
    embed.seen.clear()
    found(Collections(local.path), "harbour", "dense", embed)
    assert embed.seen == ["harbour"]
    embed.seen.clear()
    local.add("harbour", [document("e", "A quay."), document("a", "A town.")])
    found(local, "harbour", "hybrid", embed)
    assert embed.seen == ["e\nA quay.", "a\nA town.", "harbour"]


def test_a_passage_that_is_gone_or_replaced_is_not_found_by_its_vector(local):
    embed = ByMeaning()
    assert set(found(local, "airship", "dense", embed)) == {"a", "c"}
    local.remove("harbour", ("a",))
    local.add("harbour", [document("c", "No more of this.")])
    texts = [p.text for p in local.search(("harbour",), Query(text="airship", k=9), "dense", embed).passages]
    assert sorted(texts) == ["No more of this.", "Nothing of the kind.", "The port in the north."]


@pytest.mark.parametrize("other", [ByMeaning("bag 2"), ByMeaning("bag", dim=250)])
def test_vectors_of_another_model_are_not_used(local, other):
    found(local, "airship", "dense", ByMeaning())
    found(local, "airship", "dense", other)
    assert len(other.seen) == len(HARBOUR) + 1


def test_what_a_broken_off_embedding_made_is_kept_and_it_goes_on_from_there(local):
    embed, told = ByMeaning(), []
    local.add("harbour", [document(str(n), f"Number {n}.") for n in range(300)])
    embed.fails_after = 200
    with pytest.raises(ModelUnavailable):
        found(local, "airship", "dense", embed)
    kept = len(embed.seen)
    assert 0 < kept < 304
    (file,) = local.path.with_suffix(".indexes").rglob("*.vectors")
    with file.open("ab") as half:
        half.write(b"half a row")
    embed.fails_after = None
    again = Collections(local.path)
    again.search(("harbour",), Query(text="airship"), "dense", embed, lambda *what: told.append(what))
    assert sorted(embed.seen) == sorted({*embed.seen})
    assert len(embed.seen) == 304 + 1
    assert told[-1] == ("vectors", 304 - kept, 304 - kept)
    assert set(found(again, "airship", "dense", embed)) == {"a", "c"}


def test_vectors_in_the_making_elsewhere_are_waited_for_and_never_used_half_made(local, monkeypatch):
    monkeypatch.setattr("sleuth.search.local.shelf.WAIT_S", 0.1)

    class Slow(ByMeaning):
        def __call__(self, texts):
            if len(texts) > 1:
                with pytest.raises(ServiceError, match="being indexed by another process"):
                    found(Collections(local.path), "airship", "dense", ByMeaning())
            return super().__call__(texts)

    found(local, "airship", "dense", Slow())


class Waiting(ByMeaning):
    """Stands still at its second batch until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.release = threading.Event(), threading.Event()

    def __call__(self, texts):
        if self.seen and len(texts) > 1:
            self.reached.set()
            assert self.release.wait(20)
        return super().__call__(texts)


def test_a_run_tells_of_the_embedding_before_its_first_search_and_can_leave_it(local):
    local.add("harbour", [document(str(n), f"Number {n}.") for n in range(300)])
    embed = Waiting()
    search = LocalSearch(local, ("harbour",), "dense", embed)
    calls = Calls(lambda: datetime(2026, 5, 4, tzinfo=UTC))
    ports = calls.open(lambda: Ports(model=None, search=Several(search, search), clock=None))
    looking = begun(lambda: ports.search(Query(text="airship")))
    assert embed.reached.wait(20)
    assert calls.now.told == "embedding passages 128 of 304"
    calls.leave()
    assert looking.result(20).outcome == "failed"
    embed.release.set()
    assert set(found(local, "airship", "dense", embed)) == {"a", "c"}
    assert sorted(embed.seen) == sorted({*embed.seen})


def test_what_a_collection_was_embedded_by_is_known_without_the_model(local):
    found(local, "airship", "dense", ByMeaning("bag 2"))
    (card,) = cards(local)
    ((name, count),) = card.vectors
    assert (name, count) == ("bag-2", len(HARBOUR))


def test_dense_and_hybrid_without_an_embedding_are_a_mistake_and_not_an_empty_result(local):
    with pytest.raises(ValueError, match="'dense' needs an embedding"):
        found(local, "airship", "dense", None)


def test_vectors_are_made_when_documents_are_added_if_that_is_wished(sleuth, tmp_path, monkeypatch):
    embed = ByMeaning()
    monkeypatch.setattr(embedding, "connect", lambda name, settings: embed)
    monkeypatch.setattr("sleuth.commands.progress.SAID_EVERY_S", -1)
    page = tmp_path / "page.md"
    page.write_text("# Zeppelin\nAn airship.", encoding="utf-8")
    assert sleuth("corpus", "add", "harbour", page, "--json").document["embedding"] is None
    assert embed.seen == []
    said = sleuth("corpus", "add", "harbour", page, "--vectors")
    assert "embedded by bag" in said.out
    assert "embedding passages 1 of 1" in said.err
    embed.seen.clear()
    monkeypatch.setenv("SLEUTH_RANKING", "dense")
    assert "Zeppelin" in sleuth("corpus", "search", "harbour", "dirigible").out
    assert embed.seen == ["dirigible"]
    page.write_text("# Zeppelin\nA new airship.", encoding="utf-8")
    sleuth("corpus", "add", "harbour", page)
    assert "embedding passages 1 of 1" in sleuth("corpus", "search", "harbour", "dirigible").err


def test_an_embedding_that_is_not_known_is_told_before_anything_is_added(sleuth, tmp_path, monkeypatch):
    monkeypatch.setenv("SLEUTH_EMBEDDING", "word2vec")
    page = tmp_path / "page.md"
    page.write_text("An airship.", encoding="utf-8")
    said = sleuth("corpus", "add", "harbour", page, "--vectors")
    assert said.status == 2
    assert "'word2vec' is not known" in said.err
    assert "harbour" not in sleuth("corpus", "list").out


class Given:
    """An embedding of names of rows that are given."""

    def __init__(self, rows: np.ndarray) -> None:
        self.name, self.dim = "given", rows.shape[1]
        self._rows = rows

    def __call__(self, texts: tuple[str, ...]) -> np.ndarray:
        return self._rows[[int(text) for text in texts]]


def made(folder, rows: np.ndarray) -> tuple[Vectors, np.ndarray]:
    """Vectors of the rows under the keys 1, 2 …, and those keys."""
    unit = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    vectors, keys = Vectors(folder, Given(unit)), np.arange(1, len(rows) + 1)
    vectors.add(keys, tuple(str(n) for n in range(len(rows))))
    vectors.load()
    return vectors, keys


def test_the_nearest_by_signs_hold_nearly_all_that_are_nearest(tmp_path):
    random = np.random.default_rng(0)
    # As texts lie: along far fewer directions than there are numbers, and never straight on them.
    rows = random.standard_normal((8000, 40)) @ random.standard_normal((40, 200))
    rows += 0.3 * random.standard_normal(rows.shape)
    vectors, _ = made(tmp_path, rows)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    shares = []
    for query in range(0, 8000, 400):
        nearest = 1 + np.argsort(-(unit @ unit[query]))[:60]
        got = vectors.find(str(query), 60)
        assert next(iter(got)) == query + 1
        assert got[query + 1] == pytest.approx(1, abs=1e-3)
        assert list(got.values()) == sorted(got.values(), reverse=True)
        shares.append(len({*nearest.tolist()} & got.keys()) / 60)
    assert np.mean(shares) > 0.99


def test_the_file_shrinks_when_most_of_it_is_gone_and_another_reader_notices(tmp_path):
    random = np.random.default_rng(1)
    vectors, keys = made(tmp_path, random.standard_normal((300, 64)))
    reader = Vectors(tmp_path, vectors._embed)
    size = vectors.path.stat().st_size
    assert vectors.match(keys[:200]).tolist() == []
    assert vectors.path.stat().st_size == size
    assert 250 not in reader.find("249", 5)
    assert vectors.match(keys[50:60]).tolist() == []
    assert vectors.path.stat().st_size == size // 30
    assert sorted(reader.find("52", 20)) == keys[50:60].tolist()
    assert vectors.match(keys[50:70]).tolist() == keys[60:70].tolist()


def test_an_empty_collection_has_nothing_near(tmp_path):
    vectors = Vectors(tmp_path, ByMeaning())
    assert vectors.match(np.array([], np.int64)).tolist() == []
    assert vectors.find("airship", 5) == {}
