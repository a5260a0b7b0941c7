"""The evidence tree on the page: one canvas that stays, and a few kilobytes for each update.

The program (pyvis's vis-network and our own drawing, half a megabyte) travels once, see `components.program`. So do
texts: an update carries those of the nodes it is likely about, and the browser asks for those it lacks.
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

import streamlit as st

from components.program import Program
from sleuth.views.graph import MARKS, PINNED, vis_source
from sleuth.views.layout import COLUMN, LEVEL, TreeNode, place, plain, wrap

SHOWN = 240
"""Bytes of a label, and of a detail, that the hover shows; the page shows all of a selected node."""

LATEST = 2
"""How many of the newest nodes travel with their text in every update."""

STAR = "s"
"""The letter of an active node with a pinned fact; every status has its own first letter."""

View = Literal["graph", "outline"]

_FOLDER = Path(__file__).with_name("tree_program")

# vis-network looks for a CommonJS `exports` first, so it puts nothing on the page's window.
_PROGRAM = Program(
    "evidence_tree",
    "\n".join(
        (
            "const exports = {}, module = {}, vis = exports;",
            vis_source(),
            *(part.read_text(encoding="utf-8") for part in sorted(_FOLDER.glob("*.js"))),
        )
    ),
)


def evidence_tree(
    nodes: tuple[TreeNode, ...],
    *,
    selected: str | None,
    key: str,
    lit: tuple[str, ...] = (),
    view: View = "graph",
    file_name: str = "evidence-tree",
    dark: bool | None = None,
    height: int = 460,
    on_pick: Callable[[str], None] | None = None,
) -> None:
    """Draw the tree; `on_pick` is called with the id of a node the reader clicks, before the script runs again.

    `selected` is highlighted and brought into view; so are the nodes `lit`, while all others step back. `view` shows
    the same as an outline of lines instead. Zoom, pan and what is folded stay as the reader left them as long as
    `key` stays the same, so let the key name the investigation. `file_name` is that of the PNG the reader can save,
    without its ending. `dark` chooses the colours of the marks; None follows the theme. `height` is in pixels, legend
    included. Never mount it in a closed tab or expander: a canvas of no size has nothing to measure. Raises
    CallerError for a tree that cannot be drawn (see `sleuth.views.layout.place`).
    """
    data = _drawn(nodes, _wanted(nodes, selected, key))
    data |= {"selected": selected, "lit": " ".join(lit), "view": view}
    data |= {"dark": dark, "height": height, "file": file_name}
    known = frozenset(node.id for node in nodes)

    def pick() -> None:
        picked = st.session_state[key].get("picked")
        if on_pick and picked in known:
            on_pick(picked)

    _PROGRAM(key, _style(), data, {"picked": pick, "missing": _nothing})


def _wanted(nodes: tuple[TreeNode, ...], selected: str | None, key: str) -> frozenset[str]:
    """The nodes whose text goes along: all at first, then what is likely new or what the browser asked for."""
    if key not in st.session_state:  # never drawn in this session, or not in its last script run
        return frozenset(node.id for node in nodes)
    asked = str(st.session_state[key].get("missing") or "").split(" ")
    likely = {node.id for node in nodes if node.new or node.current or node.id == selected}
    return frozenset({*asked, *likely, *(node.id for node in nodes[-LATEST:])})


def _drawn(nodes: tuple[TreeNode, ...], wanted: frozenset[str]) -> dict[str, object]:
    """The tree as columns of one short value a node, repeats counted; records would take ten times the room."""
    places = place(nodes)
    rows = {node.id: i for i, node in enumerate(nodes)}
    prints = [_fingerprint(node) for node in nodes]

    def column(node: TreeNode) -> int:
        return round(places[node.id][0] / COLUMN)

    shifts = (column(node) - (column(nodes[rows[node.parent]]) if node.parent else 0) for node in nodes)
    return {
        "ids": _ranges(rows),
        # How many rows further up the parent stands; 0 for a root.
        "parents": _repeats(str(row - rows.get(node.parent or "", row)) for row, node in enumerate(nodes)),
        # Columns to the right of the parent; levels follow from the parents.
        "shifts": _repeats(map(str, shifts)),
        "marks": _repeats(STAR if n.pinned and n.status == "active" else n.status[0] for n in nodes),
        "rests": _repeats(
            ",".join(str(row - rows[ground]) for ground in node.rests_on if ground in rows) or "."
            for row, node in enumerate(nodes)
        ),
        "prints": "".join(prints),
        "pinned": " ".join(node.id for node in nodes if node.pinned),
        "revised": _repeats(str(node.revisions) for node in nodes),
        "fresh": " ".join(node.id for node in nodes if node.new),
        "current": next((node.id for node in nodes if node.current), None),
        "texts": {
            f"{node.id} {print_}": _text(node)
            for node, print_ in zip(nodes, prints, strict=True)
            if node.id in wanted
        },
    }


def _repeats(values: Iterable[str]) -> str:
    """The values in order, a value that repeats written once with its count: `1*12 0 3`."""
    counted = ((value, len(list(group))) for value, group in groupby(values))
    return " ".join(value if times == 1 else f"{value}*{times}" for value, times in counted)


def _ranges(ids: Iterable[str]) -> str:
    """The ids in order, those that count on written as a range: `n1..n12` as `n1..12`."""
    runs: list[list[str]] = []
    for identity in ids:
        if runs and _follows(runs[-1][-1], identity):
            runs[-1].append(identity)
        else:
            runs.append([identity])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1][1:]}" for run in runs)


def _follows(one: str, other: str) -> bool:
    counting = one.isascii() and one[0].isalpha() and one[1:].isdecimal() and not one.startswith("0", 1)
    return counting and other == f"{one[0]}{int(one[1:]) + 1}"


def _text(node: TreeNode) -> tuple[tuple[str, ...], str, str]:
    """The lines on the card, the label unless the lines say all of it, and the detail."""
    lines = wrap(node.label)
    label = plain(node.label)
    return lines, "" if " ".join(lines) == label else _cut(label), _cut(plain(node.detail))


def _fingerprint(node: TreeNode) -> str:
    """Four characters that change with the node's text; a mix-up needs one id with 1 in 16 million luck."""
    digest = hashlib.blake2b(f"{node.label}\0{node.detail}".encode(), digest_size=3).digest()
    return urlsafe_b64encode(digest).decode()


def _cut(text: str) -> str:
    """The text in so many bytes as they travel, where a character of most scripts takes six."""
    room = SHOWN * len(text) // max(SHOWN, len(json.dumps(text)))
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


@cache
def _style() -> dict[str, object]:
    """What the program needs once: the marks by their letters, the grid, the style sheet."""
    marks = {status[0]: mark for status, mark in MARKS.items()} | {STAR: PINNED}
    return {
        "column": COLUMN,
        "level": LEVEL,
        "marks": {letter: mark.model_dump() for letter, mark in marks.items()},
        "css": (_FOLDER / "tree.css").read_text(encoding="utf-8"),
    }


def _nothing() -> None:
    """Streamlit reports only the events that have a callback."""
