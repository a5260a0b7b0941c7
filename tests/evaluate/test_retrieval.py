"""Recall at k: which paragraphs are gold, and the two ways of counting them."""

import pytest

from sleuth.evaluate.questions import Asked, Paragraph, pooled
from sleuth.evaluate.retrieval import gold_documents, recall
from sleuth.search.local.corpus import Collections


def asked(identity: str, question: str, *paragraphs: tuple[str, bool]) -> Asked:
    given = tuple(
        Paragraph(id=str(n), title=text.split()[0], text=text, supporting=gold)
        for n, (text, gold) in enumerate(paragraphs)
    )
    return Asked(id=identity, question=question, answer="?", paragraphs=given)


ROWS = (
    asked(
        "1", "Who built the Norholm bridge?", ("Norholm bridge was built by Ada.", True), ("Tromsø is north.", False)
    ),
    asked("2", "Where was the builder born?", ("Ada was born in Bergen.", True), ("Zeppelins fly.", True)),
    asked("3", "Which town is north?", ("Tromsø is north.", False)),
)


@pytest.fixture
def search(tmp_path):
    local = Collections(tmp_path / "collections.db")
    local.add("pooled", pooled(ROWS))
    return lambda query: local.search(("pooled",), query)


def test_recall_counts_whole_chains_and_shares_of_them_and_leaves_out_questions_without_gold(search):
    found = recall(ROWS, search, k=20)
    assert found.shares == (1.0, 0.5)
    assert (found.full, found.fractional) == (1, 0.75)
    assert found.full_interval.low < 0.5 < found.full_interval.high
    assert found.fractional_interval == (0.5, 1.0)


def test_only_the_first_k_count(search):
    rows = (
        asked("1", "bridge Norholm Tromsø", ("Norholm bridge was built by Ada.", True), ("Tromsø is north.", True)),
    )
    assert recall(rows, search, k=1).shares == (0.5,)
    assert recall(rows, search, k=2).shares == (1.0,)


def test_the_same_paragraph_of_two_questions_is_one_document():
    again = asked("4", "Who?", ("Norholm bridge was built by Ada.", True))
    assert gold_documents(again) == gold_documents(ROWS[0])


def test_without_questions_nothing_is_known(search):
    found = recall((), search, k=5)
    assert (found.full_interval, found.fractional, found.fractional_interval) == (None, None, None)
