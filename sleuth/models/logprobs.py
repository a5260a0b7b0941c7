"""The likely tokens in a server's answer, whichever of the usual forms they come in.

A chat completion has them at `logprobs.content`; Together and others keep the older form of text completions, lists
side by side; llama.cpp as of 2024 has `completion_probabilities` beside the choices. An answer that holds none, or
holds something else in their place, leaves them unknown.

What is reported must be the model's own distribution, at temperature 1 and before anything is cut off. Requests
that ask for it are put at temperature 0, where no server is known to scale it (standardcompletions/rfcs#11):
llama.cpp reports what stood before sampling (ggml-org/llama.cpp#10783), vLLM the same unless its `logprobs-mode`
says otherwise, SGLang scales by the temperature only where there is one (sgl-project/sglang#8375). OpenAI does not
tell. Older answers of llama.cpp carry `probs` instead of logarithms: what is left after sampling, which is not read.
"""

import codecs
from itertools import accumulate
from math import isnan

from pydantic import BaseModel, JsonValue, ValidationError

from sleuth.models import Likely, Token


class Reported(BaseModel):
    """One token as a server reports it."""

    token: str = ""
    logprob: float
    bytes: tuple[int, ...] | None = None
    top_logprobs: "tuple[Reported, ...] | None" = None


class InLists(BaseModel):
    """The form of text completions."""

    tokens: tuple[str, ...]
    token_logprobs: tuple[float | None, ...]
    top_logprobs: tuple[dict[str, float] | None, ...] | None = None


class Forms(BaseModel):
    """Where the tokens may stand; what does not fit is not read."""

    content: tuple[Reported, ...] | None = None
    completion_probabilities: tuple[Reported, ...] = ()


def reported(logprobs: JsonValue, beside: JsonValue) -> tuple[Reported, ...]:
    """The tokens of a choice's `logprobs`, or of what stands `beside` the choices; none where there are none."""
    try:
        if isinstance(logprobs, dict) and "tokens" in logprobs:
            found = _from_lists(InLists.model_validate(logprobs))
        elif isinstance(logprobs, dict):
            found = Forms.model_validate(logprobs).content or ()
        else:
            found = Forms(completion_probabilities=beside).completion_probabilities if beside else ()
    except ValidationError:
        return ()
    every = [x.logprob for one in found for x in (one, *(one.top_logprobs or ()))]
    return () if any(isnan(value) for value in every) else found


def _from_lists(lists: InLists) -> tuple[Reported, ...]:
    tops = lists.top_logprobs or (None,) * len(lists.tokens)
    return tuple(
        Reported(
            token=token,
            logprob=logprob,
            top_logprobs=tuple(Reported(token=t, logprob=p) for t, p in (top or {}).items()),
        )
        for token, logprob, top in zip(lists.tokens, lists.token_logprobs, tops, strict=False)
        if logprob is not None
    )


def tokens(found: tuple[Reported, ...], text: str, top: int) -> tuple[Token, ...] | None:
    """The tokens that make up a reply's text, out of all that were generated; None where they do not hold it.

    Servers list the tokens of the reasoning before the reply, and the one that ends it, too. `top` is how many likely
    tokens were asked for: vLLM adds the chosen one to them, which need not be the likeliest of what is left.
    """
    raw = [_bytes(one) for one in found]
    wanted = text.encode()
    begins = b"".join(raw).rfind(wanted)
    if begins < 0 or not wanted:
        return None
    ends = list(accumulate(map(len, raw)))
    kept = [
        (one, part)
        for one, part, end in zip(found, raw, ends, strict=True)
        if end > begins and end - len(part) < begins + len(wanted)
    ]
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    return tuple(
        Token(text=decode(part), logprob=min(0.0, one.logprob), likely=_likely(one, top)) for one, part in kept
    )


def _bytes(one: Reported) -> bytes:
    fits = one.bytes is not None and all(0 <= b < 256 for b in one.bytes)
    return bytes(one.bytes or ()) if fits else one.token.encode(errors="replace")


def _likely(one: Reported, top: int) -> tuple[Likely, ...]:
    every = sorted(one.top_logprobs or (), key=lambda other: -other.logprob)
    return tuple(Likely(text=other.token, logprob=min(0.0, other.logprob)) for other in every[:top])
