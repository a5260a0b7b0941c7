"""The model port: one request in, one reply out, and the back-ends found by name.

A model is a callable. Each back-end is one module of this package that offers
`connect(model: str | None, settings: Settings) -> Model`; its name is the module's name, or a name
listed in `PRESETS` of `openai_compatible`. Nothing above this package knows which back-end answers.
"""

from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue


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


Model = Callable[[Request], Reply]
"""Raises `ModelUnavailable` or `ModelRefused`; never returns a half-made reply."""
