"""The model that shows its attention, on a tiny one with random weights made here; skipped without its packages."""

from math import log
from threading import Event

import pytest

from sleuth import models
from sleuth.errors import CallerError
from sleuth.models import Message, Request
from sleuth.models.connection import Abandoned
from sleuth.settings import Settings
from sleuth.uncertainty import entropy, places

ASKED = (Message(role="user", content="Who designed the bridge?"),)
ASKING = Request(purpose="draft", messages=ASKED, max_tokens=9, top=20)
TEMPLATE = "{% for m in messages %}{{ m.content }} {% endfor %}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A model of two layers and three heads over single bytes."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    bytes_ = tokenizers.Tokenizer(tokenizers.models.BPE({c: i for i, c in enumerate([*alphabet, "<end>"])}, []))
    bytes_.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytes_.decoder = tokenizers.decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=bytes_, eos_token="<end>")
    tokenizer.chat_template = TEMPLATE
    torch.manual_seed(7)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=24, intermediate_size=32, num_hidden_layers=2,
        num_attention_heads=3, num_key_value_heads=3, max_position_embeddings=128,
        eos_token_id=tokenizer.eos_token_id, initializer_range=0.3,
    )  # fmt: skip
    path = tmp_path_factory.mktemp("tiny")
    tokenizer.save_pretrained(path)
    transformers.LlamaForCausalLM(config).save_pretrained(path)
    return path


@pytest.fixture
def tiny(folder):
    return models.connect(f"transformers/{folder}", Settings())


def test_a_reply_comes_with_exact_entropies_and_the_likeliest_tokens(tiny):
    reply = tiny(ASKING)
    assert reply.model.startswith("transformers/")
    assert reply.prompt_tokens == len("Who designed the bridge? ")
    assert "".join(t.text for t in reply.tokens) == reply.text
    for token in reply.tokens:
        assert token.entropy.low == token.entropy.high <= log(257)
        assert token.logprob == pytest.approx(token.likely[0].logprob), "it decodes greedily"
        assert list(token.likely) == sorted(token.likely, key=lambda x: -x.logprob)
        assert len(token.likely) == 20


def test_the_exact_entropy_lies_between_the_bounds_of_what_a_server_would_report(tiny):
    for token in tiny(ASKING).tokens:
        low, high = entropy(token.model_copy(update={"entropy": None}), vocabulary=257)
        assert low - 1e-4 <= token.entropy.low <= high + 1e-4


def test_the_distribution_is_that_of_the_model_itself(tiny, folder):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    reply = tiny(ASKING.model_copy(update={"max_tokens": 3}))
    model = transformers.LlamaForCausalLM.from_pretrained(folder)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    prompt = tokenizer("Who designed the bridge? ", return_tensors="pt").input_ids
    with torch.inference_mode():
        distribution = torch.distributions.Categorical(logits=model(prompt).logits[0, -1])
    assert reply.tokens[0].entropy.low == pytest.approx(float(distribution.entropy()), rel=1e-4)


def test_attention_is_the_largest_weight_that_a_later_token_gives(tiny, folder):
    torch = pytest.importorskip("torch")
    reply = tiny(ASKING)
    loaded = models.transformers.load(str(folder))
    prompt = loaded.tokenizer("Who designed the bridge? ").input_ids
    chosen, row = list(prompt), []
    with torch.inference_mode():
        for _ in range(reply.completion_tokens):
            chosen.append(int(loaded.model(torch.tensor([chosen])).logits[0, -1].argmax()))
        last = loaded.model(torch.tensor([chosen]), output_attentions=True).attentions[-1][0]
    for at in range(len(prompt), len(chosen) - 1):
        row.append(max(float(last[:, later, at].mean()) for later in range(at + 1, len(chosen))))
    known = [t.attention for t in reply.tokens]
    assert known[: len(row)] == pytest.approx(row[: len(known)], rel=1e-4)
    assert all(0 <= a <= 1 for a in known[: len(row)])


def test_what_a_token_gives_to_itself_does_not_count_and_of_the_last_nothing_is_known():
    torch = pytest.importorskip("torch")
    heads = torch.tensor([[[1.0, 0, 0, 0], [0.2, 0.8, 0, 0], [0.1, 0.3, 0.6, 0], [0.4, 0.1, 0.2, 0.3]]])
    assert models.transformers.attention(heads[None], 1) == (pytest.approx(0.3), pytest.approx(0.2), None)


def test_a_request_that_asks_for_no_tokens_gets_none(tiny):
    plain = tiny(ASKING.model_copy(update={"top": None}))
    assert (plain.tokens, plain.text) == (None, tiny(ASKING).text)


def test_a_reply_ends_at_its_limit(tiny):
    reply = tiny(ASKING.model_copy(update={"max_tokens": 2}))
    assert (reply.completion_tokens, reply.finish) == (2, "length")


def test_the_places_of_a_draft_hold_its_text(tiny):
    reply = tiny(ASKING)
    assert "".join(reply.text[p.start : p.end] for p in places(reply.tokens, reply.text)) == reply.text


def test_an_abandoned_call_ends_and_the_next_goes_through(tiny):
    begun = Event()
    forward = tiny._loaded.model.forward

    def first(*arguments, **named):
        if not begun.is_set():
            begun.set()
            tiny.abandon()
        return forward(*arguments, **named)

    tiny._loaded.model.forward = first
    try:
        with pytest.raises(Abandoned):
            tiny(ASKING)
        assert tiny(ASKING).text
    finally:
        tiny._loaded.model.forward = forward


def test_a_folder_without_a_model_is_named(folder, tmp_path):
    with pytest.raises(CallerError, match="cannot be opened"):
        models.connect(f"transformers/{tmp_path}", Settings())


def test_without_the_packages_it_says_how_to_install_them(monkeypatch):
    def missing(name):
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("sleuth.models.transformers.import_module", missing)
    with pytest.raises(CallerError, match="python -m pip install torch"):
        models.connect("transformers/some/model", Settings())


def test_without_a_name_it_says_what_it_needs():
    with pytest.raises(CallerError, match="transformers/PATH_OR_NAME"):
        models.connect("transformers", Settings())
