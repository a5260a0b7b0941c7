"""The end of a run: which sources a claim cites, how sure the answer is, and why there is none."""

from investigating import NOTHING, Page, ask, reads, says, shelf
from test_ranking import fact

from sleuth.answering import CITATIONS, cite

QUESTION = "Where was the designer of the Norholm bridge born?"
PARTS = says("parts", {"parts": ["the designer of [the Norholm bridge]"]})
BRIDGE = Page("Norholm bridge", "The Norholm bridge was designed by Ada Holm.", "Norholm bridge")
GUIDE = Page("Walks", "The Norholm bridge was designed by Ada Holm.", "Norholm bridge")
ADA = Page("Ada Holm", "Ada Holm was born in Bergen.", "Ada Holm")
SCRIPT = (
    PARTS,
    reads("Page: Norholm bridge", 1, "Ada Holm"),
    reads("Page: Walks", 1, "Ada Holm"),
    reads("Page: Ada Holm", 1, "Bergen"),
    NOTHING,
    says("query", {"query": "in other words"}),
)


def test_a_passage_is_cited_once_the_superseding_fact_first():
    facts = (fact(1, "A", "p1"), fact(2, "A", "p1"), fact(3, "A", "p2", supersedes="f0"))
    assert [c.fact for c in cite(facts)] == ["f3", "f1"]


def test_no_claim_cites_more_than_its_share():
    assert len(cite(tuple(fact(n, "A", f"p{n}") for n in range(9)))) == CITATIONS


def test_the_answer_is_as_sure_as_its_weakest_value():
    sure = ask(QUESTION, shelf(BRIDGE, ADA), *SCRIPT).state
    assert (sure.answer, sure.confidence) == ("Bergen", "high")
    about_something_else = Page(
        "Walks", "The town has a bridge by the sea. It was built by Ada Holm at Norholm.", "Norholm"
    )
    mentioned = ask(
        QUESTION, shelf(about_something_else, ADA), PARTS, reads("Page: Walks", 2, "Ada Holm"), *SCRIPT
    ).state
    assert (mentioned.answer, mentioned.confidence) == ("Bergen", "medium")


def test_an_answer_reads_as_claims_in_the_order_of_the_chain():
    claims = ask(QUESTION, shelf(BRIDGE, ADA), *SCRIPT).state.claims
    assert [c.text for c in claims] == [
        "The designer of the Norholm bridge is Ada Holm.",
        "Ada Holm was born in Bergen.",
    ]


def test_an_abstention_says_what_is_known_and_what_is_missing():
    state = ask(QUESTION, shelf(BRIDGE), *SCRIPT).state
    assert (state.answer, state.claims, state.confidence) == (None, (), None)
    assert state.reason == (
        "No passage found answers: Where was Ada Holm born? "
        "Found so far: The designer of the Norholm bridge is Ada Holm."
    )


def test_a_model_that_knows_the_answer_gives_none_without_a_page():
    knowing = ask(QUESTION, shelf(), PARTS, reads("", 1, "Bergen"), says("query", {"query": "Bergen"})).state
    assert (knowing.answer, knowing.facts) == (None, ())
