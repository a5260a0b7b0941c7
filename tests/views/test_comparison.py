"""Runs side by side: what they share, where they part, what differs. Ids mean nothing from one run to another."""

import time

import pytest
import small_run
from small_run import AFTERMATH, F1, F2, F3, LIFE, P1, P3, STEPS, entries, fact, passage

from sleuth import events as e
from sleuth.evaluate import long_run
from sleuth.fold import replay
from sleuth.ledger import Fact
from sleuth.settings import Limits
from sleuth.state import State
from sleuth.views.comparison import Way, compare, verdict
from sleuth.views.facts_across import facts_across
from sleuth.views.parting import parting
from sleuth.views.timeline import extend


def way(steps=STEPS, run="small", title=None) -> Way:
    every = entries(steps)
    state = replay(every)
    return Way(run, title, state.status, state, extend((), every))


def holding(*facts: Fact, passages=(P1, small_run.P2, P3)) -> State:
    return State(question=small_run.QUESTION, facts=facts, passages=passages)


def reached(*states: State) -> list[tuple[str, tuple[str | None, ...]]]:
    """Each matched fact by its value and the ids it has by run."""
    told = facts_across(states)
    return [(f.value, tuple(held and " ".join(held.facts) for held in f.held)) for f in told]


# Facts


def test_facts_that_both_reached_are_told_from_those_of_one_whatever_their_ids():
    other = fact(9, P3, "Tromsø", 2, "n7", 5)
    assert reached(holding(F1, F3), holding(other)) == [("Ada Holm", ("f1", None)), ("Tromsø", ("f3", "f9"))]


@pytest.mark.parametrize(
    "change",
    [
        {"value": "tromsø"},
        {"value": "Tromsø, Norway"},
        {"attribute": "birthplace", "slot": 1},  # another plan's words, but read in the very same sentence
        {"entity": "Birger Lund (engineer)"},
    ],
)
def test_one_fact_in_other_words_is_one_fact(change):
    assert len(reached(holding(F3), holding(F3.model_copy(update=change)))) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"value": "Oslo"},
        {"entity": "Ada Holm"},
        {"attribute": "where died", "quote": "in Tromsø"},  # the same town, for another reason
        {"attribute": "when baptised", "quote": "in Tromsø"},
    ],
)
def test_what_is_not_said_of_the_same_thing_is_another_fact(change):
    assert len(reached(holding(F3), holding(F3.model_copy(update=change)))) == 2


def test_a_plan_that_asks_in_other_words_finds_the_same_fact_in_another_source():
    letter = passage(4, "A letter", "Lund designed the Norholm bridge.", "1990-01-01")
    mine = F2.model_copy(update={"attribute": "designer", "value": "Lund"})
    other = fact(1, letter, "Lund", 1, "n2", 1).model_copy(update={"attribute": "who designed"})
    assert len(reached(holding(mine), holding(other, passages=(letter,)))) == 1


def test_two_sources_of_one_run_are_one_fact_there():
    letter = passage(4, "A letter", LIFE, "2012-01-01")
    again = fact(4, letter, "Tromsø", 2, "n4", 2)
    assert reached(holding(F3, again, passages=(P1, small_run.P2, P3, letter)), holding()) == [
        ("Tromsø", ("f3 f4", None))
    ]


def test_what_another_run_holds_instead_is_said_and_what_it_refuted_is_not():
    first, second = facts_across((holding(F1), holding(F2.model_copy(update={"status": "in"}))))
    assert (first.value, first.otherwise) == ("Ada Holm", ((), ("Birger Lund",)))
    assert (second.value, second.otherwise) == ("Birger Lund", (("Ada Holm",), ()))
    refuted = F1.model_copy(update={"status": "out"})
    assert facts_across((holding(refuted), holding(F2)))[1].otherwise == ((), ())


def test_a_fact_that_one_refuted_and_another_holds_is_shared_with_both_standings():
    (told,) = facts_across((holding(F1.model_copy(update={"status": "out"})), holding(F1)))
    assert [held.status for held in told.held] == ["out", "in"]
    assert told.reached == (0, 1)


# Where they part


def test_two_runs_that_did_the_same_do_not_part_whatever_it_cost():
    slow = tuple(
        tuple(
            x.model_copy(update={"seconds": 9.0}) if isinstance(x, e.StepTaken | e.ModelCalled) else x for x in group
        )
        for group in STEPS
    )
    told = parting((way().steps, way(slow).steps))
    assert (told.parted, told.together) == (False, len(way().steps))


def test_a_run_that_was_held_and_failed_went_the_same_way():
    straight = tuple(group for group in STEPS if isinstance(group[0], e.StepTaken | e.RunStarted | e.Nudged))
    assert not parting((way().steps, way(straight).steps)).parted


def test_they_part_at_the_first_step_that_came_to_something_else():
    other = (*STEPS[:5], (small_run.step("read", 1, "Read the brochure", "q1"),))
    told = parting((way().steps, way(other).steps))
    assert told.together == 4
    assert told.after == (entries(STEPS[:5])[-1].seq,) * 2
    assert [step.title for step in told.next] == ["Read the brochure"] * 2
    assert told.next[0].notes != told.next[1].notes


def test_a_run_that_ended_before_the_other_parts_there():
    told = parting((way(STEPS[:6]).steps, way().steps))
    assert told.next[0] is None
    assert told.next[1].title == "Read the minutes"


def test_a_branch_parts_from_its_parent_where_it_was_branched():
    branched = (*STEPS[:6], (e.Branched(parent="small", at=len(entries(STEPS[:6])), **small_run.MEANS),))
    told = compare((way(), way(branched, run="branch")))
    assert told.parting.after[0] == len(entries(STEPS[:6]))
    assert told.parting.next[1].title == "Branched from small"
    assert [run.parent for run in told.runs] == [None, "small"]


# The whole


def test_the_sides_are_told_apart_and_add_up():
    told = compare((way(title="The bridge"), way(STEPS[:6], run="short")))
    assert [(r.letter, r.name, r.answer) for r in told.runs] == [
        ("A", "The bridge", "Tromsø"),
        ("B", small_run.QUESTION, None),
    ]
    assert [f.value for f in told.reached_by(0, 1)] == ["Ada Holm"]
    assert [f.value for f in told.reached_by(0)] == ["Birger Lund", "Tromsø"]
    assert told.reached_by(1) == ()
    assert told.reached_by(0)[0].otherwise == ((), ("Ada Holm",))
    assert told.one_question


def answering(text: str | None):
    end = STEPS[-1] if text is None else (STEPS[-1][0], STEPS[-1][1].model_copy(update={"text": text}))
    return way(STEPS[:-1] if text is None else (*STEPS[:-1], end), run=str(text))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (("Tromsø", "tromsø"), "Both answer Tromsø."),
        (("1931", "3 March 1931", "1931"), "All answer 1931."),
        (("Tromsø", "Oslo"), "A answers Tromsø; B answers Oslo."),
        (("Tromsø", "Oslo", "Tromsø"), "A and C answer Tromsø; B answers Oslo."),
        (("Tromsø", None), "A answers Tromsø; B has no answer."),
        ((None, None), "None of them has an answer."),
    ],
)
def test_whether_they_agree_is_one_sentence(answers, said):
    assert verdict(compare(tuple(map(answering, answers)))) == said


def test_only_settings_that_differ_are_told():
    started = STEPS[0][0]
    other = started.model_copy(update={"model": "ollama/qwen3", "limits": Limits(turns=9, searches=3)})
    told = compare((way(), way(((other,), *STEPS[1:]))))
    assert [(s.name, s.values) for s in told.settings] == [
        ("model", ("scripted", "ollama/qwen3")),
        ("searches", (str(Limits().searches), "3")),
    ]


def test_costs_are_told_by_run_and_what_was_not_reported_is_unknown():
    silent = small_run.called("plan", "no form").model_copy(update={"prompt_tokens": None})
    told = compare((way(), way((STEPS[0], (STEPS[1][0], silent), *STEPS[2:6]))))
    costs = {figure.name: figure.values for figure in told.costs}
    assert costs["prompt tokens"] == (360, None)
    assert costs["model calls"] == (3, 2)
    assert costs["turns"] == (2, 1)
    assert costs["seconds"] == (pytest.approx(13 * 0.25), pytest.approx(5 * 0.25))
    assert not any(name.startswith("cost") for name in costs), "no price is known"


def test_sources_are_told_by_what_each_run_made_of_them():
    told = compare((way(), way(STEPS[:6])))
    assert [(s.title, s.uses) for s in told.sources] == [
        ("Harbour Board minutes", ("cited", "found")),
        ("Birger Lund", ("cited", None)),
        ("Norholm bridge (brochure)", ("a fact", "a fact")),
    ]


def test_a_persons_decisions_are_steps_and_take_no_time_of_their_own():
    told = compare((way(), way((*STEPS, AFTERMATH[0]))))
    assert told.parting.next[0] is None
    assert told.parting.next[1].title == "AK pinned f2"
    assert next(f for f in told.facts if f.value == "Birger Lund").held[1].pinned


def test_two_long_runs_are_put_side_by_side_quickly():
    long = entries(tuple(long_run.steps(600)))
    state, steps = replay(long), extend((), long)
    begun = time.perf_counter()
    told = compare((Way("a", None, "running", state, steps), Way("b", None, "running", state, steps)))
    assert time.perf_counter() - begun < 5
    assert len(told.facts) == len(told.reached_by(0, 1)) > 100
