"""How many tokens a server reads at once: each kind tells it at a path of its own, or not at all."""

KEYS = ("loaded_context_length", "max_model_len", "context_length", "context_window", "max_context_length")
"""Where lists of models tell it: LM Studio, vLLM, Ollama and OpenRouter, Groq, Mistral. What is loaded may be less
than what the model was made for, so it stands first."""


def paths(server: str, answer: object) -> tuple[str, ...]:
    """Where to ask a server, by its preset's name and by what marks its `answer` to a request as its own."""
    said = answer if isinstance(answer, dict) else {}
    if server == "ollama" or said.get("system_fingerprint") == "fp_ollama":
        return ("/api/ps",)
    if server == "lmstudio":
        return ("/api/v0/models",)
    return ("/props", "/v1/models") if "timings" in said else ("/v1/models",)  # llama.cpp times each reply


def context_length(told: object, model: str) -> int | None:
    """The context length in what a server tells of itself, in tokens; None where it does not tell.

    >>> context_length({"data": [{"id": "m", "max_model_len": 8192}]}, "m")
    8192
    """
    match told:
        case {"default_generation_settings": {"n_ctx": int(tokens)}}:  # llama.cpp, of one slot
            return tokens or None
        case {"models": list(listed)} | {"data": list(listed)}:
            names = {model, f"{model}:latest"}
            mine = next((m for m in listed if isinstance(m, dict) and {m.get("id"), m.get("name")} & names), {})
            return next((n for key in KEYS if isinstance(n := mine.get(key), int) and n > 0), None)
    return None
