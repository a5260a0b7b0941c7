"""Any server that speaks OpenAI's protocol, asked for chat completions.

A parameter that a server refuses is left out from then on, for that server and model, as long as the process
lives. Where the server answers, and what its errors mean, is told by `server`.
"""

from collections.abc import Callable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import openai
from pydantic import JsonValue

from sleuth.errors import ModelRefused, ModelUnavailable
from sleuth.models import Model, Reply, Request, split
from sleuth.models import protocol as p
from sleuth.models.answers import named_parameter, read_reply
from sleuth.models.connection import Connection
from sleuth.models.server import Server, server_of, shown

if TYPE_CHECKING:
    from sleuth.settings import Settings

REMEMBERED: dict[tuple[str, str], p.Habits] = {}
"""What is known of each server (by the base URL as given) and model. A lost update only costs a request."""

NOTHING: Mapping[str, JsonValue] = MappingProxyType({})


class Exchange(NamedTuple):
    """A reply with how it came about, for whoever examines the server."""

    reply: Reply
    sent: dict[str, JsonValue]
    """The body that was answered, after what the server refuses was taken out."""
    answer: object
    """What the server sent, as JSON that was read."""
    habits: p.Habits
    """What is known of the server after it."""


class OpenAICompatible:
    """A model behind a base URL. Thread-safe; all calls of one object can be abandoned together.

    Example: `OpenAICompatible(Server("http://127.0.0.1:8080", None, "llamacpp", 120.0), None)(request)`
    """

    def __init__(self, server: Server, model: str | None, *, extra: dict[str, JsonValue] | None = None) -> None:
        """`model` None takes the first that the server lists; `extra` goes into each request beside the rest."""
        self._server, self._model = server, model
        self._extra = extra or {}
        self._connection = server.connect()
        self.listener: Callable[[int], None] | None = None

    def __call__(self, request: Request, **extra: JsonValue) -> Reply:
        """Put one request; raises ModelUnavailable or ModelRefused."""
        return self.exchange(request, extra).reply

    def exchange(
        self, request: Request, extra: Mapping[str, JsonValue] = NOTHING, supposed: p.Habits | None = None
    ) -> Exchange:
        """Put one request, and tell what passed.

        What is `supposed` of the server stands in for what is remembered, and what comes of it is not remembered.
        """
        begun = monotonic()
        connection = self._connection
        model = self._model or self._first(connection)
        habits = supposed or REMEMBERED.get((self._server.base_url, model), p.Habits())
        while True:
            told = self.listener if p.streamed(habits) else None
            body = p.body(request, model, habits, self._extra | dict(extra) | (p.IN_CHUNKS if told else {}))
            try:
                address, answer = self._server.post(connection, "chat/completions", body, habits.address, told)
                break
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                said = self._server.sentence(error.body)
                adapted = p.adapt(habits, body, said, named_parameter(error.body))
                if adapted is None:
                    raise self._server.translated(error, connection, model) from error
                habits = adapted
            except openai.APIError as error:
                raise self._server.translated(error, connection, model) from error
        top = p.asks(request, habits)
        reply = read_reply(answer, model, monotonic() - begun, top)
        if reply is None:
            said = self._server.sentence(answer)
            raise ModelUnavailable(
                f"The model server at {shown(address)} sent no reply{': ' + said if said else '.'}"
            )
        if top is not None:
            habits = p.learnt(habits, answer)
        if told:
            habits = p.counted(habits, answer)
        habits = habits.model_copy(update={"address": address})
        if supposed is None:
            # Only what has led to a reply is remembered: a sentence may name a parameter that was not to blame.
            REMEMBERED[self._server.base_url, model] = habits
        return Exchange(reply, body, answer, habits)

    def asked(self, path: str) -> object:
        """What the server tells at a path beside the protocol's own, such as `/props`; None where it has no such."""
        root = self._server.root
        try:
            return self._connection.get(f"{root}{path}")
        except openai.APIError:
            return None

    def served_by(self) -> Server:
        """The server it speaks to."""
        return self._server

    def abandon(self) -> None:
        """End every call under way with ModelUnavailable, at once; later calls go over a fresh connection."""
        cut, self._connection = self._connection, self._server.connect()
        cut.cut()

    def _first(self, connection: Connection) -> str:
        listed = self._server.models(connection)
        # LM Studio lists its embedding model too, which cannot chat.
        chatting = [name for name in listed if "embed" not in name.lower()]
        if not chatting:
            raise ModelRefused(f"The model server at {self._server.shown} has no model loaded; load one there first.")
        return chatting[0]


def connect(name: str, settings: "Settings") -> Model:
    """Open `PRESET` or `PRESET/MODEL`; CallerError when `openai` lacks what it needs."""
    preset, model = split(name)
    return OpenAICompatible(server_of(preset, model, settings, "gpt-5-mini"), model)
