"""What the policy is shown of the facts, and when it has to commit."""

import pytest
from small_run import F1, F2, F3, P1, P2, P3, QUESTION

from sleuth.ledger import Fact
from sleuth.policy import context, nudge_due, related
from sleuth.rules import Rules
from sleuth.settings import Limits
from sleuth.state import State


def fact(number: int, statement: str, **more: object) -> Fact:
    return F1.model_copy(update={"id": f"f{number}", "statement": statement, "entity": "", "status": "in", **more})


LONG = fact(1, "The bridge near the harbour, beside the old market and the river, has a green rail and a lamp.")
RARE = fact(2, "The Ostwerk is wide.")
COMMON = fact(3, "The bridge, the harbour.")
OTHER = fact(4, "The bridge is a sight.")
NOTHING = fact(5, "Carl sings.")
POOL = (LONG, RARE, COMMON, OTHER, NOTHING)
ASKED = "Which harbour has the bridge of the Ostwerk?"


def ids(facts: tuple[Fact, ...]) -> str:
    return " ".join(f.id for f in facts)


def test_lexical_relevance_counts_shared_words_and_bm25_weighs_the_rare_ones():
    # Two shared words against one: but that one names what only a single fact speaks of.
    assert ids(related(POOL, ASKED, 5)) == "f1 f3 f2 f4 f5"
    assert ids(related(POOL, ASKED, 5, "bm25")) == "f2 f3 f1 f4 f5"


def test_only_so_many_facts_are_shown():
    for relevance in ("lexical", "bm25"):
        assert len(related(POOL, ASKED, 2, relevance)) == 2
        assert related((), ASKED, 2, relevance) == ()


def test_where_nothing_matches_bm25_shows_the_newest():
    assert ids(related(POOL, "zebra", 3, "bm25")) == "f5 f4 f3"
    assert ids(related(POOL, "the of and", 2, "bm25")) == "f5 f4"


@pytest.mark.parametrize(
    "text", ['"bridge" OR (', "bridge* NEAR bridge", "said: bridge", "bridge - harbour", "橋 ² ٣"]
)
def test_no_text_is_taken_as_a_search_expression(text):
    assert len(related(POOL, text, 5, "bm25")) == 5


def test_a_pool_is_ranked_as_it_is_given_whatever_counts():
    out = tuple(f.model_copy(update={"status": "out"}) for f in POOL)
    for relevance in ("lexical", "bm25"):
        assert ids(related(out, ASKED, 5, relevance)) == ids(related(POOL, ASKED, 5, relevance))


@pytest.mark.parametrize(("relevance", "shown"), [("lexical", "f1"), ("bm25", "f2")])
def test_the_context_ranks_standing_facts_by_the_rule_of_the_run(relevance, shown):
    refuted = fact(6, ASKED, status="out")
    state = State(
        question=ASKED,
        facts=(*POOL, refuted),
        passages=(P1,),
        rules=Rules(relevance=relevance),
        limits=Limits(related=1),
    )
    said = next(f for f in POOL if f.id == shown).statement
    assert context(state) == (
        f"Question: {ASKED}\nSummary: Nothing is confirmed yet.\n[{shown}] {said} (source: {P1.title})"
    )


def test_facts_of_several_pages_name_their_own_sources():
    facts = tuple(f.model_copy(update={"status": "in"}) for f in (F1, F2, F3))
    text = context(State(question=QUESTION, facts=facts, passages=(P1, P2, P3)))
    for f, p in zip(facts, (P1, P2, P3), strict=True):
        assert f"[{f.id}] {f.statement} (source: {p.title})" in text


@pytest.mark.parametrize(
    ("turns", "found", "commit", "due"),
    [
        (13, 9, "both", False),
        (14, 2, "both", True),
        (14, 1, "both", False),
        (14, 2, "nudge", True),
        (20, 9, "state", False),
        (20, 9, "none", False),
    ],
)
def test_of_twenty_turns_the_nudge_comes_first_at_the_fourteenth_with_two_facts(turns, found, commit, due):
    assert nudge_due(State(turns=turns, rules=Rules(commit=commit)), found) == due
