"""How fast a large collection is indexed and searched, how large it is, and whether it finds: `bench retrieval`.

The passages are made by rule. Sleuth indexes and searches in two processes of their own, so that the memory of each
is its own; `bm25s` and `rank_bm25`, where they are installed, answer the same queries in others.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import psutil

from sleuth.evaluate.made_passages import Sought, documents, queries
from sleuth.models import Record
from sleuth.search import Document, Query
from sleuth.search.local.corpus import STOP, Collections

SIZES = (100_000, 1_000_000)
BUDGETS_MS = {100_000: 20.0, 1_000_000: 60.0}
"""The slowest of twenty queries, in milliseconds, in collections up to so many passages."""
MEMORY_MB = 500.0
"""The most memory of a process that indexes or searches."""
K = 10
"""A needle counts as found among so many passages."""
NAME = "bench"
LARGEST = {"bm25s": 1_000_000, "rank_bm25": 100_000}
"""Passages up to which another library is run beside: beyond, rank_bm25 takes gigabytes and seconds a query."""

Measure = Callable[[int, Path], tuple["Figure", ...]]
"""A measurement of a collection of some size, with a folder to work in."""
Apart = Callable[[Measure, int, Path], tuple["Figure", ...]]
"""Makes a measurement, in a process of its own or not."""


class Figure(Record):
    """One measurement, against its budget where it has one."""

    name: str
    size: int
    """Passages in the collection."""
    value: float | None = None
    """None where nothing was measured; the note says why."""
    unit: str = ""
    budget: float | None = None
    note: str = ""

    @property
    def within(self) -> bool | None:
        """Whether the budget is kept; None without one."""
        return None if self.budget is None or self.value is None else self.value <= self.budget


def in_own_process(measure: Measure, size: int, folder: Path) -> tuple[Figure, ...]:
    """What a measurement says that is made in a new process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, size, folder).result()


def figures(sizes: Sequence[int] = SIZES, apart: Apart = in_own_process) -> Iterator[Figure]:
    """Every measurement for collections of each size, one after the other."""
    beside: dict[str, Measure] = {"bm25s": with_bm25s, "rank_bm25": with_rank_bm25}
    for size in sizes:
        with TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as folder:
            yield from apart(indexing, size, Path(folder))
            yield from apart(searching, size, Path(folder))
            for name, measure in beside.items():
                if find_spec(name) is None:
                    yield Figure(name=name, size=size, note="left out: not installed")
                elif size > LARGEST[name]:
                    yield Figure(name=name, size=size, note=f"left out above {LARGEST[name]:,} passages")
                else:
                    yield from apart(measure, size, Path(folder))


def indexing(size: int, folder: Path) -> tuple[Figure, ...]:
    """Add all passages to a new collection, the time for making them up apart."""
    made = Making(documents(size))
    begun = perf_counter()
    Collections(folder / "collections.db").add(NAME, made)
    seconds = perf_counter() - begun - made.seconds
    indexes, whole = (sum(f.stat().st_size for f in folder.rglob(p) if f.is_file()) for p in ("*.indexes/**/*", "*"))
    return (
        Figure(name="index all passages", size=size, value=seconds, unit="s"),
        Figure(name="index on disk", size=size, value=indexes / 1e6, unit="MB"),
        Figure(name="texts on disk", size=size, value=(whole - indexes) / 1e6, unit="MB"),
        _memory("memory while indexing", size),
    )


class Making:
    """Documents as they are made, and how long that takes."""

    def __init__(self, made: Iterator[Document]) -> None:
        self._made = made
        self.seconds = 0.0

    def __iter__(self) -> Iterator[Document]:
        while True:
            begun = perf_counter()
            document = next(self._made, None)
            self.seconds += perf_counter() - begun
            if document is None:
                return
            yield document


def searching(size: int, folder: Path) -> tuple[Figure, ...]:
    """Search the collection that `indexing` left in the folder."""
    sought = queries(size)
    local = Collections(folder / "collections.db")

    def search(needle: Sought, *entities: str) -> list[str]:
        query = Query(text=needle.text, entities=entities, k=K)
        return [passage.document for passage in local.search((NAME,), query).passages]

    begun = perf_counter()
    search(sought[0])
    first = Figure(name="first query of a process", size=size, value=1e3 * (perf_counter() - begun), unit="ms")
    plain, found = _timed(sought, search)
    # Looking for another name than the needle's: the longer way, that helps nothing.
    named, _ = _timed(sought, lambda needle: search(needle, sought[0].title))
    budget = next((BUDGETS_MS[most] for most in sorted(BUDGETS_MS) if size <= most), None)
    return (
        first,
        *_latencies("query", size, plain, budget),
        *_latencies("query with a name", size, named, budget),
        _recall("Sleuth", size, found, sought),
        _memory("memory while searching", size),
    )


def with_bm25s(size: int, folder: Path) -> tuple[Figure, ...]:
    """The same by bm25s, its index in files."""
    bm25s = import_module("bm25s")
    texts = [f"{document.title} {document.text}" for document in documents(size)]
    begun = perf_counter()
    words = bm25s.tokenize(texts, stopwords=sorted(STOP), show_progress=False)
    index = bm25s.BM25()
    index.index(words, show_progress=False)
    index.save(folder / "bm25s")
    seconds = perf_counter() - begun
    loaded = bm25s.BM25.load(folder / "bm25s", mmap=True)

    def search(needle: Sought) -> list[str]:
        asked = bm25s.tokenize([needle.text], stopwords=sorted(STOP), show_progress=False)
        places, _ = loaded.retrieve(asked, k=min(K, size), show_progress=False)
        return [str(place) for place in places[0]]

    return _beside("bm25s", size, seconds, search)


def with_rank_bm25(size: int, _folder: Path) -> tuple[Figure, ...]:
    """The same by rank_bm25, which holds all in memory."""
    rank_bm25 = import_module("rank_bm25")
    words = [_words(f"{document.title} {document.text}") for document in documents(size)]
    begun = perf_counter()
    index = rank_bm25.BM25Okapi(words)
    seconds = perf_counter() - begun

    def search(needle: Sought) -> list[str]:
        scores = index.get_scores(_words(needle.text))
        return [str(place) for place in scores.argsort()[::-1][:K]]

    return _beside("rank_bm25", size, seconds, search)


def _words(text: str) -> list[str]:
    return [word for word in text.split() if word not in STOP]


def _beside(name: str, size: int, seconds: float, search: Callable[[Sought], list[str]]) -> tuple[Figure, ...]:
    sought = queries(size)
    search(sought[0])
    times, found = _timed(sought, search)
    return (
        Figure(name=f"{name}: index all passages", size=size, value=seconds, unit="s"),
        *_latencies(f"{name}: query", size, times, None),
        _recall(name, size, found, sought),
        _memory(f"{name}: memory", size, None),
    )


class Times(NamedTuple):
    """How long queries take, in milliseconds: by the clock, and of the processor, whatever else runs."""

    clock: list[float]
    processor: list[float]


def _timed(sought: Sequence[Sought], search: Callable[[Sought], list[str]]) -> tuple[Times, list[list[str]]]:
    """How long each query takes, and what it finds."""
    times, found = Times([], []), []
    for needle in sought:
        begun, worked = perf_counter(), process_time()
        found.append(search(needle))
        times.processor.append(1e3 * (process_time() - worked))
        times.clock.append(1e3 * (perf_counter() - begun))
    return times, found


def _latencies(name: str, size: int, times: Times, budget: float | None) -> tuple[Figure, ...]:
    figures = []
    for share, label, limit in ((0.5, "half of them", None), (0.95, "95 of 100", budget)):
        clock, processor = (sorted(t)[int(share * (len(t) - 1))] for t in times)
        note = f"processor {processor:.1f} ms"
        figures.append(Figure(name=f"{name}, {label}", size=size, value=clock, unit="ms", budget=limit, note=note))
    return tuple(figures)


def _recall(name: str, size: int, found: Sequence[list[str]], sought: Sequence[Sought]) -> Figure:
    hits = sum(needle.document in documents for documents, needle in zip(found, sought, strict=True))
    note = f"{hits} of {len(sought)} needles"
    return Figure(name=f"{name}: found in the first {K}", size=size, value=hits / len(sought), note=note)


def _memory(name: str, size: int, budget: float | None = MEMORY_MB) -> Figure:
    """The most memory that this process has had."""
    return Figure(name=name, size=size, value=_peak() / 1e6, unit="MB", budget=budget)


def _peak() -> int:
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
