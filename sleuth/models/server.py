"""A server that speaks OpenAI's protocol: where it answers, what it lists, and its errors in a person's words.

What is asked of it belongs to its callers: chat completions to `openai_compatible`, embeddings to the search. No
key is ever part of an error.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import openai
from pydantic import JsonValue

from sleuth.errors import CallerError, ModelRefused, ModelUnavailable, ServiceError
from sleuth.models import protocol as p
from sleuth.models.answers import read_models, scrubbed, sentence
from sleuth.models.connection import WAITS_S, Connection, is_unreachable
from sleuth.models.presets import PRESETS

if TYPE_CHECKING:
    from sleuth.settings import Settings


class Server:
    """A base URL with its key. It keeps no connection: every call is given one that `connect` made. Thread-safe."""

    def __init__(
        self,
        base_url: str,
        key: str | None,
        name: str,
        timeout_s: float,
        waits_s: tuple[float, ...] = WAITS_S,
        proxy: str | None = None,
    ) -> None:
        """`name` is the preset's, for advice; CallerError when the base URL is none."""
        self.base_url, self.name = base_url, name
        self._key, self._timeout_s, self._waits_s, self._proxy = key, timeout_s, waits_s, proxy
        self._addresses = p.addresses(base_url)

    @property
    def shown(self) -> str:
        """The address as it may be shown."""
        return shown(self._addresses[0])

    @property
    def root(self) -> str:
        """The address without `/v1`, below which a server has paths of its own."""
        return self._addresses[0].removesuffix("/v1")

    def scrubbed(self, text: str) -> str:
        """A text of it without the key, nor anything that looks like one."""
        return scrubbed(text, self._key)

    def connect(self) -> Connection:
        """A fresh connection to it; nothing is sent yet."""
        return Connection(self._addresses[0], self._key, self._timeout_s, self._waits_s, self._proxy)

    def post(
        self,
        connection: Connection,
        path: str,
        body: dict[str, JsonValue],
        known: str | None,
        told: Callable[[int], None] | None = None,
    ) -> tuple[str, object]:
        """The address that serves this path, and its answer; only the `known` one is tried where there is one.

        `told` hears how far an answer has come that the body asks for in chunks.
        Raises the client's errors as they come, and ModelRefused when nothing there speaks the protocol.
        """
        said = ""
        for address in (known,) if known else self._addresses:
            try:
                url = f"{address}/{path}"
                answer = connection.stream(url, body, told) if told else connection.post(url, body)
            except openai.APIStatusError as error:
                if error.status_code not in (404, 405) or _speaks_of_model(error, str(body["model"])):
                    raise
                said = said or self.sentence(error.body)
                continue
            if isinstance(answer, dict) and not _wrong_path(answer):
                return address, answer
            said = said or self.sentence(answer)
        raise self._foreign(path, said)

    def models(self, connection: Connection) -> tuple[str, ...]:
        """The models that it lists."""
        said = ""
        for address in self._addresses:
            try:
                answer = connection.get(f"{address}/models")
            except openai.APIStatusError as error:
                if error.status_code not in (404, 405):
                    raise self.translated(error, connection, None) from error
                said = said or self.sentence(error.body)
                continue
            except openai.APIError as error:
                raise self.translated(error, connection, None) from error
            names = read_models(answer)
            if names is not None:
                return names
            said = said or self.sentence(answer)
        raise self._foreign("models", said)

    def sentence(self, answer: object) -> str:
        """What it said of an error, in one line."""
        return sentence(answer, self._key)

    def translated(self, error: openai.APIError, connection: Connection, model: str | None) -> ServiceError:
        """The error in a person's words."""
        if isinstance(error, openai.APIStatusError):
            said = self.sentence(error.body) or f"status {error.status_code}"
            match error.status_code:
                case 401 | 403:
                    return ModelRefused(f"The model server at {self.shown} refused the key: {said}{self._key_advice}")
                case 404:
                    return ModelRefused(
                        f"The model server at {self.shown} does not have {model!r}; {self._offer(connection)}"
                    )
                case code if code == 429 or code >= 500:
                    return ModelUnavailable(f"The model server at {self.shown} cannot answer now ({code}): {said}")
            return ModelRefused(f"The model server at {self.shown} refused the request: {said}")
        if is_unreachable(error):
            return ModelUnavailable(
                f"No model server answers at {self.shown}; start it or choose another model: "
                "python -m sleuth model list"
            )
        if isinstance(error, openai.APITimeoutError):
            return ModelUnavailable(
                f"The model server at {self.shown} did not answer within {self._timeout_s:g} seconds; "
                "raise SLEUTH_TIMEOUT or choose a faster model."
            )
        if said := self.sentence(error.body):  # told in the middle of a reply
            return ModelUnavailable(f"The model server at {self.shown} broke off its reply: {said}")
        return ModelUnavailable(f"The model server at {self.shown} broke off the connection.")

    def _foreign(self, path: str, said: str) -> ModelRefused:
        tried = " and ".join(shown(a) for a in self._addresses)
        return ModelRefused(
            f"What answers at {tried} is no OpenAI-compatible server with /{path}; check the address."
            + (f" It said: {said}" if said else "")
        )

    @property
    def _key_advice(self) -> str:
        if self.name == "openai":
            return " Set OPENAI_API_KEY to a key that it accepts."
        return f" Use openai/MODEL with OPENAI_BASE_URL={self.shown} and OPENAI_API_KEY."

    def _offer(self, connection: Connection) -> str:
        try:
            listed = self.models(connection)
        except ServiceError:
            return "and it lists none."
        return f"it lists: {', '.join(listed[:20])}." if listed else "and it lists none."


def shown(address: str) -> str:
    """An address as it may be shown: without a user name and password."""
    host = urlsplit(address).netloc
    return address.replace(host, host.rpartition("@")[2], 1)


def _speaks_of_model(error: openai.APIStatusError, model: str) -> bool:
    """Whether a 404 is about the model, not about the path."""
    said = sentence(error.body, None)
    return error.code == "model_not_found" or model in said or "model" in said.lower()


def _wrong_path(answer: dict[str, JsonValue]) -> bool:
    """LM Studio answers an unknown path with status 200 and this sentence."""
    return "unexpected endpoint" in sentence(answer, None).lower()


def list_models(base_url: str, key: str | None, timeout_s: float = 5.0) -> tuple[str, ...]:
    """The models that a server lists. Raises ModelUnavailable or ModelRefused, or CallerError for no address."""
    server = Server(base_url, key, "openai", timeout_s, waits_s=())
    return server.models(server.connect())


def server_of(preset: str, model: str | None, settings: "Settings", example: str) -> Server:
    """The server of a preset; CallerError when OpenAI's own lacks a key, or a model such as the example."""
    if preset != "openai":
        # A key of the person's goes to no server but the one it was given for.
        return Server(PRESETS[preset], None, preset, settings.timeout_s, proxy=settings.web.proxy)
    base_url, key = settings.base_url or PRESETS["openai"], os.environ.get("OPENAI_API_KEY")
    if urlsplit(base_url).hostname == "api.openai.com":
        if not key:
            raise CallerError(
                "The openai model needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs none."
            )
        if model is None:
            raise CallerError(f"OpenAI offers many models; name one: openai/MODEL, for example openai/{example}.")
    return Server(base_url, key, "openai", settings.timeout_s, proxy=settings.web.proxy)
