"""What a run came to: current or stale, both positions or one, repaired rightly, wrongly or not at all."""

import pytest
from investigating import NOTHING, Page, ask, reads, says, shelf

from sleuth.evaluate.people import named
from sleuth.evaluate.positions import speaks
from sleuth.evaluate.questions import Asked, Position
from sleuth.evaluate.scores import Score, score
from sleuth.models import Token
from sleuth.models.scripted import Line
from sleuth.rules import Rules, Uncertainty


@pytest.mark.parametrize(
    ("answer", "fits"),
    [
        ("Prime Minister Ali ASADOV", True),
        ("Asadov", True),
        ("Ali Asadov", True),
        ("President Asadov (since 8 October 2019)", True),
        ("Prime Minister Ali ASADOV since 2019", True),
        ("Nasser Asadov", False),
        ("Ali", False),
        ("Prime Minister", False),
        ("Azerbaijan", False),
    ],
)
def test_a_person_is_named_by_the_surname_and_nothing_foreign_to_the_name(answer, fits):
    assert named(answer, "Prime Minister Ali ASADOV") is fits


def test_a_particle_may_be_left_out_and_another_bearer_of_the_surname_is_another_person():
    assert named("Bashir", "Prime Minister Muhammad al-BASHIR")
    assert named("Muhammad al-Bashir", "Prime Minister Muhammad al-BASHIR")
    assert not named("Umar al-Bashir", "Prime Minister Muhammad al-BASHIR")
    assert named("Löfven", "Prime Minister Stefan LÖFVEN")
    assert not named("anybody", "a name without capitals")


QUESTION = "Who designed the Norholm bridge?"
OLD = Page("Norholm bridge", "The Norholm bridge was designed by Ada Holm.", "bridge", "1990-01-01")
NEW = Page(
    "Norholm bridge (correction)",
    "Now corrected: the Norholm bridge was designed by Birger Lund, not by Ada Holm.",
    "bridge",
    "2001-01-01",
)
SCRIPT = (
    says("parts", {"parts": []}),
    reads("Page: Norholm bridge (correction)", 1, "Birger Lund"),
    reads("Page: Norholm bridge", 1, "Ada Holm"),
    NOTHING,
    says("query", {"query": "bridge"}),
    says("confirm", {"sentence": 1}),
)
ONE, SEVERAL = says("conflict", {"right": "one"}), says("conflict", {"right": "several"})
DUE = {"answer": "Birger Lund", "stale": ("Ada Holm",), "repair": "due"}


def scored(*script, pages=(OLD, NEW), rules=None, **row: object) -> Score:
    told = ask(QUESTION, shelf(*pages), *script, *SCRIPT, rules=rules)
    return score("run", Asked(id="a", question=QUESTION, **row), told.entries, 1.0, None)


def test_a_repair_that_leads_to_the_newer_value_is_current_and_no_false_one():
    made = scored(ONE, **DUE)
    assert (made.standing, made.right, made.false_repairs, made.missed_repair) == ("current", True, 0, False)
    assert (made.compared, made.conflicts) == (1, 1)


def test_a_contradiction_that_is_not_seen_leaves_the_stale_value_and_a_missed_repair():
    made = scored(SEVERAL, **DUE)
    assert (made.standing, made.right, made.false_repairs, made.missed_repair) == ("stale", False, 0, True)
    assert (made.compared, made.conflicts) == (1, 0)


def test_where_the_stale_value_was_never_found_nothing_can_be_missed():
    made = scored(pages=(NEW,), **DUE)
    assert (made.standing, made.missed_repair) == ("current", None)


def test_any_repair_is_false_where_every_statement_must_survive():
    made = scored(ONE, answer="Ada Holm", repair="none")
    assert (made.false_repairs, made.missed_repair) == (1, None)


def test_a_repair_towards_the_wrong_value_is_false():
    made = scored(ONE, answer="Carl Ost", stale=("Ada Holm",), repair="due")
    assert (made.false_repairs, made.missed_repair, made.standing) == (1, True, "neither")


def test_a_set_that_knows_nothing_of_it_leaves_it_unknown():
    made = scored(ONE, answer="Birger Lund")
    assert (made.standing, made.false_repairs, made.missed_repair, made.positions) == (None,) * 4


POSITIONS = (Position("Ada Holm", (OLD.title,)), Position("Birger Lund designed it", (NEW.title,)))


def test_both_positions_are_shown_when_a_run_holds_them_against_each_other():
    undecided = says("confirm", {"sentence": 0})
    made = scored(ONE, undecided, answer="Ada Holm", positions=POSITIONS)
    assert (made.cause, made.positions_shown, made.right, made.f1) == ("answered", 2, True, 1.0)


def test_one_position_is_shown_when_the_other_was_refuted():
    made = scored(ONE, answer="Ada Holm", positions=POSITIONS)
    assert (made.answer, made.positions_shown, made.right) == ("Birger Lund", 1, False)


def test_a_position_does_not_count_from_a_passage_that_does_not_hold_it():
    swapped = (Position("Ada Holm", (NEW.title,)), Position("Birger Lund", (OLD.title,)))
    assert scored(SEVERAL, answer="Ada Holm", positions=swapped).positions_shown == 0


@pytest.mark.parametrize(
    ("text", "position", "other", "fits"),
    [
        ("1901", "It was built in 1901.", "It was built in 1904.", True),
        ("three", "Three survived.", "Four survived.", True),
        ("survived", "Three survived.", "Four survived.", False),
        ("1933", "1933", "December 1933", True),
        ("1933", "December 1933", "1933", False),
        ("the captain Barry Meehan", "The captain was Barry Meehan.", "The captain was Maxi Curran.", True),
        ("", "No", "Yes", False),
    ],
)
def test_a_text_speaks_for_the_position_that_it_tells_from_the_other(text, position, other, fits):
    assert speaks(text, position, (other,)) is fits


def test_an_answer_that_the_budget_forced_and_a_run_that_it_ended_are_told_apart():
    ended = scored(pages=(), answer="Ada Holm")
    assert not ended.forced
    assert ended.answer is None
    assert not scored(SEVERAL, answer="Ada Holm", rules=Rules(commit="none")).forced


def drafted(entropy: float | None) -> Line:
    token = Token(text="[Ada Holm]", logprob=-0.1, entropy=(entropy, entropy)) if entropy is not None else None
    reply = "The Norholm bridge was designed by [Ada Holm]."
    before, after = (Token(text=part, logprob=0.0) for part in ("The Norholm bridge was designed by ", "."))
    return Line(purpose="draft", reply=reply, tokens=None if token is None else (before, token, after))


@pytest.mark.parametrize(
    ("trigger", "entropy", "decisions", "spared", "told", "searches", "remembered"),
    [
        ("always", 0.1, 0, 0, 0, 1, False),
        ("never", 9.0, 1, 1, 0, 0, True),
        ("fixed", 0.1, 1, 1, 1, 0, True),
        ("fixed", 9.0, 1, 0, 1, 1, False),
        ("fixed", None, 1, 0, 0, 1, False),
    ],
)
def test_searches_spared_are_counted_and_what_was_remembered_is_no_search(
    trigger, entropy, decisions, spared, told, searches, remembered
):
    rules = Rules(uncertainty=Uncertainty(trigger=trigger))
    made = scored(drafted(entropy), pages=(OLD,), rules=rules, answer="Ada Holm")
    assert (made.decisions, made.spared, made.told, made.straddling) == (decisions, spared, told, 0)
    assert (made.searches, made.remembered, made.right) == (searches, remembered, True)
    assert made.entropies == (() if entropy is None or not decisions else (entropy,))
