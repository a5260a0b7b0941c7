"""The runner: pause, step, stop and resume between two steps; a run is carried once, and a failure loses nothing."""

import os
import socket
import threading
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest
from driving import wait_for

from sleuth import carrying, memory
from sleuth import events as e
from sleuth.acts import Intervention
from sleuth.audit.judging import give
from sleuth.calls import Calls, UnderWay
from sleuth.carrying import begin, carry
from sleuth.errors import CallerError, ModelUnavailable
from sleuth.gate import Gate
from sleuth.investigate import Ports
from sleuth.models import Reply
from sleuth.runner import Runner
from sleuth.search import Query, Results
from sleuth.settings import Limits, Settings
from sleuth.state import State
from sleuth.store import Log

SOON = 10.0
"""Seconds after which something that should have happened has not."""
TURNS = 3
SETTINGS = Settings(model="scripted/none", memory="tiny", collections=(), limits=Limits(turns=TURNS))


@pytest.fixture(autouse=True)
def tiny_strategy(monkeypatch):
    """The strategy beside these tests, found by name like any other."""
    monkeypatch.setattr(memory, "__path__", [*memory.__path__, str(Path(__file__).parent / "strategies")])


class WatchedLog(Log):
    """A log that lets a test wait until something is recorded."""

    def __init__(self, path: Path) -> None:
        self.changed = threading.Condition()
        super().__init__(path)

    def append(self, run, entries):
        super().append(run, entries)
        with self.changed:
            self.changed.notify_all()

    def wait(self, run: str, kind: type, times: int = 1) -> None:
        """Wait until an event of this kind was recorded so many times."""

        def there() -> bool:
            return sum(isinstance(x.event, kind) for x in self.entries(run)) >= times

        with self.changed:
            assert self.changed.wait_for(there, SOON), f"{kind.__name__} did not come"


class Speaker:
    """A model that a test can hold, break and watch."""

    def __init__(self) -> None:
        self.calls = 0
        self.error: BaseException | None = None
        self.asked = threading.Semaphore(0)
        self.free = threading.Event()
        self.free.set()
        self.abandoned = threading.Event()

    def __call__(self, request):
        self.calls += 1
        self.asked.release()
        assert self.free.wait(SOON)
        if self.abandoned.is_set():
            raise ModelUnavailable("The call was abandoned.")
        if self.error is not None:
            raise self.error
        return Reply(text="yes", model="speaker")

    def abandon(self) -> None:
        self.abandoned.set()
        self.free.set()


@pytest.fixture
def log(tmp_path):
    return WatchedLog(tmp_path / "log.db")


@pytest.fixture
def speaker():
    speaker = Speaker()
    yield speaker
    speaker.free.set()


@pytest.fixture
def connect(speaker):
    return lambda settings: Ports(
        model=speaker,
        search=lambda query: Results(engine="none", outcome="no match"),
        clock=lambda: datetime(2026, 3, 1, tzinfo=UTC),
    )


@pytest.fixture
def running(log, connect):
    background = Runner(log, connect)
    yield background
    for run in log.runs():
        background.stop(run.id)
        assert background.join(run.id, SOON)


def told(log: Log, run: str) -> list[str]:
    """The kinds of event of a run, in order; the places without gap or double."""
    read = log.entries(run)
    assert [x.seq for x in read] == list(range(1, len(read) + 1))
    return [x.event.type for x in read]


START = ["run_started", "step_taken", "contract_made", "node_added", "question_opened"]
TURN = ["step_taken", "turn_started", "step_taken", "model_called", "turn_checked"]
END = ["step_taken", "answered"]
WHOLE = START + TURN * TURNS + END


def test_a_question_is_carried_to_its_answer_in_the_background(running, log, speaker):
    run = running.start("Is it so?", SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == WHOLE
    assert (log.run(run).status, log.run(run).answer) == ("finished", "It is so.")
    assert speaker.calls == TURNS


def test_pause_holds_before_the_next_step_and_resume_goes_on(running, log, speaker):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    running.pause(run)
    speaker.free.set()
    log.wait(run, e.RunPaused)
    assert told(log, run) == [*START, *TURN, "run_paused"], "the call under way is finished and kept"
    assert log.run(run).status == "paused"
    assert running.carries(run)
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == [*START, *TURN, "run_paused", "run_resumed", *WHOLE[len(START + TURN) :]]


def test_step_takes_exactly_one_phase(running, log):
    run = running.start("Is it so?", SETTINGS, paused=True)
    log.wait(run, e.RunPaused)
    running.step(run)
    log.wait(run, e.ContractMade)
    # Pressed before that phase is over, a second press would change nothing.
    wait_for(lambda: running.waits(run))
    running.step(run)
    log.wait(run, e.TurnStarted)
    assert log.run(run).status == "paused"
    running.stop(run)
    assert running.join(run, SOON)
    assert told(log, run) == ["run_started", "run_paused", *START[1:], *TURN[:2], "run_stopped"]


def test_stop_ends_a_run_whose_call_hangs_within_a_second(running, log, speaker):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    running.stop(run)
    assert running.join(run, 1.0)
    assert told(log, run) == [*START, *TURN[:2], "run_stopped"], "the abandoned call left nothing behind"
    assert log.run(run).status == "stopped"


class Deaf:
    """A model or a search that hangs and cannot be told to end."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.free = threading.Event()

    def __call__(self, _):
        self.asked.release()
        self.free.wait(SOON)
        return Reply(text="yes", model="deaf")


@pytest.fixture
def deaf():
    model = Deaf()
    yield model
    model.free.set()


def test_stop_does_not_wait_for_a_model_that_cannot_be_told_to_end(log, connect, deaf):
    running = Runner(log, lambda settings: connect(settings)._replace(model=deaf))
    run = running.start("Is it so?", SETTINGS)
    assert deaf.asked.acquire(timeout=SOON)
    running.stop(run)
    assert running.join(run, 1.0)
    assert told(log, run) == [*START, *TURN[:2], "run_stopped"]
    deaf.free.set()
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert log.run(run).status == "finished"
    assert told(log, run).count("model_called") == TURNS, "what came too late was dropped"


def test_stop_does_not_wait_for_what_is_being_opened(log, connect, deaf):
    def slowly(settings):
        deaf(None)
        return connect(settings)

    running = Runner(log, slowly)
    run = running.start("Is it so?", SETTINGS)
    assert deaf.asked.acquire(timeout=SOON)
    assert running.under_way(run).kind == "opening"
    running.stop(run)
    assert running.join(run, 1.0)
    assert told(log, run) == ["run_started", "run_stopped"]


def test_resume_right_after_stop_is_not_lost(running, log, speaker):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    running.stop(run)
    speaker.abandoned.clear()
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == [*START, *TURN[:2], "run_stopped", "run_resumed", *WHOLE[len(START) + 2 :]]


def test_a_call_that_hangs_is_left_and_asked_again_on_resume(log, connect, deaf):
    running = Runner(log, lambda settings: connect(settings)._replace(model=deaf))
    run = running.start("Is it so?", SETTINGS)
    assert deaf.asked.acquire(timeout=SOON)
    running.leave(run)
    log.wait(run, e.RunPaused)
    assert told(log, run) == [*START, *TURN[:2], "run_paused"]
    deaf.free.set()
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == [*START, *TURN[:2], "run_paused", "run_resumed", *WHOLE[len(START) + 2 :]]


def test_a_search_that_hangs_is_left_as_one_that_failed(connect, deaf):
    calls = Calls(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    ports = calls.open(lambda: connect(SETTINGS)._replace(search=deaf))
    came: list[Results] = []
    looking = threading.Thread(target=lambda: came.append(ports.search(Query(text="bridge"))))
    looking.start()
    assert deaf.asked.acquire(timeout=SOON)
    assert calls.now == UnderWay("search", datetime(2026, 3, 1, tzinfo=UTC))
    calls.leave()
    looking.join(1.0)
    assert calls.now is None
    assert came[0].outcome == "failed"
    assert came[0].message.startswith("given up by a person after")


def test_what_a_model_tells_while_it_writes_is_known(connect, deaf):
    deaf.listener = None
    calls = Calls(lambda: datetime(2026, 3, 1, tzinfo=UTC))
    ports = calls.open(lambda: connect(SETTINGS)._replace(model=deaf))
    asking = threading.Thread(target=lambda: ports.model(None))
    asking.start()
    assert deaf.asked.acquire(timeout=SOON)
    assert calls.now.tokens is None
    deaf.listener(212)
    assert calls.now.tokens == 212
    deaf.free.set()
    asking.join(SOON)
    deaf.listener(213)
    assert calls.now is None, "a call that is over tells nothing any more"


def test_a_stopped_run_can_be_resumed(running, log, speaker):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    running.stop(run)
    assert running.join(run, SOON)
    speaker.abandoned.clear()
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == [*START, *TURN[:2], "run_stopped", "run_resumed", *WHOLE[len(START) + 2 :]]


def test_a_paused_run_can_be_stopped(running, log):
    run = running.start("Is it so?", SETTINGS, paused=True)
    log.wait(run, e.RunPaused)
    running.stop(run)
    assert running.join(run, SOON)
    assert told(log, run) == ["run_started", "run_paused", "run_stopped"]


def test_pressing_resume_many_times_does_not_double_the_run(running, log, connect, speaker):
    run = begin(log, "Is it so?", SETTINGS)
    gate = threading.Barrier(6)

    def press() -> None:
        gate.wait(SOON)
        running.go_on(run, SETTINGS)

    presses = [threading.Thread(target=press) for _ in range(6)]
    for thread in presses:
        thread.start()
    for thread in presses:
        thread.join(SOON)
    assert running.join(run, SOON)
    assert told(log, run) == WHOLE
    assert speaker.calls == TURNS


def test_two_runs_at_once_do_not_mix(running, log):
    runs = [running.start(f"Is number {n} so?", SETTINGS) for n in range(4)]
    assert len(set(runs)) == 4
    for run in runs:
        assert running.join(run, SOON)
        assert told(log, run) == WHOLE


def test_a_run_that_another_living_process_carries_is_refused(running, log, connect, monkeypatch):
    run = begin(log, "Is it so?", SETTINGS)
    other = f"{socket.gethostname()} {os.getppid()} {psutil.Process(os.getppid()).create_time():.2f}"
    with monkeypatch.context() as patch:
        patch.setattr("sleuth.store.this_process", lambda: other)
        log.claim(run)
    with pytest.raises(CallerError, match="another process"):
        running.go_on(run, SETTINGS)
    with pytest.raises(CallerError, match="another process"):
        next(carry(log, run, SETTINGS, connect))
    assert told(log, run) == ["run_started"]


def test_a_failing_model_ends_the_run_with_its_sentence_and_resume_goes_on_when_it_is_well(running, log, speaker):
    speaker.error = ModelUnavailable("The server at 127.0.0.1:9 does not answer.")
    run = running.start("Is it so?", SETTINGS)
    assert running.join(run, SOON)
    row = log.run(run)
    assert (row.status, row.cause) == ("failed", "The server at 127.0.0.1:9 does not answer.")
    assert told(log, run) == [*START, *TURN[:2], "run_failed"]
    speaker.error = None
    running.go_on(run, SETTINGS)
    assert running.join(run, SOON)
    assert told(log, run) == [*START, *TURN[:2], "run_failed", "run_resumed", *WHOLE[len(START) + 2 :]]
    assert (log.run(run).status, log.run(run).cause) == ("finished", "answered")


def test_a_back_end_that_cannot_be_opened_is_the_runs_recorded_outcome(log):
    def connect(settings):
        raise CallerError("There is no collection 'harbor'; there are: casebook.")

    run = begin(log, "Is it so?", SETTINGS)
    (last,) = carry(log, run, SETTINGS, connect)
    assert last[0].event == e.RunFailed(error="There is no collection 'harbor'; there are: casebook.")
    assert log.run(run).status == "failed"


def test_a_defect_is_recorded_as_a_failure_too(running, log, speaker):
    speaker.error = ZeroDivisionError("division by zero")
    run = running.start("Is it so?", SETTINGS)
    assert running.join(run, SOON)
    assert log.run(run).cause == "Unexpected: ZeroDivisionError: division by zero"


def test_an_interrupted_call_is_the_only_one_repeated(log, connect, speaker):
    run = begin(log, "Is it so?", SETTINGS)
    speaker.error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        list(carry(log, run, SETTINGS, connect))
    assert log.run(run).status == "interrupted"
    speaker.error = None
    list(carry(log, run, SETTINGS, connect))
    assert told(log, run) == WHOLE
    assert speaker.calls == TURNS + 1


def test_a_driver_that_walks_away_leaves_the_run_to_others(log, connect):
    run = begin(log, "Is it so?", SETTINGS)
    steps = carry(log, run, SETTINGS, connect)
    next(steps)
    assert log.run(run).status == "running"
    steps.close()
    assert log.run(run).status == "interrupted"


def test_a_finished_run_is_not_carried_again(running, log, connect, speaker):
    run = running.start("Is it so?", SETTINGS)
    assert running.join(run, SOON)
    assert list(carry(log, run, SETTINGS, connect)) == []
    assert speaker.calls == TURNS
    assert told(log, run) == WHOLE


def test_a_run_keeps_its_own_model_memory_collections_and_limits(log, connect):
    seen = []

    def looking(settings):
        seen.append(settings)
        return connect(settings)

    run = begin(log, "Is it so?", SETTINGS)
    others = Settings(model="openai/other", memory="retree", collections=("x",), limits=Limits(turns=1), timeout_s=7)
    list(carry(log, run, others, looking))
    assert seen == [SETTINGS.model_copy(update={"timeout_s": 7.0})]
    assert told(log, run) == WHOLE


# What is asked


@pytest.mark.parametrize("question", ["", "   \n\t", "?!", "…"])
def test_an_empty_question_is_refused_and_nothing_recorded(log, question):
    with pytest.raises(CallerError, match="The question is empty"):
        begin(log, question, SETTINGS)
    assert log.runs() == ()


def test_a_document_pasted_as_a_question_is_refused_with_its_size(log):
    with pytest.raises(CallerError, match=r"20,000 characters; at most 2,000"):
        begin(log, "x" * 20_000, SETTINGS)
    assert log.runs() == ()


def test_a_question_whose_bytes_are_no_text_is_refused(log):
    with pytest.raises(CallerError, match="no text in UTF-8"):
        begin(log, "Wer ist M\udcfcller?", SETTINGS)


def test_a_question_in_another_script_is_kept_and_its_spaces_are_set_right(log):
    run = begin(log, "  誰が\n設計した  のか? ", SETTINGS)
    assert log.run(run).question == "誰が 設計した のか?"


def test_an_unknown_memory_is_refused_naming_what_exists(log):
    with pytest.raises(CallerError, match=r"The memory 'elephant' is not known; use one of: .*retree.*tiny"):
        begin(log, "Is it so?", SETTINGS.model_copy(update={"memory": "elephant"}))
    assert log.runs() == ()


def test_run_ids_sort_by_time_and_differ_within_a_second():
    at = datetime(2026, 3, 1, 9, 0, 1, tzinfo=UTC)
    ids = {carrying.new_id(at) for _ in range(50)}
    assert len(ids) == 50
    assert max(ids) < carrying.new_id(at.replace(second=2))


# The gate


RUNNING, PAUSED, FAILED, STOPPED, FINISHED = (
    State(status=status) for status in ("running", "paused", "failed", "stopped", "finished")
)


@pytest.mark.parametrize(
    ("wish", "state", "event"),
    [
        ("go", RUNNING, None),
        ("go", PAUSED, e.RunResumed()),
        ("go", FAILED, e.RunResumed()),
        ("go", STOPPED, e.RunResumed()),
        ("pause", RUNNING, e.RunPaused()),
        ("step", RUNNING, None),
        ("step", PAUSED, None),
        ("step", FAILED, e.RunResumed()),
        ("stop", RUNNING, e.RunStopped()),
        ("stop", PAUSED, e.RunStopped()),
        ("stop", FAILED, None),
        ("stop", STOPPED, None),
        ("go", FINISHED, None),
    ],
)
def test_what_a_wish_means_for_a_run(wish, state, event):
    assert Gate(wish).person(state, lambda: "read") == ((event,) if event else ())


def test_a_step_goes_to_the_end_of_its_phase_and_then_the_gate_is_shut():
    gate = Gate("step")
    assert gate.person(PAUSED, lambda: "read") == ()
    reading = RUNNING.model_copy(update={"phase": "read"})
    assert gate.person(reading, lambda: "read") == ()
    assert gate.person(reading, lambda: "compare") == (e.RunPaused(),)
    assert gate.wish == "pause"


def test_a_step_wished_for_within_a_phase_is_that_phase():
    gate = Gate()
    searching = RUNNING.model_copy(update={"phase": "search"})
    assert gate.person(RUNNING, lambda: "search") == ()
    gate.ask("step")
    gate.ask("step")  # as from a second tab
    assert gate.person(searching, lambda: "search") == ()
    assert gate.person(searching, lambda: "read") == (e.RunPaused(),)


def test_a_waiting_gate_opens_when_the_wish_changes():
    gate, passed = Gate("pause"), []
    waiting = threading.Thread(target=lambda: passed.append(gate.person(PAUSED, lambda: "read")))
    waiting.start()
    gate.ask("stop")
    waiting.join(SOON)
    assert passed == [(e.RunStopped(),)]


def asked_for(act: str, target: str, value: str = "") -> Intervention:
    return Intervention(act=act, author="AK", reason="to see", target=target, value=value)


def test_an_act_within_a_step_takes_effect_after_it_and_one_that_then_cannot_be_done_is_told_once(
    running, log, speaker
):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    for value in ("Is it thus?", "Is it thus?"):
        running.intervene(run, asked_for("add hypothesis", "q1", value))
    assert "acted" not in told(log, run)
    speaker.free.set()
    assert running.join(run, SOON)
    assert told(log, run).count("acted") == 1
    assert told(log, run)[:11] == [*START, *TURN, "acted"]
    assert [r.split(" is among")[0] for r in running.refusals(run)] == ["'Is it thus?'"]
    assert running.refusals(run) == ()


def test_an_act_on_a_run_that_has_ended_is_recorded_at_once(running, log):
    run = running.start("Is it so?", SETTINGS)
    assert running.join(run, SOON)
    running.intervene(run, asked_for("add hypothesis", "q1", "It is thus."))
    assert [x.event.act for x in log.entries(run) if x.event.type == "acted"] == ["add hypothesis"]


def test_a_run_on_its_way_has_no_claim_to_judge_and_what_is_judged_after_its_end_is_recorded_at_once(
    running, log, speaker
):
    speaker.free.clear()
    run = running.start("Is it so?", SETTINGS)
    assert speaker.asked.acquire(timeout=SOON)
    with pytest.raises(CallerError, match="none, for there is no answer"):
        running.audit(run, lambda now: give(now, "AK", "c1", "supported"))
    speaker.free.set()
    log.wait(run, e.Answered)
    running.audit(run, lambda now: give(now, "AK", "c1", "supported"))
    assert running.join(run, SOON)
    assert told(log, run) == [*WHOLE, "verdict_given"]
    assert running.refusals(run) == ()


def test_a_gate_takes_nothing_more_once_the_run_has_ended():
    gate = Gate()
    assert gate.act(lambda _: ())
    assert len(gate.end()) == 1
    assert not gate.act(lambda _: ())
