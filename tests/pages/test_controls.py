"""Asking, and steering a run: what the buttons do to the run, and what the page then shows. Models here wait."""

import os
import re
import socket
import threading
from itertools import pairwise

import harbour
import psutil
import pytest
import small_run
from driving import has, press, raw, sound, texts, wait_for

from components import runs
from components.investigate import status as status_module
from sleuth.carrying import connect as real_connect
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.models.scripted import connect
from sleuth.runner import Runner
from sleuth.store import Log


class Slow:
    """A scripted model whose every reply waits until the test lets it through."""

    def __init__(self, model):
        self.model = model
        self.asked = 0
        self.gate = threading.Semaphore(0)
        self.left = threading.Event()

    def __call__(self, request):
        self.asked += 1
        self.gate.acquire(timeout=20)
        return self.model(request)

    def answer(self, replies=1):
        self.gate.release(replies)


@pytest.fixture
def slow(monkeypatch):
    """Runs of this test get a model that waits."""
    made: list[Slow] = []

    def ports(settings):
        made.append(Slow(connect(settings.model.partition("/")[2], settings)))
        return real_connect(settings)._replace(model=made[-1])

    runner = Runner(Log(log_path()), ports)
    monkeypatch.setattr(runs, "runner", lambda: runner)
    yield made
    for model in made:
        model.answer(100)


def ask(app, question=harbour.QUESTION):
    app.text_area(key="question").set_value(question)
    return press(app, "ask_start")


def status(app):
    return next(x.value for x in app.markdown if "-badge[" in x.value).rsplit(" ", 1)[-1].rstrip("]")


def test_asking_opens_the_run_and_its_address(open_app, log):
    app = ask(open_app())
    run = app.query_params["run"]
    assert runs.runner().join(run, 15)
    sound(app.run())
    assert status(app) == "answered"
    assert log.run(run).answer in texts(app)
    assert log.run(run).question == harbour.QUESTION


@pytest.mark.parametrize(
    ("question", "said"),
    [("", "The question is empty"), (" ?! ", "The question is empty"), ("x " * 2000, "at most 2,000")],
)
def test_a_question_that_is_none_is_refused_in_a_sentence_and_starts_nothing(open_app, log, question, said):
    app = ask(open_app(), question)
    assert said in texts(app)
    assert log.runs() == ()


def test_without_a_collection_nothing_is_asked(open_app, log):
    app = open_app()
    app.multiselect[0].set_value([])
    assert "choose at least one" in texts(ask(app))
    assert log.runs() == ()


def test_an_unknown_model_is_named_with_those_there_are(open_app, monkeypatch):
    monkeypatch.setenv("SLEUTH_MODEL", "elephant")
    app = ask(open_app())
    runs.runner().join(app.query_params["run"], 15)
    assert "elephant" in texts(sound(app.run()))
    assert has(app, "run_resume")


def test_a_question_of_the_casebook_is_asked_with_one_click(open_app, log):
    app = open_app()
    key = next(b.key for b in app.button if b.key.startswith("case_"))
    app = press(app, key)
    row = log.run(app.query_params["run"])
    assert row.question in texts(app)


def test_pause_step_resume(open_app, log, slow):
    app = ask(open_app())
    run = app.query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    app = press(sound(app.run()), "run_pause")
    assert "(then it holds)" in texts(app)
    assert app.button(key="run_pause").disabled

    slow[0].answer()
    wait_for(lambda: runs.runner().waits(run))
    app = sound(app.run())
    assert (status(app), "Waiting for you" in texts(app)) == ("paused", True)
    taken = log.last_seq(run)

    app = press(app, "run_step")
    wait_for(lambda: log.last_seq(run) > taken and runs.runner().waits(run))
    app = sound(app.run())
    assert status(app) == "paused"
    assert sum(entry.event.type == "step_taken" for entry in log.entries(run, after=taken)) == 1

    app = press(app, "run_resume")
    slow[0].answer(100)
    assert runs.runner().join(run, 15)
    assert status(sound(app.run())) == "answered"


def test_while_a_single_step_is_being_taken_no_second_can_be_asked_for(open_app, slow):
    app = ask(open_app())
    run = app.query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    press(sound(app.run()), "run_pause")
    slow[0].answer()
    for _ in range(6):  # to the next step that asks the model
        wait_for(lambda: runs.runner().waits(run) or slow[0].asked == 2)
        if slow[0].asked == 2:
            break
        app = press(sound(app.run()), "run_step")
    app = sound(app.run())
    assert app.button(key="run_step").disabled
    assert "(then it holds)" in texts(app)


def test_stop_ends_it_and_resume_goes_on(open_app, log, slow):
    app = ask(open_app())
    run = app.query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    app = press(sound(app.run()), "run_stop")
    slow[0].answer(100)
    assert runs.runner().join(run, 15)
    app = sound(app.run())
    assert status(app) == "stopped"
    assert "You stopped it" in texts(app)
    app = press(app, "run_resume")
    wait_for(lambda: len(slow) == 2)
    slow[1].answer(100)
    assert runs.runner().join(run, 15)
    assert status(sound(app.run())) == "answered"


def test_a_run_that_failed_is_resumed_once_its_model_is_back(open_app, log, tmp_path):
    harbour.script(tmp_path, {"purpose": "read", "fails": "The model's server cannot be reached at 127.0.0.1:9."})
    app = ask(open_app())
    run = app.query_params["run"]
    assert runs.runner().join(run, 15)
    app = sound(app.run())
    assert status(app) == "failed"
    assert "cannot be reached at 127.0.0.1:9" in texts(app)
    harbour.script(tmp_path)
    app = press(app, "run_resume")
    assert runs.runner().join(run, 15)
    assert status(sound(app.run())) == "answered"


def test_ask_again_fills_the_form_with_the_same_question(open_app, record):
    app = press(open_app(run=record("r1")), "ask_again")
    assert "run" not in app.query_params
    assert app.text_area(key="question").value == harbour.QUESTION


def test_a_run_opened_from_a_file_can_only_be_read(open_app, record):
    app = open_app(run=record("r1", small_run.STEPS[:9], origin="imported"))
    assert not has(app, "run_resume")
    assert "can be read and replayed" in texts(app)


def test_a_question_is_posed_held_and_taken_phase_by_phase_to_its_end(open_app, log):
    app = open_app()
    app.text_area(key="question").set_value(harbour.QUESTION)
    app = press(app, "ask_step")
    run = app.query_params["run"]
    phases: list[list[str]] = []
    while log.run(run).status != "finished":
        wait_for(lambda: runs.runner().waits(run))
        before = log.last_seq(run)
        app = press(sound(app.run()), "run_step")
        wait_for(lambda: runs.runner().waits(run) or not runs.runner().carries(run))
        taken = (x.event for x in log.entries(run, after=before))
        phases.append([event.phase for event in taken if event.type == "step_taken"])
    assert all(len(set(one)) == 1 for one in phases), "a press takes one phase"
    assert all(one[0] != next_[0] for one, next_ in pairwise(phases)), "and all of it"
    assert {one[0] for one in phases} == {"plan", "choose", "search", "read", "compare", "update", "answer"}
    assert any(len(one) > 1 for one in phases)


def test_what_a_run_does_now_is_told_with_its_time_and_a_call_that_hangs_is_left(open_app, log, slow, monkeypatch):
    monkeypatch.setattr(status_module, "LONG_S", 0.0)
    app = ask(open_app())
    run = app.query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    app = sound(app.run())
    assert "Find what the question describes" in texts(app)
    assert re.search(r":gray\[00:0\d\]", "\n".join(raw(app)))
    app = press(app, "run_leave")
    wait_for(lambda: runs.runner().waits(run))
    app = sound(app.run())
    assert (status(app), log.run(run).status) == ("paused", "paused")
    assert "model_called" not in [x.event.type for x in log.entries(run)]
    app = press(app, "run_resume")
    slow[0].answer(100)
    assert runs.runner().join(run, 15)
    assert status(sound(app.run())) == "answered"


def test_five_runs_side_by_side_each_show_their_own_and_one_is_stopped_alone(open_app, log, slow):
    tabs = {}
    for number in range(5):
        app = ask(open_app(), f"{harbour.QUESTION[:-1]}, number {number}?")
        tabs[app.query_params["run"]] = (app, number)
    assert len(tabs) == 5
    wait_for(lambda: len(slow) == 5 and all(model.asked == 1 for model in slow))
    for run, (app, number) in tabs.items():
        assert f"number {number}?" in texts(sound(app.run()))
        assert app.query_params["run"] == run
        assert status(app) == "running"
    stopped = next(iter(tabs))
    press(tabs[stopped][0], "run_stop")
    assert runs.runner().join(stopped, 15)
    for model in slow:
        model.answer(100)
    for run, (app, _) in tabs.items():
        assert runs.runner().join(run, 15)
        assert status(sound(app.run())) == ("stopped" if run == stopped else "answered")
        assert [x.seq for x in log.entries(run)] == list(range(1, log.last_seq(run) + 1))


def test_two_tabs_that_press_resume_carry_the_run_once(open_app, log, slow):
    run = ask(open_app()).query_params["run"]
    wait_for(lambda: slow and slow[0].asked == 1)
    runs.runner().stop(run)
    assert runs.runner().join(run, 15)
    first, second = open_app(run=run), open_app(run=run)
    press(first, "run_resume")
    press(second, "run_resume")
    wait_for(lambda: len(slow) == 2)
    slow[1].answer(100)
    assert runs.runner().join(run, 15)
    assert len(slow) == 2, "the model was opened once more"
    kinds = [x.event.type for x in log.entries(run)]
    assert (kinds.count("run_resumed"), kinds.count("answered")) == (1, 1)
    assert status(sound(first.run())) == status(sound(second.run())) == "answered"


def test_a_run_of_another_process_shows_its_last_step_and_since_when(open_app, record, log, monkeypatch):
    run = record("r1", small_run.STEPS[:9])
    other = f"{socket.gethostname()} {os.getppid()} {psutil.Process(os.getppid()).create_time():.2f}"
    with monkeypatch.context() as patch:
        patch.setattr("sleuth.store.this_process", lambda: other)
        log.claim(run)
    app = open_app(run=run)
    assert "carried on by another process; its last step: 8, " in texts(app)
    assert re.search(r":gray\[[\d:]+\]", "\n".join(raw(app)))
    assert not has(app, "run_stop")
    assert "it can be stopped there" in texts(app)


def test_a_reply_that_could_not_be_used_is_one_click_away(open_app, record):
    number = next(i for i, group in enumerate(small_run.STEPS, 1) if any(x.type == "reply_refused" for x in group))
    refused = next(x for x in small_run.STEPS[number - 1] if x.type == "reply_refused")
    app = open_app(run=record("r1", small_run.STEPS[:number]))
    assert refused.reply in [code.value for code in app.code]
    assert refused.reply not in [code.value for code in open_app(run=record("r2", small_run.STEPS)).code]


def test_budgets_are_bars_where_they_are_limited_and_the_cost_is_known_only_by_a_price(
    open_app, tmp_path, monkeypatch
):
    script = f"scripted/{harbour.script(tmp_path)}"
    monkeypatch.setenv("SLEUTH_MODEL", script)
    assert runs.runner().join(ask(open_app()).query_params["run"], 15)
    app = sound(open_app(run=runs.log().runs()[0].id))
    assert "cost –" in texts(app)
    monkeypatch.setenv("SLEUTH_PRICES", f"{script} 100 200 EUR")
    monkeypatch.setenv("SLEUTH_TOKENS", "2000000")
    monkeypatch.setenv("SLEUTH_COST", "5")
    app = ask(open_app())
    assert runs.runner().join(app.query_params["run"], 15)
    app = sound(app.run())
    bars = [bar.proto.text for bar in app.get("progress")]
    assert [text.split()[0] for text in bars] == ["turns", "searches", "tokens", "cost"]
    usage = replay(runs.log().entries(app.query_params["run"])).usage
    assert bars[2:] == [f"tokens {usage.tokens:,}/2,000,000", f"cost {usage.cost:.2f}/5.00"]


def test_a_cost_limit_without_a_price_starts_nothing_and_says_what_to_do(open_app, log, monkeypatch):
    monkeypatch.setenv("SLEUTH_COST", "1")
    assert "no price is set for the model" in texts(ask(open_app()))
    assert log.runs() == ()
