"""What a learner is asked before a step, and how the step is told."""

from pathlib import Path

import pytest
import small_run
from small_run import STEPS, disputed, step

from components.samples import samples
from sleuth import events as e
from sleuth.bundle import read_bundle
from sleuth.contract import Contract, Slot
from sleuth.fold import replay
from sleuth.ledger import Question
from sleuth.person import Acted
from sleuth.state import State
from sleuth.views.lessons import Scene, scene
from sleuth.views.timeline import extend


def played(entries) -> list[Scene]:
    """Every step of a run as a lesson shows it."""
    scenes, earlier = [], ()
    for taken in extend((), entries):
        events = tuple(x.event for x in entries if taken.begun <= x.seq <= taken.ended)
        before = replay(x for x in entries if x.seq < taken.begun)
        scenes.append(scene(before, replay(x for x in entries if x.seq <= taken.ended), events, earlier))
        earlier = events
    return scenes


def small(steps=STEPS) -> list[Scene]:
    return played(small_run.entries(steps))


def moves(shown: Scene) -> list[str]:
    return [move.text for move in shown.asked.moves]


def made(shown: Scene) -> str:
    return shown.asked.moves[shown.asked.made].text


def test_only_steps_that_decide_something_ask():
    # The refused plan decides nothing, nor does a search, a passage read or the ledger restated.
    assert [n for n, shown in enumerate(small(), start=1) if shown.asked] == [2, 3, 7, 8, 10, 12, 13]


def test_the_moves_come_from_the_state_before_alone():
    for shown in small():
        if shown.asked:
            assert 2 <= len(moves(shown)) <= 4
            assert len(set(moves(shown))) == len(moves(shown))
    # The answer that is found later stands in no move before it is found.
    assert not any("Tromsø" in text for shown in small()[:11] if shown.asked for text in moves(shown))


def test_planning_is_weighed_against_searching_at_once():
    asked = small()[1]
    assert made(asked) == "Break it into questions that each ask for one fact"
    assert asked.asked.situation == "The question has just been asked, and nothing is known."
    assert asked.told.parts == ("Who designed the Norholm bridge?", "Where was [answer 1] born?")


def test_two_values_ask_first_whether_both_can_be_true_and_then_which_holds():
    whether, which = small()[6:8]
    assert whether.asked.situation == (
        "“Norholm bridge (brochure)” (1990-05-01) says Ada Holm, "
        "but “Harbour Board minutes” (2001-02-03) says Birger Lund."
    )
    assert made(whether) == "Only one of them can be right: find out which"
    assert moves(which) == [
        "Keep Ada Holm, which was found first",
        "Take Birger Lund, which was found later",
        "Keep both until more is known",
    ]
    assert which.asked.made == 1
    assert which.told.what == "It let Birger Lund take the place of Ada Holm."
    assert which.told.why == "The minutes correct the brochure."
    assert "◆ on n2" in which.told.point
    assert "1 node that rested on it" in which.told.point


def test_where_nothing_decides_both_are_kept():
    assert made(small(disputed())[7]) == "Keep both until more is known"


def test_what_rests_on_the_older_value_can_be_withdrawn_or_kept():
    late = small_run.F3.model_copy(update={"id": "f3", "node": "n2", "turn": 1, "declared": ("f1",)})
    known = (step("read", 1, "Read about Ada Holm", "q2"), small_run.searched(1, "q2", "born", small_run.P3))
    found = (*known, e.FactRecorded(fact=late))
    judged, fell = STEPS[8], e.FactChanged(fact="f3", status="dormant", reason="its ground fell")
    untouched = small((*STEPS[:6], found, *STEPS[6:8], judged))[-1]
    withdrawn = small((*STEPS[:6], found, *STEPS[6:8], (*judged, fell)))[-1]
    assert moves(untouched) == moves(withdrawn)
    assert made(untouched) == "Take Birger Lund, which was found later, and keep everything else"
    assert made(withdrawn).endswith("and withdraw what was found because of Ada Holm: Tromsø")


def test_after_a_failure_it_is_asked_how_to_go_on():
    failed, resumed = small()[10:12]
    assert failed.told.what.endswith("Then the run failed.")
    assert failed.told.why == "The model's server cannot be reached."
    assert resumed.asked.situation == "The run has failed: The model's server cannot be reached."
    assert made(resumed) == "Go on where it stopped, and repeat only the call that was cut"


def test_the_last_move_is_to_answer():
    last = small()[-1]
    assert made(last) == "Answer: Tromsø"
    assert "Leave it open" in moves(last)
    assert last.told.why == "Each of its 2 claims rests on a passage that anyone can open."


def test_a_refuted_value_is_tempting_when_the_next_search_is_chosen():
    shown = small()[9]
    assert "Search for: Where was Ada Holm born?" in moves(shown)
    assert made(shown) == "Search for: Where was Birger Lund born?"


def test_a_fact_is_shown_with_the_very_words_it_was_read_from():
    told = small()[4].told
    assert told.passage == "p1"
    assert small_run.P1.text[told.start : told.end] == "Ada Holm"


def test_a_comparison_offers_both_names():
    slots = tuple(
        Slot(number=n, text=f"When was {name} born?", entity=name, wants="date") for n, name in ((1, "A"), (2, "B"))
    )
    state = State(
        question="Who was born earlier, A or B?",
        contract=Contract(kind="comparison", wants="person", slots=slots, test="earlier", options=("A", "B")),
        facts=tuple(small_run.F1.model_copy(update={"id": f"f{n}", "slot": n, "value": f"190{n}"}) for n in (1, 2)),
        questions=tuple(
            Question(id=f"q{n}", text="?", slot=n, action=None, priority="low", status="answered", fact=f"f{n}")
            for n in (1, 2)
        ),
        turns=2,
    )
    shown = scene(state, state, (e.Answered(text="A", claims=(), confidence="high"),))
    assert {"Answer: A", "Answer: B"} <= set(moves(shown))
    assert made(shown) == "Answer: A"


def test_a_person_s_act_is_told_and_not_asked_about():
    acted = Acted(author="AK", act="pin fact", target="f2", reason="seen in the archive")
    state = replay(small_run.entries())
    shown = scene(state, state, (acted,))
    assert shown.asked is None
    assert (shown.told.what, shown.told.why) == ("AK pinned f2.", "Seen in the archive.")


@pytest.mark.parametrize("path", [path for path, _, _ in samples()], ids=lambda path: path.rsplit("/", 1)[-1])
def test_every_recorded_investigation_plays_and_each_pause_knows_what_was_done(path):
    scenes = played(read_bundle(Path(path)).entries)
    asked = [shown for shown in scenes if shown.asked]
    assert len(asked) >= 4
    assert all(shown.asked.made is not None for shown in asked)
    assert all(shown.told.what.endswith((".", "?", "!")) or shown.told.what.startswith("It ") for shown in scenes)
    assert all(shown.told.why and shown.told.point for shown in scenes)
