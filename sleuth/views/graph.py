"""The evidence tree as a pyvis graph: how each kind of node is marked, and the graph as a file to hand over.

Positions come from `sleuth.views.layout`; physics is off. Labels and details are untrusted: pyvis escapes them inside
the script, vis-network shows them as text, and the file's own content policy lets it fetch nothing at all.
"""

import json
import re
from importlib.resources import files
from typing import Literal

import networkx as nx  # type: ignore[import-untyped]
from pyvis.network import Network  # type: ignore[import-untyped]

from sleuth.models import Record
from sleuth.views.layout import Status, TreeNode, place, plain, wrap


class Mark(Record):
    """How one kind of node is told apart: by shape first, then by colour, in the light and the dark theme."""

    word: str
    shape: Literal["dot", "diamond", "icon", "triangle", "star"]
    """The vis-network shape; `icon` is a cross."""
    light: str
    dark: str
    filled: bool = True
    dashes: tuple[int, int] | None = None
    """Lengths of stroke and gap of the edge to the node, in pixels; None is a full line."""
    width: float = 1.5
    """Width of that edge, in pixels."""

    def colour(self, dark: bool) -> str:
        return self.dark if dark else self.light


MARKS: dict[Status, Mark] = {
    "active": Mark(word="active", shape="dot", light="#1f6feb", dark="#58a6ff"),
    "repaired": Mark(word="revised", shape="diamond", light="#9a6700", dark="#d29922"),
    "pruned": Mark(word="pruned", shape="icon", light="#6e7781", dark="#8b949e", dashes=(6, 4)),
    "dormant": Mark(word="dormant", shape="dot", light="#6e7781", dark="#8b949e", filled=False, dashes=(2, 4)),
    "conflict": Mark(word="conflict", shape="triangle", light="#cf222e", dark="#f85149", width=3),
}

PINNED = Mark(word="pinned", shape="star", light="#8250df", dark="#bc8cff")
"""What a person pinned. It stands in for the mark of an active node, and beside any other."""

CROSS = {"face": "sans-serif", "code": "✕", "size": 22, "weight": "bold"}

PAPER = {"light": ("#ffffff", "#1c2128"), "dark": ("#0d1117", "#e6edf3")}
"""Background and text colour of a theme."""


def mark_of(node: TreeNode) -> Mark:
    """The mark of a node: that of its status, but a star for an active one with a pinned fact."""
    return PINNED if node.pinned and node.status == "active" else MARKS[node.status]


def vis_source() -> str:
    """The vis-network program that pyvis ships, about 470 kB of JavaScript; needs nothing from elsewhere."""
    return files("pyvis").joinpath("lib/vis-9.1.2/vis-network.min.js").read_text(encoding="utf-8")


def network(nodes: tuple[TreeNode, ...], *, dark: bool = False) -> Network:
    """Build the graph: one vis-network node per node of the tree, and an edge from each parent.

    Every label carries the node's id, its wrapped text, and in words what the drawing shows by shape.
    Raises CallerError for a tree that cannot be drawn (see `sleuth.views.layout.place`).
    """
    background, text = PAPER["dark" if dark else "light"]
    positions = place(nodes)
    graph = nx.DiGraph()
    for node in nodes:
        mark = mark_of(node)
        colour = mark.colour(dark)
        x, y = positions[node.id]
        # No `group`: with one, pyvis drops the colour.
        graph.add_node(
            node.id,
            label=_label(node),
            title=_hover(node),
            shape=mark.shape,
            size=11,
            borderWidth=2,
            color={"background": colour if mark.filled else background, "border": colour},
            font={"color": colour if mark.dashes else text, "size": 13, "background": background},
            x=x,
            y=y,
            **({"icon": CROSS | {"color": colour}} if mark.shape == "icon" else {}),
        )
    for node in nodes:
        if node.parent is not None:
            mark = MARKS[node.status]
            colour = mark.colour(dark)
            graph.add_edge(
                node.parent,
                node.id,
                color={"color": colour, "highlight": colour, "hover": colour},
                dashes=list(mark.dashes) if mark.dashes else False,
                weight=mark.width,  # pyvis turns the weight into the width
            )
    drawn = Network(height="100vh", width="100%", bgcolor=background, cdn_resources="in_line")
    drawn.from_nx(graph)
    drawn.set_options(
        json.dumps(
            {
                "physics": {"enabled": False},
                "nodes": {"chosen": False},
                "interaction": {"hover": True, "dragNodes": False},
                "edges": {"smooth": {"type": "cubicBezier", "forceDirection": "vertical", "roundness": 0.6}},
            }
        )
    )
    return drawn


def _label(node: TreeNode) -> str:
    """The id and the state in words, then the text: a print, or an eye that mixes up colours, loses nothing."""
    state = MARKS[node.status].word if node.status not in ("active", "repaired") else ""
    revised = f"◆ revised {node.revisions}×" if node.revisions else ""
    pinned = "★ pinned" if node.pinned else ""
    here = "stands here" if node.current else ""
    return "\n".join((" · ".join(w for w in (node.id, state, revised, pinned, here) if w), *wrap(node.label)))


def _hover(node: TreeNode) -> str:
    """The full text of a node, as plain text.

    pyvis hands *all* titles to an HTML popup once any of them contains "href"; a joiner that draws nothing
    keeps the word readable and pyvis out of that mode.
    """
    return "\n".join(plain(t) for t in (node.label, node.detail) if t).replace("href", "h\u2060ref")


HEAD = """
<title>Evidence tree</title>
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { margin: 0; font: 13px sans-serif; }
  #mynetwork { border: 0 !important; }
  #mynetwork .vis-tooltip { max-width: 26em; padding: 8px 12px; white-space: pre-wrap; font: 13px/1.4 sans-serif;
                            background: #fff; border: 1px solid #d0d7de; border-radius: 8px; }
  .legend { position: fixed; z-index: 1; margin: 12px; padding: 4px 10px; background: #fffc; }
  .legend span { margin-right: 1em; }
</style>
"""

GLYPHS: dict[Status, str] = {"active": "●", "repaired": "◆", "pruned": "✕", "dormant": "○", "conflict": "▲"}


def _legend() -> str:
    """Every mark with its word; fixed text of this module, so it may be markup."""
    marks = [(GLYPHS[status], mark) for status, mark in MARKS.items()] + [("★", PINNED)]
    entries = (f'<span style="color: {mark.light}">{glyph} {mark.word}</span>' for glyph, mark in marks)
    return f'<div class="legend">{"".join(entries)}</div>'


def download_html(nodes: tuple[TreeNode, ...]) -> str:
    """The tree as one HTML file that opens anywhere, offline: zoom, pan and hover work, nothing is fetched.

    Raises CallerError for a tree that cannot be drawn (see `sleuth.views.layout.place`).
    """
    page = network(nodes).generate_html()
    page = re.sub(r"<center>.*?</center>", "", page, flags=re.DOTALL)
    # pyvis links Bootstrap from a content network even when asked for everything in line.
    page = re.sub(r"<link\b[^>]*>|<script\b[^>]*\bsrc\b[^>]*>\s*</script>", "", page)
    page = page.replace("<head>", "<head>" + HEAD, 1).replace("<body>", "<body>" + _legend(), 1)
    return page.replace("<html>", '<!DOCTYPE html>\n<html lang="en">', 1)
