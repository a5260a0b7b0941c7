"""The page of one run: what it shows of each way a run can stand, at each of its steps, and what opens on a click."""

import json
import re
import time

import pytest
import small_run
from driving import has, passages, press, raw, sound, table, texts

from sleuth import events as e
from sleuth.evaluate import long_run

S = small_run.STEPS
STANDINGS = {
    "answered": (S, "Tromsø", "ask_again"),
    "no answer": (small_run.ABSTAINED, "No answer: No search found anything.", "ask_again"),
    "failed": (S[:15], "It failed: The model's server cannot be reached.", "run_resume"),
    "stopped": (S[:19], "You stopped it before it had an answer.", "run_resume"),
    "interrupted": (S[:9], "Still open: Who designed the Norholm bridge?", "run_resume"),
}


@pytest.mark.parametrize("word", STANDINGS)
def test_a_run_says_how_it_stands_and_what_can_be_done(open_app, record, word):
    steps, said, button = STANDINGS[word]
    app = open_app(run=record("r1", steps))
    assert f" {word}]" in next(x.value for x in app.markdown if "-badge[" in x.value)
    assert said in texts(app)
    assert has(app, button)


@pytest.mark.parametrize(("steps", "hint"), [(S[:15], "press Resume"), (small_run.ABSTAINED, "another collection")])
def test_without_an_answer_the_page_says_what_to_do_next(open_app, record, steps, hint):
    assert hint in texts(open_app(run=record("r1", steps)))


def test_the_address_names_the_run(open_app, record):
    record("r1")
    record("r2", small_run.ABSTAINED)
    assert "No answer" in texts(open_app(run="r2"))
    assert "Tromsø" in texts(open_app(run="r1"))
    assert "There is no such run" in texts(open_app(run="r3"))


def test_the_picker_brings_another_run_into_view_and_a_new_question_none(open_app, record):
    record("r1")
    record("r2", small_run.ABSTAINED)
    app = press(open_app(run="r2"), "pick_r1")
    assert app.query_params["run"] == "r1"
    assert "Tromsø" in texts(app)
    app = press(app, "new_question")
    assert "run" not in app.query_params
    assert has(app, "ask_start")


def test_coming_back_from_another_page_opens_the_run_left_there(open_app, record):
    app = open_app(run=record("r1"))
    app.switch_page("pages/history_page.py").run()
    app.query_params.clear()
    app.switch_page("pages/investigate_page.py").run()
    assert "Tromsø" in texts(sound(app))


def test_a_step_shows_the_run_as_it_stood_and_what_that_step_brought(open_app, record):
    app = open_app(run=record("r1"), step="5")
    facts = table(app, "facts")
    assert (facts["id"], facts["status"]) == (["f1"], ["● in\n✦ new"])
    assert "Still open" in texts(app)
    app = press(app, "step_on")
    assert table(app, "facts")["status"] == ["▲ disputed\n✦ new", "▲ disputed\n✎ now disputed"]
    app = press(press(app, "step_on"), "step_on")
    assert table(app, "facts")["status"] == ["◆ in, revised\n✎ was dormant", "✕ out\n✎ was in"]
    assert app.query_params["step"] == "8"


def test_the_buttons_lead_through_the_steps_and_back_to_the_present(open_app, record):
    app = open_app(run=record("r1"), step="5")
    assert "Step 5 of 13 :gray[· read · Read the brochure" in texts(app)
    assert "Tromsø" not in texts(app).split("Still open")[1][:80]
    app = press(app, "step_newest")
    assert "step" not in app.query_params
    assert "▮▮▮ high" in texts(app)
    app = press(app, "step_back")
    assert app.query_params["step"] == "12"
    app = press(press(app, "step_on"), "step_on")
    assert "step" not in app.query_params
    assert app.button(key="step_on").disabled
    app.query_params["step"] = "1"
    assert sound(app.run()).button(key="step_back").disabled


def test_the_slider_is_told_where_it_stands_and_where_something_of_note_happened(open_app, record):
    app = open_app(run=record("r1", (*S, *small_run.AFTERMATH)), step="5")
    slider = next(x for x in app.get("bidi_component") if x.proto.component_name == "scrubber")
    told = json.loads(slider.proto.json)
    assert (told["at"], told["count"], told["told"]) == (5, 20, "Step 5 of 20, read")
    marks = dict(mark.split(":") for mark in told["marks"].split())
    assert (marks["8"], marks["11"], marks["13"], marks["14"]) == ("repair", "problem", "answer", "person")
    assert marks["19"] == "repair", "what a person repaired is one as well"


def test_a_branch_begins_at_the_step_in_view(open_app, record):
    app = press(open_app(run=record("r1"), step="5"), "branch_here")
    assert "the first 5 steps of this one" in texts(app)


@pytest.mark.parametrize("step", ["0", "14", "-1", "x", ""])
def test_an_address_with_no_such_step_shows_the_newest(open_app, record, step):
    assert "▮▮▮ high" in texts(open_app(run=record("r1"), step=step))


def test_a_node_opens_with_its_revision_and_both_passages(open_app, record):
    said = texts(open_app(run=record("r1"), selected="n2"))
    assert "Ada Holm → Birger Lund" in said
    assert "because" in said
    assert "the minutes correct the brochure" in said
    assert "was designed by :yellow-background[Ada Holm]." in said
    assert "was designed by :yellow-background[Birger Lund], not by Ada Holm." in said


@pytest.mark.parametrize(("selected", "said"), [("f3", "Tromsø"), ("h1", "No standing fact"), ("q1", "Birger Lund")])
def test_a_row_of_the_ledger_opens_with_what_it_rests_on(open_app, record, selected, said):
    app = open_app(run=record("r1"), selected=selected)
    assert said in texts(app)
    assert "Select a node" not in texts(app)


def test_a_selection_that_does_not_exist_yet_is_no_error(open_app, record):
    assert "Select a node" in texts(open_app(run=record("r1"), step="2", selected="f3"))


def test_a_citation_opens_its_passage_with_the_quote_marked(open_app, record):
    app = press(open_app(run=record("r1")), "cite_c2.f3")
    assert passages(app) == [
        [("Birger Lund (1870–1941) was an engineer. He was born in ", ""), ("Tromsø", "quote"), (".", "")]
    ]
    assert "[example.org](<https://example.org/3>)" in texts(app)
    app = press(app, "close_citation")
    assert passages(app) == []


REPLY = '{"sentence": 1, "value": "Ada Holm"}'


def test_a_step_opens_with_what_came_of_it_and_the_exact_prompt_and_reply(open_app, record):
    app = open_app(run=record("r1"))
    app.session_state["step_r1_5"] = True
    sound(app.run())
    assert "New fact f1 from p1" in texts(app)
    assert "Refused '1899' from p1" in texts(app)
    shown = [code.value for code in app.code]
    assert shown == [REPLY, "The brochure names her.", "Answer from the page.", small_run.BROCHURE]


def test_the_exact_prompt_follows_the_slider(open_app, record):
    app = open_app(run=record("r1"), step="5")
    app.session_state["exact"] = True
    sound(app.run())
    assert app.code[0].value == REPLY
    app = press(app, "step_on")
    assert "Of step 5, the last that asked the model" in texts(app)
    assert app.code[0].value == REPLY
    app.query_params["step"] = "1"
    assert sound(app.run()).code[0].value == "no form"


def test_of_many_steps_only_the_kind_asked_for_is_listed(open_app, record):
    app = open_app(run=record("r1"))

    def listed() -> list[str]:
        return [x.label.split(" ", 1)[0].strip("*") for x in app.expander if x.label[:1].isdigit()]

    assert len(listed()) == 13
    app.button_group(key="steps_kind").set_value("repaired")
    sound(app.run())
    assert listed() == ["8"]


@pytest.mark.parametrize(
    ("tab", "said"),
    [("Searches", ["● found"] * 2), ("Costs", ["plan", "read", "all"])],
)
def test_everything_else_stands_in_tables(open_app, record, tab, said):
    app = open_app(run=record("r1"))
    app.session_state["below"] = tab
    frame = sound(app.run()).dataframe[-1].value
    assert said in [list(frame[column]) for column in frame]


def test_unknown_tokens_are_called_unknown(open_app, record):
    untold = tuple(
        tuple(x.model_copy(update={"prompt_tokens": None}) if isinstance(x, e.ModelCalled) else x for x in group)
        for group in S
    )
    assert "tokens unknown · cost –" in texts(open_app(run=record("r1", untold)))


HOSTILE = "![x](http://evil.example/a.png) :red[y] <img src=x onerror=alert(1)> $a$ [z](javascript:w)\n\n# big"


def test_hostile_text_is_shown_and_does_nothing(open_app, log):
    """Every text of a run is hostile at once: question, titles, passages, statements, values, reasons."""

    def spoil(value, key=None):
        if isinstance(value, dict):
            return {k: spoil(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [spoil(v, key) for v in value]
        spoiled = (
            "question",
            "title",
            "statement",
            "value",
            "summary",
            "reason",
            "query",
            "message",
            "problem",
            "error",
            "text",
        )
        return (
            f"{HOSTILE} {value}"
            if key in spoiled and isinstance(value, str) and value[1:].isdigit() is False
            else value
        )

    steps = tuple(tuple(e.EVENT.validate_python(spoil(x.model_dump())) for x in group) for group in S)
    small_run.record(log, "r1", steps)
    for selected in ("n2", "f2", "h2", "q1", "c1.f2"):
        app = open_app(run="r1", selected=selected)
        assert "![x](http://evil" in texts(app)
        for text in raw(app):
            assert not re.search(r"!\[|:red\[|(?<!\\)<img|\]\(javascript|(?<!\\)\$a|^# big", text, re.M), text


def test_a_run_of_300_steps_takes_little_work(open_app, log):
    steps = tuple(long_run.steps(300))
    small_run.record(log, "long", steps)
    app = open_app(run="long")
    times = []
    for step in ("150", "20", "299"):
        app.query_params["step"] = step
        begun = time.process_time()
        sound(app.run())
        times.append(time.process_time() - begun)
    assert min(times) < 0.3, times


def test_the_step_that_decided_by_a_draft_draws_how_unsure_the_model_was(open_app, record):
    app = open_app(run=record("r1", (*S[:9], *small_run.DOUBTED)))
    number = len(S[1:9]) + 1
    assert "No search: “Tromsø” reaches 0.20" in texts(app)
    assert not app.get("vega_lite_chart")
    app.session_state[f"step_r1_{number}"] = True
    app = sound(app.run())
    assert len(app.get("vega_lite_chart")) == 1
    assert "**Not searched for**" in "\n".join(raw(app))
    assert "might decide otherwise" in texts(app)
