"""The model port: one request in, one reply out, and the back-ends found by name.

A model is a callable. Each back-end is one module of this package that offers
`connect(model: str | None, settings: Settings) -> Model`; its name is the module's name, or a name
listed in `PRESETS` of `openai_compatible`. Nothing above this package knows which back-end answers.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, JsonValue

from sleuth.errors import CallerError

if TYPE_CHECKING:
    from sleuth.settings import Settings


class Record(BaseModel):
    """An immutable value that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Message(Record):
    """One chat turn."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(Record):
    """One small question to a model."""

    purpose: str
    """Which prompt this is (`plan`, `read`, …); a back-end may give each purpose its own cache slot."""
    messages: tuple[Message, ...]
    """The constant part (system turn, worked examples) first, so that a prefix cache serves it."""
    reply_schema: dict[str, JsonValue] | None = None
    """JSON schema the reply should satisfy; None asks for plain text."""
    max_tokens: int = 256
    temperature: float = 0.0
    top: int | None = None
    """How many likely tokens to report at each place, with their log-probabilities; None asks for none. A server that
    cannot report so many reports fewer, or only the chosen one, or nothing: see `Reply.tokens`."""


class Likely(Record):
    """A token that the model might have written at one place."""

    text: str
    logprob: float
    """Natural logarithm of its probability at temperature 1."""


class Entropy(NamedTuple):
    """Bounds of the entropy of a model's distribution at one place, in nats; equal where it is known exactly."""

    low: float
    high: float


class Token(Record):
    """A token of a reply, with how sure the model was of it."""

    text: str
    """Together the texts of the tokens hold the reply; one that ends within a character is empty."""
    logprob: float
    likely: tuple[Likely, ...] = ()
    """The likeliest tokens at this place, the likeliest first; empty where the server reports the chosen one only."""
    entropy: Entropy | None = None
    """Where the back-end itself knows it: one that sees the whole vocabulary, or a recording. None leaves it to be
    bounded by what is `likely`."""
    attention: float | None = None
    """The largest weight that a later token of the reply gives to this one; None where no attention is shown."""


class Reply(Record):
    """What came back. A count the server did not report is None, never 0."""

    text: str
    reasoning: str | None = None
    """Text the model produced as its reasoning; stored beside the step and never fed on."""
    model: str
    finish: str | None = None
    """The server's `finish_reason`: `stop`, `length`, …"""
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float | None = None
    tokens: tuple[Token, ...] | None = None
    """The reply's tokens, where they were asked for and the server reports them; None is unknown, never certain."""


Model = Callable[[Request], Reply]
"""Raises `ModelUnavailable` or `ModelRefused`; never returns a half-made reply."""


@runtime_checkable
class Telling(Protocol):
    """A model that tells how far its reply has come, while it writes it, to whoever listens."""

    listener: Callable[[int], None] | None
    """Called, in whatever thread, with about how many tokens have come. None where nobody listens: the model may then
    send its reply as a whole."""


def split(name: str) -> tuple[str, str | None]:
    """A model's name as back-end and model: `split("ollama/qwen3") == ("ollama", "qwen3")`."""
    backend, _, model = name.partition("/")
    return backend, model or None


def backends() -> tuple[str, ...]:
    """The back-ends there are: modules with a `connect`, and the presets of the OpenAI-compatible one."""
    from sleuth.models.presets import PRESETS

    return ("embedded", *PRESETS, "transformers", "recorded", "scripted")


def connect(name: str, settings: "Settings") -> Model:
    """Open the model with this name; CallerError names what exists."""
    from sleuth.models.presets import PRESETS

    backend, model = split(name)
    if backend not in backends():
        raise CallerError(
            f"The model {name!r} is not known; use one of {', '.join(backends())}, "
            "with /MODEL where one serves several."
        )
    if backend in PRESETS:
        from sleuth.models import openai_compatible

        return openai_compatible.connect(name, settings)
    opened: Model = import_module(f"{__name__}.{backend}").connect(model, settings)
    return opened
