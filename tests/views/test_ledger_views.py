"""The ledger as it is looked at: what the last step changed, what a filter lets through, what rests on what."""

import small_run
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, QUESTION
from investigating import ask, shelf

from sleuth.fold import replay
from sleuth.ledger import standing
from sleuth.state import State
from sleuth.views.news import news
from sleuth.views.resting import resting
from sleuth.views.sieve import Rows, Sieve, sifted
from sleuth.views.timeline import extend

ENTRIES = small_run.entries()
STEPS = extend((), ENTRIES)
WHOLE = replay(ENTRIES)


def at(step: int) -> State:
    return replay(ENTRIES[: STEPS[step - 1].ended])


def ids(rows: Rows) -> list[str]:
    return [row.id for table in rows for row in table]


def passing(state: State = WHOLE, news=(), **wanted) -> list[str]:
    return ids(sifted(state, Sieve(**wanted), dict.fromkeys(news, "new")))


def test_what_a_step_brought_and_what_it_changed_have_words_of_their_own():
    assert news(at(4), at(5)) == {"f1": "new"}
    assert news(at(5), at(6)) == {"f2": "new", "f1": "now disputed"}
    assert news(at(7), at(8)) == {"f1": "was in", "f2": "was dormant"}
    assert news(at(8), at(9)) == {"h1": "new", "h2": "new", "q1": "was open"}


def test_nothing_is_news_between_a_state_and_itself():
    assert news(WHOLE, WHOLE) == {}


def test_what_a_person_did_is_news():
    before = replay(ENTRIES)
    after = replay(small_run.entries((*small_run.STEPS, *small_run.AFTERMATH[:1])))
    assert news(before, after) == {"f2": "now pinned"}


def test_a_hypothesis_says_how_sure_it_was_before():
    surer = WHOLE.hypotheses[0].model_copy(update={"confidence": "high"})
    lower = WHOLE.hypotheses[1].model_copy(update={"rank": 3})
    after = WHOLE.model_copy(update={"hypotheses": (surer, lower)})
    assert news(WHOLE, after) == {"h2": "was medium", "h1": "was rank 2"}


def test_without_a_filter_everything_stands_newest_facts_first():
    assert passing() == ["f3", "f2", "f1", "h2", "h1", "q1", "q2"]


def test_words_are_found_in_any_order_and_case_in_statements_and_titles():
    assert passing(text="holm ADA") == ["f2", "f1", "h2", "h1"]
    assert passing(text="brochure") == ["f1"]
    assert passing(text="f3") == ["f3"]
    assert passing(text="nobody said that") == []


def test_a_kind_filters_its_own_table_and_leaves_the_others_whole():
    assert passing(kinds=frozenset({"out"})) == ["f1", "h2", "h1", "q1", "q2"]
    assert passing(kinds=frozenset({"out", "low", "open"})) == ["f1", "h1"]
    assert passing(at(6), kinds=frozenset({"disputed"}))[:2] == ["f2", "f1"]


def test_only_what_the_step_changed_is_shown_on_demand():
    assert passing(news=("f2", "q1"), kinds=frozenset({"changed by this step"})) == ["f2", "q1"]


def test_rows_are_put_in_order():
    assert passing(order="oldest first") == ["f1", "f2", "f3", "h1", "h2", "q1", "q2"]
    assert passing(order="by status")[:3] == ["f2", "f3", "f1"]
    assert passing(order="A to Z")[:3] == ["f3", "f2", "f1"]


def test_what_was_found_because_of_a_fact_rests_on_it_up_to_the_claim():
    state = ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL), *CHAIN).state
    first, *later = standing(state.facts)
    rests = resting(state, first)
    assert [x.fact for x in rests.facts] == [f.id for f in later]
    assert {x.through for x in rests.facts} >= {first.id}
    assert state.claims[-1].id in rests.claims
    assert state.questions[0].id in rests.questions
    assert first.node not in rests.nodes
    assert rests.total > len(later)


def test_on_the_last_fact_only_the_answer_rests():
    state = ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL), *CHAIN).state
    last = standing(state.facts)[-1]
    rests = resting(state, last)
    assert (rests.facts, rests.nodes, rests.beside) == ((), (), ())
    assert rests.claims == tuple(c.id for c in state.claims if any(x.fact == last.id for x in c.citations))


def test_another_source_of_the_value_is_named():
    twin = small_run.F3.model_copy(update={"id": "f4", "passage": "p1"})
    state = WHOLE.model_copy(update={"facts": (*WHOLE.facts, twin)})
    assert resting(state, state.fact("f3")).beside == ("f4",)
