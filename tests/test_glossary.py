"""Every word that the screen uses as a status, a mark or a heading is explained, once."""

import pytest

from components import marks
from sleuth.errors import CallerError
from sleuth.glossary import TERMS, find, meaning
from sleuth.views.graph import MARKS

SIGNS = "●○◆✕▲★▮▯ "
RUNS = (*marks.RUN_MARKS.values(), *marks.WAITING.values(), marks.ANSWERED, marks.ABSTAINED, marks.TO_DO)
SIGNED = (marks.QUESTION_MARKS, marks.NODE_MARKS, marks.CONFIDENCE, marks.OUTCOME_MARKS)
WORDS = {
    *(mark.word for mark in (*RUNS, *MARKS.values())),
    *(told.lstrip(SIGNS).removeprefix("in ") for told in (t for signed in SIGNED for t in signed.values())),
    *marks.PHASE_ICONS,
    *("in", "out", "dormant", "disputed", "pinned", "revised"),
}
HEADINGS = (
    "fact hypothesis question passage source node evidence revision repair prune dormant nudge claim citation turn "
    "step budget answer ledger contradiction"
)


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_status_word_has_its_entry(word):
    assert meaning(word)


@pytest.mark.parametrize("word", HEADINGS.split())
def test_the_words_that_the_screens_are_made_of_have_theirs(word):
    assert meaning(word)


def test_each_word_is_explained_once_in_one_sentence():
    terms = [term for group in TERMS.values() for term in group]
    assert len({term.word for term in terms}) == len(terms)
    for term in terms:
        assert term.meaning[0].isupper(), term.word
        assert term.meaning.endswith("."), term.word
        assert ". " not in term.meaning, term.word


def test_a_word_without_an_entry_is_a_mistake_that_is_named():
    with pytest.raises(CallerError, match="no entry 'gizmo'"):
        meaning("gizmo")


def test_the_list_is_found_by_any_words_of_word_and_meaning():
    assert [term.word for terms in find("REPAIR ledger").values() for term in terms] == []
    assert "dormant" in [term.word for terms in find("hidden SOURCE").values() for term in terms]
    assert find("") == TERMS
