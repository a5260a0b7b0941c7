"""Audits that were carried on apart come together in one log, whoever hands over first and however often."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_run import AFTERMATH, AUDITED, BEGUN, C1, C2, STEPS, called, entries, step

from sleuth import events as e
from sleuth.audit.merging import merged, parted, told
from sleuth.events import Entry
from sleuth.fold import replay
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn

BASE = entries()


def later(before: tuple[Entry, ...], *groups: tuple[int, tuple[e.Event, ...]]) -> tuple[Entry, ...]:
    """The log with groups behind it, each recorded so many seconds after everything in the small run."""
    log = list(before)
    for seconds, group in groups:
        at = BEGUN + timedelta(hours=1, seconds=seconds)
        log += [Entry(seq=len(log) + i, at=at, event=event) for i, event in enumerate(group, start=1)]
    return tuple(log)


def verdict(by: str, claim=C1, said="supported", note=None) -> tuple[e.Event, ...]:
    return (VerdictGiven(reviewer=by, claim=claim, verdict=said, note=note),)


def label(says="entails", claim=C1) -> tuple[e.Event, ...]:
    judged = EntailmentJudged(claim=claim, passages=("p2",), label=says, reason="it says so", model="tiny")
    return (step("audit", 2, "Check c1 by p2"), called("entail", says), judged)


def seal(by: str) -> tuple[e.Event, ...]:
    return (AuditSealed(reviewer=by, claims=(C1, C2)),)


def with_(held: tuple[Entry, ...], *brought: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The log after the audits of others were added one after another."""
    for other in brought:
        added = merged(held, other)
        assert added is not None
        held = (*held, *added)
    return held


def standing(log: tuple[Entry, ...]):
    """What stands of an audit, in no order."""
    state = replay(log)
    verdicts = {(given.reviewer, given.claim): given for _, given in state.verdicts}
    labels = {(judged.claim, judged.passages): judged for judged in state.entailments}
    return verdicts, labels, {looked.passage: looked for looked in state.pages_checked}


# Whatever was judged

ACTS = st.one_of(
    st.builds(
        verdict,
        st.sampled_from(["AK", "BN"]),
        st.sampled_from([C1, C2]),
        st.sampled_from(["supported", "partly", "contradicted"]),
    ),
    st.builds(lambda by, claim: (VerdictWithdrawn(reviewer=by, claim=claim),), st.just("AK"), st.just(C1)),
    st.builds(label, st.sampled_from(["entails", "neutral"]), st.sampled_from([C1, C2])),
    st.builds(
        lambda fate: (step("audit", 2, "Look"), PageChecked(passage="p2", fate=fate)),
        st.sampled_from(["unchanged", "gone"]),
    ),
    st.builds(seal, st.sampled_from(["AK", "BN"])),
)


def audits(clock: int) -> st.SearchStrategy[tuple[tuple[int, tuple[e.Event, ...]], ...]]:
    """What one side did, in its order; clocks may go backwards, and no two sides share a moment."""
    moments = st.lists(st.integers(0, 20).map(lambda n: 3 * n + clock), unique=True, max_size=8)
    return moments.flatmap(lambda at: st.tuples(*(st.tuples(st.just(moment), ACTS) for moment in at)))


@given(audits(0), audits(1), audits(2))
def test_it_does_not_matter_who_hands_over_first_nor_how_often(common, mine, theirs):
    base = later(BASE, *common)
    a, b = later(base, *mine), later(base, *theirs)
    both = with_(base, a, b)
    assert standing(both) == standing(with_(base, b, a)) == standing(with_(a, b)) == standing(with_(b, a))
    assert merged(both, a) == merged(both, b) == merged(both, both) == ()


@given(audits(0), audits(1))
def test_a_merged_log_is_whole_and_its_investigation_is_untouched(mine, theirs):
    a, b = later(BASE, *mine), later(BASE, *theirs)
    both = with_(a, b)
    assert both[: len(a)] == a
    assert [x.seq for x in both] == list(range(1, len(both) + 1))
    assert parted(both).course == BASE
    assert len({(x.at, x.event) for x in both}) == len(both), "nothing stands there twice"
    answered = replay(BASE)
    assert (replay(both).answer, replay(both).facts) == (answered.answer, answered.facts)


# What is taken over


def test_each_group_comes_whole_with_its_own_time():
    theirs = later(BASE, (5, label()), (7, verdict("BN", note="quite so")))
    added = merged(later(BASE, (6, verdict("AK"))), theirs)
    assert [x.event.type for x in added] == ["step_taken", "model_called", "entailment_judged", "verdict_given"]
    assert [x.at for x in added] == [x.at for x in theirs[len(BASE) :]]
    assert [x.seq for x in added] == [len(BASE) + 2 + i for i in range(4)]


def test_a_refused_reply_comes_with_its_call_so_that_attempts_are_counted():
    refused = (
        step("audit", 2, "Check"),
        called("entail", "?"),
        e.ReplyRefused(key="entail x", problem="no", reply="?"),
    )
    added = merged(BASE, later(BASE, (1, refused)))
    assert [x.event.type for x in added] == ["step_taken", "model_called", "reply_refused"]
    assert replay((*BASE, *added)).refusals[-1] == ("entail x", "no", "?")


def test_of_one_reviewer_on_two_machines_the_later_verdict_counts():
    old, new = later(BASE, (1, verdict("AK"))), later(BASE, (2, verdict("AK", said="partly")))
    assert [given.verdict for _, given in replay(with_(old, new)).verdicts] == ["partly"]
    assert merged(new, old) == ()


def test_who_has_seen_the_other_verdict_goes_before_a_clock_that_is_ahead():
    ahead = later(BASE, (50, verdict("AK")))
    corrected = later(ahead, (10, verdict("AK", said="contradicted")))
    assert [given.verdict for _, given in replay(with_(ahead, corrected)).verdicts] == ["contradicted"]
    assert merged(corrected, ahead) == ()


def test_a_verdict_taken_back_there_is_taken_back_here():
    here = later(BASE, (1, verdict("AK")))
    there = later(here, (2, (VerdictWithdrawn(reviewer="AK", claim=C1),)))
    assert replay(with_(here, there)).verdicts == ()


# Seals


def test_a_seal_comes_with_the_verdicts_that_it_vouches_for():
    sealed = later(BASE, (1, verdict("BN")), (2, verdict("BN", C2)), (3, seal("BN")))
    both = with_(later(BASE, (9, verdict("AK", said="partly"))), sealed)
    assert replay(both).seal.reviewer == "BN"
    assert replay(both).seal.broken is None


def test_a_verdict_of_another_leaves_a_seal_whole():
    sealed = later(BASE, (1, verdict("AK")), (2, verdict("AK", C2)), (3, seal("AK")))
    both = with_(sealed, later(BASE, (9, verdict("BN", said="partly"))))
    assert replay(both).seal.broken is None


@pytest.mark.parametrize(
    ("here", "after"),
    [
        ((), ((4, verdict("BN", said="partly")),)),
        (((5, verdict("BN", C2, "contradicted")),), ()),
        (((5, AFTERMATH[0]),), ()),
    ],
    ids=["broken there", "another verdict here", "a fact changed here"],
)
def test_a_seal_that_does_not_vouch_for_what_stands_here_stays_away(here, after):
    sealed = later(BASE, (1, verdict("BN")), (2, verdict("BN", C2)), (3, seal("BN")), *after)
    both = with_(later(BASE, *here), sealed)
    assert replay(both).seal is None


# What is another run


@pytest.mark.parametrize(
    "other",
    [
        entries((*STEPS[:-1], (step("answer", 2, "Answer otherwise"), STEPS[-1][1]))),
        later(BASE, (1, AFTERMATH[0])),
        tuple(x.model_copy(update={"at": x.at + timedelta(seconds=1)}) for x in BASE),
        later(BASE, (1, (step("audit", 2, "Look"), e.RunResumed()))),
    ],
    ids=["another step", "a fact changed there", "another time", "a step of no audit"],
)
def test_what_parts_by_more_than_an_audit_is_not_merged(other):
    assert merged(BASE, other) is None


def test_a_run_that_went_on_here_still_takes_the_audit_of_what_it_was():
    went_on = later(BASE, (9, AFTERMATH[0]))
    assert [x.event.type for x in merged(went_on, later(BASE, (1, verdict("BN"))))] == ["verdict_given"]


# In words


def test_what_was_added_is_told_by_whom_it_came():
    audited = entries((*STEPS, *AUDITED))
    assert told(merged(BASE, audited)) == (
        "2 verdicts of AK, 1 label of tiny, 1 look at a page and 1 seal of AK were added."
    )
    assert told(merged(BASE, later(BASE, (1, verdict("BN")), (2, verdict("BN", said="partly"))))) == (
        "1 verdict of BN was added."
    )
    withdrawn = later(BASE, (1, verdict("BN")), (2, (VerdictWithdrawn(reviewer="BN", claim=C1),)))
    assert told(merged(BASE, withdrawn)) == "1 verdict taken back by BN was added."
