"""The test of a model against servers that behave as people report: what is found out, and what is left unknown."""

import json
import threading

import pytest
from models.serving import said, serving

from sleuth.models import scripted
from sleuth.models.context_length import context_length, paths
from sleuth.models.findings import Findings, advice, told
from sleuth.models.openai_compatible import OpenAICompatible
from sleuth.models.probing import probe
from sleuth.models.server import Server

TILT = json.dumps({"word": "tilt"})
LIKELY = {
    "content": [
        {
            "token": "ready",
            "logprob": -0.1,
            "top_logprobs": [{"token": t, "logprob": -n} for n, t in enumerate(("ready", "Ready", "yes"), 1)],
        }
    ]
}


def form_of(asked):
    return (asked.body.get("response_format") or {}).get("type")


def server_that(*, schema="ignored", grammar="ignored", json_object="ignored", likely=None, listed=None, **more):
    """A model server that enforces, ignores or refuses each form of reply."""

    def answer(asked):
        if asked.method == "GET":
            return listed(asked) if listed else (404, {"error": "no such path"})
        wanted = {"json_schema": schema, "json_object": json_object}.get(form_of(asked))
        if "grammar" in asked.body:
            wanted, held = grammar, "tilt"
        else:
            held = TILT if form_of(asked) == "json_schema" else '{"n'
        if wanted == "refused":
            name = "grammar" if "grammar" in asked.body else f"response_format {form_of(asked)}"
            return 400, {"error": {"message": f"{name} is not supported"}}
        reply = said(held if wanted == "enforced" else "ready") | more
        if likely and asked.body.get("logprobs"):
            reply["choices"][0]["logprobs"] = likely
        return reply

    return answer


def findings(answer, *, name="openai", key=None, timeout_s=5.0, model="m1"):
    with serving(answer) as server:
        opened = OpenAICompatible(Server(server.url, key, name, timeout_s, waits_s=()), model)
        *_, last = probe(opened, f"{name}/{model}", "salt")
    return last, server


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        ({"schema": "enforced"}, "json_schema"),
        ({"grammar": "enforced"}, "grammar"),
        ({"schema": "refused", "grammar": "enforced"}, "grammar"),
        ({"json_object": "enforced"}, "json_object"),
        ({"schema": "refused", "grammar": "refused", "json_object": "enforced"}, "json_object"),
        ({}, "none"),
        ({"schema": "refused", "grammar": "refused", "json_object": "refused"}, "none"),
    ],
)
def test_the_most_exact_form_that_is_enforced_against_the_prompt_is_found(forms, found):
    last, _ = findings(server_that(**forms))
    assert (last.form, last.problem, last.doing) == (found, None, None)


def test_a_test_leaves_what_runs_have_learnt_of_the_server_as_it_is():
    forms = {"schema": "refused", "json_object": "enforced"}
    with serving(server_that(**forms)) as server:
        opened = OpenAICompatible(Server(server.url, None, "openai", 5.0, waits_s=()), "m1")
        for _ in range(2):
            *_, last = probe(opened, "m", "salt")
            assert last.form == "json_object"


@pytest.mark.parametrize(
    ("likely", "gives", "top"),
    [
        (LIKELY, "top", 3),
        ({"content": [{"token": "ready", "logprob": -0.1}]}, "chosen", None),
        (None, "none", None),
    ],
)
def test_what_is_told_of_likely_tokens_is_found(likely, gives, top):
    last, _ = findings(server_that(likely=likely))
    assert (last.gives, last.top) == (gives, top)


def test_a_model_that_only_reasoned_leaves_unknown_what_it_did_not_show():
    last, _ = findings(lambda asked: said("", reasoning_content="hm") if asked.method == "POST" else (404, {}))
    assert (last.reply, last.form, last.gives, last.repeats) == ("", None, None, None)
    assert any("held no text" in sentence for sentence in advice(last))


def test_the_servers_own_speeds_are_told():
    timings = {"prompt_per_second": 812.5, "predicted_per_second": 31.25}
    last, _ = findings(server_that(timings=timings))
    assert (last.reads, last.writes, last.repeats) == (812.5, 31.25, True)


def test_without_counts_the_speeds_are_unknown():
    last, _ = findings(server_that(usage=None))
    assert (last.reads, last.writes) == (None, None)
    assert dict(told(last))["Writes"] == "unknown"


def test_the_timed_prompt_is_one_that_no_cache_has_seen():
    _, server = findings(server_that())
    assert server.asked[-1].body["messages"][0]["content"].startswith("salt\n")


PS = {"models": [{"name": "m1:latest", "context_length": 4096}, {"name": "other", "context_length": 9}]}
LM = {"data": [{"id": "m1", "max_context_length": 131072, "loaded_context_length": 8192}]}
VLLM = {"data": [{"id": "m1", "max_model_len": 32768}]}
PROPS = {"default_generation_settings": {"n_ctx": 6144}}


@pytest.mark.parametrize(
    ("name", "path", "document", "more", "tokens"),
    [
        ("ollama", "/api/ps", PS, {}, 4096),
        ("openai", "/api/ps", PS, {"system_fingerprint": "fp_ollama"}, 4096),
        ("lmstudio", "/api/v0/models", LM, {}, 8192),
        ("vllm", "/v1/models", VLLM, {}, 32768),
        ("llamacpp", "/props", PROPS, {"timings": {}}, 6144),
        ("openai", "/v1/models", {"data": [{"id": "m1"}]}, {}, None),
        ("openai", "/v1/models", {"data": [{"id": "another", "max_model_len": 9}]}, {}, None),
    ],
)
def test_the_context_length_is_what_the_server_tells_of_what_is_loaded(name, path, document, more, tokens):
    last, _ = findings(server_that(listed=lambda a: document if a.path == path else (404, {}), **more), name=name)
    assert last.context == tokens


@pytest.mark.parametrize("told_", [None, "page", {}, {"data": None}, {"data": ["m"]}, {"data": [{"id": "m"}]}, []])
def test_a_list_that_tells_nothing_is_no_context_length(told_):
    assert context_length(told_, "m") is None
    assert paths("vllm", told_)[-1] == "/v1/models"


def test_a_small_context_is_warned_of():
    assert "may cut" in advice(Findings(asked="m", context=2048))[0]
    assert advice(Findings(asked="m", context=4096)) == ()


def test_a_refused_key_is_told_with_the_raw_answer_and_without_the_key():
    key = "sk-very-secret-1234567890"
    refusal = 401, {"error": {"message": f"Incorrect API key provided: {key}"}}
    last, _ = findings(lambda asked: refusal, key=key)
    assert "refused the key" in last.problem
    assert "OPENAI_API_KEY" in last.problem
    assert last.reply is None
    assert "Incorrect API key provided" in last.shown[0].answered
    assert key not in last.model_dump_json()


def test_an_unknown_model_is_told_with_those_there_are():
    def answer(asked):
        if asked.method == "GET":
            return {"data": [{"id": "qwen3"}]}
        return 404, {"error": {"message": "model 'm1' not found"}}

    last, _ = findings(answer)
    assert "does not have 'm1'; it lists: qwen3" in last.problem
    assert "not found" in last.shown[0].answered


def test_a_server_that_hangs_half_way_leaves_what_is_known_so_far():
    release, plain = threading.Event(), server_that()

    def answer(asked):
        if "response_format" in asked.body:
            release.wait(10)
        return plain(asked)

    last, _ = findings(answer, timeout_s=0.3)
    release.set()
    assert last.reply == "ready"
    assert (last.form, last.writes) == (None, None)
    assert "did not answer within 0.3 seconds" in last.problem


def test_every_request_is_kept_as_it_was_sent_and_answered():
    last, server = findings(server_that(schema="enforced"))
    assert [s.about for s in last.shown][:2] == ["a first reply", "a reply by a schema"]
    assert json.loads(last.shown[1].sent) == server.asked[1].body
    assert TILT in json.loads(last.shown[1].answered)["choices"][0]["message"]["content"]


def test_a_model_without_a_server_is_asked_once():
    line = scripted.Line(purpose="check", reply="ready")
    *_, last = probe(scripted.scripted((line,)), "scripted/x", "salt")
    assert (last.reply, last.form, last.writes, last.problem) == ("ready", None, None, None)
    refusing = scripted.Line(purpose="check", fails="It is down.")
    *_, last = probe(scripted.scripted((refusing,)), "scripted/x", "salt")
    assert (last.reply, last.problem) == (None, "It is down.")


def test_what_is_being_found_out_is_told_before_each_step():
    with serving(server_that()) as server:
        opened = OpenAICompatible(Server(server.url, None, "openai", 5.0, waits_s=()), "m1")
        doing = [found.doing for found in probe(opened, "m", "salt")]
    assert doing[0] == "a first reply"
    assert "how fast it reads" in doing
    assert doing[-1] is None
