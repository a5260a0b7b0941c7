"""Which models can be chosen on this machine."""

from components import runs


def model_names() -> list[str]:
    """Names to choose from, the one of the settings first."""
    return list(dict.fromkeys((runs.settings().model, "embedded")))
