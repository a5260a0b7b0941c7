"""Hypotheses as the facts rank them."""

import pytest

from sleuth.contract import Contract, Slot
from sleuth.ledger import Fact, Hypothesis, Question, standing
from sleuth.ranking import hypotheses, order
from sleuth.search import Passage, digest
from sleuth.state import Conflict, State


def fact(number: int, value: str, passage: str, **more: object) -> Fact:
    return Fact(
        **{
            "id": f"f{number}", "statement": f"It is {value}.", "entity": "it", "attribute": "value", "value": value,
            "slot": 1, "passage": passage, "quote": value, "start": 0, "end": len(value), "node": "n2", "turn": 1,
            **more,
        }
    )  # fmt: skip


def page(name: str, text: str = "") -> Passage:
    return Passage(
        id=name, title=name, text=text or name, collection="shelf", document=name, sha256=digest(text or name)
    )


def state(*facts: Fact, **more: object) -> State:
    pages = tuple(page(name) for name in dict.fromkeys(f.passage for f in facts))
    return State(**{"facts": facts, "passages": pages, **more})


def ranked(*facts: Fact, **more: object) -> list[tuple]:
    return [(h.id, h.confidence, h.supports, h.contradicts, h.rank) for h in hypotheses(state(*facts, **more))]


def test_only_facts_that_are_in_stand():
    facts = (fact(1, "A", "p1"), fact(2, "B", "p2", status="out"), fact(3, "C", "p3", status="dormant"))
    assert [f.id for f in standing(facts)] == ["f1"]


def test_one_page_that_merely_mentions_is_medium_a_page_about_it_or_two_pages_are_high():
    assert ranked(fact(1, "A", "p1"))[0][1] == "medium"
    assert ranked(fact(1, "A", "p1", firm=True))[0][1] == "high"
    assert ranked(fact(1, "A", "p1"), fact(2, "A", "p2")) == [("h1", "high", ("f1", "f2"), (), 1)]
    assert ranked(fact(1, "A", "p1"), fact(2, "A", "p1"))[0][1] == "medium", "one page twice is one source"


def test_spellings_of_one_value_are_one_hypothesis():
    assert ranked(fact(1, "3 May 1950", "p1"), fact(2, "May 3, 1950", "p2")) == [("h1", "high", ("f1", "f2"), (), 1)]


def test_rivals_contradict_each_other_and_more_pages_come_first():
    facts = (fact(1, "A", "p1", firm=True), fact(2, "B", "p2"), fact(3, "B", "p3"))
    assert ranked(*facts) == [("h2", "medium", ("f2", "f3"), ("f1",), 1), ("h1", "low", ("f1",), ("f2", "f3"), 2)]


def test_equal_rivals_are_both_low_and_the_one_that_superseded_leads():
    facts = (fact(1, "A", "p1"), fact(2, "B", "p2", supersedes="f0"))
    assert [(h[0], h[1]) for h in ranked(*facts)] == [("h2", "low"), ("h1", "low")]


def test_a_refuted_value_stays_as_a_low_hypothesis_without_support():
    facts = (fact(1, "A", "p1", status="out"), fact(2, "B", "p2", firm=True))
    assert ranked(*facts) == [("h2", "high", ("f2",), (), 1), ("h1", "low", (), ("f2",), 2)]


def test_dormant_facts_are_no_hypotheses():
    assert ranked(fact(1, "A", "p1", status="dormant")) == []


def test_ranks_count_anew_in_each_slot():
    facts = (fact(1, "A", "p1", slot=2), fact(2, "B", "p1", slot=1), fact(3, "C", "p2", slot=2))
    assert [(h.slot, h.rank) for h in hypotheses(state(*facts))] == [(1, 1), (2, 1), (2, 2)]


@pytest.mark.parametrize("turn", [2, 9])
def test_a_hypothesis_keeps_its_id_as_facts_join(turn):
    first = fact(1, "A", "p1")
    assert ranked(first)[0][0] == ranked(first, fact(2, "A", "p2", turn=turn))[0][0] == "h1"


COPIED = "The bridge at Norholm was designed by Ada Holm, who lived in the town all her life."


def test_copies_of_one_source_count_once():
    pages = (
        page("p1", COPIED),
        page("p2", "As the brochure says: " + COPIED),
        page("p3", "Ada Holm, says the board."),
    )
    two_prints = (fact(1, "A", "p1"), fact(2, "A", "p2"))
    assert ranked(*two_prints, passages=pages)[0][1] == "medium"
    assert ranked(*two_prints, fact(3, "A", "p3"), passages=pages)[0][1] == "high"


def test_a_value_printed_twice_does_not_outweigh_one_of_another_source():
    pages = (page("p1", COPIED), page("p2", COPIED + " It is a fine bridge."), page("p3", "It was Birger Lund."))
    facts = (fact(1, "A", "p1"), fact(2, "A", "p2"), fact(3, "B", "p3"))
    assert {h[1] for h in ranked(*facts, passages=pages)} == {"low"}


def proposed(value: str) -> Hypothesis:
    return Hypothesis(
        id="h9", statement=f"It is {value}.", slot=1, value=value, confidence="low", supports=(), rank=1
    )


def test_what_a_person_proposed_stands_last_until_a_fact_supports_it():
    assert [h[0] for h in ranked(fact(1, "A", "p1"), proposed=(proposed("B"),))] == ["h1", "h9"]
    assert [h[0] for h in ranked(fact(1, "A", "p1"), proposed=(proposed("A"),))] == ["h1"]


def test_values_held_back_are_shown_against_each_other():
    facts = (fact(1, "A", "p1", status="dormant"), fact(2, "B", "p2", status="dormant"))
    unsettled = (Conflict(old="f1", new="f2", confirmed=True),)
    assert ranked(*facts, unsettled=unsettled) == [
        ("h1", "low", ("f1",), ("f2",), 1),
        ("h2", "low", ("f2",), ("f1",), 2),
    ]


def question(slot: int, **more: object) -> Question:
    text = f"question {slot}"
    return Question(**{"id": f"q{slot}", "text": text, "slot": slot, "action": text, "priority": "high", **more})


def chained(*texts: str) -> Contract:
    slots = tuple(Slot(number=n, text=t, entity="it", wants="thing") for n, t in enumerate(texts, start=1))
    return Contract(kind="chain", wants="thing", slots=slots)


def ordered(*questions: Question, contract: Contract, **more: object) -> str:
    return " ".join(order(State(questions=questions, contract=contract, **more)))


def test_the_question_that_most_others_wait_for_comes_first_and_what_waits_comes_last():
    contract = chained("a?", "b?", "c of #2?", "d of #3?")
    waiting = (question(3, action=None), question(4, action=None))
    assert ordered(question(1), question(2), *waiting, contract=contract) == "q2 q1 q3 q4"


def test_what_sources_disagree_about_comes_before_what_others_wait_for():
    contract = chained("a?", "b?", "c of #2?")
    facts = (fact(1, "A", "p1", status="dormant"), fact(2, "B", "p2", status="dormant"))
    unsettled = (Conflict(old="f1", new="f2", confirmed=True),)
    questions = (question(1), question(2), question(3, action=None))
    assert ordered(*questions, contract=contract, facts=facts, unsettled=unsettled) == "q1 q2 q3"


def test_of_equals_the_one_on_which_less_was_spent_comes_first_and_the_answered_ones_last():
    contract = chained("a?", "b?", "c?")
    questions = (question(1, status="answered", fact="f1"), question(2, searched=1), question(3))
    assert ordered(*questions, contract=contract) == "q3 q2 q1"


def test_the_order_a_person_gave_stands():
    contract = chained("a?", "b?", "c of #2?")
    questions = (question(3, action=None), question(1), question(2))
    assert ordered(*questions, contract=contract, ordered_by="AK") == "q3 q1 q2"
