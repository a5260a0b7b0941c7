"""Any server that offers OpenAI's `/embeddings`: Ollama, LM Studio, llama.cpp, vLLM, OpenAI itself …

A request that a server refuses or answers in part is divided, down to a single text; one longer than its model reads
is then cut to half its length, and again. Texts are sent as they are, without the prefixes that some models know.

Source: https://platform.openai.com/docs/api-reference/embeddings; what servers refuse, and how, differs.
"""

import base64
import logging
from typing import TYPE_CHECKING

import openai
from pydantic import BaseModel, JsonValue, ValidationError

from sleuth.errors import CallerError, ModelUnavailable
from sleuth.models import split
from sleuth.models.protocol import TOO_LONG
from sleuth.models.server import Server, server_of
from sleuth.search.embeddings import Embed, encodable

if TYPE_CHECKING:
    from sleuth.search.embeddings import Vectors
    from sleuth.settings import Settings

BATCH = 64
"""Texts in one request."""
SHORTEST = 64
"""Characters below which a text is not cut: what is refused then was not refused for its length."""
TOO_LARGE = 413
DIVISIBLE = (400, TOO_LARGE, 422)
"""Refusals that may be due to one of the texts, or to their number."""


class Row(BaseModel):
    """One vector: numbers, or their bytes in base64 (float32, little-endian)."""

    index: int | None = None
    embedding: tuple[float, ...] | str


class Answer(BaseModel):
    """A list of embeddings, as loosely as servers write it."""

    data: tuple[Row, ...]


class Served:
    """An embedding model behind a base URL. Thread-safe."""

    def __init__(self, server: Server, name: str, model: str) -> None:
        self.name = name
        self._server, self._model = server, model
        self._connection = server.connect()
        self._address: str | None = None
        self._dim: int | None = None
        self._told = False

    @property
    def dim(self) -> int:
        """Numbers in a vector; the server is asked for one when nothing has been embedded yet."""
        return self._dim or self(("dimension",)).shape[1]

    def __call__(self, texts: tuple[str, ...]) -> "Vectors":
        """One row for each text; raises ModelUnavailable or ModelRefused."""
        import numpy as np

        if not texts:
            return np.empty((0, self.dim), dtype=np.float32)
        # An empty text is refused, and the whole request with it.
        sent = [encodable(t) if t.strip() else "-" for t in texts]
        rows = np.concatenate([self._embedded(sent[at : at + BATCH]) for at in range(0, len(sent), BATCH)])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise self._unusable("vectors of no length")
        rows /= lengths
        return rows

    def _embedded(self, texts: list[str]) -> "Vectors":
        """The server's own vectors, divided where it cannot take the texts together."""
        try:
            body: dict[str, JsonValue] = {"model": self._model, "input": [*texts]}
            address, answer = self._server.post(self._connection, "embeddings", body, self._address)
        except openai.APIStatusError as error:
            too_long = error.status_code == TOO_LARGE or TOO_LONG.search(self._server.sentence(error.body))
            if len(texts) > 1 and (too_long or error.status_code in DIVISIBLE):
                return self._divided(texts)
            if too_long and len(texts[0]) > SHORTEST:
                return self._embedded([self._cut(texts[0])])
            raise self._server.translated(error, self._connection, self._model) from error
        except openai.APIError as error:
            raise self._server.translated(error, self._connection, self._model) from error
        rows = read(answer, len(texts))
        if rows is None and len(texts) > 1:
            return self._divided(texts)
        if rows is None:
            said = self._server.sentence(answer)
            raise self._unusable("no vector" + (f" but said: {said}" if said else ""))
        self._address, self._dim = address, self._dim or rows.shape[1]
        if rows.shape[1] != self._dim:
            raise self._unusable(f"vectors of {rows.shape[1]} numbers after some of {self._dim}")
        return rows

    def _divided(self, texts: list[str]) -> "Vectors":
        import numpy as np

        middle = len(texts) // 2
        return np.concatenate([self._embedded(texts[:middle]), self._embedded(texts[middle:])])

    def _cut(self, text: str) -> str:
        if not self._told:
            self._told = True
            logging.getLogger(__name__).warning(
                "Some texts are longer than %s reads; only their beginnings are embedded.", self._model
            )
        return text[: len(text) // 2]

    def _unusable(self, what: str) -> ModelUnavailable:
        return ModelUnavailable(f"The model {self._model!r} at {self._server.shown} sent {what}.")


def read(answer: object, wanted: int) -> "Vectors | None":
    """The vectors in an answer, in the order of the texts; None when there are not so many, all of one size."""
    import numpy as np

    try:
        rows = Answer.model_validate(answer).data
        numbers = [
            np.frombuffer(base64.b64decode(r.embedding, validate=True), dtype="<f4")
            if isinstance(r.embedding, str)
            else np.array(r.embedding, dtype=np.float32)
            for r in rows
        ]
    except (ValidationError, ValueError):
        return None
    if len(numbers) != wanted or len({len(n) for n in numbers}) != 1 or not len(numbers[0]):
        return None
    order = [r.index for r in rows]
    if wanted > 1 and any(i is not None for i in order):
        if {*order} != {*range(wanted)}:
            return None
        numbers = [numbers[order.index(i)] for i in range(wanted)]
    return np.stack(numbers)


def connect(name: str, settings: "Settings") -> Embed:
    """Open `PRESET/MODEL`; CallerError when it names no model, or `openai` lacks what it needs."""
    preset, model = split(name)
    if model is None:
        raise CallerError(
            f"The embedding {name!r} names no model; write {name}/MODEL, for example ollama/nomic-embed-text."
        )
    return Served(server_of(preset, model, settings, "text-embedding-3-small"), name, model)
