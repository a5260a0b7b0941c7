"""The settings besides the model, folded by what they are about, or those that a search finds."""

from collections.abc import Mapping

import streamlit as st

from components.settings.choices import choice_fields, fixed_by
from components.settings.rules import Choice, Section
from components.settings.standing import DEFAULTS, Standing, changed, put
from components.text import plain, plural


def sections(every: tuple[Section, ...], values: Standing, refused: Mapping[str, str]) -> None:
    """Draw a search box and every section, each with how many of its settings are not at their default."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        sought = st.text_input(
            "Find a setting",
            key="settings_search",
            type="search",
            live="200ms",
            placeholder="budget, quote, robots …",
            width=320,
        )
        _restore_all(tuple(name for section in every for name in section.choices), values)
    words = (sought or "").casefold().split()
    if words:
        _found(every, words, values, refused)
        return
    for section in every:
        with st.expander(_title(section, values, refused), key=f"section_{section.key}"):
            if section.key in refused:
                st.markdown(f":red[:material/error: {plain(refused[section.key])}]")
            choice_fields(section.choices, values, refused)
            _restore(section, values)


def _found(every: tuple[Section, ...], words: list[str], values: Standing, refused: Mapping[str, str]) -> None:
    none = True
    for section in every:
        fitting = {
            name: choice
            for name, choice in section.choices.items()
            if all(word in _words(section, name, choice) for word in words)
        }
        if fitting:
            none = False
            st.markdown(f"**{section.title}**")
            choice_fields(fitting, values, refused)
    if none:
        st.caption(f"No setting speaks of {plain(' '.join(words))}.")


def _words(section: Section, name: str, choice: Choice) -> str:
    return f"{section.title} {name} {choice.label} {choice.told} {' '.join(choice.options)}".casefold()


def _title(section: Section, values: Standing, refused: Mapping[str, str]) -> str:
    apart = changed(values, section.choices)
    wrong = [name for name in (section.key, *section.choices) if name in refused]
    title = f"**{section.title}** :gray[{section.told}]"
    title += f" :orange[● {len(apart)} changed]" if apart else ""
    return title + (f" :red[:material/error: {len(wrong)} not accepted]" if wrong else "")


def _restore(section: Section, values: Standing) -> None:
    apart = tuple(name for name in changed(values, section.choices) if not fixed_by(name))
    if apart:
        st.button(
            f"Restore {plural(len(apart), 'default')}",
            key=f"restore_{section.key}",
            icon=":material/undo:",
            on_click=put,
            args=({name: DEFAULTS[name] for name in apart},),
        )


def _restore_all(names: tuple[str, ...], values: Standing) -> None:
    apart = tuple(name for name in changed(values, names) if not fixed_by(name))
    st.button(
        f"Restore all defaults :gray[{len(apart)} changed]" if apart else "All at their defaults",
        key="restore_all",
        icon=":material/undo:",
        type="tertiary",
        disabled=not apart,
        help="Limits, memory, repair, retrieval, uncertainty and web; the model stays.",
        on_click=put,
        args=({name: DEFAULTS[name] for name in apart},),
    )
