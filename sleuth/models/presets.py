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


class Hosted(NamedTuple):
    """A service on the network that speaks the protocol, for `openai/MODEL` with a key of its own."""

    title: str
    url: str
    example: str
    """A model it offers; which there are now, its own pages say."""


HOSTED = (
    Hosted("OpenAI", PRESETS["openai"], "gpt-5-mini"),
    Hosted("OpenRouter", "https://openrouter.ai/api/v1", "openai/gpt-5-mini"),
    Hosted("Groq", "https://api.groq.com/openai/v1", "openai/gpt-oss-20b"),
    Hosted("Mistral", "https://api.mistral.ai/v1", "mistral-small-latest"),
    Hosted("Together", "https://api.together.xyz/v1", "openai/gpt-oss-20b"),
    Hosted("DeepSeek", "https://api.deepseek.com/v1", "deepseek-chat"),
    Hosted("Gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-flash"),
)


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
