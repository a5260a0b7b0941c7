"""Any server that speaks OpenAI's protocol, through the `openai` package's client.

A parameter that a server refuses is left out from then on, for that server and model, as long as the process
lives. Errors of the wire become sentences for the person at the screen; no key is ever part of one.
"""

import os
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import openai
from pydantic import JsonValue

from sleuth.errors import CallerError, ModelRefused, ModelUnavailable, ServiceError
from sleuth.models import Model, Reply, Request, split
from sleuth.models import protocol as p
from sleuth.models.connection import WAITS_S, Connection, is_unreachable
from sleuth.models.presets import PRESETS

if TYPE_CHECKING:
    from sleuth.settings import Settings

REMEMBERED: dict[tuple[str, str], p.Habits] = {}
"""What is known of each server (by the base URL as given) and model. A lost update only costs a request."""


class OpenAICompatible:
    """A model behind a base URL. Thread-safe; all calls of one object can be abandoned together.

    Example: `OpenAICompatible("http://127.0.0.1:8080", None, None, "llamacpp", 120.0)(request)`
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        model: str | None,
        name: str,
        timeout_s: float,
        *,
        extra: dict[str, JsonValue] | None = None,
        waits_s: tuple[float, ...] = WAITS_S,
    ) -> None:
        """`model` None takes the first that the server lists; `extra` goes into each request beside the rest."""
        self.name = name
        self._base_url, self._key, self._model = base_url, api_key, model
        self._addresses = p.addresses(base_url)
        self._timeout_s, self._waits_s = timeout_s, waits_s
        self._extra = extra or {}
        self._connection = self._connect()

    def __call__(self, request: Request, **extra: JsonValue) -> Reply:
        """Put one request; raises ModelUnavailable or ModelRefused."""
        begun = monotonic()
        connection = self._connection
        model = self._model or self._first(connection)
        habits = REMEMBERED.get((self._base_url, model), p.Habits())
        while True:
            body = p.body(request, model, habits, self._extra | extra)
            try:
                address, answer = self._post(connection, body, habits.address)
                break
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                said = p.sentence(error.body, self._key)
                adapted = p.adapt(habits, body, said, p.named_parameter(error.body))
                if adapted is None:
                    raise self._translated(error, connection, model) from error
                habits = adapted
            except openai.APIError as error:
                raise self._translated(error, connection, model) from error
        reply = p.read_reply(answer, model, monotonic() - begun)
        if reply is None:
            said = p.sentence(answer, self._key)
            raise ModelUnavailable(
                f"The model server at {shown(address)} sent no reply{': ' + said if said else '.'}"
            )
        # Only what has led to a reply is remembered: a sentence may name a parameter that was not to blame.
        REMEMBERED[self._base_url, model] = habits.model_copy(update={"address": address})
        return reply

    def abandon(self) -> None:
        """End every call under way with ModelUnavailable, at once; later calls go over a fresh connection."""
        cut, self._connection = self._connection, self._connect()
        cut.cut()

    def models(self) -> tuple[str, ...]:
        """The models that the server lists."""
        return self._list(self._connection)

    def _connect(self) -> Connection:
        return Connection(self._addresses[0], self._key, self._timeout_s, self._waits_s)

    def _first(self, connection: Connection) -> str:
        listed = self._list(connection)
        # LM Studio lists its embedding model too, which cannot chat.
        chatting = [name for name in listed if "embed" not in name.lower()]
        if not chatting:
            raise ModelRefused(f"The model server at {self._shown} has no model loaded; load one there first.")
        return chatting[0]

    def _list(self, connection: Connection) -> tuple[str, ...]:
        said = ""
        for address in self._addresses:
            try:
                answer = connection.get(f"{address}/models")
            except openai.APIStatusError as error:
                if error.status_code not in (404, 405):
                    raise self._translated(error, connection, None) from error
                said = said or p.sentence(error.body, self._key)
                continue
            except openai.APIError as error:
                raise self._translated(error, connection, None) from error
            names = p.read_models(answer)
            if names is not None:
                return names
            said = said or p.sentence(answer, self._key)
        raise self._foreign(said)

    def _post(self, connection: Connection, body: dict[str, JsonValue], known: str | None) -> tuple[str, object]:
        """The address that serves the protocol, and its answer."""
        said = ""
        for address in (known,) if known else self._addresses:
            try:
                answer = connection.post(f"{address}/chat/completions", body)
            except openai.APIStatusError as error:
                if error.status_code not in (404, 405) or _speaks_of_model(error, str(body["model"])):
                    raise
                said = said or p.sentence(error.body, self._key)
                continue
            if isinstance(answer, dict) and (answer.get("choices") or not _wrong_path(answer)):
                return address, answer
            said = said or p.sentence(answer, self._key)
        raise self._foreign(said)

    def _foreign(self, said: str) -> ModelRefused:
        tried = " and ".join(shown(a) for a in self._addresses)
        return ModelRefused(
            f"What answers at {tried} is no OpenAI-compatible server; check the address."
            + (f" It said: {said}" if said else "")
        )

    def _translated(self, error: openai.APIError, connection: Connection, model: str | None) -> ServiceError:
        """The error in a person's words."""
        if isinstance(error, openai.APIStatusError):
            said = p.sentence(error.body, self._key) or f"status {error.status_code}"
            match error.status_code:
                case 401 | 403:
                    return ModelRefused(
                        f"The model server at {self._shown} refused the key: {said}{self._key_advice}"
                    )
                case 404:
                    return ModelRefused(
                        f"The model server at {self._shown} does not have {model!r}; {self._offer(connection)}"
                    )
                case code if code == 429 or code >= 500:
                    return ModelUnavailable(f"The model server at {self._shown} cannot answer now ({code}): {said}")
            return ModelRefused(f"The model server at {self._shown} refused the request: {said}")
        if is_unreachable(error):
            return ModelUnavailable(
                f"No model server answers at {self._shown}; start it or choose another model: "
                "python -m sleuth model list"
            )
        if isinstance(error, openai.APITimeoutError):
            return ModelUnavailable(
                f"The model server at {self._shown} did not answer within {self._timeout_s:g} seconds; "
                "raise SLEUTH_TIMEOUT or choose a faster model."
            )
        return ModelUnavailable(f"The model server at {self._shown} broke off the connection.")

    @property
    def _shown(self) -> str:
        return shown(self._addresses[0])

    @property
    def _key_advice(self) -> str:
        if self.name == "openai":
            return " Set OPENAI_API_KEY to a key that it accepts."
        return f" Use openai/MODEL with OPENAI_BASE_URL={self._shown} and OPENAI_API_KEY."

    def _offer(self, connection: Connection) -> str:
        try:
            listed = self._list(connection)
        except ServiceError:
            return "and it lists none."
        return f"it lists: {', '.join(listed[:20])}." if listed else "and it lists none."


def shown(address: str) -> str:
    """An address as it may be shown: without a user name and password."""
    host = urlsplit(address).netloc
    return address.replace(host, host.rpartition("@")[2], 1)


def _speaks_of_model(error: openai.APIStatusError, model: str) -> bool:
    """Whether a 404 is about the model, not about the path."""
    said = p.sentence(error.body, None)
    return error.code == "model_not_found" or model in said or "model" in said.lower()


def _wrong_path(answer: dict[str, JsonValue]) -> bool:
    """LM Studio answers an unknown path with status 200 and this sentence."""
    return "unexpected endpoint" in p.sentence(answer, None).lower()


def list_models(base_url: str, key: str | None, timeout_s: float = 5.0) -> tuple[str, ...]:
    """The models that a server lists. Raises ModelUnavailable or ModelRefused, or CallerError for no address."""
    return OpenAICompatible(base_url, key, None, "openai", timeout_s, waits_s=()).models()


def connect(name: str, settings: "Settings") -> Model:
    """Open `PRESET` or `PRESET/MODEL`; CallerError when `openai` lacks what it needs."""
    preset, model = split(name)
    if preset != "openai":
        # A key of the person's goes to no server but the one it was given for.
        return OpenAICompatible(PRESETS[preset], None, model, preset, settings.timeout_s)
    base_url, key = settings.base_url or PRESETS["openai"], os.environ.get("OPENAI_API_KEY")
    if urlsplit(base_url).hostname == "api.openai.com":
        if not key:
            raise CallerError(
                "The openai model needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs none."
            )
        if model is None:
            raise CallerError("OpenAI offers many models; name one: openai/MODEL, for example openai/gpt-5-mini.")
    return OpenAICompatible(base_url, key, model, "openai", settings.timeout_s)
