"""Settings, from lowest to highest precedence: defaults, `sleuth.toml`, the environment, command line or screen.

Keys are read from the environment when a model is opened and live nowhere else: no record here holds one, so
none can reach the log, an export, an error text or the screen.
"""

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import platformdirs
from pydantic import Field, ValidationError

from sleuth.errors import CallerError
from sleuth.models import Record


class Limits(Record):
    """How far a run may go. Defaults are those of the published methods unless a note says otherwise."""

    turns: int = Field(20, ge=1, le=1000)
    """SLEUTH's turn budget; a turn is one search and what follows from it."""
    searches: int = Field(8, ge=1, le=1000)
    """ReTree's limit on searches."""
    passages: int = Field(5, ge=1, le=50)
    """ReTree's limit on passages a search."""
    facts: int = Field(6, ge=1, le=50)
    """ReTree's limit on atomic facts a turn."""
    related: int = Field(5, ge=1, le=50)
    """ReTree's number of standing facts that a new one is compared with, and that the policy sees."""
    nudge_share: float = Field(0.7, ge=0, le=1)
    """SLEUTH's nudge: from this share of the turn budget on …"""
    nudge_facts: int = Field(2, ge=1)
    """… and with this many standing facts, the run must answer from its ledger."""
    tries: int = Field(2, ge=1, le=10)
    """Searches spent on one question before it is given up (ours)."""


class Settings(Record):
    """Everything a person may choose, keys apart."""

    model: str = "embedded"
    """`BACKEND` or `BACKEND/MODEL`: `embedded`, `openai/gpt-5-mini`, `ollama/qwen3`, `recorded/RUN` …"""
    memory: str = "retree"
    collections: tuple[str, ...] = ("casebook",)
    base_url: str | None = None
    """Address of an OpenAI-compatible server for the `openai` back-end."""
    timeout_s: float = Field(120.0, gt=0)
    """Seconds after which a model call is given up."""
    limits: Limits = Limits()


def data_folder() -> Path:
    """Where the log and the collections live."""
    return Path(os.environ.get("SLEUTH_DATA") or platformdirs.user_data_path("sleuth"))


def log_path(chosen: str | None = None) -> Path:
    """The SQLite log: the one given, else `SLEUTH_LOG`, else the one in the data folder."""
    return Path(chosen or os.environ.get("SLEUTH_LOG") or data_folder() / "sleuth.db")


def settings_file() -> Path:
    """The person's own `sleuth.toml`."""
    folder = os.environ.get("SLEUTH_CONFIG") or platformdirs.user_config_path("sleuth")
    return Path(folder) / "sleuth.toml"


ENVIRONMENT = {
    "SLEUTH_MODEL": "model",
    "SLEUTH_MEMORY": "memory",
    "SLEUTH_CORPUS": "collections",
    "SLEUTH_TIMEOUT": "timeout_s",
    "OPENAI_BASE_URL": "base_url",
    **{f"SLEUTH_{name.upper()}": name for name in Limits.model_fields},
}
"""Which variable of the environment sets what; `SLEUTH_TURNS` and its like set a limit."""


def load(
    overrides: Mapping[str, object] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Settings from every layer; `overrides` are the command line's or the screen's, `limits.turns` style keys.

    Raises CallerError naming the setting, the value and what is accepted.
    """
    environment = os.environ if environment is None else environment
    flat: dict[str, object] = dict(_flatten(_read(file or settings_file())))
    for variable, key in ENVIRONMENT.items():
        if value := environment.get(variable):
            flat[key] = value
    flat |= overrides or {}
    return _validate(flat)


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise CallerError(f"The settings file {path} cannot be read: {error}") from error


def _flatten(tree: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    flat: list[tuple[str, object]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            flat += _flatten(value, f"{prefix}{key}.")
        else:
            flat.append((prefix + key, value))
    return flat


def known() -> tuple[str, ...]:
    """Every name that `--set` accepts, limits by their short name."""
    return (*(k for k in Settings.model_fields if k != "limits"), *Limits.model_fields)


def _validate(flat: Mapping[str, object]) -> Settings:
    tree: dict[str, object] = {}
    limits: dict[str, object] = {}
    for key, value in flat.items():
        name = key.removeprefix("limits.")
        if name == "collections" and isinstance(value, str):
            value = tuple(part.strip() for part in value.split(",") if part.strip())
        if name in Limits.model_fields:
            limits[name] = value
        elif name in Settings.model_fields and name != "limits":
            tree[name] = value
        else:
            raise CallerError(f"The setting {key!r} is not known; use one of: {', '.join(known())}.")
    try:
        return Settings.model_validate({**tree, "limits": limits})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise CallerError(f"The setting {name} = {first['input']!r} is not accepted: {first['msg']}.") from error


def save(changes: Mapping[str, object], file: Path | None = None) -> Path:
    """Write choices made on the screen into the person's `sleuth.toml`, keeping what else stands there."""
    path = file or settings_file()
    flat = dict(_flatten(_read(path))) | {
        ("limits." + k if k in Limits.model_fields else k): v for k, v in changes.items()
    }
    _validate(flat)
    top = [f"{k} = {_toml(v)}" for k, v in flat.items() if "." not in k and v is not None]
    limits = [f"{k.removeprefix('limits.')} = {_toml(v)}" for k, v in flat.items() if k.startswith("limits.")]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*top, "", "[limits]", *limits]) + "\n", encoding="utf-8")
    return path


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case tuple() | list():
            return "[" + ", ".join(_toml(v) for v in value) + "]"
        case _:
            return json.dumps(str(value), ensure_ascii=False)
