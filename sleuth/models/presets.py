"""Where OpenAI-compatible servers usually listen, and which of them answer on this machine now."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sleuth.errors import ServiceError

PRESETS: dict[str, str] = {
    "ollama": "http://127.0.0.1:11434/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
    "llamacpp": "http://127.0.0.1:8080/v1",
    "vllm": "http://127.0.0.1:8000/v1",
    "openai": "https://api.openai.com/v1",
}
"""Back-ends that one client serves, with the address each has unless the settings give another.

Only `openai` takes an address (`OPENAI_BASE_URL`) and a key (`OPENAI_API_KEY`) of the person's own.
"""


class Found(NamedTuple):
    """A model server that answers on this machine."""

    name: str
    """Its preset's name."""
    url: str
    models: tuple[str, ...]
    """The models it lists."""


def find_servers(timeout_s: float = 0.3) -> tuple[Found, ...]:
    """The servers that answer on their usual loopback port, each asked for at most the timeout in seconds."""
    from sleuth.models.server import list_models

    def ask(preset: tuple[str, str]) -> Found | None:
        name, url = preset
        try:
            return Found(name, url, list_models(url, None, timeout_s=timeout_s))
        except ServiceError:
            return None

    local = [(name, url) for name, url in PRESETS.items() if name != "openai"]
    with ThreadPoolExecutor(len(local)) as pool:
        return tuple(found for found in pool.map(ask, local) if found)
