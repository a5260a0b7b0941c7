"""Teach: lessons played step by step with pauses, the glossary, and the guide of a first visit."""

import re

import pytest
import small_run
from driving import has, press, raw, sound, texts

from components import samples
from sleuth import events as e
from sleuth import models
from sleuth.bundle import write_bundle
from sleuth.first_visit import guide_wanted
from sleuth.glossary import meaning

TEACH = "pages/teach_page.py"
COMPARE = "8"
"""The step of the small run that decides between two values."""


@pytest.fixture(autouse=True)
def no_model(monkeypatch):
    monkeypatch.setattr(models, "connect", lambda *_: pytest.fail("a lesson needs no model"))


@pytest.fixture
def lesson(open_app, record):
    """Open the small run as a lesson, at a step."""
    record("small")

    def opened(step=None):
        return open_app(TEACH, run="small", **({"step": step} if step else {}))

    return opened


def address(app):
    return {name: value[0] if isinstance(value, list) else value for name, value in dict(app.query_params).items()}


def test_a_lesson_begins_with_the_question_and_goes_on_step_by_step(lesson):
    app = lesson()
    assert small_run.QUESTION in texts(app)
    app = press(app, "teach_on")
    assert address(app)["step"] == "1"
    assert "The model's reply was not of the asked form" in texts(app)
    app = press(press(app, "teach_back"), "teach_on")
    assert address(app) == {"run": "small", "step": "1"}


def test_a_step_that_decides_something_asks_before_it_tells(lesson):
    app = lesson(COMPARE)
    said = texts(app)
    assert "What would you do next?" in said
    assert "Take Birger Lund, which was found later" in said
    assert "It let Birger Lund take the place" not in said
    assert "✕ out" not in said  # neither does the ledger beside it give it away
    app = press(press(app, "teach_move_2"), "teach_on")
    said = texts(app)
    assert "It let Birger Lund take the place of Ada Holm." in said
    assert "You would have done the same: Take Birger Lund" in said.replace(":gray[", "").replace("]", "")
    assert "✕ out" in said
    assert "Your predictions: 1 as it did" in said
    assert address(app)["step"] == COMPARE


def test_another_move_and_own_words_are_counted_without_a_grade(lesson):
    app = press(press(lesson(COMPARE), "teach_move_1"), "teach_on")
    assert "You would have done something else" in texts(app)
    app = press(press(press(app, "teach_on"), "teach_on"), "teach_back")
    app = press(app, "teach_on")
    app.text_input(key="teach_words_small_10").set_value("Ask *a* librarian").run()
    app = press(app, "teach_on")
    said = texts(app)
    assert "Ask *a* librarian" in said
    assert "1 another way · 1 in your own words" in said
    for word in ("wrong", "correct!", "mistake", "score"):
        assert word not in said.lower()


def test_nobody_has_to_predict(lesson):
    assert "You made no prediction." in texts(press(lesson(COMPARE), "teach_on"))


def test_restart_forgets_what_was_predicted(lesson):
    app = press(press(press(lesson(COMPARE), "teach_move_2"), "teach_on"), "teach_restart")
    assert "step" not in address(app)
    assert "Your predictions" not in texts(app)
    for _ in range(2):
        app = press(app, "teach_on")
    assert "What would you do next?" in texts(app)


@pytest.mark.parametrize("step", ["0", "999", "-1", "²", "x", "newest"])
def test_a_step_that_there_is_not_is_the_beginning(lesson, step):
    app = lesson(step)
    assert app.button(key="teach_on").label == "Begin"
    assert app.button(key="teach_back").disabled


def test_at_the_end_the_run_can_be_opened(lesson):
    app = press(lesson("13"), "teach_on")
    assert app.button(key="teach_on").disabled
    app = press(app, "teach_open")
    assert app.query_params["run"] == "small"
    assert not has(app, "teach_on")


def test_notes_for_the_speaker_do_not_give_the_step_away(lesson):
    app = lesson(COMPARE)
    app.toggle(key="teach_notes").set_value(True).run()
    assert "Let everybody settle on one move" in texts(sound(app))
    assert "◆ on n2" not in texts(app)
    assert "Point at the ◆ on n2" in texts(press(app, "teach_on"))


def test_a_link_to_a_recorded_lesson_works_on_a_machine_that_never_opened_it(
    open_app, record, log, tmp_path, monkeypatch
):
    monkeypatch.setattr(samples, "FOLDER", tmp_path / "shelf")
    samples.FOLDER.mkdir()
    write_bundle(log, record("bridge"), samples.FOLDER / "bridge.jsonl", title="A bridge *corrected*")
    log.path.unlink()
    app = open_app(TEACH, run="bridge", step="4")
    assert "A bridge *corrected*" in texts(app)
    assert "It searched for “Norholm designer” and got 2 passages." in texts(app)


def test_a_link_to_a_run_that_is_not_there_says_so_and_offers_the_lessons(open_app):
    app = open_app(TEACH, run="gone")
    assert "no such run in this log" in app.warning[0].value
    assert has(app, "play_height")


def test_a_finished_run_of_ones_own_can_be_played(open_app, record):
    record("mine")
    record("half", small_run.STEPS[:15])
    app = open_app(TEACH)
    box = app.selectbox(key="teach_own")
    assert box.options == [small_run.QUESTION]
    box.set_value("mine").run()
    app = press(app, "play_own")
    assert address(app) == {"run": "mine"}
    assert app.button(key="teach_on").label == "Begin"


def test_at_least_five_lessons_ship_each_with_something_to_watch_for(open_app):
    shipped = samples.samples()
    assert len(shipped) >= 5
    assert all(header.title and header.note and header.lesson for _, header, _ in shipped)
    app = open_app(TEACH)
    assert all(header.title in texts(app) for _, header, _ in shipped)


def test_the_glossary_is_searched_by_any_words(open_app):
    app = open_app(TEACH)
    assert "- dormant True to its source" in texts(app)
    app.text_input(key="glossary_search").set_value("hidden source").run()
    said = texts(sound(app))
    assert "- dormant" in said
    assert "- scrubber" not in said
    app.text_input(key="glossary_search").set_value("zebra").run()
    assert "No entry holds zebra." in texts(sound(app))


def test_the_guide_stays_away_once_it_is_put_away(open_app):
    app = open_app()
    assert "the passage under every claim" in texts(app)
    app = press(app, "guide_away")
    assert not has(app, "guide_sample")
    assert not guide_wanted()
    assert not has(open_app(), "guide_sample")  # another session
    app = press(open_app(TEACH), "guide_back")
    assert has(app, "guide_sample")


def test_the_guide_opens_a_sample_and_fills_in_a_question(open_app):
    app = press(open_app(), "guide_question")
    assert app.text_area(key="question").value.endswith("?")
    app = press(app, "guide_sample")
    assert app.query_params["run"]
    assert "20,310" in texts(app)


def test_headings_of_a_run_are_explained_by_the_glossary(open_app, record):
    app = open_app(run=record("small"))
    hints = {element.value.split(" :gray")[0]: element.proto.help for element in app.markdown}
    terms = {"Facts": "fact", "Hypotheses": "hypothesis", "Questions": "question", "Evidence tree": "evidence tree"}
    assert {name: hints[f"**{name}**"] for name in terms} == {name: meaning(term) for name, term in terms.items()}
    assert meaning("confidence") in [element.proto.help for element in app.caption]


def test_text_of_pages_does_nothing_in_a_lesson(open_app, log):
    hostile = "<script>x</script> ![i](https://evil.example/x.png) :red[r] $a$ 🛑 مرحبا " + "W" * 10_000
    seen = small_run.P1.model_copy(update={"title": hostile})
    found = small_run.F1.model_copy(update={"statement": hostile})
    read = (*small_run.STEPS[5][:3], e.FactRecorded(fact=found), *small_run.STEPS[5][4:])
    searched = (small_run.STEPS[4][0], small_run.searched(1, "q1", hostile, seen, small_run.P2))
    asked = (small_run.STEPS[0][0].model_copy(update={"question": hostile}),)
    small_run.record(log, "hostile", (asked, *small_run.STEPS[1:4], searched, read, *small_run.STEPS[6:9]))
    for step in (None, "2", "4", "5", "7", "8"):
        app = open_app(TEACH, run="hostile", **({"step": step} if step else {}))
        sent = "\n".join(raw(app))
        assert "evil" in sent
        assert not re.search(r"(?<!\\)(<script|!\[i|:red\[r|\$a)", sent)
        assert max(len(element.value) for element in app.main.markdown) < 2_000
