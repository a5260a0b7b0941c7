"""The recorded model repeats what a run's model said, and invents nothing."""

import pytest
import small_run

from sleuth import models
from sleuth.errors import CallerError, ModelUnavailable
from sleuth.folders import log_path
from sleuth.investigate import Ask, Ports, take
from sleuth.memory._drafting import sure
from sleuth.models import Message, Reply, Request
from sleuth.models.recorded import recorded, told
from sleuth.settings import Settings
from sleuth.state import State
from sleuth.store import Log
from sleuth.uncertainty import places

ASKED = Request(purpose="read", messages=(Message(role="user", content="Hvor? Tromsø"),))


def heard(request: Request = ASKED, text: str = "Ada"):
    """The call as the log records it."""
    action = Ask("read", "Read", None, "read", request, lambda reply: ())
    ports = Ports(
        lambda r: Reply(text=text, model="some", reasoning="hm", prompt_tokens=5), None, lambda: small_run.BEGUN
    )
    return take(State(), action, ports)[1].event


def test_a_prompt_of_the_run_hears_the_same_reply_again():
    call = heard()
    reply = Reply(text=call.reply, model="recorded/some")
    assert recorded({call.prompt_sha256: reply})(ASKED) is reply


@pytest.mark.parametrize(
    "other",
    [
        (Message(role="user", content="Hvor? Tromso"),),
        (Message(role="system", content="Hvor? Tromsø"),),
        (*ASKED.messages, Message(role="assistant", content="Ada")),
        (),
    ],
)
def test_a_prompt_the_run_never_saw_gets_no_reply(other):
    call = heard()
    model = recorded({call.prompt_sha256: Reply(text="Ada", model="some")})
    with pytest.raises(ModelUnavailable, match="no reply to this 'read' prompt; the run took another way"):
        model(ASKED.model_copy(update={"messages": other}))


def log_with(*calls):
    log = Log(log_path())
    small_run.record(log, "tour", (*small_run.STEPS[:2], *((small_run.step("read", 0, "Read"), c) for c in calls)))


def test_a_run_of_the_log_is_repeated_by_its_name():
    log_with(heard())
    reply = models.connect("recorded/tour", Settings())(ASKED)
    assert (reply.text, reply.model) == ("Ada", "recorded/some")
    assert (reply.prompt_tokens, reply.completion_tokens) == (None, None), "nothing was spent"


def test_how_sure_the_model_was_is_repeated_as_it_was_recorded():
    log = Log(log_path())
    draft = small_run.called("draft", small_run.DRAFT.text).model_copy(update={"prompt_sha256": "a"})
    judged = small_run.called("relevance", "yes").model_copy(update={"prompt_sha256": "b"})
    ((_, _, drafted, measured, *_),) = small_run.DOUBTED
    start = small_run.step("choose", 0, "Draft")
    small_run.record(log, "tour", (*small_run.STEPS[:1], (start, draft, drafted), (start, judged, measured)))
    tokens = told(log.entries("tour"))
    assert places(tokens["a"], small_run.DRAFT.text) == small_run.DRAFT.places
    assert sure(tokens["b"]) == pytest.approx(0.75)
    assert not told(log.entries("tour")[:2])


def test_a_run_without_calls_is_told():
    log_with()
    with pytest.raises(CallerError, match="no model calls of a run 'other'; `runs` lists the runs"):
        models.connect("recorded/other", Settings())


def test_without_a_run_it_says_what_it_needs():
    with pytest.raises(CallerError, match="recorded/RUN"):
        models.connect("recorded", Settings())
