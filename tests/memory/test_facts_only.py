"""SLEUTH with confirmed facts only: what is read, what becomes a fact, and what an answer cites."""

import pytest
from investigating import NOON, NOTHING, Page, ask, reads, says, shelf

from sleuth import events as e
from sleuth import memory
from sleuth.acts import Intervention, perform
from sleuth.events import number
from sleuth.fold import replay
from sleuth.investigate import Ports, investigate
from sleuth.memory._facts_only import named
from sleuth.models.scripted import scripted
from sleuth.rules import Rules

QUESTION = "Where was the designer of the Norholm bridge born?"
BRIDGE = Page("Norholm bridge", "It is green. The Norholm bridge was designed by Ada Holm.", "designed")
ADA = Page("Ada Holm", "Ada Holm was an architect. Ada Holm was born in Bergen.", "Ada Holm")


def move(action: str, text: str, when: str = ""):
    return says("facts", {"action": action, "text": text}, when)


MOVES = (
    move("answer", "Bergen", "born in Bergen"),
    move("search", "Where was Ada Holm born?", "designed by Ada Holm"),
    move("search", "Who designed the Norholm bridge?"),
)
SCRIPT = (
    *MOVES,
    reads("Question: Who designed the Norholm bridge?\nPage: Norholm bridge", 2, "Ada Holm"),
    reads("Question: Where was Ada Holm born?\nPage: Ada Holm", 2, "Bergen"),
    NOTHING,
)


def facts_only(*script, pages=(BRIDGE, ADA), enforce=True, **limits):
    return ask(QUESTION, shelf(*pages), *script, rules=Rules(ledger="facts", enforce=enforce), **limits)


def test_the_model_sees_the_question_and_every_confirmed_fact_with_its_source():
    told = facts_only(*SCRIPT)
    assert told.asked("facts") == [
        f"Question: {QUESTION}\nFacts: none yet",
        f"Question: {QUESTION}\nFacts:\n[f1] The Norholm bridge was designed by Ada Holm. (source: Norholm bridge)",
        f"Question: {QUESTION}\nFacts:\n"
        "[f1] The Norholm bridge was designed by Ada Holm. (source: Norholm bridge)\n"
        "[f2] Ada Holm was born in Bergen. (source: Ada Holm)",
    ]


def test_a_fact_is_worded_as_its_page_words_it_and_belongs_to_its_turn():
    told = facts_only(*SCRIPT)
    first, second = told.state.facts
    assert (first.statement, first.value, first.entity, first.slot) == (
        "The Norholm bridge was designed by Ada Holm.", "Ada Holm", "Norholm", 1,
    )  # fmt: skip
    assert (second.statement, second.value, second.entity) == ("Ada Holm was born in Bergen.", "Bergen", "Ada Holm")
    assert [(n.id, n.parent, n.evidence) for n in told.state.nodes] == [
        ("n1", None, ()), ("n2", "n1", ("f1",)), ("n3", "n2", ("f2",)),
    ]  # fmt: skip
    for fact in told.state.facts:
        assert told.state.passage(fact.passage).text[fact.start : fact.end] == fact.quote


def test_there_is_one_question_and_no_hypothesis_and_no_contract():
    state = facts_only(*SCRIPT).state
    assert [(q.id, q.text, q.status, q.fact) for q in state.questions] == [("q1", QUESTION, "answered", "f2")]
    assert (state.hypotheses, state.contract) == ((), None)


def test_the_answer_is_the_models_own_and_cites_the_facts_that_say_it():
    state = facts_only(*SCRIPT).state
    (claim,) = state.claims
    assert (state.answer, [(c.fact, c.quote) for c in claim.citations]) == (
        "Bergen", [("f2", "Ada Holm was born in Bergen.")],
    )  # fmt: skip


def test_an_answer_that_no_fact_says_cites_none():
    (claim,) = facts_only(move("answer", "Oslo", "born in Bergen"), *SCRIPT).state.claims
    assert (claim.text, claim.citations) == ("The designer of the Norholm bridge was born in Oslo.", ())


def test_pages_about_no_name_in_the_query_are_not_read():
    other = Page("Harbours", "A harbour is a place for ships.", "designed")
    told = facts_only(*SCRIPT, pages=(other, BRIDGE, ADA))
    assert not [p for p in told.asked("read") if "Page: Harbours" in p]
    verdicts = {told.state.passage(r.passage).title: r.verdict for r in told.events(e.PassageRead)}
    assert verdicts == {"Harbours": "passed over", "Norholm bridge": "fact", "Ada Holm": "fact"}


def test_every_page_about_the_name_is_read_up_to_the_limit_of_facts():
    more = tuple(Page(f"Ada Holm ({n})", f"Number {n}: Ada Holm was born in Bergen.", "Ada Holm") for n in range(6))
    script = (*MOVES, *SCRIPT[3:4], reads("Question: Where was Ada Holm born?", 1, "Bergen"))
    told = facts_only(*script, pages=(BRIDGE, *more), passages=5, facts=3)
    assert len([p for p in told.asked("read") if "Ada Holm (" in p]) == 3
    assert sum(f.turn == 2 for f in told.state.facts) == 3
    assert [r.verdict for r in told.events(e.PassageRead)].count("passed over") == 2


def test_a_page_is_read_again_for_another_query():
    everything = Page("Norholm bridge", BRIDGE.text + " " + ADA.text, "o")
    script = (
        *MOVES,
        reads("Question: Who designed the Norholm bridge?", 2, "Ada Holm"),
        reads("Question: Where was Ada Holm born?\nPage: Norholm bridge", 4, "Bergen"),
    )
    told = facts_only(*script, pages=(everything,))
    assert [(f.passage, f.value) for f in told.state.facts] == [("p1", "Ada Holm"), ("p1", "Bergen")]
    assert told.state.answer == "Bergen"


def test_what_is_not_on_the_page_is_refused_asked_once_more_and_left():
    told = facts_only(*MOVES, reads("", 2, "Frank Gehry"), searches=1)
    assert [r.reason for r in told.events(e.FactRefused)] == [
        "the value 'Frank Gehry' does not occur in the passage"
    ] * 2
    assert told.facts() == []
    assert told.events(e.PassageRead)[0].verdict == "refused"


def test_without_enforcement_it_is_taken_as_it_comes():
    told = facts_only(*MOVES, reads("", 2, "Frank Gehry"), enforce=False, searches=1)
    assert (told.facts()[0], told.events(e.FactRefused)) == (("Frank Gehry", "in"), [])


def test_a_date_may_be_what_is_looked_for():
    page = Page("Norholm bridge", "The Norholm bridge was opened on 3 May 1961.", "Norholm")
    told = facts_only(move("search", "When did the Norholm bridge open?"), reads("", 1, "3 May 1961"), pages=(page,))
    assert told.facts()[0] == ("3 May 1961", "in")


@pytest.mark.parametrize(("turns", "nudged"), [(3, 3), (2, 2), (4, 3)])
def test_the_nudge_counts_confirmed_facts(turns, nudged):
    script = (
        move("answer", "Bergen", "Answer now"),
        move("search", "What is Bergen?", "born in Bergen"),
        *SCRIPT,
    )
    told = facts_only(*script, pages=(BRIDGE, ADA, Page("Bergen", "Bergen is wet.", "Bergen")), turns=turns)
    assert [n.turn for n in told.events(e.Nudged)] == [nudged]
    assert told.events(e.Answered)[0].forced


def test_a_fact_that_a_person_rejects_reopens_the_answer_and_what_it_led_to():
    ended = facts_only(*SCRIPT).state
    assert ended.fact("f2").mechanical == ("f1",)
    wanted = Intervention(act="reject fact", author="AK", reason="another bridge", target="f1")
    after = replay(number(perform(ended, wanted), after=ended.seq, at=ended.updated_at), ended)
    assert (after.status, after.answer) == ("paused", None)
    assert [f.status for f in after.facts] == ["out", "dormant"]
    ports = Ports(scripted((move("answer", "unknown", "Facts: none yet"),)), shelf(), lambda: NOON)
    for step in investigate(after, memory.strategy("retree"), ports):
        after = replay(step, after)
    assert (after.status, after.answer, after.questions[0].status) == ("finished", None, "open")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("Where was Ada Holm born?", ("Ada Holm",)),
        ("When did The Lord of the Rings come out in Norway?", ("Lord of the Rings", "Norway")),
        ("Ada Holm's bridge", ("Ada Holm",)),
        ("Who was Æsa of Ås?", ("Æsa of Ås",)),
        ("norholm bridge designer", ()),
        ("", ()),
    ],
)
def test_names_are_the_capitalised_words_of_a_query(query, names):
    assert named(query) == names


def test_a_query_in_small_letters_is_read_on_pages_whose_title_it_mentions():
    page = BRIDGE._replace(found_by="norholm")
    told = facts_only(move("search", "norholm bridge designer"), reads("", 2, "Ada Holm"), pages=(page,))
    assert told.state.facts[0].entity == "Norholm bridge"
