"""The passages made for measuring, and what is measured with them."""

import os
import sys
from collections import Counter
from types import ModuleType

import pytest

from sleuth.evaluate import retrieval_speed
from sleuth.evaluate.made_passages import NEEDLES, documents, queries, vocabulary
from sleuth.evaluate.retrieval_speed import Figure, Making, figures
from sleuth.search.local.corpus import STOP


def here(measure, size, folder):
    """A measurement made without a new process."""
    return measure(size, folder)


def test_the_same_passages_are_made_again_and_no_two_words_are_the_same():
    assert list(documents(1200)) == list(documents(1200))
    assert len({*vocabulary()}) == len(vocabulary())


def test_few_words_are_frequent_and_the_most_frequent_are_those_a_search_leaves_out():
    counts = Counter(word for d in documents(1000) for word in d.text.split())
    assert {word for word, _ in counts.most_common(20)} <= STOP
    assert counts[vocabulary()[100]] > 5 * counts[vocabulary()[1000]] > 0


@pytest.mark.parametrize("size", [300, 2500])
def test_each_query_has_three_to_ten_words_and_its_needle_has_three_of_them(size):
    made = {d.id: d for d in documents(size)}
    asked = queries(size)
    assert len(made) == size
    assert len({needle.document for needle in asked}) == len(asked) == NEEDLES
    for needle in asked:
        words = needle.text.split()
        assert 3 <= len(words) <= 10
        assert len({*words} & {*made[needle.document].text.split()}) >= 3
        assert made[needle.document].title == needle.title


def test_what_is_measured_is_told_with_its_budget_and_the_needles_are_found(monkeypatch):
    monkeypatch.setattr(retrieval_speed, "find_spec", lambda name: None)
    told = {figure.name: figure for figure in figures((400,), here)}
    assert told["Sleuth: found in the first 10"].value > 0.95
    assert told["query, 95 of 100"].budget == 20
    assert told["query, 95 of 100"].value >= told["query, half of them"].value > 0
    assert told["memory while searching"].budget == 500
    assert told["index on disk"].value > 0.02
    assert (told["bm25s"].value, told["bm25s"].note) == (None, "left out: not installed")


def test_a_library_is_left_out_where_it_would_not_be_bearable(monkeypatch):
    monkeypatch.setattr(retrieval_speed, "find_spec", lambda name: name)
    monkeypatch.setattr(retrieval_speed, "LARGEST", {"bm25s": 10, "rank_bm25": 10})
    told = {figure.name: figure for figure in figures((300,), here)}
    assert told["rank_bm25"].note == "left out above 10 passages"


@pytest.mark.parametrize(
    ("value", "budget", "within"), [(1, 2, True), (3, 2, False), (1, None, None), (None, 2, None)]
)
def test_a_budget_is_kept_broken_or_not_there(value, budget, within):
    assert Figure(name="x", size=1, value=value, budget=budget).within is within


def test_the_time_for_making_passages_is_not_counted_as_time_for_indexing(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(retrieval_speed, "perf_counter", lambda: next(clock))
    made = Making(iter(documents(3)))
    assert len(list(made)) == 3
    assert made.seconds == 4  # three documents and the end


def test_each_measurement_runs_in_a_process_of_its_own(tmp_path, monkeypatch):
    # A new process runs the main module again, and a page that was tested before has left its own script there.
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    (seen,) = retrieval_speed.in_own_process(of_this_process, 7, tmp_path)
    assert seen.size == 7
    assert seen.note != str(os.getpid())


def of_this_process(size, folder):
    """Which process it is made in."""
    return (Figure(name="process", size=size, note=str(os.getpid())),)
