"""Two reviewers audit one run in two logs and hand each other bundles; both logs then hold both audits."""

import pytest
import small_run
from small_run import C1, C2, QUESTION, STEPS, called, step

from sleuth import events as e
from sleuth.audit.judging import give, seal
from sleuth.audit.merging import told
from sleuth.audit.queue import agreements, queue
from sleuth.bundle import bundled, complete, lines, open_bundle, parse_bundle, write_bundle
from sleuth.carrying import do
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.store import Log
from sleuth.verdicts import EntailmentJudged


@pytest.fixture
def mine(tmp_path):
    """AK's log with the run that was asked here."""
    log = Log(tmp_path / "mine.db")
    small_run.record(log)
    return log


@pytest.fixture
def theirs(mine, tmp_path):
    """BN's log, where the run was opened from AK's bundle."""
    log = Log(tmp_path / "theirs.db")
    open_bundle(log, bundle(mine))
    return log


def bundle(log: Log):
    """The run as it travels: written into a file and read from it."""
    return parse_bundle(lines(bundled("small", complete(log, "small"))).encode(), "small.jsonl")


def judge(log: Log, reviewer: str, *verdicts: str) -> None:
    for claim, verdict in zip(("c1", "c2"), verdicts, strict=False):
        do(log, "small", lambda now, c=claim, v=verdict: give(now, reviewer, c, v, seconds=2.0), audit=True)


def verdicts(log: Log):
    given = replay(log.entries("small")).verdicts
    return sorted((x.reviewer, x.claim.id, x.verdict) for _, x in given)


def test_both_logs_hold_both_audits_and_agreement_can_be_told(mine, theirs):
    judge(mine, "AK", "supported", "supported")
    judge(theirs, "BN", "supported", "partly")
    opened = open_bundle(mine, bundle(theirs))
    assert told(opened.added) == "2 verdicts of BN were added."
    assert told(open_bundle(theirs, bundle(mine)).added) == "2 verdicts of AK were added."
    assert (
        verdicts(mine)
        == verdicts(theirs)
        == [
            ("AK", "c1", "supported"),
            ("AK", "c2", "supported"),
            ("BN", "c1", "supported"),
            ("BN", "c2", "partly"),
        ]
    )
    agreed = agreements(queue(replay(mine.entries("small"))))["AK", "BN"]
    assert (agreed.n, agreed.alike) == (2, 1)
    assert open_bundle(mine, bundle(theirs)).added == ()


def test_the_run_stays_as_it_was_asked_or_opened(mine, theirs):
    judge(theirs, "BN", "supported")
    open_bundle(mine, bundle(theirs))
    assert mine.run("small").origin == "asked"
    judge(mine, "AK", "partly")
    open_bundle(theirs, bundle(mine))
    assert theirs.run("small").origin == "imported"
    with pytest.raises(CallerError, match="to be read"):
        theirs.claim("small")


def test_a_model_s_label_comes_with_its_exact_prompt(mine, theirs):
    judged = EntailmentJudged(claim=C1, passages=("p2",), label="entails", reason="it says so", model="tiny")
    group = (step("audit", 2, "Check c1 by p2"), called("entail", "entails"), judged)
    do(theirs, "small", lambda _: group, audit=True)
    judge(mine, "AK", "supported")
    open_bundle(mine, bundle(theirs))
    call = mine.calls("small")[-1]
    assert (call.purpose, call.prompt, call.reply) == ("entail", small_run.PROMPT, "entails")
    state = replay(mine.entries("small"))
    assert (state.audit_usage.calls, state.usage.calls) == (1, 3)


def test_the_list_of_runs_knows_of_a_seal_that_arrives(mine, theirs):
    judge(theirs, "BN", "supported", "supported")
    do(theirs, "small", lambda now: seal(now, "BN"), audit=True)
    assert told(open_bundle(mine, bundle(theirs)).added) == "2 verdicts of BN and 1 seal of BN were added."
    row = mine.run("small")
    assert (row.sealed_by, row.seal_broken) == ("BN", False)


def test_a_deleted_run_comes_back_with_the_audit(mine, theirs):
    judge(theirs, "BN", "supported")
    mine.delete("small")
    open_bundle(mine, bundle(theirs))
    assert verdicts(mine) == [("BN", "c1", "supported")]
    assert mine.run("small") is not None


def test_a_run_that_is_being_carried_on_is_left_alone(tmp_path, mine):
    judge(mine, "AK", "supported")
    other = Log(tmp_path / "other.db")
    small_run.record(other)
    other.append("small", small_run.entries((*STEPS, (e.RunResumed(),)))[-1:])
    other.claim("small")
    assert other.run("small").status == "running"
    with pytest.raises(CallerError, match="is being carried on; stop it"):
        open_bundle(other, bundle(mine))
    assert verdicts(other) == []


def test_runs_that_part_by_more_than_an_audit_stay_apart(tmp_path, mine):
    judge(mine, "AK", "supported")
    other = Log(tmp_path / "other.db")
    small_run.record(other, steps=STEPS[:5])
    with pytest.raises(CallerError, match="holds another run 'small'"):
        open_bundle(other, bundle(mine))


def test_the_command_says_what_was_added(sleuth, theirs, tmp_path, monkeypatch):
    small_run.record(Log(tmp_path / "log.db"))
    judge(theirs, "BN\x1b[31m", "supported", "partly")
    write_bundle(theirs, "small", tmp_path / "bn.jsonl")
    said = sleuth("import", tmp_path / "bn.jsonl")
    assert said.status == 0
    assert said.out.splitlines()[-1] == "2 verdicts of BN [31m were added."
    assert sleuth("import", tmp_path / "bn.jsonl", "--json").document == {
        "run": "small",
        "question": QUESTION,
        "sha256": said.out.split("sha256 ")[1].split(")")[0],
        "added": None,
    }
    assert [x.claim for _, x in replay(Log(tmp_path / "log.db").entries("small")).verdicts] == [C1, C2]
