"""A button that plays: it presses another button of the page again and again, at the speed chosen, to the end.

It waits for the page to follow before it presses again, so a slow machine plays slowly and nothing piles up. Any
click or key elsewhere pauses it. It lives in the browser: a page that nobody plays has no timer.
"""

from collections.abc import Callable
from pathlib import Path

from components.program import Program

_FOLDER = Path(__file__).with_name("player_program")

_PROGRAM = Program("player", (_FOLDER / "player.js").read_text(encoding="utf-8"))

SPEEDS = (1, 2, 4, 8)


def player(
    key: str, *, what: str, presses: str, at: str, seconds: float, speeds: bool, restart: Callable[[], None]
) -> None:
    """Draw it; `what` names for the reader what is played.

    `presses` is the key of the button that takes one step, which is disabled at the end; played from there,
    `restart` is called first. `at` names where the page stands: it changes with every step taken. A step takes so
    many `seconds` at speed 1; `speeds` offers 2, 4 and 8 as well.
    """
    data = {"what": what, "presses": presses, "at": at, "seconds": seconds, "speeds": SPEEDS if speeds else ()}
    css = (_FOLDER / "player.css").read_text(encoding="utf-8")
    _PROGRAM(key, {"css": css}, data, {"restart": restart}, width="content")
