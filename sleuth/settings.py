"""Settings, from lowest to highest precedence: defaults, `sleuth.toml`, a profile, the environment, command line or
screen.

Keys are read from the environment when a model is opened and live nowhere else: no record here holds one, so
none can reach the log, an export, an error text or the screen.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails

from sleuth import configuration, profiles
from sleuth.errors import CallerError
from sleuth.folders import settings_file
from sleuth.models import Record
from sleuth.prices import Price
from sleuth.rules import Retrieval, Rules, Uncertainty

NONE = BeforeValidator(lambda given: None if given in ("", "none") else given)
"""How a text takes a limit or an address away: `--set tokens=none`."""
Address = Annotated[str | None, NONE]


class Limits(Record):
    """How far a run may go. Defaults are those of the published methods unless a note says otherwise."""

    turns: int = Field(20, ge=1, le=1000)
    """SLEUTH's turn budget; a turn is one search and what follows from it."""
    searches: int = Field(8, ge=1, le=1000)
    """ReTree's limit on searches. A retrieval of several stages (follow-ups, further rounds) counts as one search."""
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
    tokens: Annotated[Annotated[int, Field(ge=1)] | None, NONE] = None
    """Most prompt and reply tokens of a run, checked between two calls; None sets no limit (ours)."""
    cost: Annotated[Annotated[float, Field(gt=0, allow_inf_nan=False)] | None, NONE] = None
    """Most that a run may cost, in the currency of its model's price; None sets no limit (ours)."""


class Web(Record):
    """Where and how the live web is searched; nothing of it is asked unless `engines` names one."""

    engines: tuple[str, ...] = ()
    """Web engines in the order of asking; the next is asked when one refuses or finds nothing."""
    searxng_url: Address = None
    """Address of a SearXNG instance that answers in JSON."""
    pages: int = Field(5, ge=1, le=20)
    """Pages fetched for one search."""
    wait_s: float = Field(60.0, ge=0)
    """Seconds that one run may wait for refusing engines, all together."""
    page_s: float = Field(15.0, gt=0)
    """Seconds after which a page is given up."""
    page_mb: float = Field(10.0, gt=0)
    """Largest page, in megabytes."""
    cached: Literal["prefer", "only", "never"] = "prefer"
    """Whether pages and searches kept from before are used: where there are, and nothing else (offline), or not."""
    cache_mb: float = Field(1000.0, gt=0)
    """Most that is kept of pages, in megabytes; beyond it the oldest versions go."""
    language: str = Field("en", pattern=r"^[a-z]{2,12}(-[a-z]{2,12})?$")
    """Language that pages are looked for in: `en`, `de`, … as Wikipedia names its editions."""
    robots: bool = True
    """Whether a site's robots.txt is obeyed."""
    proxy: Address = None
    """One proxy for models and web; this machine's own models are reached directly."""


GROUPS: dict[str, type[Record]] = {
    "limits": Limits,
    "rules": Rules,
    "rules.retrieval": Retrieval,
    "rules.uncertainty": Uncertainty,
    "web": Web,
}
"""Settings that stand together: each a table of `sleuth.toml`. A name belongs to one group only."""

LISTS = ("collections", "engines", "calibration", "prices")
"""Settings that are several names, as text with commas between."""

LONGEST = 80
"""Characters of a refused value that are repeated."""

WEB_ENGINES = ("duckduckgo", "wikipedia")
"""The engines asked when the web is wanted and no other is chosen."""


class Settings(Record):
    """Everything a person may choose, keys apart."""

    model: str = "embedded"
    """`BACKEND` or `BACKEND/MODEL`: `embedded`, `openai/gpt-5-mini`, `ollama/qwen3`, `recorded/RUN` …"""
    memory: str = "retree"
    collections: tuple[str, ...] = ("casebook",)
    base_url: Address = None
    """Address of an OpenAI-compatible server for the `openai` back-end."""
    timeout_s: float = Field(120.0, gt=0)
    """Seconds after which a model call is given up."""
    prices: tuple[Price, ...] = ()
    """What models cost, each by its name; what a model costs that is not named is unknown."""
    limits: Limits = Limits()
    rules: Rules = Rules()
    web: Web = Web()


def _grouped() -> Iterator[str]:
    """The short names of every setting that belongs to a group."""
    for group, form in GROUPS.items():
        yield from (name for name in form.model_fields if f"{group}.{name}" not in GROUPS)


ENVIRONMENT = {
    "SLEUTH_MODEL": "model",
    "SLEUTH_MEMORY": "memory",
    "SLEUTH_CORPUS": "collections",
    "SLEUTH_WEB": "engines",
    "SLEUTH_TIMEOUT": "timeout_s",
    "SLEUTH_PRICES": "prices",
    "OPENAI_BASE_URL": "base_url",
    **{f"SLEUTH_{name.upper()}": name for name in _grouped()},
}
"""Which variable of the environment sets what; `SLEUTH_TURNS` and its like set a limit."""


def load(
    overrides: Mapping[str, object] | None = None,
    *,
    profile: str | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Settings from every layer; `overrides` are the command line's or the screen's, `limits.turns` style keys.

    `profile` is the name of one. Raises CallerError naming the setting, the value and what is accepted.
    """
    environment = os.environ if environment is None else environment
    said = {key: value for variable, key in ENVIRONMENT.items() if (value := environment.get(variable))}
    named = profiles.read(profile) if profile else {}
    return _validate(_layered(configuration.read(file or settings_file()), named, said, overrides or {}))


def revised(settings: Settings, overrides: Mapping[str, object]) -> Settings:
    """The settings with some of them chosen anew, named as for `load`; CallerError names what is not accepted."""
    return _validate(_layered(configuration.flat(settings.model_dump()), overrides))


def refusals(settings: Settings, overrides: Mapping[str, object]) -> dict[str, str]:
    """Why settings chosen anew are not accepted, each by its short name; of settings that do not go together, by that
    of their group. Empty where all are accepted, as `revised` would."""
    try:
        tree = _tree(_layered(configuration.flat(settings.model_dump()), overrides))
        Settings.model_validate(tree)
    except ValidationError as error:
        return {_short(problem["loc"]): _refused(problem) for problem in reversed(error.errors())}
    except CallerError as error:  # the one setting that may name a file
        return {"calibration": str(error)}
    return {}


def _layered(*layers: Mapping[str, object]) -> dict[str, object]:
    """The layers one over the other, a setting of a group being the same under its short and its full name."""
    flat: dict[str, object] = {}
    for layer in layers:
        for key, value in layer.items():
            name = key.rpartition(".")[2]
            group = _group(name)
            flat[f"{group}.{name}" if group and key in (name, f"{group}.{name}") else key] = value
    return flat


def _kept(path: Path) -> object:
    """What a JSON file holds; what a run is carried on by is recorded with it, not a file that may change."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CallerError(f"The calibration {str(path)!r} cannot be read: {error}") from error


def known() -> tuple[str, ...]:
    """Every name that `--set` accepts, limits and rules by their short name."""
    return (*(k for k in Settings.model_fields if k not in GROUPS), *_grouped())


def _group(name: str) -> str | None:
    """The group a setting belongs to, None for one by itself."""
    return next((g for g, form in GROUPS.items() if name in form.model_fields and f"{g}.{name}" not in GROUPS), None)


def _validate(flat: Mapping[str, object]) -> Settings:
    try:
        return Settings.model_validate(_tree(flat))
    except ValidationError as error:
        raise CallerError(_refused(error.errors()[0])) from error


def _refused(problem: ErrorDetails) -> str:
    """Why a value is not accepted, as a sentence."""
    name = ".".join(str(part) for part in problem["loc"])
    said = problem["msg"].removeprefix("Value error, ")
    given = repr(problem["input"])
    given = given if len(given) <= LONGEST else f"{given[:LONGEST]}…"
    return f"The setting {name} = {given} is not accepted: {said}."


def _short(place: tuple[int | str, ...]) -> str:
    """The name of the setting at a place of the tree, without its groups; of a group itself, its own."""
    names = [part for part in place if isinstance(part, str)]
    while len(names) > 1 and any(group.rpartition(".")[2] == names[0] for group in GROUPS):
        names = names[1:]
    return names[0]


def _tree(flat: Mapping[str, object]) -> dict[str, object]:
    """Flat settings in their groups; CallerError names one that is not known."""
    tree: dict[str, object] = {}
    groups: dict[str, dict[str, object]] = {group: {} for group in GROUPS}
    for key, value in flat.items():
        name = key.rpartition(".")[2]
        if name == "calibration" and isinstance(value, str) and value.endswith(".json"):
            value = _kept(Path(value))
        if name in LISTS and isinstance(value, str):
            value = tuple(part.strip() for part in value.split(",") if part.strip())
        if (group := _group(name)) and key in (name, f"{group}.{name}"):
            groups[group][name] = value
        elif key in Settings.model_fields and key not in GROUPS:
            tree[name] = value
        else:
            raise CallerError(f"The setting {key!r} is not known; use one of: {', '.join(known())}.")
    for group in reversed(GROUPS):  # the inner ones first
        outer, _, inner = group.rpartition(".")
        (groups[outer] if outer else tree)[inner] = groups[group]
    return tree


def save(changes: Mapping[str, object], file: Path | None = None) -> Path:
    """Write choices made on the screen into the person's `sleuth.toml`, keeping what else stands there.

    One that is the default again is taken out of it.
    """
    path = file or settings_file()
    chosen = _layered(changes)
    _validate({**_layered(configuration.read(path)), **chosen})
    plain, accepted = configuration.flat(Settings().model_dump()), revised(Settings(), chosen)
    made = configuration.flat(accepted.model_dump())
    configuration.change(path, {name: None if made[name] == plain[name] else made[name] for name in chosen})
    return path
