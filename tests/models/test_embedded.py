"""The embedded model: one child for all, and whatever befalls it is either unnoticed or told in a sentence.

Most tests put a stand-in in the child's place; those marked `embedded` run llama.cpp with the real weights.
"""

import json
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from models.calling import Calling

from sleuth.errors import CallerError, ModelRefused, ModelUnavailable
from sleuth.models import Message, Request, embedded
from sleuth.models.openai_compatible import OpenAICompatible
from sleuth.models.server import Server

SETTINGS = SimpleNamespace(timeout_s=60.0)
ROOT = Path(__file__).parents[2]
SCHEMA = {
    "type": "object",
    "properties": {"capital": {"type": "string", "maxLength": 40}},
    "required": ["capital"],
    "additionalProperties": False,
}


def asking(text, purpose="plan", **more):
    return Request(purpose=purpose, messages=(Message(role="user", content=text),), **more)


def children():
    """The model's processes that this one has started and that still run; other tests leave other ones."""
    running = (c for c in psutil.Process().children() if c.status() != psutil.STATUS_ZOMBIE)
    return [c for c in running if re.search("llama_child|embedded_server", " ".join(c.cmdline()))]


def end(child):
    """End a process as the system does when memory is short."""
    child.kill()
    psutil.wait_procs([child], timeout=5)


@pytest.fixture(autouse=True)
def no_child_is_left():
    yield
    embedded.end_all()


@pytest.fixture
def standing_in(monkeypatch, tmp_path):
    """Put the stand-in in the child's place; what it was asked, line by line."""
    program = str(Path(__file__).with_name("llama_child.py"))
    monkeypatch.setattr(embedded, "SERVER", (sys.executable, "-S", program, str(tmp_path)))
    asked = tmp_path / "asked.jsonl"
    asked.touch()
    return lambda: [json.loads(line) for line in asked.read_text().splitlines()]


def seen(lines, text):
    """Wait, at most five seconds, until the child was asked this."""
    pause = threading.Event()
    for _ in range(500):
        if any(line.get("text") == text for line in lines()):
            return True
        pause.wait(0.01)
    return False


@pytest.fixture
def weights(tmp_path):
    """A GGUF file by this name, in a folder of its own."""

    def named(name="small"):
        path = tmp_path / "weights" / f"{name}.gguf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"GGUF and more")
        return str(path)

    return named


def test_without_the_weights_it_says_how_to_fetch_them():
    with pytest.raises(CallerError, match="not here yet; fetch them once with: python -m sleuth model pull embedded"):
        embedded.connect(None, SETTINGS)


def test_nothing_starts_before_the_first_call_and_all_runs_share_one_child(standing_in, weights):
    one, other = embedded.connect(weights(), SETTINGS), embedded.connect(weights(), SETTINGS)
    assert children() == []
    calls = [Calling(model, asking("hello", purpose)) for model in (one, other) for purpose in ("plan", "read")]
    assert [c.ended_within(10).text for c in calls] == ["hello: answered"] * 4
    assert len(children()) == 1
    launched, *asked = standing_in()
    assert launched == {"launched": "small", "slots": embedded.SLOTS}
    assert all(a["own_key"] and a["cache"] for a in asked)


def test_each_purpose_keeps_its_slot_and_the_surplus_shares(standing_in, weights):
    model = embedded.connect(weights(), SETTINGS)
    purposes = [f"purpose {n}" for n in range(embedded.SLOTS + 1)]
    for purpose in [*purposes, *reversed(purposes)]:
        model(asking("hello", purpose))
    slots = [line["slot"] for line in standing_in()[1:]]
    expected = [*range(embedded.SLOTS), 0]
    assert slots == [*expected, *reversed(expected)]


def test_nothing_is_written_beside_the_weights(standing_in, weights):
    path = Path(weights())
    embedded.connect(str(path), SETTINGS)(asking("hello"))
    assert list(path.parent.iterdir()) == [path]


def test_a_child_that_died_between_calls_is_replaced_unnoticed(standing_in, weights):
    model = embedded.connect(weights(), SETTINGS)
    model(asking("first"))
    (before,) = children()
    end(before)
    assert model(asking("second")).text == "second: answered"
    (after,) = children()
    assert after.pid != before.pid


def test_a_call_that_meets_the_death_of_the_child_is_put_once_more(standing_in, weights):
    assert embedded.connect(weights(), SETTINGS)(asking("die once")).text == "die once: answered"
    assert len({line["pid"] for line in standing_in() if "pid" in line}) == 2


def test_a_second_death_over_one_request_is_told_with_the_childs_last_words(standing_in, weights):
    model = embedded.connect(weights(), SETTINGS)
    with pytest.raises(ModelUnavailable, match="died twice over one request: out of memory in tensor 7"):
        model(asking("die"))
    assert len({line["pid"] for line in standing_in() if "pid" in line}) == 2, "tried more than twice"
    assert model(asking("after that")).text == "after that: answered"


def test_weights_that_cannot_be_loaded_are_named_with_the_reason(standing_in, weights):
    model = embedded.connect(weights("damaged"), SETTINGS)
    with pytest.raises(
        ModelUnavailable, match=r"while it loaded .*damaged\.gguf \(exit status 3\): the weights are dam"
    ):
        model(asking("hello"))


def test_a_child_that_takes_too_long_to_load_is_given_up_and_ended(standing_in, weights):
    with pytest.raises(ModelUnavailable, match=r"did not load within 0\.3 seconds; raise SLEUTH_TIMEOUT"):
        embedded.connect(weights("endless"), SimpleNamespace(timeout_s=0.3))(asking("hello"))
    assert children() == []


def test_a_call_that_hangs_is_abandoned_at_once_and_the_child_lives_on(standing_in, weights):
    model = embedded.connect(weights(), SETTINGS)
    call = Calling(model, asking("hang"))
    assert seen(standing_in, "hang")
    model.abandon()
    assert call.ended_within(1) == "The call was abandoned."
    assert model(asking("hello")).text == "hello: answered"
    assert len({line["pid"] for line in standing_in() if "pid" in line}) == 1


def test_a_call_that_waits_for_another_runs_slot_is_abandoned_at_once_too(standing_in, weights):
    one, other = embedded.connect(weights(), SETTINGS), embedded.connect(weights(), SETTINGS)
    holding = Calling(one, asking("hang"))
    assert seen(standing_in, "hang")
    waiting = Calling(other, asking("queued"))
    assert other(asking("elsewhere", "read")).text == "elsewhere: answered", "another slot is free"
    other.abandon()
    assert waiting.ended_within(1) == "The call was abandoned."
    assert holding.is_alive(), "the other run's call is none of its business"
    one.abandon()
    assert holding.ended_within(1) == "The call was abandoned."
    assert not any(line.get("text") == "queued" for line in standing_in())


def test_a_call_is_abandoned_while_the_weights_are_still_loading(standing_in, weights):
    model = embedded.connect(weights("endless"), SETTINGS)
    call = Calling(model, asking("hello"))
    while not children() and call.is_alive():
        call.join(0.01)
    model.abandon()
    assert call.ended_within(1) == "The call was abandoned."


@pytest.fixture
def real(no_child_is_left):
    return embedded.connect(None, SimpleNamespace(timeout_s=120.0))


CAPITAL = Request(
    purpose="plan",
    messages=(
        Message(role="system", content="You answer questions on geography with one JSON object and nothing else."),
        Message(role="user", content="What is the capital of France?"),
    ),
    reply_schema=SCHEMA,
    max_tokens=40,
)


@pytest.mark.embedded
def test_llama_answers_in_the_form_asked_for_and_keeps_each_purposes_prompt(real):
    first = real(CAPITAL)
    assert json.loads(first.text) == {"capital": "Paris"}
    assert first.completion_tokens > 0
    real(asking("Say hello.", "read", max_tokens=4))
    again = real(CAPITAL)
    assert again.text == first.text
    assert again.cached_tokens >= again.prompt_tokens - 1, "the other purpose has pushed the prompt out"

    call = Calling(real, asking("Write a long story about a lighthouse.", max_tokens=400))
    call.join(1)
    real.abandon()
    assert call.ended_within(1) == "The call was abandoned."
    assert real(CAPITAL).text == first.text, "the abandoned call's text is still in the slot"


@pytest.mark.embedded
def test_llama_gives_the_same_reply_with_the_same_counts_when_somebody_listens(real):
    """Watched runs are answered in chunks, measured ones at once: one must not differ from the other."""
    sure = CAPITAL.model_copy(update={"top": 5})
    real(sure)
    at_once, heard = real(sure), []
    real.listener = heard.append
    in_chunks = real(sure)
    left_out = {"seconds"}
    assert in_chunks.model_dump(exclude=left_out) == at_once.model_dump(exclude=left_out)
    assert heard[0] == 0
    assert 0 < heard[-1] <= in_chunks.completion_tokens


@pytest.mark.embedded
def test_llama_takes_nobody_elses_requests_and_is_replaced_when_it_dies(real):
    assert json.loads(real(CAPITAL).text) == {"capital": "Paris"}
    (child,) = children()
    (listening,) = [c.laddr for c in child.net_connections() if c.status == psutil.CONN_LISTEN]
    assert listening.ip == "127.0.0.1"
    stranger = OpenAICompatible(Server(f"http://127.0.0.1:{listening.port}", "guessed", "openai", 5.0), "m")
    with pytest.raises(ModelRefused, match="refused the key"):
        stranger(CAPITAL)
    end(child)
    assert json.loads(real(CAPITAL).text) == {"capital": "Paris"}


OWNER = """
import sys
from types import SimpleNamespace
from sleuth.models import Message, Request, embedded
model = embedded.connect(None, SimpleNamespace(timeout_s=120.0))
model(Request(purpose="plan", messages=(Message(role="user", content="Say hello."),), max_tokens=2))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.embedded
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not known there")
def test_llama_ends_when_its_owner_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", OWNER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout.readline() == "ready\n"
        (child,) = psutil.Process(owner.pid).children()
        owner.send_signal(signal.SIGKILL)
        gone, _ = psutil.wait_procs([child], timeout=10)
        assert gone == [child]
