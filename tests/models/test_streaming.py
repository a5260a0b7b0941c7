"""A reply that comes in chunks is the very reply that comes at once, counts included, and tells of its progress."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from models.calling import Calling
from models.serving import said, serving

from sleuth.errors import ModelUnavailable
from sleuth.models import Message, Request, Telling
from sleuth.models.openai_compatible import OpenAICompatible
from sleuth.models.server import Server
from sleuth.models.streaming import assembled

ASKED = Request(
    purpose="plan",
    messages=(Message(role="user", content="Who?"),),
    reply_schema={"type": "object", "properties": {"a": {"type": "string"}}},
)
USAGE = {"prompt_tokens": 40, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 30}}


def chunk(delta=None, **choice):
    return {"model": "m1", "choices": [{"index": 0, "delta": delta or {}, **choice}], "usage": None}


FIRST = chunk({"role": "assistant", "content": ""})
PARTS = (chunk({"content": '{"a": '}), chunk({"content": '"日本'}), chunk({"content": '"}'}))
END = chunk(finish_reason="stop")
COUNTS = {"choices": [], "usage": USAGE}
WHOLE = (FIRST, *PARTS, END, COUNTS)


def events(*chunks, done=True):
    lines = [f"data: {json.dumps(c) if isinstance(c, dict) else c}\n\n" for c in chunks]
    return (
        200,
        "".join([": hello\n\n", *lines, *(["data: [DONE]\n\n"] if done else [])]).encode(),
        {"content-type": "text/event-stream"},
    )


def listening(url, timeout_s=5.0):
    model, heard = OpenAICompatible(Server(url, None, "openai", timeout_s, waits_s=()), "m1"), []
    model.listener = heard.append
    return model, heard


def test_nobody_listening_the_reply_is_asked_for_at_once():
    with serving(lambda asked: said()) as server:
        OpenAICompatible(Server(server.url, None, "openai", 5.0), "m1")(ASKED)
    assert "stream" not in server.asked[0].body


def test_a_reply_in_chunks_is_the_same_reply_with_its_counts():
    with serving(lambda asked: events(*WHOLE)) as server:
        model, heard = listening(server.url)
        reply = model(ASKED)
    assert isinstance(model, Telling)
    assert (reply.text, reply.model, reply.finish) == ('{"a": "日本"}', "m1", "stop")
    assert (reply.prompt_tokens, reply.cached_tokens, reply.completion_tokens) == (40, 30, 3)
    assert heard == [0, 1, 2, 3]
    sent = server.asked[0].body
    assert (sent["stream"], sent["stream_options"]) == (True, {"include_usage": True})
    assert sent["response_format"]["type"] == "json_schema", "the form is asked for as ever"


def test_reasoning_counts_and_is_kept_apart():
    thought = (chunk({"reasoning_content": "Let me "}), chunk({"reasoning_content": "see."}))
    with serving(lambda asked: events(FIRST, *thought, *PARTS, END, COUNTS)) as server:
        model, heard = listening(server.url)
        reply = model(ASKED)
    assert (reply.reasoning, reply.text) == ("Let me see.", '{"a": "日本"}')
    assert heard[-1] == 5


def test_likely_tokens_of_all_chunks_are_put_together():
    def one(text, logprob):
        return chunk(
            {"content": text}, logprobs={"content": [{"token": text, "logprob": logprob, "top_logprobs": []}]}
        )

    with serving(lambda asked: events(FIRST, one("Nor", -0.5), one("holm", -0.25), END, COUNTS)) as server:
        model, _ = listening(server.url)
        reply = model(ASKED.model_copy(update={"top": 5, "reply_schema": None}))
    assert [(t.text, t.logprob) for t in reply.tokens] == [("Nor", -0.5), ("holm", -0.25)]


def test_a_server_that_does_not_stream_is_read_as_ever():
    with serving(lambda asked: said("yes")) as server:
        model, heard = listening(server.url)
        assert model(ASKED).text == "yes"
        assert model(ASKED).completion_tokens == 3
    assert set(heard) == {0}


@pytest.mark.parametrize("name", ["stream", "stream_options"])
def test_a_server_that_refuses_to_stream_is_asked_at_once_from_then_on(name):
    def answer(asked):
        if name in asked.body:
            return 400, {"error": {"message": f"Unknown parameter: '{name}'.", "param": name}}
        return said("yes")

    with serving(answer) as server:
        model, _ = listening(server.url)
        assert [model(ASKED).text, model(ASKED).text] == ["yes", "yes"]
    assert ["stream" in asked.body for asked in server.asked] == [True, False, False]


def test_where_chunks_come_without_counts_the_next_reply_is_asked_for_at_once():
    with serving(lambda asked: events(*WHOLE[:-1]) if "stream" in asked.body else said("yes")) as server:
        model, _ = listening(server.url)
        assert model(ASKED).completion_tokens is None, "unknown, not guessed"
        assert model(ASKED).completion_tokens == 3


@pytest.mark.parametrize(
    ("chunks", "said_"),
    [
        ((FIRST, {"error": {"message": "the GPU is gone", "code": 500}}), "broke off its reply: the GPU is gone"),
        ((FIRST, "{not json"), "broke off the connection"),
        ((FIRST, PARTS[0]), "broke off the connection"),
        ((), "sent no reply"),
        ((COUNTS,), "sent no reply"),
    ],
)
def test_a_stream_that_breaks_is_an_error_in_words_and_never_half_a_reply(chunks, said_):
    with serving(lambda asked: events(*chunks)) as server:
        model, _ = listening(server.url)
        with pytest.raises(ModelUnavailable, match=said_):
            model(ASKED)


@pytest.fixture
def dripping():
    """A server that sends a chunk, then another each time it is let, and never ends; with what lets it."""
    going, over = threading.Semaphore(0), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            try:
                while not over.is_set():
                    self.wfile.write(f"data: {json.dumps(PARTS[0])}\n\n".encode())
                    self.wfile.flush()
                    going.acquire(timeout=5)
            except OSError:
                pass  # the caller went away

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", going
    over.set()
    going.release(100)
    server.shutdown()
    server.server_close()


def test_a_reply_is_left_in_the_middle(dripping):
    url, _ = dripping
    model, heard = OpenAICompatible(Server(url, None, "openai", 60, waits_s=()), "m1"), threading.Event()
    model.listener = lambda tokens: heard.set() if tokens else None
    call = Calling(model, ASKED)
    assert heard.wait(5)
    model.abandon()
    assert call.ended_within(1) == "The call was abandoned."


def test_the_time_limit_holds_for_the_whole_reply_however_steadily_it_comes(dripping):
    url, going = dripping
    model, _ = listening(url, timeout_s=0.3)
    going.release(1_000_000)
    with pytest.raises(ModelUnavailable, match="did not answer within"):
        model(ASKED)


def test_what_is_no_chunk_is_passed_over():
    heard = []
    whole = assembled(
        [
            "x",
            None,
            {"choices": None},
            {"choices": [None]},
            chunk({"content": [{"text": "4"}, {"text": "2"}]}),
            COUNTS,
        ],
        heard.append,
    )
    assert (whole["choices"][0]["message"]["content"], whole["usage"], heard) == ("42", USAGE, [1])
