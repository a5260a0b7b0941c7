"""Settings as fields: what each does, whose its default is, the way back to it, and why a value is not accepted."""

import os
from collections.abc import Mapping
from typing import get_args

import streamlit as st
from pydantic.fields import FieldInfo

from components.settings.rules import Choice
from components.settings.standing import DEFAULTS, key, put
from components.text import plain
from sleuth.models import Record
from sleuth.settings import ENVIRONMENT, GROUPS, Settings

RECORDS: tuple[type[Record], ...] = (Settings, *GROUPS.values())
FORMS: dict[str, FieldInfo] = {name: form for record in RECORDS for name, form in record.model_fields.items()}
"""What each setting accepts, by its short name."""
VARIABLES = {name: variable for variable, name in ENVIRONMENT.items()}


def choice_fields(offered: Mapping[str, Choice], values: Mapping[str, object], refused: Mapping[str, str]) -> None:
    """Draw a field for each setting. `values` are what stands in them, `refused` why some are not accepted."""
    with st.grid(3, min_column_width=250):
        for name, choice in offered.items():
            with st.container(key=f"box_{name}", gap="xsmall"):
                choice_field(name, choice, values, refused)


def choice_field(name: str, choice: Choice, values: Mapping[str, object], refused: Mapping[str, str]) -> None:
    """Draw one."""
    default, fixed = DEFAULTS[name], fixed_by(name)
    is_changed = values[name] != default
    label = f"{choice.label} :orange[● changed]" if is_changed else choice.label
    _widget(name, choice, label, disabled=fixed is not None)
    if name in refused:
        st.markdown(f":red[:material/error: {plain(refused[name])}]")
    st.caption(choice.told)
    if fixed:
        st.caption(f":material/lock: {fixed} in the environment has the last word.")
    elif is_changed:
        st.button(
            f"Back to {plain(shown(default))} :gray[({choice.origin})]",
            key=f"back_{name}",
            type="tertiary",
            icon=":material/undo:",
            on_click=put,
            args=({name: default},),
        )
    else:
        st.caption(f"{choice.origin}: {plain(shown(default))}")


def fixed_by(name: str) -> str | None:
    """The variable of the environment that sets this, so that a choice on the page would change nothing."""
    variable = VARIABLES.get(name)
    return variable if variable and os.environ.get(variable) else None


def _widget(name: str, choice: Choice, label: str, *, disabled: bool) -> None:
    form, at = FORMS[name], key(name)
    named = tuple(v for v in get_args(form.annotation) if isinstance(v, str)) or choice.options
    match DEFAULTS[name]:
        case bool():
            st.toggle(label, key=at, disabled=disabled)
        case list():
            options = list(dict.fromkeys((*named, *st.session_state[at])))
            st.multiselect(label, options, key=at, accept_new_options=choice.new, disabled=disabled)
        case str() if named:
            st.selectbox(label, named, key=at, disabled=disabled)
        case str():
            st.text_input(label, key=at, placeholder=choice.example or None, disabled=disabled)
        case None:
            # Only what may be nothing can be emptied.
            hint = choice.example or None
            st.number_input(label, value=None, step=choice.step, key=at, placeholder=hint, disabled=disabled)
        case float():
            st.number_input(label, step=choice.step or 0.05, key=at, disabled=disabled)
        case _:
            st.number_input(label, step=1, key=at, disabled=disabled)


def shown(default: object) -> str:
    """A default in a word or two."""
    match default:
        case True:
            return "on"
        case False:
            return "off"
        case None | "" | []:
            return "none"
        case list():
            return ", ".join(map(str, default))
        case _:
            return str(default)
