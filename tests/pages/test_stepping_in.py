"""Stepping in on the page: what is offered, what it does to the run, and what the page then shows and remembers."""

import time

import pytest
import small_run
from driving import has, press, raw, sound, texts
from test_controls import Slow, ask, slow, status, wait_for  # noqa: F401

from components import runs
from sleuth.evaluate import long_run
from sleuth.settings import load


def fill(app, what, target, reason="seen in the archive", **fields):
    """Fill the open dialog and send it."""
    for key, text in fields.items():
        box = next(x for x in (*app.text_input, *app.text_area) if x.key == f"{key}_{what}_{target}")
        box.set_value(text)
    app.text_area(key=f"reason_{what}_{target}").set_value(reason)
    app.text_input(key=f"author_{what}_{target}").set_value("AK")
    return press(app, "step_in_do")


def do(app, what, target, **fields):
    """Press the button of an act, fill its dialog, and send it."""
    key = f"{what.replace(' ', '_')}_{target}".rstrip("_")
    return fill(press(app, key), what, target, **fields)


def offered(app):
    """The acts that buttons offer."""
    starts = ("pin_", "unpin_", "reject_", "edit_", "restore_", "drop_", "reopen_", "order_", "add_")
    return {b.key for b in app.button if b.key and b.key.startswith(starts)}


def acts(log, run="r1"):
    return [(x.event.author, x.event.act, x.event.target) for x in log.entries(run) if x.event.type == "acted"]


@pytest.mark.parametrize(
    ("selected", "there"),
    [
        ("f2", {"pin_fact_f2", "edit_fact_f2", "reject_fact_f2", "add_question"}),
        ("f1", {"restore_fact_f1", "add_question"}),
        ("q1", {"add_hypothesis_q1", "add_passage_q1", "add_question"}),
    ],
)
def test_only_what_can_be_done_is_offered(open_app, record, selected, there):
    assert offered(open_app(run=record("r1"), selected=selected)) == there


def test_a_pinned_fact_says_by_whom_and_why_and_offers_to_unpin_it(open_app, record, log):
    app = do(open_app(run=record("r1"), selected="f2"), "pin fact", "f2")
    assert acts(log) == [("AK", "pin fact", "f2")]
    assert ":violet[★ pinned]" in texts(app)
    assert "pinned by AK" in texts(app)
    assert offered(app) == {"unpin_fact_f2", "add_question"}


def test_rejecting_a_fact_says_beforehand_what_follows_and_reopens_the_answer(open_app, record, log):
    app = press(open_app(run=record("r1"), selected="f3"), "reject_fact_f3")
    assert "f3 no longer counts" in texts(app)
    assert "the answer is open again" in texts(app)
    app = fill(app, "reject fact", "f3", reason="another Birger Lund")
    assert "The answer is open again: another Birger Lund" in texts(app)
    assert status(app) == "reopened"
    assert has(app, "run_resume")
    assert "AK rejected f3" in texts(app)


def test_undoing_the_rejection_leaves_only_the_answer_to_be_put_together_again(open_app, record, log):
    app = do(open_app(run=record("r1"), selected="f3"), "reject fact", "f3")
    app.session_state["below"] = "Interventions"
    app = sound(app.run())
    at = next(x.seq for x in log.entries("r1") if x.event.type == "acted")
    app = fill(press(app, f"undo_{at}"), "undo", str(at), reason="I was wrong")
    assert runs.standing("r1", log.last_seq("r1")).state.fact("f3").status == "in"
    assert "every question is answered" in texts(app)
    assert has(app, "run_resume")
    assert "undone by AK: I was wrong" in texts(app)
    assert not has(app, f"undo_{at}")


def test_a_refusal_is_told_and_what_was_typed_stays(open_app, record, log):
    app = press(open_app(run=record("r1"), selected="f2"), "edit_fact_f2")
    app = fill(app, "edit fact", "f2", reason=" ", value="Carl Ost")
    assert "needs a reason" in texts(app)
    assert app.text_input(key="value_edit fact_f2").value == "Carl Ost"
    assert acts(log) == []
    fill(app, "edit fact", "f2", value="Carl Ost")
    assert "AK worded it" in texts(open_app(run="r1", selected="f4"))
    assert acts(log) == [("AK", "edit fact", "f2")]


def test_the_name_is_asked_once(open_app, record):
    app = do(open_app(run=record("r1"), selected="f2"), "pin fact", "f2")
    app = press(app, "unpin_fact_f2")
    assert app.text_input(key="author_unpin fact_f2").value == "AK"


def test_a_question_is_added_reworded_put_first_and_dropped(open_app, record, log):
    app = do(open_app(run=record("r1")), "add question", "", value="Who owns the Norholm bridge?")
    assert "There is something to do again" in texts(app)
    app.query_params["selected"] = "q3"
    app = do(sound(app.run()), "edit question", "q3", value="Who paid for the Norholm bridge?")
    assert "Who paid for the Norholm bridge?" in texts(app)
    app = do(app, "drop question", "q3")
    assert offered(app) >= {"reopen_question_q3"}
    assert [act for _, act, _ in acts(log)] == ["add question", "edit question", "drop question"]


def test_a_waiting_question_is_put_to_the_top(open_app, record, log):
    app = open_app(run=record("r1", small_run.STEPS[:9]), selected="q2")
    app = do(app, "order questions", "q2")
    assert [q.id for q in runs.standing("r1", log.last_seq("r1")).state.questions] == ["q2", "q1"]
    assert "order_questions_q2" not in offered(app)


def test_a_passage_and_a_hypothesis_are_brought_by_hand(open_app, record, log):
    app = do(open_app(run=record("r1"), selected="q2"), "add hypothesis", "q2", value="Bergen")
    app = press(app, "add_passage_q2")
    app.text_input(key="title_q2").set_value("A letter")
    app.text_input(key="date_q2").set_value("2020-01-01")
    app.text_input(key="url_q2").set_value("https://example.org/letter")
    app = fill(app, "add passage", "q2", value="Birger Lund was born in Bergen.")
    added = next(x.event.passage for x in log.entries("r1") if x.event.type == "passage_added")
    assert (added.title, added.date, added.url) == ("A letter", "2020-01-01", "https://example.org/letter")
    assert status(app) == "on"  # "to be carried on"
    app.session_state["below"] = "Interventions"
    app = sound(app.run())
    assert "AK added p4 for q2: seen in the archive" in texts(app)
    assert "AK proposed a value for q2" in texts(app)


def test_a_contradiction_is_shown_with_both_sides_and_decided(open_app, record, log):
    app = open_app(run=record("r1", small_run.disputed()))
    assert "▲ Sources contradict each other:] Ada Holm" in texts(app)
    assert "was designed by :yellow-background[Ada Holm]." in texts(app)
    assert "designed by :yellow-background[Birger Lund], not by Ada Holm." in texts(app)
    app = fill(press(app, "decide_f1_f2_f2"), "decide conflict", "f2")
    assert "Sources contradict each other" not in texts(app)
    assert acts(log) == [("AK", "decide conflict", "f2")]
    assert has(app, "run_resume")


def test_the_past_can_be_looked_at_but_not_changed(open_app, record):
    app = open_app(run=record("r1"), step="8", selected="f2")
    assert "go to the newest step to change anything" in texts(app)
    assert offered(app) == set()


@pytest.mark.parametrize("origin", ["sample", "imported"])
def test_a_run_opened_from_a_file_offers_only_to_branch_and_says_so(open_app, record, origin):
    app = open_app(run=record("r1", origin=origin), selected="f2")
    assert "it can be branched from, not changed" in texts(app)
    assert offered(app) == set()
    assert has(app, "branch")


def test_why_and_what_would_change_the_answer(open_app, record):
    app = open_app(run=record("r1"), selected="f2")
    assert "Compared with" in texts(app)
    assert "f1 Ada Holm :gray[· this one holds: the minutes correct the brochure]" in texts(app)
    app.session_state["overturn"] = True
    app = sound(app.run())
    assert "1 independent source, which only mentions it" in texts(app)
    app = press(app, "doubt_select_f3")
    assert app.query_params["selected"] == "f3"


def test_a_reopened_run_is_carried_on_to_an_answer_again(open_app, log):
    app = ask(open_app())
    run = app.query_params["run"]
    assert runs.runner().join(run, 15)
    state = runs.standing(run, log.last_seq(run)).state
    last = state.claims[-1].citations[0].fact
    app.query_params["selected"] = last
    app = do(sound(app.run()), "reject fact", last)
    assert status(app) == "reopened"
    app = press(app, "run_resume")
    assert runs.runner().join(run, 15)
    assert status(sound(app.run())) in ("answered", "answer")  # "no answer" too


def test_an_act_within_a_step_waits_for_its_end(open_app, log, slow):  # noqa: F811
    app = ask(open_app())
    run = app.query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    slow[0].answer(1)
    wait_for(lambda: slow[0].asked == 2)
    app = do(sound(app.run()), "add question", "", value="Who owns the Norholm bridge?")
    assert acts(log, run) == []
    slow[0].answer(100)
    assert runs.runner().join(run, 15)
    assert acts(log, run) == [("AK", "add question", "q3")]


def test_a_branch_goes_on_by_itself_and_names_its_parent(open_app, log, record):
    app = open_app(run=record("r1"), step="9")
    app = press(app, "branch")
    assert "the first 9 steps" in texts(app)
    app.number_input(key="branch_turns").set_value(7)
    app.multiselect(key="branch_collections").set_value([load().collections[0]])
    app.selectbox(key="branch_repair").set_value("flat")
    app = press(app, "branch_paused")
    made = app.query_params["run"]
    assert made != "r1"
    state = runs.standing(made, log.last_seq(made)).state
    assert (state.limits.turns, state.rules.repair, state.parent[0]) == (7, "flat", "r1")
    assert status(app) == "branched"
    app = press(app, "parent")
    assert (app.query_params["run"], app.query_params["step"]) == ("r1", "9")


def test_a_branch_of_a_sample_may_go_on_at_once(open_app, log, record):
    app = press(open_app(run=record("r1", origin="sample"), step="3"), "branch")
    app.selectbox(key=next(b.key for b in app.selectbox if b.key.startswith("branch_model"))).set_value(load().model)
    app.multiselect(key="branch_collections").set_value([load().collections[0]])
    app = press(app, "branch_go")
    made = app.query_params["run"]
    assert runs.runner().join(made, 15)
    assert log.run(made).status == "finished"


def test_a_branch_that_cannot_be_is_refused_in_a_sentence(open_app, log, record):
    app = press(open_app(run=record("r1"), step="9"), "branch")
    app.multiselect(key="branch_collections").set_value([])
    app = press(app, "branch_paused")
    assert "choose at least one" in texts(app)
    assert len(log.runs()) == 1


HOSTILE = "![x](http://evil.example/a.png) :red[y] <b>z</b>"


def test_what_a_person_writes_is_shown_as_characters(open_app, record, log):
    app = do(open_app(run=record("r1"), selected="f2"), "pin fact", "f2", reason=HOSTILE)
    assert HOSTILE in texts(app)
    assert not any("![x]" in text or ":red[y]" in text for text in raw(app))


@pytest.mark.parametrize("selected", ["f60", "n40", "q1"])
def test_a_selection_in_a_run_of_300_steps_takes_little_work(open_app, log, selected):
    small_run.record(log, "long", tuple(long_run.steps(300)))
    app = open_app(run="long", selected=selected)
    times = []
    for _ in range(3):
        begun = time.process_time()
        sound(app.run())
        times.append(time.process_time() - begun)
    assert min(times) < 0.3, times
