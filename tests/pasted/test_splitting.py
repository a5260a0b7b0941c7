"""Splitting sentences into claims: what a model did is taken only if nothing was added and nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pasted_text import brought, pasted

from sleuth.models.scripted import Line, scripted
from sleuth.pasted.splitting import check, claims, worth

SENTENCE = "Ada Holm designed the bridge in 1912, and it was not opened before May 1920."
SPLIT = ("Ada Holm designed the bridge in 1912.", "The bridge was not opened before May 1920.")


def test_a_split_that_keeps_everything_is_taken():
    assert check(SENTENCE, SPLIT) is None
    assert check(SENTENCE, (SENTENCE,)) is None


@pytest.mark.parametrize(
    ("split", "problem"),
    [
        (("Ada Holm designed the bridge in 1912.",), "1920"),
        ((SPLIT[0], "The bridge was opened before May 1920."), "not"),
        ((SPLIT[0], "The bridge was not opened after May 1920."), "after"),
        ((SPLIT[0], "The bridge was not opened before June 1920."), "june"),
        (("Ada Holm designed the bridge in 1913.", SPLIT[1]), "1913"),
        (("Ada Holm designed the famous bridge in 1912.", SPLIT[1]), "famous"),
        (("Holm designed the bridge in 1912.", SPLIT[1]), "ada"),
        (("", *SPLIT), "empty"),
        ((), "empty"),
    ],
)
def test_what_was_added_or_lost_is_named(split, problem):
    told = check(SENTENCE, split)
    assert problem in (told or "")


def test_a_pronoun_may_be_said_by_name_and_nothing_else_is_borrowed():
    before = "The Grey Tower of Estby was built in 1931 by Otto Falk."
    assert check("It is 301 metres high.", ("The Grey Tower is 301 metres high.",), before) is None
    assert "tower" in (check("Estby is small.", ("The Tower of Estby is small.",), before) or "")
    assert "1931" in (check("It is high.", ("The tower of 1931 is high.",), before) or "")


def test_a_denial_is_not_brought_in():
    assert check("Ada built it.", ("Ada never built it.",)) is not None


WORD = st.sampled_from(("bridge", "tower", "road", "river", "harbour", "station", "garden", "church", "museum"))
NAME = st.sampled_from(("Ada Holm", "Birger Lund", "Tromsø", "Norholm", "北京", "Ålesund", "Łódź", "O'Neil"))
VERB = st.sampled_from(("built", "sold", "painted", "visited", "did not see", "never left", "measured"))
YEAR = st.integers(1800, 2030)
PART = st.builds(lambda verb, word, year: f"{verb} the {word} in {year}", VERB, WORD, YEAR)
PARTS = st.lists(PART, min_size=2, max_size=4, unique_by=lambda part: part.rpartition(" ")[2])


@given(NAME, PARTS)
def test_any_sentence_of_one_subject_splits_into_its_parts(name, parts):
    sentence = f"{name} {' and '.join(parts)}."
    assert check(sentence, tuple(f"{name} {part}." for part in parts)) is None


@given(NAME, PARTS, st.data())
def test_a_part_that_is_lost_is_noticed(name, parts, data):
    sentence = f"{name} {' and '.join(parts)}."
    lost = data.draw(st.integers(0, len(parts) - 1))
    assert check(sentence, tuple(f"{name} {part}." for n, part in enumerate(parts) if n != lost)) is not None


@given(NAME, PARTS, st.data())
def test_another_year_word_or_name_is_noticed(name, parts, data):
    sentence = f"{name} {' and '.join(parts)}."
    place = data.draw(st.integers(0, len(parts) - 1))
    year = parts[place].rpartition(" ")[2]
    changed = data.draw(
        st.sampled_from(
            (
                parts[place].replace(year, str(int(year) + 1000)),
                f"{parts[place]} for money",
                f"{parts[place]} with Otto Falk",
                f"{parts[place]}, about {year}0",
            )
        )
    )
    told = tuple(f"{name} {changed if n == place else part}." for n, part in enumerate(parts))
    assert check(sentence, told) is not None


@given(st.text(max_size=80), st.lists(st.text(max_size=40), max_size=4))
def test_whatever_a_model_sends_is_judged(sentence, told):
    problem = check(sentence, tuple(told))
    assert problem is None or problem.endswith(".")


@given(st.text(min_size=1, max_size=80).filter(lambda text: any(c.isascii() and c.isalnum() for c in text)))
def test_a_sentence_is_always_a_split_of_itself(sentence):
    assert check(sentence, (sentence,)) is None


def replying(*replies: dict) -> object:
    """A model that says one thing after the other, whatever it is asked."""
    said = iter(replies)
    return lambda request: scripted((Line(purpose="split", reply=next(said)),))(request)


def test_a_model_splits_and_each_claim_keeps_the_citations_of_its_sentence(log):
    run = pasted(log, f"{SENTENCE[:-1]} [1].\n\nSources\n1. One. https://one.org")
    state = brought(log, run, model=replying({"claims": list(SPLIT)}))
    assert [c.text for c in state.claims] == list(SPLIT)
    assert [[x.passage for x in c.citations] for c in state.claims] == [["p1"], ["p1"]]
    assert state.usage.calls == 1


def test_a_split_that_loses_something_is_asked_for_once_more_with_the_problem_named(log):
    asked = []

    def model(request):
        asked.append(request)
        reply = {"claims": [SPLIT[0]]} if len(asked) == 1 else {"claims": list(SPLIT)}
        return scripted((Line(purpose="split", reply=reply),))(request)

    state = brought(log, pasted(log, SENTENCE), model=model)
    assert len(state.claims) == 2
    assert "1920" in asked[1].messages[-1].content


@pytest.mark.parametrize("reply", [{"claims": ["Something else."]}, {"claims": []}, {"other": 1}, "no JSON"])
def test_a_sentence_that_cannot_be_split_stays_whole(log, reply):
    state = brought(log, pasted(log, SENTENCE), model=replying(reply, reply))
    assert [c.text for c in state.claims] == [SENTENCE]
    assert state.usage.calls == 2


def test_sentences_that_say_one_thing_are_not_put_to_the_model(log):
    assert not worth("Ada built it.")
    state = brought(log, pasted(log, "Ada built it. The king came."), model=replying())
    assert claims(state, 0) == ("Ada built it.",)
    assert state.usage.calls == 0
