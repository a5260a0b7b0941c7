"""What rests on what: recorded when a fact is found, and labelled anew only as far as a change reaches."""

from hypothesis import given, settings
from hypothesis import strategies as st
from test_ranking import fact

from sleuth.contract import Slot
from sleuth.ledger import Fact, Question
from sleuth.revision.belief import label
from sleuth.revision.dependence import disagreement, premises, reasons, relabelled, values_of
from sleuth.rules import Rules
from sleuth.state import State


def answered(*facts: Fact, question: str = "Q?", **rules: object) -> State:
    questions = tuple(
        Question(
            id=f"q{f.slot}", text="", slot=f.slot, action=None, priority="high", status="answered", fact=f.id
        )
        for f in facts
    )  # fmt: skip
    return State(question=question, facts=facts, questions=questions, rules=Rules(**rules))


HOLM = fact(1, "Ada Holm", "p1", entity="the bridge")
BERGEN = fact(2, "Bergen", "p2", entity="Ada Holm", slot=2)
BORN = Slot(number=3, text="In which county is #2?", entity="#2", wants="place")


def test_a_question_rests_on_the_facts_it_refers_to():
    assert premises(answered(HOLM, BERGEN, premises="declared"), BORN) == (("f2",), ())


def test_it_rests_also_on_the_facts_whose_value_it_mentions():
    named = Slot(number=3, text="When did Ada Holm die?", entity="Ada Holm", wants="date")
    assert premises(answered(HOLM, BERGEN), named) == ((), ("f1",))
    assert premises(answered(HOLM, BERGEN, premises="names"), named) == ((), ("f1", "f2"))


def test_a_name_that_the_question_itself_gives_is_no_finding():
    named = Slot(number=3, text="When did Ada Holm die?", entity="Ada Holm", wants="date")
    assert premises(answered(HOLM, BERGEN, question="When did Ada Holm die?"), named) == ((), ())


def test_part_of_a_word_is_no_mention():
    assert (
        premises(
            answered(fact(1, "Ost", "p1")), Slot(number=2, text="Who runs Ostwerk?", entity="x", wants="person")
        )[1]
        == ()
    )


def test_what_only_one_way_of_recording_saw_is_told_as_a_share():
    facts = (
        fact(1, "A", "p1", declared=("f9",), mechanical=("f9",)),
        fact(2, "B", "p1", declared=("f8",), mechanical=("f7", "f8")),
    )
    assert disagreement(facts) == 1 / 3
    assert disagreement((fact(1, "A", "p1"),)) is None


def test_spellings_of_one_value_carry_it_together():
    assert values_of((fact(1, "3 May 1950", "p1"), fact(2, "May 3, 1950", "p2"), fact(3, "1951", "p3"))) == {
        "f1": "v1", "f2": "v1", "f3": "v3",
    }  # fmt: skip


@st.composite
def ledgers(draw):
    """Facts that rest on earlier and on later ones, several giving one value, and a consistent labelling of them."""
    count = draw(st.integers(1, 12))
    ids = st.sampled_from([f"f{n}" for n in range(1, count + 1)])
    facts = tuple(
        fact(
            n,
            f"value{draw(st.integers(1, 4))}",
            "p1",
            slot=draw(st.integers(1, 3)),
            declared=tuple(draw(st.frozensets(ids, max_size=2))),
            mechanical=tuple(draw(st.frozensets(ids, max_size=1))),
        )
        for n in range(1, count + 1)
    )
    some = st.frozensets(ids, max_size=3)
    return facts, draw(some), draw(some), draw(some), draw(some)


def whole(facts, refuted, held):
    labels = label(reasons(facts, values_of(facts)), refuted=refuted, held=held)
    return tuple(f.model_copy(update={"status": labels[f.id]}) for f in facts)


@settings(max_examples=2000, deadline=None)
@given(ledgers())
def test_labelling_as_far_as_a_change_reaches_is_labelling_everything(drawn):
    facts, refuted, held, refuted_then, held_then = drawn
    before = whole(facts, refuted, held)
    changed = (refuted ^ refuted_then) | (held ^ held_then)
    near = relabelled(before, changed, refuted=refuted_then, held=held_then)
    expected = {f.id: f.status for f in whole(facts, refuted_then, held_then)}
    assert {f.id: near.get(f.id, f.status) for f in before} == expected
