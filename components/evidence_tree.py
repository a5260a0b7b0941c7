"""The evidence tree on the page: one canvas that stays, and a few kilobytes for each update.

Streamlit sends a component's whole program with every update. So the program (pyvis's vis-network and our own
drawing, half a megabyte) is a component by itself that never changes, which Streamlit sends once and then by
reference; the part that changes is a stub with plain data. Texts travel once: an update carries the texts
of the nodes it is likely about, and the browser asks for those it lacks.
"""

import hashlib
from base64 import urlsafe_b64encode
from functools import cache
from pathlib import Path

import streamlit as st

from sleuth.views.graph import MARKS, vis_source
from sleuth.views.layout import COLUMN, LEVEL, TreeNode, place, plain, wrap

SHOWN = 360
"""Characters of a label, and of a detail, that the hover shows; the page shows all of a selected node."""

LATEST = 2
"""How many of the newest nodes travel with their text in every update."""

_FOLDER = Path(__file__).with_name("tree_program")

# vis-network looks for a CommonJS `exports` first, so it puts nothing on the page's window.
_PROGRAM = st.components.v2.component(
    "evidence_tree_program",
    js="\n".join(
        (
            "const exports = {}, module = {}, vis = exports;",
            vis_source(),
            *(part.read_text(encoding="utf-8") for part in sorted(_FOLDER.glob("*.js"))),
        )
    ),
)

_DRAWING = st.components.v2.component(
    "evidence_tree",
    js="""
const seat = (globalThis.sleuthEvidenceTree ??= {});
seat.ready ??= new Promise((open) => { seat.open = open; });
export default async (part) => (await seat.ready)(part);
""",
)


def evidence_tree(
    nodes: tuple[TreeNode, ...], *, selected: str | None, key: str, dark: bool | None = None, height: int = 460
) -> str | None:
    """Draw the tree; the id of the node the reader clicked, in the one script run that follows the click.

    `selected` is highlighted and brought into view. Zoom and pan stay as the reader left them as long as `key`
    stays the same, so let the key name the investigation. `dark` chooses the colours of the marks; None follows
    the theme. `height` is in pixels, legend included. Never mount it in a closed tab or expander: a canvas of no
    size has nothing to measure. Raises CallerError for a tree that cannot be drawn (see `sleuth.views.layout.place`).
    """
    data = _drawn(nodes, _wanted(nodes, selected, key))
    data |= {"selected": selected, "dark": dark, "height": height}
    with st.container(gap=None):
        _PROGRAM(key=f"{key}-program", data=_style())
        result = _DRAWING(key=key, data=data, on_picked_change=_nothing, on_missing_change=_nothing)
    return result.picked if any(node.id == result.picked for node in nodes) else None


def _wanted(nodes: tuple[TreeNode, ...], selected: str | None, key: str) -> frozenset[str]:
    """The nodes whose text goes along: all at first, then what is likely new or what the browser asked for."""
    if key not in st.session_state:  # never drawn in this session, or not in its last script run
        return frozenset(node.id for node in nodes)
    asked = str(st.session_state[key].get("missing") or "").split(" ")
    likely = {node.id for node in nodes if node.new or node.current or node.id == selected}
    return frozenset({*asked, *likely, *(node.id for node in nodes[-LATEST:])})


def _drawn(nodes: tuple[TreeNode, ...], wanted: frozenset[str]) -> dict[str, object]:
    """The tree as columns of one short value a node; records would take five times the room."""
    places = place(nodes)
    rows = {node.id: i for i, node in enumerate(nodes)}
    prints = [_fingerprint(node) for node in nodes]
    return {
        "ids": " ".join(rows),
        # How many rows further up the parent stands; 0 for a root.
        "parents": " ".join(str(row - rows.get(node.parent or "", row)) for row, node in enumerate(nodes)),
        "x": " ".join(f"{places[node.id][0] / COLUMN:.0f}" for node in nodes),
        "y": " ".join(f"{places[node.id][1] / LEVEL:.0f}" for node in nodes),
        "marks": "".join(node.status[0] for node in nodes),
        "prints": "".join(prints),
        "revised": {node.id: node.revisions for node in nodes if node.revisions},
        "fresh": [node.id for node in nodes if node.new],
        "current": next((node.id for node in nodes if node.current), None),
        "texts": {
            f"{node.id} {print_}": (wrap(node.label), _cut(plain(node.label)), _cut(plain(node.detail)))
            for node, print_ in zip(nodes, prints, strict=True)
            if node.id in wanted
        },
    }


def _fingerprint(node: TreeNode) -> str:
    """Four characters that change with the node's text; a mix-up needs one id with 1 in 16 million luck."""
    digest = hashlib.blake2b(f"{node.label}\0{node.detail}".encode(), digest_size=3).digest()
    return urlsafe_b64encode(digest).decode()


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1].rstrip() + "…"


@cache
def _style() -> dict[str, object]:
    """What the program needs once: the marks by the first letter of their status, the grid, the style sheet."""
    return {
        "column": COLUMN,
        "level": LEVEL,
        "marks": {status[0]: mark.model_dump() for status, mark in MARKS.items()},
        "css": (_FOLDER / "tree.css").read_text(encoding="utf-8"),
    }


def _nothing() -> None:
    """Streamlit reports only the events that have a callback."""
