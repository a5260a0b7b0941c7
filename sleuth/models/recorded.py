"""A model that repeats what another run's model said: `recorded/RUN` answers each prompt of that run again.

A prompt is found by its hash, so a replay under the same code asks and hears the very same; a prompt that the
run never saw raises ModelUnavailable instead of inventing a reply. How sure the model was of a draft is repeated as
the log tells it.
"""

import json
from collections.abc import Iterable
from math import log
from typing import TYPE_CHECKING

from sleuth.errors import CallerError, ModelUnavailable
from sleuth.models import Model, Reply, Request, Token
from sleuth.search import digest

if TYPE_CHECKING:
    from sleuth.events import Entry
    from sleuth.settings import Settings


def recorded(replies: dict[str, Reply]) -> Model:
    """The model that knows these replies by the hash of their prompt."""

    def model(request: Request) -> Reply:
        prompt = json.dumps([m.model_dump() for m in request.messages], ensure_ascii=False)
        reply = replies.get(digest(prompt))
        if reply is None:
            raise ModelUnavailable(
                f"The recording has no reply to this {request.purpose!r} prompt; the run took another way."
            )
        return reply

    return model


def connect(model: str | None, settings: "Settings") -> Model:  # noqa: ARG001 the shape every back-end shares
    """Open the recording of a run in the log."""
    from sleuth.folders import log_path
    from sleuth.store import Log

    if model is None:
        raise CallerError("The recorded model needs the run it repeats: recorded/RUN.")
    kept = Log(log_path())
    calls = kept.calls(model)
    if not calls:
        raise CallerError(f"The log has no model calls of a run {model!r}; `runs` lists the runs.")
    tokens = told(kept.entries(model))
    return recorded(
        {
            call.prompt_sha256: Reply(
                text=call.reply,
                model=f"recorded/{call.model}",
                seconds=0.0,
                tokens=tokens.get(call.prompt_sha256),
            )
            for call in calls
        }
    )


def told(entries: "Iterable[Entry]") -> dict[str, tuple[Token, ...]]:
    """How sure the model was of its replies, as far as the log tells, by the hash of the prompt."""
    from sleuth.drafts import Drafted, RelevanceMeasured
    from sleuth.events import ModelCalled

    found: dict[str, tuple[Token, ...]] = {}
    prompt = ""
    for entry in entries:
        match entry.event:
            case ModelCalled(prompt_sha256=prompt):
                pass
            case Drafted(draft=draft) if draft.places is not None:
                found[prompt] = tuple(
                    Token(text=p.text, logprob=p.logprob, entropy=p.entropy, attention=p.attention)
                    for p in draft.places
                )
            case RelevanceMeasured(sure=float(sure)):
                found[prompt] = (Token(text="yes", logprob=log(sure) if sure else -1e9),)
    return found
