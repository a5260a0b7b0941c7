"""`why RUN [FACT]` at the terminal: one document or plain text, and a sentence where there is nothing to tell."""

import pytest
import small_run
from small_run import STEPS

from sleuth.store import Log


@pytest.fixture
def sleuth(sleuth, tmp_path):
    """Run one command on a log that holds the small run; what it said."""
    small_run.record(Log(tmp_path / "log.db"))
    return sleuth


def test_a_fact_is_told_down_to_its_quote(sleuth):
    said = sleuth("why", "small", "f1")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines() == [
        "f1 out     The Norholm bridge, a favourite of walkers, was designed by Ada Holm.",
        "   why: f2 (Birger Lund) replaced it, “the minutes correct the brochure”",
        "   [p1] Norholm bridge (brochure), 1990-05-01, https://example.org/1",
        "       “Ada Holm” (characters 60–68)",
        "   against f2 (Birger Lund): the other holds, “the minutes correct the brochure”",
    ]


def test_the_document_of_a_fact_has_its_standing_source_and_premises(sleuth):
    document = sleuth("why", "small", "f1", "--json").document
    assert (document["run"], document["fact"], document["status"]) == ("small", "f1", "out")
    assert document["source"]["passage"] == "p1"
    assert document["premises"] == []


def test_a_fact_is_told_as_it_stood(sleuth):
    seq = next(x.seq for x in small_run.entries() if x.event.type == "repaired")
    assert sleuth("why", "small", "f1", "--at", seq - 3, "--json").document["status"] == "in"
    assert sleuth("why", "small", "f1", "--at", seq, "--json").document["status"] == "out"


def test_without_a_fact_it_tells_what_would_change_the_answer(sleuth):
    document = sleuth("why", "small", "--json").document
    assert (document["answer"], document["note"]) == ("Tromsø", None)
    assert [d["value"] for d in document["doubts"]] == ["Birger Lund", "Tromsø"]
    lines = sleuth("why", "small").out.splitlines()
    assert lines[0].startswith("Tromsø would change")
    assert lines[1].endswith("(1 source, which only mentions it)")
    assert lines[3].endswith("(about 2 searches)")


def test_without_an_answer_it_says_so(sleuth, tmp_path):
    small_run.record(Log(tmp_path / "log.db"), "gone", small_run.ABSTAINED)
    small_run.record(Log(tmp_path / "log.db"), "cut", STEPS[:5])
    assert sleuth("why", "gone").out == "There is no answer to change: no retrieval: No search found anything.\n"
    said = sleuth("why", "cut", "--json")
    assert (said.status, said.document["doubts"]) == (0, [])
    assert said.document["note"] == "There is no answer to change: it is still open."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nope",), "There is no run 'nope'"),
        (("small", "f9"), "There is no fact 'f9' in this run; facts are: f1, f2, f3."),
        (("small", "f1", "--at", "99"), "has the events 1 to"),
        (("small", "f3", "--at", "9"), "There is no fact 'f3' in this run; facts are: none yet."),
    ],
)
def test_what_is_not_there_ends_with_two_and_one_sentence(sleuth, arguments, sentence):
    said = sleuth("why", *arguments)
    assert (said.status, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert sentence in said.err


def test_text_of_documents_cannot_steer_the_terminal(sleuth, tmp_path):
    hostile = "\x1b[31mred\x1b[0m \u202egnirts"
    bad = small_run.F1.model_copy(update={"statement": hostile, "value": hostile})
    steps = tuple(
        tuple(x.model_copy(update={"fact": bad}) if x.type == "fact_recorded" and x.fact.id == "f1" else x for x in s)
        for s in STEPS
    )
    small_run.record(Log(tmp_path / "log.db"), "bad", steps)
    for fact in ("f1", "f2"):
        said = sleuth("why", "bad", fact)
        assert "\x1b" not in said.out
        assert "\u202e" not in said.out
