"""A program of our own on the page: sent once, and then by reference.

Streamlit sends a component's whole source with every update. So the source is a component by itself that never
changes, and what changes is a stub that carries plain data and waits for it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Literal

import streamlit as st
from streamlit.components.v2.bidi_component.state import ComponentResult
from streamlit.components.v2.types import ComponentRenderer

SEAT = """
const seat = ((globalThis.sleuth ??= {})[%s] ??= {});
seat.ready ??= new Promise((open) => { seat.open = open; });
"""


class Program:
    """One program; its `source` is JavaScript that defines `draw(part, fixed)`.

    `part` is what Streamlit hands to a component on each update; `fixed` is data that never changes. `draw` is
    called again on the same place for each update, and returns what to do at the end.
    """

    def __init__(self, name: str, source: str) -> None:
        """Declare the program; once, when a module is imported."""
        seat = SEAT % json.dumps(name)
        whole = f"{source}\n{seat}export default ({{ data }}) => seat.open((part) => draw(part, data));\n"
        self._whole: ComponentRenderer = st.components.v2.component(f"{name}_program", js=whole)
        stub = f"{seat}export default async (part) => (await seat.ready)(part);\n"
        self._stub: ComponentRenderer = st.components.v2.component(name, js=stub)

    def __call__(
        self,
        key: str,
        fixed: Mapping[str, object],
        data: Mapping[str, object],
        callbacks: Mapping[str, Callable[[], None]],
        *,
        width: Literal["stretch", "content"] = "stretch",
    ) -> ComponentResult:
        """Draw it; `callbacks` is what to call when it reports something, by the name of what it reports.

        Streamlit passes on only what has a callback.
        """
        with st.container(gap=None, width=width):
            self._whole(key=f"{key}-program", data=dict(fixed), width=width)
            reported = {f"on_{name}_change": callback for name, callback in callbacks.items()}
            return self._stub(key=key, data=dict(data), width=width, **reported)
