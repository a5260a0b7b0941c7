"""The model's part of an audit and the look at pages, beside the page: told, stopped, once at a time, never lost."""

import json
import threading

import pytest
import small_run
from judged_run import ANSWERED
from small_run import STEPS

from sleuth import models
from sleuth.audit import working
from sleuth.audit.working import begin_entailing, begin_rechecking
from sleuth.background import Background
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.models import Reply
from sleuth.settings import Settings
from sleuth.store import Log

SOON = 20.0
NOT_SAID = {"sentence": 0, "reason": "it does not say", "label": "neutral"}
EMPTY = {"sentence": 0, "value": ""}


@pytest.fixture(autouse=True)
def audits(monkeypatch):
    """No work of another test."""
    monkeypatch.setattr(working, "AUDITS", Background())
    return working.AUDITS


@pytest.fixture
def log(tmp_path):
    log = Log(tmp_path / "log.db")
    small_run.record(log, steps=ANSWERED)
    return log


@pytest.fixture
def settings(tmp_path):
    script = tmp_path / "script.jsonl"
    lines = ({"purpose": "entail", "reply": NOT_SAID}, {"purpose": "fill", "reply": EMPTY})
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return Settings(model=f"scripted/{script}", collections=())


@pytest.fixture
def held(monkeypatch):
    """A model that waits before each reply until it is let go."""
    free, asked = threading.Semaphore(0), threading.Semaphore(0)

    def model(request):
        asked.release()
        assert free.acquire(timeout=SOON)
        return Reply(text=json.dumps(EMPTY if request.purpose == "fill" else NOT_SAID), model="held")

    monkeypatch.setattr(models, "connect", lambda *_: model)
    yield free, asked
    free.release(100)


def labels(log):
    return len(replay(log.entries("small")).entailments)


def test_a_model_is_asked_about_every_claim_and_the_count_is_told(log, settings, audits):
    begin_entailing(log, "small", settings)
    work = audits.get("small")
    assert work.join(SOON)
    assert (work.error, work.result, work.doing, work.done, work.total) == (None, 6, "asking the model", 6, 6)
    assert labels(log) == 6
    begin_entailing(log, "small", settings)
    again = audits.get("small")
    assert again.join(SOON)
    assert (again.result, again.error) == (0, None), "nothing is left to ask"


def test_while_it_works_it_says_of_how_many_and_a_second_one_is_refused(log, settings, audits, held):
    free, asked = held
    begin_entailing(log, "small", settings)
    assert asked.acquire(timeout=SOON)
    free.release()
    assert asked.acquire(timeout=SOON)  # the second question, so the first is told
    work = audits.get("small")
    assert (work.running, work.doing, work.done, work.total) == (True, "asking the model", 1, 6)
    for begin in (begin_entailing, begin_rechecking):
        with pytest.raises(CallerError, match="still going on"):
            begin(log, "small", settings)
    free.release(100)
    assert work.join(SOON)
    assert work.result == 6


def test_one_that_is_stopped_ends_after_the_question_under_way_and_goes_on_from_there(log, settings, audits, held):
    free, asked = held
    begin_entailing(log, "small", settings)
    assert asked.acquire(timeout=SOON)
    work = audits.get("small")
    work.stopping = True
    free.release()
    assert work.join(SOON)
    assert (work.result, labels(log)) == (1, 1)
    free.release(100)
    begin_entailing(log, "small", settings)
    assert audits.get("small").join(SOON)
    assert labels(log) == 6


def test_a_model_that_cannot_be_asked_is_told_in_words_and_what_was_judged_stays(log, settings, audits, tmp_path):
    script = tmp_path / "script.jsonl"
    lines = (
        {"purpose": "entail", "fails": "The model's server cannot be reached."},
        {"purpose": "fill", "reply": EMPTY},
    )
    script.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    begin_entailing(log, "small", settings)
    work = audits.get("small")
    assert work.join(SOON)
    assert (work.result, work.error) == (None, "The model's server cannot be reached.")
    assert labels(log) == 3
    begin_entailing(log, "small", settings.model_copy(update={"model": "scripted/none.jsonl"}))
    assert audits.get("small").join(SOON)
    assert "none.jsonl" in audits.get("small").error


def test_pages_are_looked_at_beside_the_page(log, settings, audits):
    begin_rechecking(log, "small", settings)
    work = audits.get("small")
    assert work.join(SOON)
    assert (work.error, work.result, work.doing) == (None, 3, "looking at the pages")
    assert {x.fate for x in replay(log.entries("small")).pages_checked} == {"unknown"}


def test_two_runs_are_audited_at_once(log, settings, audits):
    small_run.record(log, "other", STEPS)
    for run in ("small", "other"):
        begin_entailing(log, run, settings)
    assert all(audits.get(run).join(SOON) for run in ("small", "other"))
    assert [audits.get(run).result for run in ("small", "other")] == [6, 2]
