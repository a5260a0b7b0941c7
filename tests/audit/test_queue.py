"""The queue: each claim with what was found of it, sifted, and nothing of others shown to who has not judged."""

from itertools import product

import pytest
from judged_run import ANSWERED, CLAIMS, INVENTED, JUDGED, WRONG, cite, given, label
from small_run import C1, C2, LIFE, PASTED, STEPS, entries, step

from sleuth import events as e
from sleuth.audit.queue import SIEVES, agreements, kept, machine, queue, reviewers
from sleuth.citations.results import NAMES, Check
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.ledger import Claim
from sleuth.verdicts import EntailmentJudged, PageChecked, VerdictWithdrawn


def of(steps):
    return queue(replay(entries(steps)))


def ids(items):
    return [item.claim.id for item in items]


# What an item holds


def test_every_claim_comes_in_the_order_of_the_answer_with_numbered_passages_and_located_quotes():
    items = of(JUDGED)
    assert [(item.number, item.claim) for item in items] == list(enumerate(CLAIMS, start=1))
    assert [[r.number for r in item.cited] for item in items] == [[1], [2], [], [2], [3, 1]]
    first = items[0].cited[0]
    assert (first.passage.id, first.located.score) == ("p2", 1.0)
    assert first.passage.text[first.located.start : first.located.end] == "Birger Lund"
    assert items[4].cited[1].located is None, "the minutes do not say that"


def test_without_an_answer_there_is_no_queue():
    assert of(STEPS[:5]) == ()
    assert agreements(()) == {}


def test_the_label_of_a_claim_is_the_one_by_all_that_it_cites():
    both = of(JUDGED)[4]
    assert [judged.passages for judged in both.labels] == [("p1",), ("p2",), ("p1", "p2")]
    assert both.label.label == "undecided"
    alone = of((*ANSWERED, label(INVENTED, ("p1",), "entails", "it says so")))[4]
    assert (alone.label, alone.machine) == (None, "not located")


def test_two_quotes_of_one_passage_are_one_passage_to_the_model():
    twice = Claim(id="c1", text="Birger Lund was born in Tromsø.", citations=(*C2.citations, cite("p3", LIFE, "He")))
    steps = (*STEPS[:-1], (STEPS[-1][0], STEPS[-1][1].model_copy(update={"claims": (twice,)})))
    (item,) = of((*steps, label(twice, ("p3",), "entails", "it says so")))
    assert (len(item.cited), item.label.label) == (2, "entails")


def test_a_label_of_a_claim_that_is_worded_otherwise_now_is_not_shown():
    otherwise = C1.model_copy(update={"text": "Birger Lund built the Norholm bridge."})
    again = (
        (e.AnswerReopened(facts=("f3",), reason="no"), e.RunResumed()),
        (
            step("answer", 2, "Answer"),
            e.Answered(text="Tromsø", confidence="high", claims=(otherwise, C2)),
        ),
    )
    judged = (label(C1, ("p2",), "entails", "it says so"), label(C2, ("p3",), "entails", "it says so"))
    first, second = of((*STEPS, *judged, *again))
    assert (first.labels, first.machine) == ((), None)
    assert second.machine == "supported"


def test_what_became_of_a_document_without_an_address_reaches_its_check():
    bare = [
        x.model_copy(update={"passages": tuple(p.model_copy(update={"url": None}) for p in x.passages)})
        if isinstance(x, e.Searched)
        else x
        for group in STEPS
        for x in group
    ]
    gone = PageChecked(passage="p3", fate="gone", message="The collection 'harbour' has no document 'd3' any more.")
    first, second = of(((bare[0],), tuple(bare[1:]), (step("audit", 2, "Look"), gone)))
    told = {check.name: (check.outcome, check.told) for check in second.checks}
    assert told["page"] == ("doubtful", "The document was removed from its collection.")
    assert next(check for check in first.checks if check.name == "page").outcome == "nothing to check"


def test_of_two_looks_at_a_page_the_later_counts():
    looks = ((step("audit", 2, "Look"), PageChecked(passage="p2", fate=fate)) for fate in ("gone", "unchanged"))
    page = next(check for check in of((*STEPS, *looks))[0].checks if check.name == "page")
    assert page.outcome == "passed"


def test_a_source_that_could_not_be_had_leaves_the_machine_without_a_verdict():
    lost = of(PASTED)[2]
    assert (lost.machine, lost.failing) == (None, False)
    unread = label(lost.claim, ("p2",), "undecided", "there is no text to read")
    assert of((*PASTED, unread))[2].machine is None


# The machine's verdict


def failed(*names):
    return tuple(
        Check(name=name, outcome="failed" if name in names else "passed", told="It is so.") for name in NAMES
    )


def judged(says):
    return says and EntailmentJudged(claim=C1, passages=("p2",), label=says, reason="it says so", model="tiny")


COMES_TO = {
    # by label:       none, entails, neutral, contradicts, undecided
    (): (None, "supported", "not enough", "contradicted", None),
    ("title",): (None, "supported", "not enough", "contradicted", None),
    ("page",): (None, "supported", "not enough", "contradicted", None),
    ("number",): ("not enough", "not enough", "not enough", "contradicted", "not enough"),
    ("date",): ("not enough", "not enough", "not enough", "contradicted", "not enough"),
    ("name",): ("not enough", "not enough", "not enough", "contradicted", "not enough"),
    ("negation",): ("not enough", "not enough", "not enough", "contradicted", "not enough"),
    ("number", "title"): ("not enough", "not enough", "not enough", "contradicted", "not enough"),
    ("quote",): ("not located",) * 5,
    ("passage",): ("not located",) * 5,
    ("quote", "number"): ("not located",) * 5,
}
LABELS = (None, "entails", "neutral", "contradicts", "undecided")


@pytest.mark.parametrize(
    ("names", "says", "verdict"),
    [(names, says, verdict) for names, row in COMES_TO.items() for says, verdict in zip(LABELS, row, strict=True)],
)
def test_the_machine_comes_to_a_verdict_by_checks_and_label(names, says, verdict):
    assert machine(failed(*names), judged(says)) == verdict


@pytest.mark.parametrize(("outcome", "says"), [*product(["doubtful", "unknown", "nothing to check"], LABELS)])
def test_only_a_check_that_failed_speaks_against_a_claim(outcome, says):
    checks = tuple(Check(name=name, outcome=outcome, told="It is so.") for name in NAMES)
    assert machine(checks, judged(says)) == machine(failed(), judged(says))


# Sieves


def test_each_sieve_lets_its_claims_through_for_whoever_asks():
    items = of(JUDGED)
    assert ids(kept(items, "all", "BN")) == ["c1", "c2", "c3", "c4", "c5"]
    assert ids(kept(items, "not judged", "BN")) == ["c3", "c5"]
    assert ids(kept(items, "not judged", "AK")) == []
    assert ids(kept(items, "not judged", "CO")) == ["c1", "c2", "c3", "c4", "c5"]
    assert ids(kept(items, "uncited", "BN")) == ["c3"]
    assert ids(kept(items, "failing checks", "BN")) == ["c4", "c5"]
    assert ids(kept(items, "disagreement", "AK")) == ["c4"]
    with pytest.raises(CallerError, match="The filter 'odd' is not known; use one of: all, not judged, uncited"):
        kept(items, "odd", "AK")


def test_what_others_and_the_machine_say_is_no_matter_to_who_has_not_judged():
    disputed = (*ANSWERED, given("AK", WRONG, "supported"), given("BN", WRONG, "contradicted"))
    item = of(disputed)[3]
    assert item.machine == "not enough"
    assert not item.disputed("CO")
    for sieve in SIEVES:
        unjudged = of(ANSWERED)
        assert ids(kept(of(disputed), sieve, "CO")) == ids(kept(unjudged, sieve, "CO")), sieve
    assert item.disputed("AK")
    assert item.disputed("BN")
    joined = of((*disputed, given("CO", WRONG, "partly")))[3]
    assert joined.disputed("CO")
    taken_back = (VerdictWithdrawn(reviewer="AK", claim=WRONG),)
    assert not of((*disputed, taken_back))[3].disputed("AK")


def test_one_who_agrees_with_all_others_and_the_machine_disputes_nothing():
    agreed = (*ANSWERED, given("AK", WRONG, "not enough"), given("BN", WRONG, "not enough"))
    item = of(agreed)[3]
    assert not item.disputed("AK")
    against_machine = of((*ANSWERED, given("AK", WRONG, "supported")))[3]
    assert against_machine.disputed("AK")
    silent = of((*ANSWERED, given("AK", C2, "partly")))[1]
    assert (silent.machine, silent.disputed("AK")) == (None, False), "there is nobody to disagree with yet"


# Reviewers


def test_reviewers_come_in_the_order_in_which_they_began_and_agree_over_what_both_judged():
    items = of(JUDGED)
    assert reviewers(items) == ("BN", "AK")
    ((pair, agreed),) = agreements(items).items()
    assert pair == ("BN", "AK")
    assert (agreed.n, agreed.alike) == (3, 2)


def test_reviewers_who_judged_different_claims_agree_on_nothing_that_is_known():
    apart = of((*ANSWERED, given("AK", C1, "supported"), given("BN", C2, "supported")))
    ((_, agreed),) = agreements(apart).items()
    assert (agreed.n, agreed.share, agreed.kappa) == (0, None, None)


def test_who_took_every_verdict_back_is_no_reviewer_any_more():
    assert reviewers(of((*STEPS, given("AK", C1, "supported"), (VerdictWithdrawn(reviewer="AK", claim=C1),)))) == ()
