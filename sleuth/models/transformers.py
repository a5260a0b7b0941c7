"""A model of Hugging Face's `transformers`, run in this process: the one back-end that shows its attention.

`transformers/PATH_OR_NAME` opens it; the packages `torch` and `transformers` do not come with Sleuth. It decodes
greedily by the model's own distribution, without the penalties and temperatures of a generation configuration, so
that the entropies over its whole vocabulary are exact. A reply's form is left to the prompt: there is no grammar.
"""

import threading
from functools import cache
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from sleuth.errors import CallerError
from sleuth.models import Entropy, Likely, Model, Reply, Request, Token
from sleuth.models.answers import split_thinking
from sleuth.models.connection import Abandoned

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from transformers import (  # type: ignore[import-not-found,unused-ignore]
        PreTrainedModel,
        PreTrainedTokenizerBase,
    )

    from sleuth.settings import Settings

PARTIAL = "\ufffd"
"""What a tokenizer writes for a character that is not complete yet."""


class Loaded(NamedTuple):
    """A model with its tokenizer; several runs share it."""

    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerBase"
    turn: threading.Lock
    """Held for one call: two at once would only take each other's cores."""


class Attentive:
    """The model as one run sees it. Thread-safe; abandoning it leaves the calls of other runs alone."""

    def __init__(self, name: str, loaded: Loaded) -> None:
        self.name, self._loaded = name, loaded
        self._abandoned = threading.Event()

    def __call__(self, request: Request) -> Reply:
        """Put one request; raises Abandoned."""
        begun, abandoned = monotonic(), self._abandoned
        with self._loaded.turn:
            return self._answered(request, begun, abandoned)

    def abandon(self) -> None:
        """End every call under way with Abandoned, at its next token."""
        abandoned, self._abandoned = self._abandoned, threading.Event()
        abandoned.set()

    def _answered(self, request: Request, begun: float, abandoned: threading.Event) -> Reply:
        torch, (model, tokenizer, _) = import_module("torch"), self._loaded
        turns = [{"role": m.role, "content": m.content} for m in request.messages]
        prompt = tokenizer.apply_chat_template(
            turns, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )["input_ids"].to(model.device)
        ends = _ends(model, tokenizer)
        chosen: list[int] = []
        tokens: list[Token] = []
        with torch.inference_mode():
            step, past = prompt, None
            while len(chosen) < request.max_tokens:
                if abandoned.is_set():
                    raise Abandoned
                out = model(input_ids=step, cache=past, use_cache=True)
                logarithms = torch.log_softmax(out.logits[0, -1].float(), -1)
                chosen.append(int(logarithms.argmax()))
                if chosen[-1] in ends:
                    break
                if request.top is not None:
                    tokens.append(_token(tokenizer, logarithms, chosen, request.top))
                step, past = torch.tensor([chosen[-1:]], device=model.device), out.cache
            if tokens:
                whole = torch.cat([prompt, torch.tensor([chosen], device=model.device)], dim=1)
                seen = attention(model(input_ids=whole, output_attentions=True).attentions[-1], prompt.shape[1])
                tokens = [t.model_copy(update={"attention": a}) for t, a in zip(tokens, seen, strict=False)]
        ended = chosen[-1:] and chosen[-1] in ends
        thought, text = split_thinking(_decoded(tokenizer, chosen))
        return Reply(
            text=text,
            reasoning=thought,
            model=self.name,
            finish="stop" if ended else "length",
            prompt_tokens=prompt.shape[1],
            completion_tokens=len(chosen),
            seconds=monotonic() - begun,
            tokens=_of(text, tokens) if tokens else None,
        )


def attention(weights: "torch.Tensor", begins: int) -> tuple[float | None, ...]:
    """For each token of a reply the largest weight that a later one gives to it, the mean of the heads.

    `weights` are those of one layer, (1, heads, rows, columns), over prompt and reply; `begins` is the reply's first
    row. What a token gives to itself does not count, and nothing is known of the last, which no token follows.
    """
    mean = weights[0].float().mean(0)[begins:, begins:]
    largest = mean.tril(-1).max(0).values.tolist()
    return (*largest[:-1], None)


def _ends(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> frozenset[int]:
    """The tokens that end a reply."""
    told = model.generation_config.eos_token_id if model.generation_config else None
    several = told if isinstance(told, list) else [told]
    return frozenset(end for end in (*several, tokenizer.eos_token_id) if end is not None)


def _token(tokenizer: "PreTrainedTokenizerBase", logarithms: "torch.Tensor", chosen: list[int], top: int) -> Token:
    """The token just chosen; a character that it only begins belongs to the token that completes it."""
    before, now = (_decoded(tokenizer, ids).rstrip(PARTIAL) for ids in (chosen[:-1], chosen))
    best = logarithms.topk(min(top, logarithms.shape[0]))
    likely = zip(best.values.tolist(), best.indices.tolist(), strict=True)
    exact = float(-(logarithms.exp() * logarithms.clamp(min=-1e4)).sum())
    return Token(
        text=now[len(before) :],
        logprob=min(0.0, float(logarithms[chosen[-1]])),
        likely=tuple(Likely(text=_decoded(tokenizer, [i]), logprob=min(0.0, p)) for p, i in likely),
        entropy=Entropy(max(0.0, exact), max(0.0, exact)),
    )


def _decoded(tokenizer: "PreTrainedTokenizerBase", ids: list[int]) -> str:
    return str(tokenizer.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=False))


def _of(text: str, tokens: list[Token]) -> tuple[Token, ...] | None:
    """The tokens that hold a reply's text, without those of the reasoning before it."""
    begins, at, kept = "".join(t.text for t in tokens).rfind(text), 0, []
    for token in tokens:
        at += len(token.text)
        if at > begins:
            kept.append(token)
    return tuple(kept) if begins >= 0 and text else None


@cache
def load(model: str) -> Loaded:
    """Load a model once for all runs of this process; CallerError where it, or what it needs, is not here."""
    try:
        torch, transformers = import_module("torch"), import_module("transformers")
    except ImportError as error:
        raise CallerError(
            f"The transformers back-end needs packages that do not come with Sleuth ({error}); "
            "install them with: python -m pip install torch 'transformers>=5.24,<6'"
        ) from error
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(model)
        opened = transformers.AutoModelForCausalLM.from_pretrained(
            # Only the eager implementation hands its attention out.
            model,
            attn_implementation="eager",
            dtype="auto",
        )
    except (OSError, ValueError) as error:
        first = str(error).strip().splitlines()[0]
        raise CallerError(f"The transformers model {model!r} cannot be opened: {first}") from error
    if not tokenizer.chat_template:
        raise CallerError(f"The transformers model {model!r} has no chat template; choose one made for chat.")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return Loaded(opened.to(device).eval(), tokenizer, threading.Lock())


def connect(model: str | None, settings: "Settings") -> Model:  # noqa: ARG001 the shape every back-end shares
    """Open a folder or a model of the hub, which `transformers` fetches; CallerError where that fails."""
    if model is None:
        raise CallerError("The transformers model needs a folder or a name: transformers/PATH_OR_NAME.")
    return Attentive(f"transformers/{model}", load(model))
