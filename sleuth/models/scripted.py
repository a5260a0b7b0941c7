"""A model that answers from a script: for tests, demonstrations and trying the page without weights.

`scripted/FILE.jsonl` names the script. Each line is `{"purpose", "when", "reply"}`: the reply (text, or an
object sent as JSON) goes to every request of that purpose whose last turn contains `when`; the first line that
fits wins. `{"purpose", "fails"}` raises ModelUnavailable with that sentence instead. A line with `seconds` takes
that long, so that a run can be watched, paused or killed in the middle; one with `tokens` says how likely they were.
"""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from sleuth.errors import CallerError, ModelUnavailable
from sleuth.models import Model, Record, Reply, Request, Token

if TYPE_CHECKING:
    from sleuth.settings import Settings


class Line(Record):
    """One line of a script."""

    purpose: str
    when: str = ""
    reply: JsonValue = None
    fails: str | None = None
    seconds: float = Field(0.0, ge=0)
    """How long the model takes over it."""
    tokens: tuple[Token, ...] | None = None
    """The reply's tokens, for a request that asks how likely they were."""


LINES = TypeAdapter(tuple[Line, ...])


def scripted(lines: tuple[Line, ...]) -> Model:
    """The model that follows these lines; a request that none fits raises ModelUnavailable, naming it."""

    def model(request: Request) -> Reply:
        asked = request.messages[-1].content
        line = next((x for x in lines if x.purpose == request.purpose and x.when in asked), None)
        if line is None:
            raise ModelUnavailable(f"The script has no reply for {request.purpose!r} to: {asked[-200:]}")
        time.sleep(line.seconds)
        if line.fails is not None:
            raise ModelUnavailable(line.fails)
        text = line.reply if isinstance(line.reply, str) else json.dumps(line.reply, ensure_ascii=False)
        prompt = sum(len(m.content.split()) for m in request.messages)
        return Reply(
            text=text,
            model="scripted",
            finish="stop",
            prompt_tokens=prompt,
            cached_tokens=0,
            completion_tokens=len(text.split()),
            seconds=line.seconds,
            tokens=None if request.top is None else line.tokens,
        )

    return model


def connect(model: str | None, settings: "Settings") -> Model:  # noqa: ARG001 the shape every back-end shares
    """Read the script; CallerError when it is missing or malformed."""
    if model is None:
        raise CallerError("The scripted model needs its script: scripted/FILE.jsonl.")
    try:
        lines = [json.loads(line) for line in Path(model).read_text(encoding="utf-8").splitlines() if line.strip()]
        return scripted(LINES.validate_python(lines))
    except OSError as error:
        raise CallerError(f"The script {model!r} cannot be read: {error.strerror}.") from error
    except (json.JSONDecodeError, ValidationError) as error:
        raise CallerError(f"The script {model!r} is malformed: {error}") from error
