"""Settings that stand together, as fields with what each does and whose its default is."""

from collections.abc import Mapping
from typing import NamedTuple, get_args, get_origin

import streamlit as st

from sleuth.models import Record


class Choice(NamedTuple):
    """How a setting is offered."""

    label: str
    origin: str
    """Whose the default is: `published` or `ours`."""
    told: str
    options: tuple[str, ...] = ()
    """Of a setting that is several names: those there are."""


def choice_fields(group: Record, offered: Mapping[str, Choice], key: str) -> dict[str, object]:
    """Draw a field for each setting of a group; what stands in them. `key` begins the keys of the widgets."""
    chosen: dict[str, object] = {}
    with st.grid(3, min_column_width=250):
        for name, choice in offered.items():
            with st.container(key=f"{key}_box_{name}", gap="xsmall"):
                chosen[name] = _field(group, name, choice, f"{key}_{name}")
                st.caption(choice.told)
    return chosen


def _field(group: Record, name: str, choice: Choice, key: str) -> object:
    form, now = type(group).model_fields[name], getattr(group, name)
    label = f"{choice.label} :gray[{choice.origin}: {shown(form.default)}]"
    if choice.options:
        return tuple(st.multiselect(label, choice.options, now, key=key))
    if isinstance(now, bool):
        return st.toggle(label, now, key=key)
    if get_origin(form.annotation) is not None and all(isinstance(v, str) for v in get_args(form.annotation)):
        accepted = get_args(form.annotation)
        return st.selectbox(label, accepted, accepted.index(now), key=key)
    if isinstance(now, int | float):
        return st.number_input(label, value=now, step=0.05 if isinstance(now, float) else 1, key=key)
    return st.text_input(label, value=now or "", key=key).strip() or None


def shown(default: object) -> str:
    """A default in a word or two."""
    match default:
        case True:
            return "on"
        case False:
            return "off"
        case None | ():
            return "none"
        case tuple():
            return ", ".join(map(str, default))
        case _:
            return str(default)
