"""What OpenAI-compatible servers answer: replies, lists of models and errors, read as loosely as servers write them.

Pure functions over bodies that were received; what is sent, and what a server will not take, is `protocol`'s affair.
"""

import re

from pydantic import BaseModel, Field, JsonValue, ValidationError

from sleuth.models import Reply
from sleuth.models import logprobs as likely

SENTENCE_CHARS = 300
"""Longest part of a server's own words that is shown."""

SECRET = re.compile(r"\b(sk|pk|gsk|hf|xai|key)[-_][\w*.-]{4,}")


class Lenient(BaseModel):
    """Part of an answer; fields nobody asked for are ignored."""


class Details(Lenient):
    cached_tokens: int | None = None


class Usage(Lenient):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: Details | None = None


class Timings(Lenient):
    """What llama.cpp reports beside `usage`."""

    cache_n: int | None = None
    prompt_per_second: float | None = None
    predicted_per_second: float | None = None


class Part(Lenient):
    text: str = ""


class Said(Lenient):
    content: str | tuple[Part, ...] | None = None
    reasoning_content: JsonValue = None
    reasoning: JsonValue = None


class Choice(Lenient):
    message: Said = Said()
    logprobs: JsonValue = None
    finish_reason: str | None = None


class Answer(Lenient):
    """A chat completion, as loosely as servers write it."""

    model: str | None = None
    choices: tuple[Choice, ...] = Field(min_length=1)
    usage: Usage | None = None
    timings: Timings | None = None
    completion_probabilities: JsonValue = None


class Listed(Lenient):
    id: str


class Listing(Lenient):
    data: tuple[Listed, ...] | None = None


def read_reply(answer: object, model: str, seconds: float, top: int | None = None) -> Reply | None:
    """The reply in a chat completion; None when the answer is no completion or holds no choice.

    `top` is how many likely tokens were asked for.
    """
    try:
        read = Answer.model_validate(answer)
    except ValidationError:
        return None
    said = read.choices[0].message
    content = "".join(p.text for p in said.content) if isinstance(said.content, tuple) else said.content or ""
    thought, text = split_thinking(content)
    reported = next((r for r in (said.reasoning_content, said.reasoning) if isinstance(r, str) and r), None)
    usage = read.usage or Usage()
    cached = usage.prompt_tokens_details.cached_tokens if usage.prompt_tokens_details else None
    return Reply(
        text=text,
        reasoning=reported or thought,
        model=read.model or model,
        finish=read.choices[0].finish_reason,
        prompt_tokens=usage.prompt_tokens,
        cached_tokens=cached if cached is not None or read.timings is None else read.timings.cache_n,
        completion_tokens=usage.completion_tokens,
        seconds=seconds,
        tokens=None
        if top is None
        else likely.tokens(likely.reported(read.choices[0].logprobs, read.completion_probabilities), text, top),
    )


def split_thinking(content: str) -> tuple[str | None, str]:
    """The reasoning a model wrote before its reply, or None, and the reply without it.

    An unclosed `<think>` leaves no reply. Some chat templates open the block inside the prompt, so that only its
    end is seen; a reply that begins as JSON is never taken for reasoning.
    """
    bare = content.lstrip()
    thought, closed, rest = bare.removeprefix("<think>").partition("</think>")
    if bare.startswith("<think>") or (closed and not bare.startswith(("{", "["))):
        return thought.strip() or None, rest.lstrip()
    return None, content


def read_models(answer: object) -> tuple[str, ...] | None:
    """The names in a list of models; None when the answer is no such list."""
    try:
        read = Listing.model_validate(answer)
    except ValidationError:
        return None
    # Ollama without any model says `data: null`.
    return tuple(m.id for m in read.data or ()) if isinstance(answer, dict) and "data" in answer else None


def sentence(answer: object, key: str | None) -> str:
    """What a server said of an error, in one line, without its page's markup and without any key."""
    said = _said(answer)
    if "<" in said and ">" in said:
        title = re.search(r"<(title|h1)[^>]*>(.*?)</\1>", said, re.IGNORECASE | re.DOTALL)
        said = re.sub(r"<[^>]*>", " ", title[2] if title else said)
    said = scrubbed(" ".join(said.split()), key)
    return said if len(said) <= SENTENCE_CHARS else said[:SENTENCE_CHARS] + "…"


def scrubbed(text: str, key: str | None) -> str:
    """A text without this key, nor anything that looks like one."""
    return SECRET.sub("…", text.replace(key, "…") if key else text)


def _said(answer: object) -> str:
    match answer:
        case str():
            return answer
        case {"error": inner} | {"message": inner} | {"detail": inner} if inner:
            return _said(inner)
        case [first, *_]:
            return _said(first)
        case {"msg": str(said), "loc": list(place)}:
            return f"{'.'.join(str(p) for p in place)}: {said}"
        case _:
            return ""


def named_parameter(answer: object) -> str | None:
    """The parameter an error names in its `param` field, as OpenAI's do."""
    match answer:
        case {"error": {"param": str(name)}} | {"param": str(name)}:
            return name
        case _:
            return None
