"""How likely the tokens of a reply were: asked for, read in the forms servers use, unknown where not told."""

from math import log

import pytest
from models.serving import said, serving

from sleuth.models import Message, Request, openai_compatible
from sleuth.models.openai_compatible import OpenAICompatible
from sleuth.models.server import Server

ASKING = Request(purpose="draft", messages=(Message(role="user", content="Who?"),), top=20)
PLAIN = ASKING.model_copy(update={"top": None})


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """A port may serve several tests."""
    monkeypatch.setattr(openai_compatible, "REMEMBERED", {})


def model(url):
    return OpenAICompatible(Server(url, None, "openai", 5.0, waits_s=(0.0,)), "m1")


def token(text, logprob=-0.1, top=(), **more):
    return {
        "token": text,
        "logprob": logprob,
        "bytes": list(text.encode()),
        "top_logprobs": [{"token": t, "logprob": p, "bytes": None} for t, p in top],
        **more,
    }


def answering(content, tokens, **message):
    answer = said(content, **message)
    answer["choices"][0]["logprobs"] = {"content": tokens}
    return answer


def heard(answer, request=ASKING):
    with serving(lambda asked: answer) as server:
        return model(server.url)(request)


def test_tokens_come_with_the_likeliest_ones_first_and_only_where_they_are_asked_for():
    answer = answering("Ada Holm", [token("Ada", -0.2, [("Bo", -1.9), ("Ada", -0.2)]), token(" Holm")])
    with serving(lambda asked: answer) as server:
        asked, plain = model(server.url)(ASKING), model(server.url)(PLAIN)
    assert [(t.text, t.logprob) for t in asked.tokens] == [("Ada", -0.2), (" Holm", -0.1)]
    assert [(x.text, x.logprob) for x in asked.tokens[0].likely] == [("Ada", -0.2), ("Bo", -1.9)]
    assert plain.tokens is None
    assert [(a.body.get("logprobs"), a.body.get("top_logprobs")) for a in server.asked] == [(True, 20), (None, None)]


@pytest.mark.parametrize(
    ("most", "sentence", "asked"),
    [
        (5, "top_logprobs must be at most 5", [20, 5]),
        (5, "Requested sample logprobs of {}, which exceeds the maximum allowed: 5", [20, 5]),
        (0, "top_logprobs is not supported", [20, 5, None]),
    ],
)
def test_a_server_that_reports_fewer_is_asked_for_fewer_and_that_is_remembered(most, sentence, asked):
    def answer(asked):
        top = asked.body.get("top_logprobs", 0)
        if top > most:
            return 400, {"error": {"message": sentence.format(top)}}
        return answering("x", [token("x", -0.5, [("x", -0.5)] * top)])

    with serving(answer) as server:
        assert model(server.url)(ASKING).tokens is not None
        assert model(server.url)(ASKING).tokens is not None, "another run of the process knows it too"
    assert [a.body.get("top_logprobs") for a in server.asked] == [*asked, asked[-1]]
    assert all(a.body["logprobs"] for a in server.asked)


def test_a_server_that_refuses_all_of_it_is_asked_without_and_leaves_it_unknown():
    def answer(asked):
        if "logprobs" in asked.body:
            return 400, {"error": {"message": "Unsupported parameter: 'logprobs'.", "param": "logprobs"}}
        return said()

    with serving(answer) as server:
        assert model(server.url)(ASKING).tokens is None
        before = len(server.asked)
        assert model(server.url)(ASKING).tokens is None
    assert len(server.asked) == before + 1
    assert "logprobs" not in server.asked[-1].body


@pytest.mark.parametrize(
    "logprobs",
    [
        None,
        {"content": None},
        {"content": []},
        {"content": [{"token": "ok"}]},
        {"content": [{"token": "ok", "logprob": None}]},
        {"content": [{"token": "ok", "logprob": float("nan")}]},
        "none",
        [],
    ],
)
def test_a_server_that_answers_without_any_leaves_them_unknown_and_is_not_asked_again(logprobs):
    answer = said()
    answer["choices"][0]["logprobs"] = logprobs
    with serving(lambda asked: answer) as server:
        assert model(server.url)(ASKING).tokens is None
        assert model(server.url)(ASKING).tokens is None
    assert ["logprobs" in a.body for a in server.asked] == [True, False]


def test_a_reply_without_text_teaches_nothing():
    with serving(lambda asked: said("") if len(server.asked) == 1 else answering("x", [token("x")])) as server:
        assert model(server.url)(ASKING).tokens is None
        assert [t.text for t in model(server.url)(ASKING).tokens] == ["x"]


@pytest.mark.parametrize(
    ("content", "message", "before", "after"),
    [
        ("<think>Ada Holm?</think>\n\nAda Holm", {}, ["<think>", "Ada", " Holm", "?", "</think>", "\n\n"], []),
        ("Ada Holm", {"reasoning_content": "Ada Holm?"}, ["Ada", " Holm", "?", "</think>"], []),
        ("Ada Holm", {}, [], ["<|im_end|>"]),
    ],
)
def test_only_the_tokens_of_the_reply_count(content, message, before, after):
    tokens = [
        *(token(t, -3.0) for t in before), token("Ada"), token(" Holm", -0.3), *(token(t, -4.0) for t in after)
    ]  # fmt: skip
    reply = heard(answering(content, tokens, **message))
    assert reply.text == "Ada Holm"
    assert [(t.text, t.logprob) for t in reply.tokens] == [("Ada", -0.1), (" Holm", -0.3)]


def test_tokens_that_do_not_hold_the_reply_are_unknown():
    assert heard(answering("Ada Holm", [token("Bo")])).tokens is None


def test_a_character_of_several_tokens_belongs_to_the_last():
    first, second = "ø".encode()
    parts = [token("Troms"), token("\ufffd", bytes=[first]), token("\ufffd", bytes=[second]), token(".")]
    reply = heard(answering("Tromsø.", parts))
    assert [t.text for t in reply.tokens] == ["Troms", "", "ø", "."]


def test_the_space_before_a_first_word_may_be_missing_in_the_reply():
    assert [t.text for t in heard(answering("Ada", [token(" Ada", bytes=None)])).tokens] == [" Ada"]


def test_lists_side_by_side_are_read_too():
    answer = said("Ada Holm")
    answer["choices"][0]["logprobs"] = {
        "tokens": ["Ada", " Holm"],
        "token_logprobs": [-0.2, -0.1],
        "top_logprobs": [{"Bo": -1.9, "Ada": -0.2}, None],
    }
    first, second = heard(answer).tokens
    assert [x.text for x in first.likely] == ["Ada", "Bo"]
    assert (second.logprob, second.likely) == (-0.1, ())


def test_what_stands_beside_the_choices_is_read_where_it_is_of_the_models_own_distribution():
    whole = said("Ada") | {"completion_probabilities": [token("Ada", -0.2, [("Ada", -0.2)])]}
    assert heard(whole).tokens[0].logprob == -0.2
    sampled = said("Ada") | {
        "completion_probabilities": [{"content": "Ada", "probs": [{"tok_str": "Ada", "prob": 1.0}]}]
    }
    assert heard(sampled).tokens is None, "what is left after sampling says nothing of how sure the model was"


def test_one_likely_token_too_many_is_not_taken_for_the_next_likeliest():
    tops = [(str(n), log(0.04)) for n in range(20)]
    (only,) = heard(answering("x", [token("x", -20.0, [*tops, ("x", -20.0)])])).tokens
    assert len(only.likely) == 20
    assert only.likely[-1].logprob == log(0.04)


def test_a_probability_above_one_by_rounding_is_one():
    assert heard(answering("x", [token("x", 1e-6, [("x", 1e-6)])])).tokens[0].logprob == 0.0
