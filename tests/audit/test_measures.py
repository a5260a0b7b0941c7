"""The measures of citations on cases small enough to work out by hand, and what of them is unknown."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from judged_run import given, label
from small_run import ABSTAINED, BROCHURE, C1, C2, LIFE, MINUTES, PASTED, STEPS, entries

from sleuth.audit.measures import answer, measures
from sleuth.audit.queue import queue
from sleuth.fold import replay
from sleuth.ledger import Citation, Claim

TEXTS = {"p1": BROCHURE, "p2": MINUTES, "p3": LIFE}


def claim(number, *cited):
    """A claim that cites the first words of passages."""
    citations = tuple(Citation(passage=p, quote=TEXTS[p][:12], start=0, end=12) for p in cited)
    return Claim(id=f"c{number}", text=f"The Norholm bridge is told of for the {number}th time.", citations=citations)


def audited(*claims, labels=(), verdicts=()):
    """What an answer of these claims contributes, with labels as (claim, passages, label)."""
    answered = (STEPS[-1][0], STEPS[-1][1].model_copy(update={"claims": claims}))
    judged = (label(claims[n], passages, says, "it says so") for n, passages, says in labels)
    return answer(queue(replay(entries((*STEPS[:-1], answered, *judged, *verdicts)))))


# By hand

TWO_NEEDED = audited(
    claim(1, "p1", "p2"),
    labels=[
        (0, ("p1",), "neutral"),
        (0, ("p2",), "neutral"),
        (0, ("p1", "p2"), "entails"),
    ],
)


def test_a_claim_that_needs_two_passages_is_nothing_to_retree_and_everything_to_alce():
    told = measures([TWO_NEEDED])
    assert (told.precision, told.recall, told.f1) == ((0, 2), (0, 1), 0.0)
    assert (told.alce_precision.value, told.alce_recall.value, told.alce_f1) == (1.0, 1.0, 1.0)


def test_a_citation_beside_one_that_does_alone_is_not_precise():
    # p1 entails alone; without p2 the rest (p1) still does, and p2 alone does not: one precise of two.
    told = measures(
        [
            audited(
                claim(1, "p1", "p2"),
                labels=[(0, ("p1",), "entails"), (0, ("p2",), "neutral"), (0, ("p1", "p2"), "entails")],
            )
        ]
    )
    assert (told.precision, told.recall) == ((1, 2), (1, 1))
    assert (told.alce_precision.value, told.alce_recall.value) == (0.5, 1.0)


def test_of_three_passages_those_that_are_needed_together_are_precise_and_the_third_is_not():
    labels = [
        (0, ("p1",), "neutral"),
        (0, ("p2",), "neutral"),
        (0, ("p3",), "neutral"),
        (0, ("p1", "p2", "p3"), "entails"),
        (0, ("p2", "p3"), "neutral"),  # without p1
        (0, ("p1", "p3"), "contradicts"),  # without p2
        (0, ("p1", "p2"), "entails"),  # without p3
    ]
    told = measures([audited(claim(1, "p1", "p2", "p3"), labels=labels)])
    assert told.alce_precision.value == pytest.approx(2 / 3)
    assert told.precision == (0, 3)


def test_no_citation_of_a_claim_that_is_not_recalled_is_precise_to_alce():
    # Each does alone, yet shown together the model no longer says so.
    labels = [(0, ("p1",), "entails"), (0, ("p2",), "entails"), (0, ("p1", "p2"), "undecided")]
    told = measures([audited(claim(1, "p1", "p2"), labels=labels)])
    assert (told.precision, told.recall) == ((2, 2), (1, 1))
    assert (told.alce_precision.value, told.alce_recall.value, told.alce_f1) == (0.0, 0.0, 0.0)


def test_an_uncited_claim_counts_against_recall_and_not_against_precision():
    told = measures([audited(claim(1, "p2"), claim(2), labels=[(0, ("p2",), "entails")])])
    assert (told.precision, told.recall, told.uncited) == ((1, 1), (1, 2), (1, 2))
    assert told.f1 == pytest.approx(2 * 1 * 0.5 / 1.5)
    assert (told.alce_precision.value, told.alce_recall.value) == (1.0, 0.5)


def test_only_a_label_that_entails_speaks_for_a_citation():
    for says in ("neutral", "contradicts", "undecided"):
        told = measures([audited(claim(1, "p2"), labels=[(0, ("p2",), says)])])
        assert (told.precision, told.recall, told.judged) == ((0, 1), (0, 1), 1)


def test_retree_pools_citations_where_alce_takes_the_mean_of_answers():
    good = audited(
        claim(1, "p1"), claim(2, "p2"), claim(3, "p3"), labels=[(n, (f"p{n + 1}",), "entails") for n in range(3)]
    )
    bad = audited(claim(1, "p2"), labels=[(0, ("p2",), "neutral")])
    told = measures([good, bad])
    assert (told.precision.value, told.recall.value) == (0.75, 0.75)
    assert (told.alce_precision.value, told.alce_recall.value, told.alce_recall.n) == (0.5, 0.5, 2)


# What is not known


def test_what_nobody_judged_is_unknown_and_never_nought():
    told = measures([audited(claim(1, "p2"))])
    assert (told.answers, told.claims, told.judged) == (1, 1, 0)
    assert [told.precision.value, told.recall.value, told.f1, told.precision.interval] == [None] * 4
    assert [told.alce_precision.value, told.alce_recall.value, told.alce_f1] == [None] * 3
    assert [told.supported.value, told.machine.share, told.machine.kappa, told.seconds] == [None] * 4
    assert (told.located.value, told.fabricated.value, told.uncited.value) == (1.0, 0.0, 0.0), "code can tell"


def test_of_no_answer_at_all_nothing_is_known():
    told = measures([])
    assert (told.answers, told.claims, told.judged) == (0, 0, 0)
    assert {told.precision.value, told.uncited.value, told.located.value, told.alce_recall.value} == {None}


def test_an_answer_that_is_judged_in_part_counts_in_none_of_a_model_s_measures():
    half = audited(claim(1, "p2"), claim(2, "p3"), labels=[(0, ("p2",), "entails")])
    rest_open = audited(
        claim(1, "p1", "p2"),
        labels=[(0, ("p1",), "entails"), (0, ("p2",), "neutral")],
    )
    for unfinished in (half, rest_open):
        told = measures([TWO_NEEDED, unfinished])
        assert (told.answers, told.judged) == (2, 1)
        assert (told.precision, told.recall, told.alce_recall.n) == ((0, 2), (0, 1), 1)


def test_an_empty_answer_is_nought_to_alce_and_nothing_to_retree():
    empty = answer(queue(replay(entries(ABSTAINED))))
    told = measures([TWO_NEEDED, empty])
    assert (told.alce_recall.value, told.alce_recall.n) == (0.5, 2)
    assert (told.precision, told.recall) == ((0, 2), (0, 1))


def test_answers_that_cite_nothing_count_once_all_others_are_judged_and_not_before():
    empty, uncited = answer(queue(replay(entries(ABSTAINED)))), audited(claim(1))
    told = measures([TWO_NEEDED, empty, uncited, audited(claim(1, "p2"))])
    assert (told.judged, told.alce_recall.n, told.recall) == (1, 1, (0, 1))
    told = measures([TWO_NEEDED, empty, uncited])
    assert (told.judged, told.alce_recall.n, told.recall) == (3, 3, (0, 2))


def test_a_mean_of_one_answer_has_no_interval():
    assert measures([TWO_NEEDED]).alce_recall.interval is None
    assert measures([TWO_NEEDED, TWO_NEEDED]).alce_recall.interval == (1.0, 1.0)


# What code tells


def test_a_quote_that_is_not_in_its_passage_is_told_as_such():
    bad = claim(1, "p1").model_copy(
        update={"citations": (Citation(passage="p1", quote="It was painted red in spring.", start=0, end=29),)}
    )
    told = measures([audited(bad, claim(2, "p2", "p3"))])
    assert (told.located, told.fabricated) == ((2, 3), (1, 3))
    assert told.fabricated.interval.low > 0


def test_a_source_that_could_not_be_had_or_from_which_nothing_is_quoted_has_no_quote_that_is_not_found():
    pasted = answer(queue(replay(entries(PASTED))))
    assert (pasted.citations, pasted.quotes, pasted.located) == (3, 2, 2)
    assert measures([pasted]).fabricated == (0, 2)
    bare = claim(1).model_copy(update={"citations": (Citation(passage="p1", quote="", start=0, end=0),)})
    assert measures([audited(bare)]).fabricated.value is None


# What persons tell


def test_verdicts_of_all_reviewers_count_and_are_held_against_the_machine():
    told = measures(
        [
            audited(
                C1,
                C2,
                labels=[(0, ("p2",), "entails"), (1, ("p3",), "entails")],
                verdicts=[
                    given("AK", C1, "supported", seconds=2.0),
                    given("AK", C2, "partly", seconds=4.0),
                    given("BN", C1, "supported", seconds=None),
                    given("BN", C2, "supported", seconds=9.0),
                ],
            )
        ]
    )
    assert told.supported == (3, 4)
    assert (told.machine.n, told.machine.alike, told.machine.share) == (4, 3, 0.75)
    assert told.seconds == 4.0


def test_where_the_machine_has_no_verdict_it_is_held_against_nobody():
    told = measures([audited(C1, verdicts=[given("AK", C1, "supported")])])
    assert (told.supported, told.machine.n) == ((1, 1), 0)


# Whatever was judged

LABELS = st.sampled_from(["entails", "neutral", "contradicts", "undecided"])
CITED = st.lists(st.sampled_from(["p1", "p2", "p3"]), unique=True, max_size=2)


@st.composite
def answers(draw):
    cited = draw(st.lists(CITED, max_size=3))
    claims = [claim(n, *passages) for n, passages in enumerate(cited, start=1)]
    sets = [
        (n, one) for n, passages in enumerate(cited) for one in [*((p,) for p in passages), tuple(passages)] if one
    ]
    return audited(*claims, labels=[(n, one, draw(LABELS)) for n, one in sets])


ANSWERS = st.lists(answers(), max_size=4)


@drawn(ANSWERS, st.randoms(use_true_random=False))
def test_measures_are_parts_of_their_whole_whatever_the_order(some, random):
    told = measures(some)
    shuffled = [*some]
    random.shuffle(shuffled)
    again = measures(shuffled)
    assert (again.precision, again.recall, again.uncited) == (told.precision, told.recall, told.uncited)
    for share in (told.precision, told.recall, told.uncited, told.located):
        assert 0 <= share.part <= share.whole
    for value in (told.f1, told.alce_f1, told.alce_recall.value, told.alce_precision.value):
        assert value is None or 0.0 <= value <= 1.0


@drawn(ANSWERS)
def test_more_answers_like_these_change_no_measure(some):
    once, twice = measures(some), measures([*some, *some])
    assert (once.precision.value, once.recall.value) == (twice.precision.value, twice.recall.value)
    assert once.alce_recall.value == pytest.approx(twice.alce_recall.value)
