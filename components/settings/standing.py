"""What stands in the fields of the settings, drawn or not: each has its value in the session under its widget's key.

Values are those of the widgets: a text where a setting may be nothing, a list where it is several names.
"""

from collections.abc import Iterable, Mapping

import streamlit as st

from components.settings.rules import EVERY
from sleuth.addresses import without_credentials
from sleuth.configuration import flat
from sleuth.settings import Settings

Standing = dict[str, object]
"""The value in each field, by the short name of its setting."""


def key(name: str) -> str:
    """The key of a setting's widget."""
    return f"set_{name}"


def of(settings: Settings) -> Standing:
    """Settings as the fields show them."""
    held = {name.rpartition(".")[2]: value for name, value in flat(settings.model_dump()).items()}
    held["prices"] = tuple(str(price) for price in settings.prices)
    return {name: _as_field(name, held[name]) for name in ("model", *EVERY)}


def standing(now: Settings) -> Standing:
    """What stands in the fields; where nothing was touched yet, the settings as they are."""
    state = st.session_state
    for name, value in of(now).items():
        # Set anew at each run, or Streamlit would forget a field that a search leaves out.
        state[key(name)] = state.get(key(name), value)
    return {name: state[key(name)] for name in DEFAULTS}


def put(values: Mapping[str, object]) -> None:
    """Put values into fields that are not drawn yet in this run, or in a callback."""
    for name, value in values.items():
        st.session_state[key(name)] = value


def changed(values: Standing, names: Iterable[str] = EVERY) -> tuple[str, ...]:
    """The settings that are not at their default."""
    return tuple(name for name in names if values[name] != DEFAULTS[name])


def unsaved(values: Standing, now: Settings) -> dict[str, object]:
    """What stands in fields and differs from the settings as they are, as the settings take it."""
    before = of(now)
    return {name: _as_setting(value) for name, value in values.items() if value != before[name]}


def _as_field(name: str, value: object) -> object:
    choice = EVERY.get(name)
    match value:
        case tuple() if choice and (choice.options or choice.new):
            return list(value)
        case tuple():
            return ", ".join(map(str, value))
        case None if choice and choice.step is None:
            return ""
        case str():
            # A password that stands in an address is kept, and not shown.
            return without_credentials(value)
    return value


def _as_setting(value: object) -> object:
    """A text that was emptied is nothing, so that a setting which must be something refuses it."""
    return (value.strip() or None) if isinstance(value, str) else value


DEFAULTS = of(Settings())
