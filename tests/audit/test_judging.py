"""Verdicts, taking one back, and the seal: what stands of them, what breaks it, and what is refused in words."""

import sqlite3
import threading
from contextlib import closing
from functools import partial

import pytest
import small_run
from at_once import at_once
from judged_run import ANSWERED, given
from small_run import ABSTAINED, AFTERMATH, C1, C2, F3, PASTED, STEPS, called, entries, step

from sleuth import events as e
from sleuth.audit.judging import NAME_CHARS, NOTE_CHARS, give, seal, withdraw
from sleuth.audit.queue import kept, queue
from sleuth.bundle import bundled, complete, lines, open_bundle, parse_bundle
from sleuth.carrying import do
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.person import Acted
from sleuth.runner import Runner
from sleuth.store import Log
from sleuth.store.finding import Wanted
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictWithdrawn


@pytest.fixture
def log(tmp_path):
    log = Log(tmp_path / "log.db")
    small_run.record(log)
    return log


def audit(log, *acts, run="small"):
    """What each act of a reviewer comes to, one after another; the state they leave."""
    for act in acts:
        state = do(log, run, act, audit=True)
    return state


def judging(reviewer, claim="c1", verdict="supported", note="", seconds=None):
    return lambda state: give(state, reviewer, claim, verdict, note, seconds)


def sealing(reviewer):
    return lambda state: seal(state, reviewer)


def taking_back(reviewer, claim="c1"):
    return lambda state: withdraw(state, reviewer, claim)


AK_SEALS = (judging("AK"), judging("AK", "c2"), sealing("AK"))


def standing(state):
    return [(x.reviewer, x.claim.id, x.verdict) for _, x in state.verdicts]


# Verdicts


def test_a_second_verdict_of_one_reviewer_takes_the_place_of_the_first_and_leaves_those_of_others(log):
    state = audit(log, judging("AK"), judging("BN", verdict="partly"), judging("AK", verdict="contradicted"))
    assert standing(state) == [("BN", "c1", "partly"), ("AK", "c1", "contradicted")]
    assert [x.event.verdict for x in log.entries("small")[-3:]] == ["supported", "partly", "contradicted"]


def test_a_verdict_taken_back_is_gone_and_the_log_keeps_both(log):
    state = audit(log, judging("AK"), judging("BN"), taking_back("AK"))
    assert standing(state) == [("BN", "c1", "supported")]
    assert [x.event.type for x in log.entries("small")[-3:]] == [
        "verdict_given",
        "verdict_given",
        "verdict_withdrawn",
    ]
    with pytest.raises(CallerError, match="AK has given no verdict on c1"):
        audit(log, taking_back("AK"))


def test_a_verdict_carries_note_and_time_as_they_were_given(log):
    state = audit(log, judging("  Anna \n Kallas ", note=" No town\nis named. ", seconds=7.5))
    (verdict,) = (x for _, x in state.verdicts)
    assert (verdict.reviewer, verdict.note, verdict.seconds) == ("Anna Kallas", "No town\nis named.", 7.5)
    assert verdict.claim == C1
    (silent,) = give(state, "AK", "c2", "partly", note="  ")
    assert (silent.note, silent.seconds) == (None, None)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (judging("AK", "c9"), "There is no claim 'c9' in this answer; claims are: c1, c2."),
        (
            judging("AK", verdict="true"),
            "The verdict 'true' is not known; use one of: supported, partly, contradicted",
        ),
        (judging(" \n"), "A verdict needs the name of a reviewer"),
        (judging("A" * (NAME_CHARS + 1)), "The name has 81 characters; at most 80"),
        (judging("AK", note="x" * (NOTE_CHARS + 1)), "The note has 2,001 characters; at most 2,000"),
        (judging("AK", note="\udcff"), "The note holds bytes that are no text"),
        (judging("\udcff"), "The name holds bytes that are no text"),
        (taking_back("AK", "c9"), "There is no claim 'c9'"),
        (taking_back(""), "needs the name of a reviewer"),
        (sealing(""), "needs the name of a reviewer"),
    ],
)
def test_what_cannot_be_judged_says_so_and_records_nothing(log, act, said):
    with pytest.raises(CallerError) as refused:
        audit(log, act)
    assert str(refused.value).startswith(said) or said in str(refused.value)
    assert log.last_seq("small") == len(entries())
    assert not log.run("small").audited


def test_the_longest_note_and_name_are_taken(log):
    state = audit(log, judging("A" * NAME_CHARS, note="x" * NOTE_CHARS))
    assert len(state.verdicts[0][1].note) == NOTE_CHARS


def test_without_an_answer_there_is_nothing_to_judge_or_to_vouch_for(tmp_path):
    log = Log(tmp_path / "log.db")
    small_run.record(log, steps=ABSTAINED)
    with pytest.raises(CallerError, match="claims are: none, for there is no answer"):
        audit(log, judging("AK"))
    with pytest.raises(CallerError, match="no claim to vouch for"):
        audit(log, sealing("AK"))


# A later answer

OTHERWISE = C1.model_copy(update={"text": "The Norholm bridge is the work of Birger Lund."})
REOPENED = (e.AnswerReopened(facts=("f3",), reason="another Birger Lund"), e.RunResumed())


def answered_again(*claims):
    return (step("answer", 2, "Answer"), e.Answered(text="Tromsø", confidence="high", claims=claims))


def test_a_claim_that_a_later_answer_words_otherwise_carries_no_verdict_and_one_that_it_words_alike_does():
    judged = (*STEPS, given("AK", C1, "supported"), given("AK", C2, "partly"))
    state = replay(entries((*judged, REOPENED, answered_again(OTHERWISE, C2))))
    first, second = queue(state)
    assert (first.claim.text, first.by("AK")) == (OTHERWISE.text, None)
    assert second.by("AK").verdict == "partly"
    with pytest.raises(CallerError, match="AK has not judged c1; a seal vouches for every claim"):
        seal(state, "AK")
    with pytest.raises(CallerError, match="AK has given no verdict on c1"):
        withdraw(state, "AK", "c1")


def test_a_claim_with_the_same_words_that_cites_something_else_is_to_be_judged_anew():
    elsewhere = C1.model_copy(update={"citations": C2.citations})
    state = replay(entries((*STEPS, given("AK", C1, "supported"), REOPENED, answered_again(elsewhere))))
    assert [item.by("AK") for item in queue(state)] == [None]


# The seal


def test_a_seal_is_set_only_once_its_reviewer_has_judged_every_claim(log):
    with pytest.raises(CallerError, match="AK has not judged c1, c2"):
        audit(log, judging("BN"), judging("BN", "c2"), sealing("AK"))
    with pytest.raises(CallerError, match="AK has not judged c2"):
        audit(log, judging("AK"), sealing("AK"))
    state = audit(log, judging("AK", "c2"), sealing("AK"))
    assert (state.seal.reviewer, state.seal.broken) == ("AK", None)
    assert log.entries("small")[-1].event == AuditSealed(reviewer="AK", claims=(C1, C2))


def recorded(log, *events):
    """Events of the investigation, as whoever carries it would record them."""
    log.append("small", e.number(events, after=log.last_seq("small"), at=small_run.BEGUN))


NEW = F3.model_copy(update={"id": "f9"})
BREAKING = {
    "a fact rejected": AFTERMATH[5],
    "a fact pinned": AFTERMATH[0],
    "a fact recorded": (e.FactRecorded(fact=NEW),),
    "a fact changed": (e.FactChanged(fact="f3", status="out", reason="no"),),
    "a node repaired": (e.Repaired(node="n4", old="f3", new=None, reason="no", summary="Nothing."),),
    "the answer reopened": REOPENED[:1],
    "answered again": answered_again(C1, C2),
    "no answer any more": (e.Abstained(cause="undecided", reason="no"),),
    "the own verdict changed": given("AK", C1, "partly"),
    "the own verdict given again": given("AK", C1, "supported"),
    "the own verdict taken back": (VerdictWithdrawn(reviewer="AK", claim=C2),),
}
SPARING = {
    "another's verdict": given("BN", C1, "contradicted"),
    "another's verdict taken back": (VerdictWithdrawn(reviewer="BN", claim=C1),),
    "a label": (
        step("audit", 2, "Check c1 by p2"),
        called("entail", "no"),
        EntailmentJudged(claim=C1, passages=("p2",), label="contradicts", reason="it says otherwise", model="tiny"),
    ),
    "a page looked at": (step("audit", 2, "Look"), PageChecked(passage="p2", fate="gone")),
    "a reply refused": (
        step("audit", 2, "Check"),
        called("entail", "?"),
        e.ReplyRefused(key="entail", problem="no", reply="?"),
    ),
}


@pytest.mark.parametrize("name", BREAKING)
def test_a_seal_is_broken_by_what_changes_what_it_vouches_for(log, name):
    at = audit(log, *AK_SEALS).seq
    recorded(log, *BREAKING[name])
    first = next(n for n, x in enumerate(BREAKING[name], start=1) if x.type != "step_taken")
    assert replay(log.entries("small")).seal.broken == at + first
    recorded(log, *given("AK", C1, "not enough"))
    assert replay(log.entries("small")).seal.broken == at + first, "the first change is what broke it"
    row = log.run("small")
    assert (row.sealed_by, row.seal_broken) == ("AK", True)


@pytest.mark.parametrize("name", SPARING)
def test_a_seal_outlasts_what_changes_nothing_of_it(log, name):
    audit(log, judging("BN"), *AK_SEALS)
    recorded(log, *SPARING[name])
    assert replay(log.entries("small")).seal.broken is None
    assert log.run("small").seal_broken is False


def test_naming_and_tagging_a_run_leave_its_seal_whole(log):
    audit(log, *AK_SEALS)
    log.rename("small", "The bridge")
    log.tag("small", "done")
    assert replay(log.entries("small")).seal.broken is None
    assert log.run("small").seal_broken is False


def test_a_broken_seal_is_set_anew_once_all_is_judged_again(log):
    state = audit(log, *AK_SEALS, judging("AK", verdict="partly"))
    assert state.seal.broken == state.seq
    state = audit(log, sealing("AK"))
    assert (state.seal.seq, state.seal.broken) == (state.seq, None)
    assert log.run("small").seal_broken is False
    other = audit(log, judging("BN"), judging("BN", "c2"), sealing("BN"), judging("AK"))
    assert (other.seal.reviewer, other.seal.broken) == ("BN", None), "it vouches for BN's verdicts, not for AK's"


# The list of runs


def told(log):
    row = log.run("small")
    return row.audited, row.sealed_by, row.seal_broken


def test_the_list_of_runs_says_how_the_audit_stands_also_after_a_restart(log):
    assert told(log) == (False, None, None)
    assert log.runs(Wanted(audited=True)) == ()
    audit(log, judging("AK"))
    assert told(log) == (True, None, None)
    audit(log, judging("AK", "c2"), sealing("AK"))
    assert told(log) == told(Log(log.path)) == (True, "AK", False)
    audit(log, taking_back("AK"))
    assert told(log) == told(Log(log.path)) == (True, "AK", True)
    assert [row.id for row in Log(log.path).runs(Wanted(audited=True))] == ["small"]


def carried_over(log, tmp_path):
    """The run opened from a bundle in another log."""
    other = Log(tmp_path / "other.db")
    open_bundle(other, parse_bundle(lines(bundled("small", complete(log, "small"))).encode(), "small.jsonl"))
    return other


def test_seal_and_verdicts_arrive_where_a_bundle_is_opened(log, tmp_path):
    state = audit(log, judging("BN", note="I see"), *AK_SEALS)
    other = carried_over(log, tmp_path)
    arrived = replay(other.entries("small"))
    assert (arrived.verdicts, arrived.seal) == (state.verdicts, state.seal)
    assert told(other) == (True, "AK", False)
    audit(log, judging("AK", verdict="partly"))
    (tmp_path / "again").mkdir()
    assert told(carried_over(log, tmp_path / "again")) == (True, "AK", True)


# Runs that are only read


def test_an_opened_run_takes_verdicts_and_a_seal_but_nothing_that_changes_its_investigation(log, tmp_path):
    other = carried_over(log, tmp_path)
    runner = Runner(other)
    runner.audit("small", judging("BN"))
    runner.audit("small", judging("BN", "c2"))
    runner.audit("small", sealing("BN"))
    assert told(other) == (True, "BN", False)
    pinned = Acted(author="BN", act="pin fact", target="f2", reason="seen")
    with pytest.raises(CallerError, match="opened from a bundle to be read"):
        do(other, "small", lambda _: (pinned,))
    assert replay(other.entries("small")).acts == ()


@pytest.mark.parametrize("origin", ["sample", "imported"])
def test_a_sample_takes_verdicts_like_any_other(tmp_path, origin):
    log = Log(tmp_path / "log.db")
    small_run.record(log, origin=origin)
    assert standing(audit(log, judging("AK"))) == [("AK", "c1", "supported")]
    with pytest.raises(CallerError):
        do(log, "small", judging("AK"))


def test_a_pasted_text_is_judged_though_it_is_never_carried_on(tmp_path):
    log = Log(tmp_path / "log.db")
    small_run.record(log, steps=PASTED)
    acts = (judging("AK", claim, "not located") for claim in ("c1", "c2", "c3"))
    state = audit(log, *acts, sealing("AK"))
    assert state.seal.broken is None


# At the same moment


def test_many_who_judge_at_once_lose_nothing(log):
    names = iter([f"R{n}" for n in range(8)])
    lock = threading.Lock()

    def one() -> None:
        with lock:
            name = next(names)
        for claim in ("c1", "c2"):
            do(log, "small", partial(give, reviewer=name, claim=claim, verdict="supported"), audit=True)
        do(log, "small", partial(seal, reviewer=name), audit=True)

    assert at_once(8, one) == []
    state = replay(log.entries("small"))
    assert len(state.verdicts) == 16
    assert [x.seq for x in log.entries("small")] == list(range(1, state.seq + 1))
    assert state.seal.broken is None
    assert kept(queue(state), "not judged", "R7") == ()


def test_a_run_that_another_process_carries_is_not_judged_meanwhile(log):
    with closing(sqlite3.connect(log.path)) as db, db:
        db.execute("update runs set owner = 'elsewhere 1 1.00'")
    with pytest.raises(CallerError, match="being carried on by another process"):
        audit(log, judging("AK"))


def test_a_person_may_judge_the_longer_answer_too():
    state = replay(entries((*ANSWERED, *(given("AK", claim, "partly") for claim in ANSWERED[-1][1].claims))))
    (sealed,) = seal(state, "AK")
    assert [claim.id for claim in sealed.claims] == ["c1", "c2", "c3", "c4", "c5"]
