"""The scripted model: the first line that fits answers; what fits none is named."""

import json
from time import monotonic

import pytest

from sleuth import models
from sleuth.errors import CallerError, ModelUnavailable
from sleuth.models import Message, Request
from sleuth.models.scripted import Line, scripted
from sleuth.settings import Settings


def request(purpose: str, *texts: str) -> Request:
    roles = ("user", "assistant")
    turns = tuple(Message(role=roles[i % 2], content=t) for i, t in enumerate(texts))
    return Request(purpose=purpose, messages=turns)


def test_the_first_line_of_the_purpose_whose_words_stand_in_the_last_turn_answers():
    model = scripted(
        (
            Line(purpose="read", when="Page: A", reply="a"),
            Line(purpose="read", reply="any"),
            Line(purpose="read", when="Page: B", reply="never"),
            Line(purpose="plan", reply={"steps": ["Where is Tromsø?"]}),
        )
    )
    assert model(request("read", "Page: A")).text == "a"
    assert model(request("read", "Page: B")).text == "any"
    assert model(request("read", "Page: A", "a", "Page: C")).text == "any", "only the last turn counts"
    assert model(request("plan", "x")).text == '{"steps": ["Where is Tromsø?"]}'


def test_a_request_that_fits_no_line_is_named():
    with pytest.raises(ModelUnavailable, match=r"no reply for 'read' to: Page: Z"):
        scripted((Line(purpose="plan", reply="x"),))(request("read", "Page: Z"))


def test_a_line_can_fail_with_its_own_sentence():
    with pytest.raises(ModelUnavailable, match="The server is gone"):
        scripted((Line(purpose="read", fails="The server is gone."),))(request("read", "x"))


def test_a_reply_counts_its_words_as_tokens():
    reply = scripted((Line(purpose="read", reply="two words"),))(request("read", "one two three"))
    assert (reply.prompt_tokens, reply.completion_tokens, reply.finish) == (3, 2, "stop")


def test_a_line_takes_its_time():
    begun = monotonic()
    scripted((Line(purpose="read", reply="x", seconds=0.02),))(request("read", "x"))
    assert monotonic() - begun >= 0.02


def test_a_script_is_read_from_a_file(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_text(json.dumps({"purpose": "read", "reply": "å"}) + "\n\n", encoding="utf-8")
    assert models.connect(f"scripted/{path}", Settings())(request("read", "x")).text == "å"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "malformed"),
        ('{"reply": "x"}', "malformed"),
        ('{"purpose": "read", "when": 1}', "malformed"),
        ('{"purpose": "read", "seconds": -1}', "malformed"),
        ('{"purpose": "read", "answer": "x"}', "malformed"),
        (None, "cannot be read"),
    ],
)
def test_a_missing_or_malformed_script_is_told_before_the_run(tmp_path, content, problem):
    path = tmp_path / "script.jsonl"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(CallerError, match=problem):
        models.connect(f"scripted/{path}", Settings())


def test_without_a_file_it_says_what_it_needs():
    with pytest.raises(CallerError, match=r"scripted/FILE\.jsonl"):
        models.connect("scripted", Settings())
