"""The embedding port: texts in, a vector for each out, and the back-ends found by name.

Each back-end is one module of `sleuth.search.embeddings` that offers `connect(name, settings) -> Embed`; its name is
the module's name, or a name listed in `PRESETS` of the models, which one module serves. Storing and comparing
vectors belongs to others.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol

from sleuth.errors import CallerError
from sleuth.models import split

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from sleuth.settings import Settings

    Vectors = NDArray[numpy.float32]


class Embed(Protocol):
    """An embedding model: `embed(texts)[i] @ embed((query,))[0]` is how near a text is to a query, from -1 to 1."""

    @property
    def name(self) -> str:
        """Model and version. Vectors are comparable only where the names are equal, so they are stored under it."""

    @property
    def dim(self) -> int:
        """Numbers in a vector. Raises ModelUnavailable or ModelRefused where a server must be asked and fails."""

    def __call__(self, texts: tuple[str, ...]) -> "Vectors":
        """One row of length 1 for each text, in their order: (n, dim), float32; the empty text has one too.

        Raises ModelUnavailable or ModelRefused; never returns a part of the rows. May be called by several threads.
        """


def encodable(text: str) -> str:
    """The text with half characters replaced, which no tokenizer and no server takes: "\\ud83d" becomes "?"."""
    return text.encode(errors="replace").decode()


SERVED = "openai_compatible"
"""The module that serves every preset."""


def backends() -> tuple[str, ...]:
    """The back-ends there are: a module each, and the presets of the OpenAI-compatible one."""
    from sleuth.models.presets import PRESETS

    return (*(m.name for m in iter_modules(__path__) if m.name != SERVED), *PRESETS)


def connect(name: str, settings: "Settings") -> Embed:
    """Open the embedding with this name: `minilm`, `openai/MODEL`, `ollama/nomic-embed-text` …

    Raises CallerError naming what exists, or what it lacks. A server is asked for nothing yet.
    """
    from sleuth.models.presets import PRESETS

    backend, _ = split(name)
    if backend not in backends():
        raise CallerError(
            f"The embedding {name!r} is not known; use one of {', '.join(backends())}, "
            "with /MODEL where one serves several."
        )
    module = import_module(f"{__name__}.{SERVED if backend in PRESETS else backend}")
    opened: Embed = module.connect(name, settings)
    return opened
