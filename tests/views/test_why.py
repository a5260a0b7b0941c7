"""Why a fact stands or does not, told down to its passage; and what would change the answer."""

import json

import pytest
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, CORRECTION, EVERY, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import NOON, Page, ask, says, shelf
from small_run import AFTERMATH, LIFE, STEPS, entries

from sleuth import contract
from sleuth.acts import Intervention, perform, undo
from sleuth.errors import CallerError
from sleuth.evaluate import long_run
from sleuth.events import number
from sleuth.fold import replay
from sleuth.rules import Rules
from sleuth.search import digest
from sleuth.state import State
from sleuth.values import same
from sleuth.views.because import reasons
from sleuth.views.why import DEEP, Reason, overturn, why

SMALL = replay(entries())
TWICE = Page(
    "Norholm archive", "The plans in the archive name Ada Holm as designer of the Norholm bridge.", "Norholm"
)
COPY = Page("Norholm walks", f"From the brochure: {BRIDGE.text} It is worth a visit.", "Norholm")
RIVAL = CORRECTION._replace(text="The Norholm bridge, now a monument, was designed by Birger Lund.")


def answered(*pages: Page, **options) -> State:
    return ask(QUESTION, shelf(*(pages or (BRIDGE, ADA, BERGDAL))), *CHAIN, **options).state


def late(policy: str = "selective") -> State:
    pages = shelf(BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK)
    return ask(QUESTION, pages, *CHAIN, *OVERTURNED, rules=Rules(repair=policy)).state


def do(state: State, act: str, target: str, value: str = "", reason: str = "seen in the archive") -> State:
    wanted = Intervention(act=act, author="AK", reason=reason, target=target, value=value)
    return replay(number(perform(state, wanted), after=state.seq, at=NOON), state)


def by_value(state: State, value: str) -> str:
    return next(f.id for f in state.facts if f.value == value)


def told(reason: Reason) -> list[str]:
    """Every fact that the tree tells, outermost first."""
    return [reason.fact, *(x for p in reason.premises if p.reason for x in told(p.reason))]


def test_a_fact_opens_its_passage_at_the_very_quote():
    source = why(SMALL, "f3").source
    assert (source.passage, source.title, source.date) == ("p3", "Birger Lund", "2010-07-09")
    assert LIFE[source.start : source.end] == source.quote == "Tromsø"


def test_a_refuted_fact_names_what_replaced_it_and_the_other_way_round():
    old, new = why(SMALL, "f1"), why(SMALL, "f2")
    assert (old.status, old.because) == ("out", "f2 (Birger Lund) replaced it, “the minutes correct the brochure”")
    assert "it replaced f1 (Ada Holm), “the minutes correct the brochure”" in new.because
    assert [(d.fact, d.outcome) for d in old.disagreements] == [("f2", "the other holds")]
    assert [(d.fact, d.outcome) for d in new.disagreements] == [("f1", "this one holds")]


def test_a_dormant_fact_names_the_premise_that_fell_and_leads_down_to_who_refuted_that():
    state = late()
    reason = why(state, by_value(state, "Vikland"))
    assert reason.because == "true to its source, but found because of f2 (Bergdal), which is dormant"
    assert told(reason) == ["f3", "f2", "f1"]
    root = reason.premises[0].reason.premises[0].reason
    assert root.because.startswith("f4 (Birger Lund) replaced it")


@pytest.mark.parametrize("policy", ["selective", "hard", "flat", "rebuild"])
def test_every_fact_has_its_reasons_under_every_policy(policy):
    state = late(policy)
    for fact in state.facts:
        reason = why(state, fact.id)
        assert (reason.status, bool(reason.because)) == (fact.status, True)
        assert json.loads(reason.model_dump_json())["fact"] == fact.id


def test_every_moment_of_a_run_and_of_what_persons_did_to_it_can_be_asked():
    every = entries((*STEPS, *AFTERMATH))
    state = State()
    for entry in every:
        state = replay((entry,), state)
        assert all(why(state, f.id).because for f in state.facts)
        overturn(state)


def also(state: State, fact: str, *pages: Page) -> State:
    """The state with the fact read on further pages too."""
    first, passage = state.fact(fact), state.passages[0]
    for page in pages:
        found = {"id": f"p{len(state.passages) + 1}", "title": page.title, "document": page.title, "text": page.text}
        added = passage.model_copy(update=found | {"sha256": digest(page.text)})
        again = first.model_copy(update={"id": f"f{len(state.facts) + 1}", "passage": added.id})
        state = state.model_copy(update={"passages": (*state.passages, added), "facts": (*state.facts, again)})
    return state


def test_a_second_source_is_named_and_a_copy_is_named_as_one():
    state = answered()
    assert why(state, "f1").because.startswith("1 source says so")
    reason = why(also(state, "f1", TWICE, COPY), "f1")
    assert [(s.title, s.copy_of) for s in reason.others] == [("Norholm archive", None), ("Norholm walks", "p1")]
    assert reason.because.startswith("2 independent sources say so")


def test_values_of_equal_support_hold_each_other_back_and_say_so():
    undecided = (says("conflict", {"right": "one"}), says("confirm", {"sentence": 0}))
    state = ask(QUESTION, shelf(BRIDGE, RIVAL, *EVERY[1:]), *CHAIN, *undecided).state
    reason = why(state, "f1")
    assert (reason.status, reason.because) == ("dormant", "as well supported as f2 (Birger Lund)")
    assert [(d.fact, d.outcome) for d in reason.disagreements] == [("f2", "undecided")]


def test_of_hundreds_of_facts_about_one_thing_few_are_held_against_each_other_and_few_are_named(monkeypatch):
    held = []
    monkeypatch.setattr("sleuth.alike.same", lambda a, b: held.append((a, b)) or same(a, b))
    state = replay(long_run.entries(1200))
    told = reasons(state)
    assert len(told) == len(state.facts) > 200
    assert len(held) < 2 * len(state.facts)
    standing = sum(f.status == "in" for f in state.facts)
    assert told["f2"].endswith(
        "; f1 (keeper 1), f3 (keeper 3), f4 (keeper 4), f5 (keeper 5), f6 (keeper 6) "
        f"and {standing - 6} more contradict it"
    )


# What persons did


def test_a_rejected_fact_says_who_rejected_it_and_why():
    state = do(answered(), "reject fact", "f1")
    reason = why(state, "f1")
    assert reason.because == "AK rejected it, “seen in the archive”"
    assert [(a.author, a.act, a.undone) for a in reason.acts] == [("AK", "reject fact", False)]
    assert "found because of f1 (Ada Holm), which is out" in why(state, "f2").because


def test_an_act_that_was_undone_is_told_but_not_as_the_reason():
    state = do(answered(), "reject fact", "f1")
    seq = state.acts[-1][0]
    state = replay(number(undo(state, seq, "BL", "I was wrong"), after=state.seq, at=NOON), state)
    reason = why(state, "f1")
    assert (reason.status, [a.undone for a in reason.acts]) == ("in", [True, False])
    assert "rejected" not in reason.because


def test_an_edited_fact_names_its_author_and_the_one_it_replaced_its_editor():
    state = do(answered(), "edit fact", "f1", "Adah Holm")
    new = state.facts[-1]
    assert why(state, "f1").because == f"AK edited it into {new.id} (Adah Holm), “seen in the archive”"
    reason = why(state, new.id)
    assert reason.author == "AK"
    assert reason.because.startswith(f"AK worded it, on the strength of {new.passage}")


def test_a_pinned_fact_says_who_pinned_it():
    reason = why(do(answered(), "pin fact", "f1"), "f1")
    assert reason.pinned
    assert "pinned by AK, “seen in the archive”" in reason.because


def test_a_withdrawn_passage_takes_its_fact_out_in_the_name_of_who_withdrew_it():
    state = do(answered(), "withdraw passage", "p1")
    assert why(state, "f1").because == "AK withdrew p1, “seen in the archive”"


# Shapes that must not loop or fail


def test_facts_that_rest_on_each_other_are_told_once():
    facts = tuple(
        f.model_copy(update={"declared": ("f1", "f2", "f3", "f99"), "mechanical": ("f2",)}) for f in SMALL.facts
    )
    reason = why(SMALL.model_copy(update={"facts": facts}), "f1")
    assert sorted(told(reason)) == ["f1", "f2", "f3"]
    assert [(p.fact, p.how) for p in reason.premises] == [("f2", "both"), ("f3", "declared")]


def test_a_chain_of_thousands_is_told_as_far_down_as_anybody_reads():
    base = SMALL.facts[0]
    chain = tuple(
        base.model_copy(update={"id": f"f{n}", "value": f"v{n}", "declared": (f"f{n - 1}",)}) for n in range(1, 3001)
    )
    reason = why(SMALL.model_copy(update={"facts": chain}), "f3000")
    assert len(told(reason)) == DEEP + 1
    assert reason.model_dump_json()


def test_an_unknown_fact_is_told_with_those_there_are():
    with pytest.raises(CallerError, match="no fact 'f9' in this run; facts are: f1, f2, f3"):
        why(SMALL, "f9")


def test_a_run_without_facts_has_none_to_ask_about_and_no_doubts():
    script = (
        says("react", {"action": "answer", "text": "Vikland"}, "Ada Holm:"),
        says("react", {"action": "search", "text": "Ada Holm"}),
    )
    state = ask(QUESTION, shelf(ADA), *script, strategy="react").state
    assert state.answer == "Vikland"
    with pytest.raises(CallerError, match="no fact 'f1'"):
        why(state, "f1")
    assert overturn(state) == ()


# What would change the answer


def test_without_an_answer_nothing_would_change_it():
    assert overturn(replay(entries()[:-2])) == ()


def test_the_least_supported_value_comes_first_and_of_equals_the_cheapest():
    doubts = overturn(answered())
    assert [(d.value, d.sources, d.searches) for d in doubts] == [
        ("Vikland", 1, 1),
        ("Bergdal", 1, 2),
        ("Ada Holm", 1, 3),
    ]
    state = answered()
    for doubt in doubts:
        slot = state.question_of(doubt.question).slot
        assert doubt.searches == 1 + len(contract.depends(state.contract, slot))


def test_a_mere_mention_is_doubted_before_a_page_about_the_thing_itself():
    assert [(d.facts, d.firm) for d in overturn(SMALL)] == [(("f2",), False), (("f3",), True)]


def test_the_query_is_none_that_was_made_already():
    state = answered()
    made = {s.query for s in state.searches}
    doubts = overturn(state)
    assert not made & {d.query for d in doubts}
    assert doubts[0].text == "In which county is Bergdal?"


def test_a_second_source_makes_a_value_less_doubtful_and_a_pin_least():
    state = answered()
    assert [d.value for d in overturn(also(state, "f3", TWICE))] == ["Bergdal", "Ada Holm", "Vikland"]
    assert overturn(also(state, "f3", TWICE))[-1].facts == ("f3", "f4")
    assert overturn(also(state, "f1", COPY))[-1].sources == 1
    assert [d.value for d in overturn(do(state, "pin fact", "f3"))][-1] == "Vikland"


def test_only_values_under_the_answer_are_doubted():
    state = ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL, CORRECTION, LUND, TROMVIK), *CHAIN, *OVERTURNED).state
    assert state.answer == "Nordmark"
    assert "Ada Holm" not in [d.value for d in overturn(state)]
