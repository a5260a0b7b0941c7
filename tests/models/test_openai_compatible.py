"""Each quirk of a model server that people report, imitated on loopback, and what a person gets to see."""

import socket
import threading

import pytest
from models.calling import Calling
from models.serving import said, serving

from sleuth.errors import CallerError, ModelRefused, ModelUnavailable
from sleuth.models import Message, Request, openai_compatible, presets
from sleuth.models.answers import sentence, split_thinking
from sleuth.models.openai_compatible import OpenAICompatible
from sleuth.models.protocol import addresses
from sleuth.models.server import Server, list_models
from sleuth.settings import Settings

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
PLAIN = Request(purpose="plan", messages=(Message(role="user", content="Who?"),))
STRUCTURED = PLAIN.model_copy(update={"reply_schema": SCHEMA})


def model(url, *, key=None, name="m1", timeout_s=5.0):
    return OpenAICompatible(Server(url, key, "openai", timeout_s, waits_s=(0.0, 0.0)), name)


def refusing(*names, sentence="Unsupported parameter: '{}' is not supported with this model.", param=True):
    """A server that refuses these parameters, one at a time."""

    def answer(asked):
        hit = next((n for n in names if n in asked.body), None)
        if hit is None:
            return said()
        return 400, {"error": {"message": sentence.format(hit), **({"param": hit} if param else {})}}

    return answer


def test_a_reply_comes_with_its_counts():
    answer = said("yes") | {
        "usage": {
            "prompt_tokens": 40,
            "completion_tokens": 2,
            "prompt_tokens_details": {"cached_tokens": 30},
        }
    }
    with serving(lambda asked: answer) as server:
        reply = model(server.url)(STRUCTURED)
    assert (reply.text, reply.model, reply.finish) == ("yes", "m1", "stop")
    assert (reply.prompt_tokens, reply.cached_tokens, reply.completion_tokens) == (40, 30, 2)
    assert reply.seconds > 0
    sent = server.asked[0].body
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA
    assert (sent["temperature"], sent["max_tokens"]) == (0.0, 256)


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"usage": None}, (None, None, None)),
        ({"usage": {"prompt_tokens": 5}}, (5, None, None)),
        ({"timings": {"cache_n": 9}}, (12, 9, 3)),
        (
            {"usage": {"prompt_tokens": 5, "completion_tokens": 0, "prompt_tokens_details": None}},
            (5, None, 0),
        ),
    ],
)
def test_a_count_that_is_not_reported_is_unknown(changes, counts):
    with serving(lambda asked: said() | changes) as server:
        reply = model(server.url)(PLAIN)
    assert (reply.prompt_tokens, reply.cached_tokens, reply.completion_tokens) == counts


@pytest.mark.parametrize(
    ("message", "reasoning", "text"),
    [
        ({"content": "<think>hm</think>\n\n42"}, "hm", "42"),
        ({"content": "\n<think>never closed"}, "never closed", ""),
        ({"content": "opened in the template</think>42"}, "opened in the template", "42"),
        ({"content": "", "reasoning_content": "long thought"}, "long thought", ""),
        ({"content": None, "reasoning": "routed thought"}, "routed thought", ""),
        ({"content": '{"a": "about </think>"}'}, None, '{"a": "about </think>"}'),
        ({"content": "<think></think>42"}, None, "42"),
        ({"content": [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]}, None, "42"),
    ],
)
def test_reasoning_is_kept_apart_from_the_reply(message, reasoning, text):
    with serving(lambda asked: said(**message)) as server:
        reply = model(server.url)(PLAIN)
    assert (reply.reasoning, reply.text) == (reasoning, text)


def test_text_without_reasoning_is_left_as_it_is():
    assert split_thinking("  plain <think>in the middle ") == (None, "  plain <think>in the middle ")


@pytest.mark.parametrize("param", [True, False])
def test_a_refused_parameter_is_dropped_and_remembered(param):
    with serving(refusing("temperature", param=param)) as server:
        ask = model(server.url)
        assert ask(PLAIN).text == "ok"
        assert ask(PLAIN).text == "ok"
        assert model(server.url)(PLAIN).text == "ok", "another run of the process knows it too"
    assert ["temperature" in a.body for a in server.asked] == [True, False, False, False]


def test_the_length_limit_is_given_under_the_name_the_server_knows():
    refusal = "Unsupported parameter: '{}' is not supported. Use 'max_completion_tokens' instead."
    with serving(refusing("max_tokens", sentence=refusal)) as server:
        assert model(server.url)(PLAIN).text == "ok"
    assert server.asked[-1].body["max_completion_tokens"] == 256
    assert "max_tokens" not in server.asked[-1].body


def test_several_refusals_in_a_row_end_in_a_reply():
    with serving(refusing("response_format", "max_tokens", "max_completion_tokens", "temperature")) as server:
        assert model(server.url)(STRUCTURED).text == "ok"
    assert set(server.asked[-1].body) == {"model", "messages"}


@pytest.mark.parametrize(
    ("refused", "accepted"),
    [
        (lambda f: f.get("json_schema", {}).get("strict"), "json_schema"),
        (lambda f: f["type"] == "json_schema", "json_object"),
        (lambda f: True, None),
    ],
)
def test_a_server_without_schemas_gets_the_next_best_form(refused, accepted):
    def answer(asked):
        form = asked.body.get("response_format")
        if form and refused(form):
            return 400, {"error": f"response_format type {form['type']} is not supported"}
        return said()

    with serving(answer) as server:
        ask = model(server.url)
        ask(STRUCTURED)
        before = len(server.asked)
        ask(STRUCTURED)
    assert len(server.asked) == before + 1, "asked once more from the top"
    assert server.asked[-1].body.get("response_format", {}).get("type") == accepted


def test_a_list_of_field_errors_names_the_parameter_too():
    def answer(asked):
        if "temperature" not in asked.body:
            return said()
        return 422, {"detail": [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted"}]}

    with serving(answer) as server:
        assert model(server.url)(PLAIN).text == "ok"


def test_a_prompt_too_long_is_refused_in_the_servers_words_and_nothing_is_unlearned():
    refusal = "This model's maximum context length is 4096 tokens, but 5000 were asked (256 in max_tokens)."
    answer = 400, {"error": {"message": refusal, "param": "max_tokens"}}
    with serving(lambda asked: answer) as server, pytest.raises(ModelRefused, match="maximum context length is 4096"):
        model(server.url)(PLAIN)
    assert len(server.asked) == 1


@pytest.mark.parametrize("form", ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/chat/completions/", "/v1/models"])
def test_every_form_of_the_address_leads_to_the_server(form):
    def answer(asked):
        return said() if asked.path == "/v1/chat/completions" else (404, {"detail": "Not Found"})

    with serving(answer) as server:
        assert model(server.url + form)(PLAIN).text == "ok"


@pytest.mark.parametrize(
    "elsewhere",
    [
        (404, "<html><title>404 Not Found</title></html>"),
        (200, "<!doctype html><title>Chat</title>"),
        (200, {"error": "Unexpected endpoint or method. (POST /v1/chat/completions)"}),
        (405, {"detail": "Method Not Allowed"}),
    ],
)
def test_a_server_without_v1_is_found_once_and_remembered(elsewhere):
    with serving(lambda asked: said() if asked.path == "/chat/completions" else elsewhere) as server:
        ask = model(server.url)
        ask(PLAIN)
        ask(PLAIN)
    assert [a.path for a in server.asked] == ["/v1/chat/completions", "/chat/completions", "/chat/completions"]


def test_something_that_is_no_model_server_is_named():
    page = 404, "<html><h1>Nginx welcomes you</h1></html>"
    with serving(lambda asked: page) as server, pytest.raises(ModelRefused, match="It said: Nginx welcomes you"):
        model(server.url)(PLAIN)


@pytest.mark.parametrize("url", ["", "localhost:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:99999"])
def test_an_address_that_is_none_is_refused_before_anything_is_sent(url):
    with pytest.raises(CallerError, match="give one like http"):
        addresses(url)


def test_an_address_shows_no_password():
    with pytest.raises(ModelUnavailable) as caught:
        model(f"http://me:hunter2@127.0.0.1:{free_port()}")(PLAIN)
    assert "hunter2" not in str(caught.value)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_nobody_listening_says_what_to_do():
    with pytest.raises(ModelUnavailable, match=r"No model server answers at http://127\.0\.0\.1.*start it or choose"):
        model(f"http://127.0.0.1:{free_port()}")(PLAIN)


def test_a_wrong_key_is_refused_without_showing_it():
    key = "sk-very-secret-1234567890"

    def answer(asked):
        sent = asked.headers["authorization"].removeprefix("Bearer ")
        return 401, {"error": {"message": f"Incorrect API key provided: {sent}, or sk-very****7890."}}

    with (
        serving(answer) as server,
        pytest.raises(ModelRefused, match=r"refused the key.*Incorrect API key") as caught,
    ):
        model(server.url, key=key)(PLAIN)
    assert key not in str(caught.value)
    assert "7890" not in str(caught.value)
    assert "OPENAI_API_KEY" in str(caught.value)


def test_an_unknown_model_names_those_that_are_there():
    def answer(asked):
        if asked.method == "GET":
            return {"data": [{"id": "qwen3"}, {"id": "llama4"}]}
        return 404, {"error": {"message": "model 'nope' not found, try pulling it first"}}

    with (
        serving(answer) as server,
        pytest.raises(ModelRefused, match="does not have 'nope'; it lists: qwen3, llama4"),
    ):
        model(server.url, name="nope")(PLAIN)


def test_an_overloaded_server_is_asked_again():
    answers = iter([(429, {"error": {"message": "slow down"}}), (503, "busy"), said("at last")])
    with serving(lambda asked: next(answers)) as server:
        assert model(server.url)(PLAIN).text == "at last"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((502, "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"), "502 Bad Gateway"),
        ((500, {"error": {"message": "CUDA out of memory"}}), "CUDA out of memory"),
        ((429, {"error": {"message": "You exceeded your quota"}}, {"retry-after": "3600"}), "exceeded your quota"),
    ],
)
def test_a_server_that_stays_down_is_quoted(answer, sentence):
    with serving(lambda asked: answer) as server, pytest.raises(ModelUnavailable) as caught:
        model(server.url)(PLAIN)
    assert sentence in str(caught.value)
    assert "<" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({"choices": []}, "sent no reply"),
        ({"error": {"message": "Provider returned error"}}, "Provider returned error"),
        (b'{"choices": [', "no OpenAI-compatible server"),
    ],
)
def test_an_answer_without_a_reply_is_an_error(answer, sentence):
    with serving(lambda asked: answer) as server, pytest.raises((ModelUnavailable, ModelRefused), match=sentence):
        model(server.url)(PLAIN)


def test_without_a_name_the_first_model_that_can_chat_is_taken():
    def answer(asked):
        return {"data": [{"id": "nomic-embed-text"}, {"id": "qwen3"}]} if asked.method == "GET" else said()

    with serving(answer) as server:
        model(server.url, name=None)(PLAIN)
    assert server.asked[-1].body["model"] == "qwen3"


def test_a_server_without_any_model_says_so():
    with serving(lambda asked: {"object": "list", "data": None}) as server:
        with pytest.raises(ModelRefused, match="no model loaded"):
            model(server.url, name=None)(PLAIN)
        assert list_models(server.url, None) == ()


def test_a_server_that_hangs_is_given_up():
    release = threading.Event()
    with serving(lambda asked: release.wait(10) and said()) as server:
        with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 seconds"):
            model(server.url, timeout_s=0.2)(PLAIN)
        release.set()


def test_a_hanging_call_is_abandoned_at_once_and_the_next_one_goes_through():
    arrived, release = threading.Event(), threading.Event()

    def answer(asked):
        if not arrived.is_set():
            arrived.set()
            release.wait(10)
        return said()

    with serving(answer) as server:
        ask = model(server.url, timeout_s=60)
        call = Calling(ask, PLAIN)
        assert arrived.wait(5)
        ask.abandon()
        assert call.ended_within(1) == "The call was abandoned."
        assert ask(PLAIN).text == "ok"
        release.set()


def test_a_call_waiting_for_an_overloaded_server_is_abandoned_too():
    refused = threading.Event()

    def answer(asked):
        refused.set()
        return 503, "busy", {"retry-after": "15"}

    with serving(answer) as server:
        ask = OpenAICompatible(Server(server.url, None, "openai", 60), "m1")
        call = Calling(ask, PLAIN)
        assert refused.wait(5)
        ask.abandon()
        assert call.ended_within(1) == "The call was abandoned."


def test_a_connection_closed_while_idle_does_not_fail_the_next_call():
    with serving(lambda asked: (200, said(), {"connection": "close"})) as server:
        ask = model(server.url)
        assert [ask(PLAIN).text, ask(PLAIN).text] == ["ok", "ok"]


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    with serving(lambda asked: said()) as server:
        assert model(server.url)(PLAIN).text == "ok"


def test_the_proxy_of_the_settings_is_asked_for_other_machines_only():
    with serving(lambda asked: said()) as proxy, serving(lambda asked: said()) as here:
        for url in ("http://models.example.org/v1", here.url):
            server = Server(url, None, "openai", 5.0, waits_s=(), proxy=proxy.url)
            assert OpenAICompatible(server, "m1")(PLAIN).text == "ok"
    assert [asked.path for asked in proxy.asked] == ["http://models.example.org/v1/chat/completions"]
    assert len(here.asked) == 1


def test_a_servers_words_are_one_short_line():
    assert sentence("a\n\n b" + "x" * 400, None).startswith("a bxxx")
    assert len(sentence("x" * 400, None)) == 301


SETTINGS = Settings(timeout_s=5.0)


def test_openai_without_a_key_says_how_to_give_one():
    with pytest.raises(CallerError, match="OPENAI_API_KEY"):
        openai_compatible.connect("openai/gpt-5-mini", SETTINGS)


def test_openai_asks_for_the_models_name(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    with pytest.raises(CallerError, match="openai/MODEL"):
        openai_compatible.connect("openai", SETTINGS)


def test_the_persons_key_goes_to_their_own_address_only(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    with serving(lambda asked: said()) as server:
        monkeypatch.setitem(presets.PRESETS, "ollama", server.url)
        openai_compatible.connect("ollama/m1", SETTINGS)(PLAIN)
        openai_compatible.connect("openai/m1", Settings(base_url=server.url, timeout_s=5.0))(PLAIN)
    sent = [a.headers["authorization"] for a in server.asked]
    assert "mine" not in sent[0]
    assert sent[1] == "Bearer sk-mine"


def test_servers_on_their_usual_ports_are_found_with_their_models(monkeypatch):
    with serving(lambda asked: {"data": [{"id": "qwen3"}]}) as one, serving(lambda asked: "<p>a blog</p>") as other:
        for name in ("lmstudio", "vllm"):
            monkeypatch.setitem(presets.PRESETS, name, f"http://127.0.0.1:{free_port()}/v1")
        monkeypatch.setitem(presets.PRESETS, "ollama", one.url + "/v1")
        monkeypatch.setitem(presets.PRESETS, "llamacpp", other.url + "/v1")
        assert presets.find_servers() == (presets.Found("ollama", one.url + "/v1", ("qwen3",)),)
