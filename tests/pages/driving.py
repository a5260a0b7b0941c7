"""What these tests do with the page: make sure it did not fail, read it, press its buttons, wait for a run."""

import json
import threading
import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components.text import JOINER

PATIENCE = 15.0
"""Seconds that a run may take to get where a test wants it."""


def sound(app: AppTest) -> AppTest:
    """The page, after making sure that it did not fail."""
    assert not app.exception, [e.value for e in app.exception]
    return app


def press(app: AppTest, key: str) -> AppTest:
    """Press a button and let the page run."""
    app.button(key=key).click()
    return sound(app.run())


def raw(app: AppTest) -> list[str]:
    """All Markdown that the page sends, labels included."""
    bodies = [x.value for x in (*app.markdown, *app.caption, *app.error, *app.warning, *app.success)]
    labels = [x.label for x in (*app.button, *app.expander, *app.select_slider)]
    hints = [x.help or "" for x in app.button]
    return [str(text) for text in (*bodies, *labels, *hints)]


def texts(app: AppTest) -> str:
    """Everything the page says in words, escapes of Markdown taken out."""
    return "\n".join(raw(app)).replace("\\", "").replace("**", "").replace(JOINER, "")


def table(app: AppTest, key: str) -> dict[str, list[str]]:
    """The columns of a table."""
    return app.dataframe(key=key).value.to_dict("list")


def passages(app: AppTest) -> list[list[tuple[str, str]]]:
    """The passages that are open in full, each in pieces: a text, and its mark (`quote`, `other` or none)."""
    drawn = [json.loads(e.proto.json) for e in app.get("bidi_component") if e.proto.component_name == "passage_text"]
    return [[(part["text"], part["mark"]) for part in data["parts"]] for data in drawn]


def has(app: AppTest, key: str) -> bool:
    """Whether there is a button with this key."""
    return any(button.key == key for button in app.button)


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something has come about in another thread."""
    pause, deadline = threading.Event(), time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it did not come about in time"
        pause.wait(0.01)
