"""How OpenAI-compatible servers are spoken to: pure functions over addresses, bodies and what a server will take.

Servers agree on the protocol and differ in its corners. What one of them will not take is kept as its `Habits`.
Reading what they say belongs to `answers`; sending, waiting and retrying to `connection`, `server` and
`openai_compatible`.
"""

import re
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from pydantic import JsonValue

from sleuth.errors import CallerError
from sleuth.models import Record, Request
from sleuth.models import logprobs as likely
from sleuth.models.answers import Answer

Form = Literal["strict", "json_schema", "json_object", "text"]
FORMS: tuple[Form, ...] = ("strict", "json_schema", "json_object", "text")
"""Ways to ask for a structured reply, the most exact first; `text` leaves it to the prompt."""

Gives = Literal["none", "chosen", "top"]
"""What a server reports of how likely its tokens were: nothing, the chosen one's probability, or others too."""
TOPS = (20, 5, 0)
"""How many likely tokens are asked for, the next fewer where a server refuses; 0 asks for the chosen one only."""

TOO_LONG = re.compile(r"context (length|size|window)|too (long|many tokens|large)|exceed", re.IGNORECASE)
ABOUT_TOKENS = re.compile(r"\b(top_)?log_?probs?\b", re.IGNORECASE)
ABOUT_FORM = re.compile(
    r"response_format|json_schema|json_object|grammar|structured output|\bschema\b", re.IGNORECASE
)


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
