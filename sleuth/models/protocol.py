"""How OpenAI-compatible servers are spoken to and understood: pure functions over addresses, bodies and answers.

Servers agree on the protocol and differ in its corners. What one of them will not take is kept as its `Habits`.
Sending, waiting and retrying belong to `connection`, `server` and `openai_compatible`.
"""

import re
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, Field, JsonValue, ValidationError

from sleuth.errors import CallerError
from sleuth.models import Record, Reply, Request
from sleuth.models import logprobs as likely

Form = Literal["strict", "json_schema", "json_object", "text"]
FORMS: tuple[Form, ...] = ("strict", "json_schema", "json_object", "text")
"""Ways to ask for a structured reply, the most exact first; `text` leaves it to the prompt."""

Gives = Literal["none", "chosen", "top"]
"""What a server reports of how likely its tokens were: nothing, the chosen one's probability, or others too."""
TOPS = (20, 5, 0)
"""How many likely tokens are asked for, the next fewer where a server refuses; 0 asks for the chosen one only."""

SENTENCE_CHARS = 300
"""Longest part of a server's own words that is shown."""

TOO_LONG = re.compile(r"context (length|size|window)|too (long|many tokens|large)|exceed", re.IGNORECASE)
ABOUT_TOKENS = re.compile(r"\b(top_)?log_?probs?\b", re.IGNORECASE)
ABOUT_FORM = re.compile(
    r"response_format|json_schema|json_object|grammar|structured output|\bschema\b", re.IGNORECASE
)
SECRET = re.compile(r"\b(sk|pk|gsk|hf|xai|key)[-_][\w*.-]{4,}")


class Habits(Record):
    """What is known of a server and model: where it answers and which parameters it refuses."""

    address: str | None = None
    """The form of the address that worked; None while none has."""
    form: Form = "strict"
    limit: Literal["max_tokens", "max_completion_tokens"] | None = "max_tokens"
    without: frozenset[str] = frozenset()
    top: int | None = TOPS[0]
    """How many likely tokens it may be asked for; None once it refused to report any."""
    gives: Gives | None = None
    """What it reported when it was first asked; None while it was not. Some answer 200 and report nothing."""
    streams: bool = True
    """Whether a reply in chunks still comes with its counts; where it does not, replies are asked for as a whole."""


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


def addresses(base_url: str) -> tuple[str, ...]:
    """The sensible readings of a base URL, likeliest first: with and without `/v1`, nothing pasted behind it.

    >>> addresses("http://127.0.0.1:8080/v1/chat/completions/")
    ('http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080')
    """
    try:
        parts = urlsplit(base_url.strip())
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise CallerError(
            f"The model address {base_url!r} is not usable; give one like http://127.0.0.1:8080/v1 or https://…"
        )
    path = re.sub(r"/(chat/completions|completions|embeddings|models)$", "", parts.path.rstrip("/"))
    bare = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
    if path.endswith("/v1"):
        return bare, bare.removesuffix("/v1")
    return (bare, f"{bare}/v1") if path else (f"{bare}/v1", bare)


IN_CHUNKS: dict[str, JsonValue] = {"stream": True, "stream_options": {"include_usage": True}}
"""What asks for a reply in chunks; without the counts at its end none would be known, so the two go together."""


def streamed(habits: Habits) -> bool:
    """Whether this server can be asked for a reply in chunks."""
    return habits.streams and not habits.without & IN_CHUNKS.keys()


def counted(habits: Habits, answer: object) -> Habits:
    """The habits after a reply in chunks."""
    return habits if Answer.model_validate(answer).usage else habits.model_copy(update={"streams": False})


def body(request: Request, model: str, habits: Habits, extra: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The request as this server takes it."""
    asked: dict[str, JsonValue] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "temperature": request.temperature,
        **extra,
    }
    if habits.limit:
        asked[habits.limit] = request.max_tokens
    if request.reply_schema is not None and habits.form != "text":
        asked["response_format"] = _response_format(request.reply_schema, habits.form)
    if (top := asks(request, habits)) is not None:
        asked |= {"logprobs": True, **({"top_logprobs": top} if top else {})}
    return {name: value for name, value in asked.items() if name not in habits.without}


def asks(request: Request, habits: Habits) -> int | None:
    """How many likely tokens this server is asked for; None for none at all."""
    if request.top is None or habits.top is None or habits.gives == "none":
        return None
    return min(request.top, habits.top)


def _response_format(schema: dict[str, JsonValue], form: Form) -> JsonValue:
    if form == "json_object":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": schema, "strict": form == "strict"},
    }


def adapt(habits: Habits, refused: dict[str, JsonValue], said: str, named: str | None) -> Habits | None:
    """The habits to try after a server refused a body with this sentence; None when it blames no parameter.

    Each change takes something away, so that trying ends.
    """
    about = f"{named or ''} {said}"
    if "logprobs" in refused and habits.top is not None and ABOUT_TOKENS.search(about):
        return habits.model_copy(update={"top": next((n for n in TOPS if n < habits.top), None)})
    if TOO_LONG.search(said):
        # Such a sentence counts `max_tokens` among its figures, but the prompt is what does not fit.
        return None
    if "response_format" in refused and ABOUT_FORM.search(about):
        return habits.model_copy(update={"form": FORMS[FORMS.index(habits.form) + 1]})
    if habits.limit == "max_tokens" and re.search(r"\bmax_(completion_)?tokens\b", about):
        return habits.model_copy(update={"limit": "max_completion_tokens"})
    if habits.limit and re.search(r"\bmax_(completion_)?tokens\b", about):
        return habits.model_copy(update={"limit": None})
    droppable = [name for name in refused if name not in ("model", "messages")]
    culprit = next((name for name in droppable if re.search(rf"\b{re.escape(name)}\b", about)), None)
    return habits.model_copy(update={"without": habits.without | {culprit}}) if culprit else None


def learnt(habits: Habits, answer: object) -> Habits:
    """The habits after an answer to a request that asked for likely tokens: what the server gives is known now."""
    read = Answer.model_validate(answer)
    found = likely.reported(read.choices[0].logprobs, read.completion_probabilities)
    if not found and not read.choices[0].message.content:
        return habits  # a reply without text has no tokens to report
    gives: Gives = "top" if any(x.top_logprobs for x in found) else "chosen" if found else "none"
    return habits.model_copy(update={"gives": gives})


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
