"""What falls with a fact under each policy, what comes back, and what is never half done."""

import pytest
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, CORRECTION, EVERY, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import NOTHING, Page, Told, ask, reads, says, shelf

from sleuth import events as e
from sleuth.fold import replay
from sleuth.rules import Rules
from sleuth.views.show import render

POLICIES = ("selective", "hard", "flat", "rebuild")


def late(policy: str, **rules: object) -> Told:
    pages = shelf(BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK)
    return ask(QUESTION, pages, *CHAIN, *OVERTURNED, rules=Rules(repair=policy, **rules))


@pytest.mark.parametrize("policy", ["selective", "hard", "rebuild"])
def test_after_a_late_correction_the_chain_is_followed_to_the_new_answer(policy):
    told = late(policy)
    assert told.state.answer == "Nordmark"
    assert dict(told.facts()) == {
        "Ada Holm": "out", "Birger Lund": "in", "Bergdal": "dormant", "Vikland": "dormant", "Tromvik": "in",
        "Nordmark": "in",
    }  # fmt: skip


def test_flat_replaces_in_place_and_answers_from_what_rested_on_the_old_value():
    told = late("flat")
    assert told.state.answer == "Vikland"
    assert dict(told.facts())["Ada Holm"] == "out"
    assert all(n.status == "active" for n in told.state.nodes)
    assert [c.text for c in told.state.claims][1] == "The birthplace of Ada Holm is Bergdal.", (
        "a claim says what was read"
    )


TWO = "Who was born earlier, the designer of the Norholm bridge or Carl Ost?"
OST = Page("Carl Ost", "Carl Ost was a poet. Carl Ost was born in 1850.", "Carl Ost")
ADA_BORN = Page("Ada Holm", "Ada Holm was born in 1860.", "Ada Holm")
LUND_BORN = Page("Birger Lund", "Birger Lund was born in 1840.", "Birger Lund")
FOUND_LATE = CORRECTION._replace(found_by="Ada Holm")
TWO_BRANCHES = (
    says(
        "plan",
        {
            "steps": ["When was [Carl Ost] born?", "Who designed [the Norholm bridge]?", "When was [#2] born?"],
            "test": "earlier",
            "options": ["Carl Ost", "the designer of the Norholm bridge"],
        },
    ),
    reads("Page: Carl Ost", 2, "1850"),
    reads("(correction)", 1, "Birger Lund"),
    reads("Page: Norholm bridge", 2, "Ada Holm"),
    reads("Page: Ada Holm", 1, "1860"),
    reads("Page: Birger Lund", 1, "1840"),
    NOTHING,
    *OVERTURNED,
)


def branched(policy: str) -> Told:
    pages = shelf(OST, BRIDGE, ADA_BORN, FOUND_LATE, LUND_BORN)
    return ask(TWO, pages, *TWO_BRANCHES, rules=Rules(repair=policy))


def test_selective_leaves_the_other_branch_alone_and_hard_does_not():
    kept, cut = branched("selective"), branched("hard")
    searched = [[s.query for s in told.state.searches] for told in (kept, cut)]
    assert kept.state.answer == cut.state.answer == "the designer of the Norholm bridge"
    assert dict(kept.facts())["1850"] == "in"
    assert searched[0].count("When was Carl Ost born?") == 1
    assert len(searched[0]) <= len(searched[1])


def test_under_selective_a_node_stands_below_what_it_rests_on_and_under_hard_below_the_newest():
    def tree(told: Told) -> dict[str, str | None]:
        return {n.id: n.parent for n in told.state.nodes}

    assert tree(branched("selective")) != tree(branched("hard"))
    kept = branched("selective").state
    by_value = {f.value: f.node for f in kept.facts}
    parents = {n.id: n.parent for n in kept.nodes}
    assert parents[by_value["1850"]] == "n1"
    assert parents[by_value["1860"]] == by_value["Ada Holm"]


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_downstream_is_ever_seen_half_repaired(policy):
    told = late(policy)
    state = None
    for group in steps(told):
        state = replay(group, state)
        standing = {f.id for f in state.facts if f.status == "in"}
        answered = {q.fact for q in state.questions if q.status == "answered"}
        assert answered <= standing, "a question is answered by a fact that fell"
        if policy != "flat":
            shown = " ".join(n.summary for n in state.nodes if n.status == "active")
            assert not any(f"[{f.id}]" in shown for f in state.facts if f.status != "in"), "a summary cites what fell"


def steps(told: Told) -> list[tuple]:
    """The entries of each step, as they were committed."""
    groups: list[list] = []
    for entry in told.entries:
        if isinstance(entry.event, e.StepTaken) or not groups:
            groups.append([])
        groups[-1].append(entry)
    return [tuple(g) for g in groups]


BACK = Page(
    "Norholm bridge (second correction)",
    "After all the Norholm bridge was designed by Ada Holm; the record that it was Birger Lund was wrong.",
    "Tromvik",
    "2005-01-01",
)


def twice(policy: str) -> Told:
    """The old value returns with a source not seen before."""
    pages = shelf(BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK, BACK)
    script = (reads("(second correction)", 1, "Ada Holm"), *CHAIN, *OVERTURNED)
    return ask(QUESTION, pages, *script, rules=Rules(repair=policy), searches=12)


def test_a_refuted_value_returns_with_a_new_source_and_what_rested_on_it_needs_no_second_search():
    told = twice("selective")
    assert told.state.answer == "Vikland"
    assert [f.status for f in told.state.facts if f.value == "Ada Holm"] == ["out", "in"]
    assert [f.status for f in told.state.facts if f.value == "Bergdal"] == ["in"]
    searched = [s.query for s in told.state.searches]
    assert len(searched) == len(set(searched))
    assert all(n.status == "active" for n in told.state.nodes if "Bergdal" in n.summary and "[f2]" in n.summary)


def test_hard_searches_again_for_what_it_threw_away():
    told = twice("hard")
    assert told.state.answer == "Vikland"
    searched = [s.query for s in told.state.searches]
    assert searched.count("What is the birthplace of Ada Holm?") == 2


def test_judging_again_sees_what_was_changed_before():
    told = twice("selective")
    assert "Ada Holm gave way to Birger Lund" in told.asked("confirm")[-1]


RIVAL = CORRECTION._replace(text="The Norholm bridge, now a monument, was designed by Birger Lund.")
UNDECIDED = (says("conflict", {"right": "one"}), says("confirm", {"sentence": 0}))


def test_of_two_equally_supported_values_neither_counts_and_the_question_stays_open():
    told = ask(QUESTION, shelf(BRIDGE, RIVAL, *EVERY[1:]), *CHAIN, *UNDECIDED)
    assert told.facts() == [("Ada Holm", "dormant"), ("Birger Lund", "dormant")]
    assert [(j.verdict) for j in told.events(e.ConflictJudged)] == ["conflict", "equal support"]
    opened = next(x for x in told.events(e.QuestionOpened) if "Ada Holm or Birger Lund" in (x.question.action or ""))
    assert opened.question.id == "q1"
    assert (told.state.answer, told.state.cause) == (None, "undecided")
    assert {c.text for c in told.state.claims} == {
        "The designer of the Norholm bridge is Ada Holm.",
        "The designer of the Norholm bridge is Birger Lund.",
    }
    assert all(claim.citations for claim in told.state.claims)
    assert "f1 Ada Holm [p1] against f2 Birger Lund [p2]" in render("run", told.state)


def test_a_third_independent_source_settles_it():
    third = Page("Norholm archive", "The archive holds plans of the Norholm bridge: Birger Lund drew them.", " or ")
    script = (reads("Norholm archive", 1, "Birger Lund"), *CHAIN, *UNDECIDED)
    told = ask(QUESTION, shelf(BRIDGE, RIVAL, *EVERY[1:], third), *script)
    assert told.events(e.ConflictJudged)[-1].verdict == "new holds"
    assert told.state.answer == "Nordmark"


def test_a_copy_of_one_source_settles_nothing():
    copy = Page("Norholm walks", f"From the brochure: {RIVAL.text} It is worth a visit.", " or ", "2003-01-01")
    script = (reads("Norholm walks", 1, "Birger Lund"), *CHAIN, *UNDECIDED)
    told = ask(QUESTION, shelf(BRIDGE, RIVAL, *EVERY[1:], copy), *script)
    assert (told.state.answer, told.state.cause) == (None, "undecided")


def test_equal_support_can_be_set_to_let_both_compete():
    told = ask(QUESTION, shelf(BRIDGE, RIVAL, *EVERY[1:]), *CHAIN, *UNDECIDED, rules=Rules(equal="both"))
    assert [s for _, s in told.facts()[:2]] == ["in", "in"]


def test_a_later_edition_of_the_same_page_needs_no_sentence_that_says_so():
    old = BRIDGE._replace(title="Norholm bridge, guide of 1990", date="1990-01-01")
    new = RIVAL._replace(title="Norholm bridge, guide of 2001")
    script = (reads("guide of 2001", 1, "Birger Lund"), reads("guide of 1990", 2, "Ada Holm"), *CHAIN, *UNDECIDED)
    told = ask(QUESTION, shelf(old, new._replace(found_by="Bergdal"), *EVERY[1:]), *script)
    assert told.state.answer == "Nordmark"
    assert told.events(e.Repaired)
    assert not told.asked("confirm")


def test_of_several_editions_the_newest_is_read_first():
    old = BRIDGE._replace(title="Norholm bridge, guide of 1990", date="1990-01-01")
    new = RIVAL._replace(title="Norholm bridge, guide of 2001")
    script = (reads("guide of 2001", 1, "Birger Lund"), reads("guide of 1990", 2, "Ada Holm"), *CHAIN)
    told = ask(QUESTION, shelf(old, new, *EVERY[1:]), *script)
    assert told.state.answer == "Nordmark"
    assert "Ada Holm" not in dict(told.facts())


def test_of_an_edition_in_parts_the_part_is_read_that_speaks_of_what_is_asked():
    old = BRIDGE._replace(title="Norholm bridge, guide of 1990", date="1990-01-01")
    new = RIVAL._replace(title="Norholm bridge, guide of 2001")
    # Ranked first by the search, and the newest; but it says nothing of who designed the bridge.
    other_part = new._replace(text="Guides: Carl Venn leads visitors over the Norholm bridge. Tickets are sold here.")
    script = (reads("Carl Venn", 1, "Carl Venn"), reads("guide of 2001", 1, "Birger Lund"), *CHAIN)
    told = ask(QUESTION, shelf(other_part, old, new, *EVERY[1:]), *script)
    assert told.state.answer == "Nordmark"
    assert "Carl Venn" not in dict(told.facts())


def test_another_part_of_a_later_edition_overturns_nothing():
    old = BRIDGE._replace(title="Norholm bridge, guide of 1990", date="1990-01-01")
    other_part = RIVAL._replace(
        title="Norholm bridge, guide of 2001", text="Guides: Carl Venn leads visitors over the Norholm bridge."
    )
    script = (reads("Carl Venn", 1, "Carl Venn"), reads("guide of 1990", 2, "Ada Holm"), *CHAIN, *UNDECIDED)
    told = ask(QUESTION, shelf(old, other_part, *EVERY[1:]), *script)
    assert not told.events(e.Repaired)
    assert "Carl Venn" not in dict(told.facts())


def test_the_same_statement_made_later_with_another_value_replaces_the_earlier_one():
    told_of = "The designer of the Norholm bridge is {}."
    old = Page("Almanac", told_of.format("Ada Holm"), "Norholm", "1990-01-01")
    new = Page("Gazette", told_of.format("Birger Lund"), "Norholm", "2001-01-01")
    script = (reads("Gazette", 1, "Birger Lund"), reads("Almanac", 1, "Ada Holm"), *CHAIN, *UNDECIDED)
    told = ask(QUESTION, shelf(old, new, *EVERY[1:]), *script)
    assert told.state.answer == "Nordmark"
    assert told.events(e.Repaired)[0].reason == "the same statement of 2001-01-01 names Birger Lund"


def test_values_are_recorded_with_what_their_question_rests_on():
    state = late("selective").state
    by_value = {f.value: f for f in state.facts}
    assert (by_value["Ada Holm"].declared, by_value["Ada Holm"].mechanical) == ((), ())
    assert by_value["Bergdal"].declared == by_value["Bergdal"].mechanical == ("f1",)
    assert by_value["Nordmark"].declared == (by_value["Tromvik"].id,)
    assert [s.declared for s in state.searches[:3]] == [(), ("f1",), ("f2",)]


def test_the_search_that_led_to_a_repair_can_be_refunded():
    assert late("selective").state.spent == len(late("selective").state.searches)
    refunded = late("selective", repairing_search="refunded").state
    assert refunded.spent == len(refunded.searches) - 1
