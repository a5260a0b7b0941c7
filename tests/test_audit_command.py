"""`audit`, `judge` and `seal` at the terminal: one document or plain text, and a sentence where it cannot be done."""

import json

import pytest
import small_run
from judged_run import ANSWERED, CLAIMS, INVENTED, JUDGED, WRONG, given
from small_run import ABSTAINED, C1, MINUTES, PASTED, STEPS

from sleuth.audit.queue import queue
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.search import Document
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.store import Log

NOT_SAID = {"sentence": 0, "reason": "it does not say", "label": "neutral"}


@pytest.fixture
def log(sleuth):
    """The log that the commands use, with an answer of five claims that nobody has judged."""
    log = Log(log_path())
    small_run.record(log, steps=ANSWERED)
    return log


@pytest.fixture
def script(tmp_path):
    """The model that these tests ask: it finds one claim borne out, and nothing else."""
    path = tmp_path / "script.jsonl"
    lines = (
        {"purpose": "fill", "when": "was born in ____", "reply": {"sentence": 2, "value": "Tromsø"}},
        {"purpose": "fill", "reply": {"sentence": 0, "value": ""}},
        {"purpose": "entail", "reply": NOT_SAID},
    )
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return f"scripted/{path}"


def claim(document, identity):
    return next(told for told in document["claims"] if told["id"] == identity)


# One run as a document


def test_the_document_tells_each_claim_with_citations_checks_and_what_is_not_known_as_null(sleuth, log):
    said = sleuth("audit", "small", "--json")
    assert (said.status, said.err) == (0, "")
    told = said.document
    assert set(told) == {
        "run", "question", "answer", "stop_reason", "claims", "reviewers", "measures", "seal", "usage", "seq",
    }  # fmt: skip
    assert (told["run"], told["answer"], told["seq"]) == ("small", "Tromsø", log.last_seq("small"))
    assert (told["reviewers"], told["seal"]) == ([], None)
    assert told["usage"] == {"calls": 0, "prompt_tokens": 0, "completion_tokens": 0}
    assert [one["id"] for one in told["claims"]] == ["c1", "c2", "c3", "c4", "c5"]
    first = told["claims"][0]
    assert set(first) == {"id", "text", "citations", "checks", "labels", "machine", "verdicts"}
    assert first["citations"] == [
        {
            "number": 1,
            "fact": "f2",
            "passage": "p2",
            "source": {"title": "Harbour Board minutes", "url": "https://example.org/2"},
            "quote": "Birger Lund",
            "score": 1.0,
        }
    ]
    assert (first["labels"], first["machine"], first["verdicts"]) == ([], None, [])
    assert claim(told, "c3")["citations"] == []
    assert claim(told, "c5")["citations"][1]["score"] is None, "that quote stands nowhere"
    assert claim(told, "c5")["machine"] == "not located"
    date = next(check for check in claim(told, "c4")["checks"] if check["name"] == "date")
    assert date["outcome"] == "failed"
    assert "1943" in date["told"]


def test_measures_that_nothing_is_known_of_are_null_and_never_nought(sleuth, log):
    told = sleuth("audit", "small", "--json").document["measures"]
    assert (told["answers"], told["claims"], told["answers_judged_by_a_model"]) == (1, 5, 0)
    assert told["precision"] == {"part": 0, "whole": 0, "value": None, "interval": None}
    assert told["alce_recall"] == {"n": 0, "value": None, "interval": None}
    assert [told[name] for name in ("f1", "alce_f1", "median_seconds_a_verdict")] == [None] * 3
    assert told["machine_and_person"] == {"n": 0, "alike": 0, "share": None, "kappa": None, "interval": None}
    assert (told["uncited"]["part"], told["uncited"]["whole"], told["uncited"]["value"]) == (1, 5, 0.2)
    assert (told["fabricated"]["part"], told["fabricated"]["whole"]) == (1, 5)


def test_a_judged_run_tells_labels_verdicts_agreement_and_seal(sleuth, log):
    small_run.record(log, "judged", JUDGED)
    told = sleuth("audit", "judged", "--json").document
    second = claim(told, "c2")
    assert second["labels"][0]["label"] == "entails"
    assert [(v["reviewer"], v["verdict"], v["seconds"]) for v in second["verdicts"]] == [
        ("BN", "supported", 4.0),
        ("AK", "supported", None),
    ]
    (pair,) = told["reviewers"]
    assert (pair["pair"], pair["n"], pair["alike"]) == (["BN", "AK"], 3, 2)
    seq = log.last_seq("judged")
    assert told["seal"] == {"reviewer": "AK", "seq": seq, "broken_at_seq": None}
    sleuth("judge", "judged", "c1", "partly", "--reviewer", "AK")
    assert sleuth("audit", "judged", "--json").document["seal"]["broken_at_seq"] == seq + 1


def test_the_document_agrees_with_the_queue_claim_by_claim(sleuth, log):
    small_run.record(log, "judged", JUDGED)
    told = sleuth("audit", "judged", "--json").document["claims"]
    for one, item in zip(told, queue(replay(log.entries("judged"))), strict=True):
        assert (one["id"], one["text"], one["machine"]) == (item.claim.id, item.claim.text, item.machine)
        assert [check["told"] for check in one["checks"]] == [check.told for check in item.checks]
        assert [v["verdict"] for v in one["verdicts"]] == [given.verdict for _, given in item.verdicts]


def test_an_answer_without_claims_and_none_at_all_are_told(sleuth, log):
    small_run.record(log, "gone", ABSTAINED)
    told = sleuth("audit", "gone", "--json").document
    assert (told["answer"], told["claims"]) == (None, [])
    lines = sleuth("audit", "gone").out.splitlines()
    assert lines[1].startswith("No answer: no retrieval")
    assert lines[-1] == "There is no claim to audit."


# Sieves


@pytest.mark.parametrize(
    ("only", "reviewer", "claims"),
    [
        ("all", "BN", ["c1", "c2", "c3", "c4", "c5"]),
        ("not judged", "BN", ["c3", "c5"]),
        ("not judged", " BN ", ["c3", "c5"]),
        ("uncited", "BN", ["c3"]),
        ("failing checks", "BN", ["c4", "c5"]),
        ("disagreement", "AK", ["c4"]),
        ("disagreement", "CO", []),
    ],
)
def test_only_some_claims_can_be_asked_for(sleuth, log, only, reviewer, claims):
    small_run.record(log, "judged", JUDGED)
    told = sleuth("audit", "judged", "--only", only, "--reviewer", reviewer, "--json").document
    assert [one["id"] for one in told["claims"]] == claims
    assert told["measures"]["claims"] == 5, "measures are those of the whole answer"


# At the terminal


def test_a_claim_is_told_with_its_passage_its_quote_and_what_fails(sleuth, log):
    lines = sleuth("audit", "small").out.splitlines()
    assert lines[:3] == [small_run.QUESTION, "Tromsø", ""]
    assert "c1  Birger Lund designed the Norholm bridge." in lines
    assert "    [1] p2 Harbour Board minutes, 2001-02-03, https://example.org/2" in lines
    assert "        “Birger Lund”" in lines
    assert "    cites nothing" in lines
    assert any(line.startswith("    ✕ date: ") and "1943" in line for line in lines)
    assert any(line.startswith("    ✕ quote: ") for line in lines)


def test_nothing_of_the_machine_is_told_before_a_person_has_judged(sleuth, log, script):
    said = sleuth("audit", "small", "--entail", "--model", script)
    assert said.status == 0
    assert "the machine:" not in said.out
    assert "entails" not in said.out
    assert "scripted" not in said.out
    assert said.out.count("the machine's verdict is told once a person has judged") == 4
    sleuth("judge", "small", "c2", "supported", "--reviewer", "AK")
    lines = sleuth("audit", "small").out.splitlines()
    at = lines.index("    AK: supported")
    assert lines[at + 1].startswith("    the model scripted/")
    assert lines[at + 1].endswith(": entails (it puts “Tromsø” there, as the claim does)")
    assert lines[at + 2] == "    the machine: supported"
    assert "\n".join(lines).count("the machine:") == 1


def test_two_reviewers_are_told_with_their_agreement_and_the_seal_with_what_broke_it(sleuth, log):
    small_run.record(log, "judged", JUDGED)
    said = sleuth("audit", "judged").out
    seq = log.last_seq("judged")
    assert f"Sealed by AK (event {seq})\n" in said
    assert "    AK: contradicted: the page says 1941\n" in said
    assert said.splitlines()[-1].startswith("BN and AK: 2 of 3 alike (67%), kappa 0.")
    sleuth("judge", "judged", "c1", "--withdraw", "--reviewer", "AK")
    assert f"Sealed by AK (event {seq}), broken by event {seq + 1}\n" in sleuth("audit", "judged").out


def test_nothing_of_a_page_a_note_or_a_name_steers_the_terminal(sleuth, log):
    hostile = "\x1b[31mred\x1b[0m \u202egnirts"
    bad = WRONG.model_copy(update={"text": f"It is {hostile}."})
    told = STEPS[-1][1].model_copy(update={"claims": (bad,)})
    small_run.record(log, "evil", (*STEPS[:-1], (STEPS[-1][0], told)))
    judged = sleuth("judge", "evil", "c4", "partly", "--note", hostile, "--reviewer", hostile)
    sealed = sleuth("seal", "evil", "--reviewer", hostile)
    for said in (judged.out, sealed.out, sleuth("audit", "evil").out):
        assert said
        assert "\x1b" not in said
        assert "\u202e" not in said


# Asking a model


def test_a_model_is_asked_first_and_progress_stays_off_standard_output(sleuth, log, script):
    said = sleuth("audit", "small", "--entail", "--model", script, "--json")
    told = said.document
    assert [one["label"] for one in claim(told, "c5")["labels"]] == ["neutral"] * 3
    assert claim(told, "c2")["machine"] == "supported"
    assert claim(told, "c2")["labels"][0]["model"] == script
    assert told["usage"]["calls"] == 6
    assert told["usage"]["prompt_tokens"] > 0
    assert told["measures"]["precision"]["part"] == 1
    assert told["measures"]["precision"]["whole"] == 5
    assert len(said.err.splitlines()) == 6
    assert said.err.splitlines()[1] == "small  Check c2 by p3: entails"
    again = sleuth("audit", "small", "--entail", "--model", script, "--json")
    assert (again.err, again.document) == ("", told)


def test_a_model_that_cannot_be_asked_ends_in_words_and_what_it_said_stays(sleuth, log, tmp_path):
    path = tmp_path / "broken.jsonl"
    lines = (
        {"purpose": "fill", "reply": {"sentence": 0, "value": ""}},
        {"purpose": "entail", "fails": "The model's server cannot be reached."},
    )
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    said = sleuth("audit", "small", "--entail", "--model", f"scripted/{path}", "--json")
    assert said.status != 0
    assert said.out == ""
    assert said.err.splitlines()[-1].endswith("The model's server cannot be reached.")
    assert len(replay(log.entries("small")).entailments) == 3
    said = sleuth("audit", "small", "--entail", "--model", "scripted/nowhere.jsonl")
    assert (said.status, "nowhere.jsonl" in said.err) == (2, True)


# Looking at pages again


def test_pages_are_looked_at_first(sleuth, log):
    local = Collections(collections_path())
    local.add(
        "harbour", (Document(id="d2", title="Minutes", text=MINUTES), Document(id="d1", title="B", text="New."))
    )
    said = sleuth("audit", "small", "--recheck", "--json")
    assert said.err.splitlines() == [
        "small  Look at the page of p2 again: unchanged",
        "small  Look at the page of p3 again: gone",
        "small  Look at the page of p1 again: drifted",
    ]
    page = {one["id"]: next(c for c in one["checks"] if c["name"] == "page") for one in said.document["claims"]}
    assert [page[i]["outcome"] for i in ("c1", "c2", "c3", "c5")] == [
        "passed",
        "doubtful",
        "nothing to check",
        "doubtful",
    ]
    assert page["c2"]["told"] == "The document was removed from its collection."


# Many runs


@pytest.fixture
def runs(log):
    """Runs of two memories and two models beside the first, which nobody has judged."""
    small_run.record(log, "judged", JUDGED)
    flat = STEPS[0][0].model_copy(update={"memory": "flat", "model": "tiny"})
    small_run.record(log, "flat", ((flat,), *STEPS[1:], given("AK", C1, "supported")))
    small_run.record(log, "gone", ABSTAINED)
    small_run.record(log, "cut", STEPS[:6])
    return log


def groups(said):
    assert said.status == 0, said.err
    return {one["name"]: (one["answers"], one["claims"]) for one in said.document["groups"]}


def test_every_run_that_came_to_an_end_is_put_together_by_what_is_asked_for(sleuth, runs):
    assert groups(sleuth("audit", "--all", "--json")) == {"retree": (3, 10), "flat": (1, 2)}
    assert groups(sleuth("audit", "--all", "--by", "model", "--json")) == {"scripted": (3, 10), "tiny": (1, 2)}
    by_run = sleuth("audit", "--all", "--by", "run", "--json")
    assert groups(by_run) == {"small": (1, 5), "judged": (1, 5), "flat": (1, 2), "gone": (1, 0)}
    assert by_run.document["by"] == "run"


def test_some_runs_are_put_together_each_once(sleuth, runs):
    said = sleuth("audit", "small", "judged", "small", "--by", "run", "--json")
    assert groups(said) == {"small": (1, 5), "judged": (1, 5)}
    small, judged = said.document["groups"]
    assert (small["precision"]["value"], small["supported"]["value"]) == (None, None)
    assert judged["supported"] == {
        "part": 4, "whole": 8, "value": 0.5, "interval": judged["supported"]["interval"],
    }  # fmt: skip
    assert judged["machine_and_person"]["n"] > 0


def test_the_table_has_a_column_a_group_and_says_what_is_unknown(sleuth, runs):
    lines = sleuth("audit", "judged", "small", "--by", "run").out.splitlines()
    assert lines[0].split() == ["judged", "small"]
    told = {line[:27].strip(): line[27:].strip() for line in lines[1:]}
    assert told["answers"].split() == ["1", "1"]
    assert told["citation precision"].endswith("unknown")
    assert told["citation precision"].startswith("0.400 (")
    assert told["machine and person alike"].endswith("unknown")
    assert told["seconds a verdict (median)"].split() == ["4.0", "unknown"]


def test_a_pasted_text_is_audited_like_a_run(sleuth, log):
    small_run.record(log, "pasted", PASTED)
    told = sleuth("audit", "pasted", "--json").document
    assert [one["id"] for one in told["claims"]] == ["c1", "c2", "c3"]
    assert claim(told, "c3")["machine"] is None


# Judging


def test_a_verdict_is_recorded_and_answered_with_the_machine_s(sleuth, log):
    said = sleuth(
        "judge", "small", "c5", "not located", "--note", "no such words", "--reviewer", "Anna  Kallas", "--json"
    )
    assert said.document == {
        "run": "small", "claim": "c5", "reviewer": "Anna Kallas", "verdict": "not located", "machine": "not located",
    }  # fmt: skip
    ((_, verdict),) = replay(log.entries("small")).verdicts
    assert (verdict.claim, verdict.note, verdict.seconds) == (INVENTED, "no such words", None)
    again = sleuth("judge", "small", "c5", "partly", "--reviewer", "Anna Kallas").out
    assert again == "Anna Kallas, c5: partly. 1 of 5 claims judged.\n"
    assert len(replay(log.entries("small")).verdicts) == 1


def test_a_verdict_is_taken_back_and_nothing_is_told_of_the_machine(sleuth, log):
    sleuth("judge", "small", "c5", "not located", "--reviewer", "AK")
    assert sleuth("judge", "small", "c5", "--withdraw", "--reviewer", "AK", "--json").document == {
        "run": "small", "claim": "c5", "reviewer": "AK", "verdict": None, "machine": None,
    }  # fmt: skip
    assert replay(log.entries("small")).verdicts == ()


def test_without_a_name_it_is_whoever_uses_this_machine(sleuth, log, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "karin")
    assert sleuth("judge", "small", "c1", "supported", "--json").document["reviewer"] == "karin"
    told = sleuth("audit", "small", "--only", "not judged", "--json").document
    assert [one["id"] for one in told["claims"]] == ["c2", "c3", "c4", "c5"]


def test_a_seal_is_set_once_every_claim_is_judged(sleuth, log):
    refused = sleuth("seal", "small", "--reviewer", "AK")
    assert (refused.status, refused.out) == (2, "")
    assert "AK has not judged c1, c2, c3, c4, c5" in refused.err
    sleuth("judge", "small", "c1", "partly", "--reviewer", "BN")
    for one in CLAIMS:
        sleuth("judge", "small", one.id, "supported", "--reviewer", "AK")
    told = sleuth("seal", "small", "--reviewer", "AK", "--json").document
    assert told == {"run": "small", "reviewer": "AK", "seq": log.last_seq("small"), "other_reviewers": ["BN"]}
    assert log.run("small").sealed_by == "AK"


# Mistakes


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (("audit",), "Name the runs to audit, or --all"),
        (("audit", "small", "--all"), "Name the runs to audit, or --all"),
        (("audit", "nope"), "There is no run 'nope'"),
        (("audit", "small", "nope", "--json"), "There is no run 'nope'"),
        (("audit", "small", "--only", "odd"), "invalid choice: 'odd'"),
        (("audit", "small", "--by", "colour"), "invalid choice: 'colour'"),
        (("audit", "small", "--entail", "--model", "unheard-of"), "unheard-of"),
        (("judge", "small", "c9", "supported"), "There is no claim 'c9' in this answer; claims are: c1, c2"),
        (("judge", "small", "c1", "true"), "The verdict 'true' is not known; use one of: supported, partly"),
        (("judge", "small", "c1"), "Give a verdict (supported, partly"),
        (("judge", "small", "c1", "partly", "--withdraw"), "Give a verdict"),
        (("judge", "small", "c1", "--withdraw", "--reviewer", "AK"), "AK has given no verdict on c1"),
        (("judge", "small", "c1", "partly", "--reviewer", "A" * 81), "at most 80"),
        (("judge", "small", "c1", "partly", "--note", "x" * 2001), "at most 2,000"),
        (("judge", "small", "c1", "partly", "--note", "\udcff"), "bytes that are no text"),
        (("judge", "nope", "c1", "partly"), "There is no run 'nope'"),
        (("seal", "nope"), "There is no run 'nope'"),
    ],
)
def test_a_mistake_is_one_sentence_and_records_nothing(sleuth, log, command, complaint):
    said = sleuth(*command)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err
    assert len(said.err.splitlines()) == 1
    assert log.last_seq("small") == len(small_run.entries(ANSWERED))


def test_a_log_without_a_run_that_came_to_an_end_says_so(sleuth):
    small_run.record(Log(log_path()), "cut", STEPS[:6])
    said = sleuth("audit", "--all")
    assert (said.status, "has come to an end" in said.err) == (2, True)
