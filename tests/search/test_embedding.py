"""Vectors for texts: that near meanings are near, and what each quirk of an embedding server comes to."""

import base64
import hashlib
import logging
import re
import socket
import struct
import subprocess
import sys

import pytest
from at_once import at_once
from models.serving import serving

from sleuth.errors import CallerError, ModelRefused, ModelUnavailable, ServiceError
from sleuth.models import weight_sources
from sleuth.models.server import Server
from sleuth.models.weight_sources import Weights
from sleuth.search import embeddings as embedding
from sleuth.search.embeddings import minilm, openai_compatible
from sleuth.search.embeddings.openai_compatible import BATCH, Served
from sleuth.settings import Settings

np = pytest.importorskip("numpy")
SETTINGS = Settings(timeout_s=5.0)
packaged = pytest.mark.skipif(minilm._packaged() is None, reason="the package with the weights is not installed")


def connect(name, **settings):
    return embedding.connect(name, SETTINGS.model_copy(update=settings))


def test_an_unknown_embedding_names_those_there_are():
    with pytest.raises(CallerError, match=r"'word2vec' is not known; use one of minilm, ollama, .*openai"):
        connect("word2vec")


# minilm


@packaged
def test_similarities_are_those_of_the_models_own_card():
    texts = "That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"
    first, *others = connect("minilm")(texts)
    assert [float(first @ other) for other in others] == pytest.approx([0.695, 0.943, 0.257], abs=0.01)


@packaged
@pytest.mark.parametrize(
    ("text", "same", "unrelated"),
    [
        ("Who designed the bridge?", "The architect of the bridge was Ada Holm.", "The film won two awards."),
        ("He passed away in 1912.", "The year of his death is 1912.", "The company was founded in 1912."),
        ("The doctor sees patients.", "A physician treats the sick.", "The mountain is covered with snow."),
    ],
)
def test_the_same_meaning_is_nearer_than_another_with_the_same_words(text, same, unrelated):
    one, near, far = connect("minilm")((text, same, unrelated))
    assert one @ near > one @ far + 0.1


@packaged
def test_a_text_has_the_same_vector_in_any_company():
    texts = tuple(" ".join(["harbour", "of", "the", "north"] * n) for n in (9, 1, 40, 3, 1, 25, 2, 7, 60, 5))
    embed = connect("minilm")
    together = embed(texts)
    assert together.dtype == np.float32
    assert together.shape == (10, embed.dim)
    assert (together == np.vstack([embed((t,)) for t in texts])).all()
    assert embed(()).shape == (0, embed.dim)


@packaged
@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\0",
        "橋を設計したのは誰ですか",
        "من صمم الجسر؟",
        "पुल किसने बनाया",
        "🌉🏽‍♂️",
        "half \ud83d",
        "a" * 5000,
    ],
)
def test_every_text_has_a_vector_of_length_1(text):
    (row,) = connect("minilm")((text,))
    assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)


@packaged
def test_a_text_too_long_counts_by_its_beginning_and_that_is_said_once(caplog):
    embed = minilm.MiniLM(minilm._packaged(), minilm.PACKAGED_SHA256)
    start, longer, longest = embed(("harbour " * 254, "harbour " * 255, "harbour " * 254 + "film " * 50_000))
    assert embed(("film " * 400,)).shape == (1, embed.dim)
    assert start @ longer == pytest.approx(1, abs=1e-5)
    assert start @ longest == pytest.approx(1, abs=1e-5)
    assert [r.message for r in caplog.records if "256 word pieces" in r.message] == [caplog.messages[0]]


@packaged
def test_a_mark_of_the_model_in_a_text_is_only_text():
    plain, marked = connect("minilm")(("", "[SEP] [PAD]"))
    assert plain @ marked < 0.9


@packaged
def test_several_threads_share_one_model():
    embed = minilm.MiniLM(minilm._packaged(), minilm.PACKAGED_SHA256)
    rows = []
    assert at_once(4, lambda: rows.append(embed(("Ada Holm", "a bridge in the north")))) == []
    assert all((row == rows[0]).all() for row in rows)


def test_opening_it_does_not_wait_for_what_runs_it():
    code = (
        "import sys; from sleuth.search.embeddings import connect; from sleuth.settings import Settings\n"
        "try: connect('minilm', Settings())\n"
        "except Exception as error: print(error)\n"
        "sys.exit('onnxruntime' in sys.modules or 'tokenizers' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_other_weights_than_expected_are_not_run(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"something else")
    with pytest.raises(CallerError, match=r"model\.onnx are not those that are expected"):
        minilm.MiniLM(tmp_path / "model.onnx", minilm.PACKAGED_SHA256)(("text",))


def test_a_model_of_it_is_not_a_choice():
    with pytest.raises(CallerError, match="write 'minilm', not 'minilm/large'"):
        connect("minilm/large")


def test_what_runs_it_is_named_when_it_is_missing(monkeypatch):
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    with pytest.raises(CallerError, match="needs onnxruntime and tokenizers; install"):
        connect("minilm")


@packaged
def test_without_the_package_the_weights_come_from_the_hub_under_another_name(monkeypatch, sleuth):
    content = minilm._packaged().read_bytes()
    other = Weights(
        file="other.onnx",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        repository="someone/other",
        revision="abc",
        at="onnx/model.onnx",
    )
    monkeypatch.setattr(minilm, "PACKAGE", "a_package_that_is_not_there")
    monkeypatch.setattr(minilm, "HUB", other)
    monkeypatch.setattr(minilm, "_opened", {})
    monkeypatch.setattr(
        weight_sources.huggingface_hub, "hf_hub_url", lambda repository, file, revision: f"{server.url}/{file}"
    )
    with pytest.raises(CallerError, match="model pull minilm"):
        connect("minilm")
    with serving(lambda asked: (206 if "range" in asked.headers else 200, content)) as server:
        assert sleuth("model", "pull", "minilm").status == 0
    assert {a.path for a in server.asked} == {"/onnx/model.onnx"}
    embed = connect("minilm")
    assert embed.name == f"minilm-{other.sha256[:8]}"
    assert embed(("Ada Holm",)).shape == (1, 384)


def test_a_hub_that_is_not_reached_is_named(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "a_package_that_is_not_there")
    monkeypatch.setattr(weight_sources, "_answers", lambda client, url: False)
    with pytest.raises(ServiceError, match="the model hub: cannot be reached"):
        minilm.fetch()


# servers


def served(url, *, key=None, timeout_s=5.0):
    return Served(Server(url, key, "openai", timeout_s, waits_s=()), "openai/m1", "m1")


def vector(text: str) -> list[float]:
    """A vector that tells its text: 3 and 4 times how long it is, plus its first letter."""
    return [3.0 * len(text), 4.0 * len(text), float(ord(text[0]))]


def answer(asked, **changes):
    texts = asked.body["input"]
    data = [{"object": "embedding", "index": i, "embedding": vector(t)} for i, t in enumerate(texts)]
    return {"object": "list", "data": data, "model": "m1", "usage": {"prompt_tokens": 8, "total_tokens": 8}} | changes


def expected(*texts):
    rows = np.array([vector(t) for t in texts], dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_each_text_gets_its_own_vector_whatever_the_number_of_requests():
    texts = tuple("x" * n for n in range(1, 2 * BATCH + 3))
    with serving(answer) as server:
        rows = served(server.url)(texts)
    assert rows.dtype == np.float32
    assert rows == pytest.approx(expected(*texts))
    assert [len(a.body["input"]) for a in server.asked] == [BATCH, BATCH, 2]


def test_the_server_is_asked_for_the_dimension_only_when_nothing_is_known():
    with serving(answer) as server:
        embed = served(server.url)
        assert embed.dim == 3
        assert embed.dim == 3
        assert embed(()).shape == (0, 3)
    assert len(server.asked) == 1


def in_base64(row):
    packed = base64.b64encode(struct.pack(f"<{len(row['embedding'])}f", *row["embedding"])).decode()
    return row | {"embedding": packed}


@pytest.mark.parametrize(
    "change",
    [
        lambda said: said | {"usage": None},
        lambda said: {"data": said["data"]},
        lambda said: said | {"data": said["data"][::-1]},
        lambda said: said | {"data": [in_base64(row) for row in said["data"]]},
        lambda said: said | {"data": [{"embedding": row["embedding"]} for row in said["data"]]},
        lambda said: said | {"data": said["data"][:1]},
        lambda said: said | {"data": [row | {"index": 0} for row in said["data"]]},
        lambda said: said | {"data": [*said["data"], said["data"][0]]} if len(said["data"]) > 1 else said,
    ],
    ids=["no usage", "bare", "out of order", "base64", "no index", "first only", "all numbered 0", "one too many"],
)
def test_however_a_server_writes_its_vectors_they_are_read(change):
    with serving(lambda asked: change(answer(asked))) as server:
        assert served(server.url)(("one", "three", "fifteen")) == pytest.approx(expected("one", "three", "fifteen"))


def test_a_server_that_takes_fewer_texts_is_given_fewer():
    def picky(asked):
        if len(asked.body["input"]) > 3:
            return 422, {"error": "batch size 10 > maximum allowed batch size 3", "error_type": "Validation"}
        return answer(asked)

    texts = tuple("x" * n for n in range(1, 11))
    with serving(picky) as server:
        assert served(server.url)(texts) == pytest.approx(expected(*texts))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, {"error": {"message": "This model's maximum context length is 512 tokens, you requested 992."}}),
        (413, {"error": "Input validation error: `inputs` must have less than 512 tokens. Given: 992"}),
        (500, {"error": {"message": "input (992 tokens) is too large to process. increase the physical batch size"}}),
    ],
)
def test_a_text_too_long_counts_by_its_beginning_and_the_others_whole(status, said, caplog):
    def short_of_sight(asked):
        return (status, said) if any(len(t) > 512 for t in asked.body["input"]) else answer(asked)

    texts = "short", "x" * 1600, "y" * 512, "z" * 1100
    with serving(short_of_sight) as server:
        rows = served(server.url)(texts)
    assert rows == pytest.approx(expected("short", "x" * 400, "y" * 512, "z" * 275))
    assert len([m for m in caplog.messages if "longer than m1 reads" in m]) == 1


def test_what_no_shortening_helps_is_told():
    refusal = 400, {"error": {"message": "context length exceeded, as always"}}
    with serving(lambda asked: refusal) as server, pytest.raises(ModelRefused, match="exceeded, as always"):
        served(server.url)(("x" * 1000, "y"))


def test_an_empty_text_does_not_spoil_the_others():
    def strict(asked):
        if not all(t.strip() for t in asked.body["input"]):
            return 400, {"error": {"message": "'$.input' is invalid: input cannot be an empty string"}}
        return answer(asked)

    with serving(strict) as server:
        rows = served(server.url)(("", "harbour", " \n", "half \ud83d"))
    assert rows[1] == pytest.approx(expected("harbour")[0])
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"data": []}, "sent no vector"),
        ({"error": {"message": "Provider returned error"}}, "sent no vector but said: Provider returned error"),
        ({"data": [{"index": 0, "embedding": [[1.0, 2.0]]}]}, "sent no vector"),
        ({"data": [{"index": 0, "embedding": [None, 1.0]}]}, "sent no vector"),
        ({"data": [{"index": 0, "embedding": []}]}, "sent no vector"),
        ({"data": [{"index": 0, "embedding": "not base64!"}]}, "sent no vector"),
        ({"data": [{"index": 0, "embedding": [0.0, 0.0]}]}, "vectors of no length"),
        (b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}', "vectors of no length"),
        ((501, {"error": {"message": "This server does not support embeddings."}}), "does not support embeddings"),
        ((404, "<html><h1>Not Found</h1></html>"), "no OpenAI-compatible server with /embeddings"),
        ((502, "<html><title>502 Bad Gateway</title></html>"), "502 Bad Gateway"),
    ],
)
def test_what_is_no_vector_is_told_in_the_servers_words(said, sentence):
    with serving(lambda asked: said) as server, pytest.raises(ServiceError, match=sentence) as caught:
        served(server.url)(("one", "two"))
    assert "<" not in str(caught.value)


def test_a_model_that_changes_its_size_is_not_mixed_with_what_it_was():
    sizes = iter([3, 3, 2])

    def changing(asked):
        size = next(sizes)
        return {"data": [{"index": i, "embedding": [1.0] * size} for i, _ in enumerate(asked.body["input"])]}

    with serving(changing) as server:
        embed = served(server.url)
        embed(("one",))
        embed(("two",))
        with pytest.raises(ModelUnavailable, match="vectors of 2 numbers after some of 3"):
            embed(("three",))


@pytest.mark.parametrize("form", ["", "/v1/", "/v1/embeddings", "/embeddings", "/v1/chat/completions"])
def test_every_form_of_the_address_leads_to_the_server(form):
    def elsewhere(asked):
        return answer(asked) if asked.path == "/v1/embeddings" else (404, {"detail": "Not Found"})

    with serving(elsewhere) as server:
        embed = served(server.url + form)
        embed(("one",))
        asked = len(server.asked)
        assert embed(("one",)) == pytest.approx(expected("one"))
    assert len(server.asked) == asked + 1, "the address is remembered"


def test_an_unknown_model_names_those_that_are_there():
    def nope(asked):
        if asked.method == "GET":
            return {"data": [{"id": "nomic-embed-text"}]}
        return 404, {"error": {"message": 'model "m1" not found, try pulling it first'}}

    with serving(nope) as server, pytest.raises(ModelRefused, match="does not have 'm1'; it lists: nomic-embed-text"):
        served(server.url)(("one",))


def test_a_wrong_key_is_refused_without_showing_it():
    key = "sk-very-secret-1234567890"
    refusal = 401, {"error": {"message": f"Incorrect API key provided: {key}."}}
    with serving(lambda asked: refusal) as server, pytest.raises(ModelRefused, match="refused the key") as caught:
        served(server.url, key=key)(("one",))
    assert key not in str(caught.value)


def test_nobody_listening_says_so():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(ModelUnavailable, match="No model server answers"):
        served(f"http://127.0.0.1:{port}")(("one",))


def test_the_models_settings_say_where_and_with_what_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine-123456")
    with serving(answer) as server:
        embed = connect("openai/bge/small", base_url=server.url)
        assert embed.name == "openai/bge/small"
        embed(("one",))
        monkeypatch.setitem(openai_compatible.server_of.__globals__["PRESETS"], "ollama", server.url)
        connect("ollama/nomic-embed-text")(("one",))
    assert [a.body["model"] for a in server.asked] == ["bge/small", "nomic-embed-text"]
    assert [a.headers["authorization"] for a in server.asked] == ["Bearer sk-mine-123456", "Bearer none"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("openai/text-embedding-3-small", "set OPENAI_API_KEY"),
        ("ollama", "write ollama/MODEL, for example ollama/nomic-embed-text"),
    ],
)
def test_what_is_missing_is_told_before_anything_is_asked(name, sentence):
    with pytest.raises(CallerError, match=re.escape(sentence)):
        connect(name)


@pytest.fixture(autouse=True)
def heard(caplog):
    caplog.set_level(logging.WARNING)
