"""Asking, and steering a run: what the buttons do to the run, and what the page then shows. Models here wait."""

import threading

import harbour
import pytest
from driving import has, press, sound, texts, wait_for

from components import runs
from sleuth.models.scripted import connect
from sleuth.runner import Runner
from sleuth.runner import connect as real_connect
from sleuth.settings import log_path
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
    import small_run

    app = open_app(run=record("r1", small_run.STEPS[:9], origin="imported"))
    assert not has(app, "run_resume")
    assert "can be read and replayed" in texts(app)
