"""The evidence tree as a picture: SVG that follows the reader's light or dark theme and needs no program.

Built as a tree of XML elements, which escapes every text; the places of nodes come from `sleuth.views.layout`, the
marks from `sleuth.views.graph`, so that it shows what the page shows. Nothing in it executes or is fetched.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from sleuth.exports import Format, Recorded
from sleuth.views.changes import Changes
from sleuth.views.graph import MARKS, PAPER, PINNED, Mark, mark_of
from sleuth.views.layout import TreeNode, place, plain, wrap
from sleuth.views.outline import outline

WIDTH, HEIGHT = 188, 64
"""A card, in pixels at zoom 1; the grid of the layout leaves room for the edges between."""
MARGIN = 24
LEGEND = 36
"""Height of the line at the bottom that says what each mark means."""
SHAPES = {
    "dot": "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z",
    "diamond": "M0-8.5 8.5 0 0 8.5-8.5 0Z",
    "icon": "M-6-6 6 6M6-6-6 6",
    "triangle": "M0-8 8.5 7-8.5 7Z",
    "star": "M0-9 2.6-3 9-2.4 4.2 1.9 5.6 8.2 0 4.9-5.6 8.2-4.2 1.9-9-2.4-2.6-3Z",
}
"""Outlines of the marks, around their middle."""
SHOWN: tuple[tuple[str, Mark], ...] = (*MARKS.items(), (PINNED.word, PINNED))
"""Every mark with the name that the style goes by."""
LINES = {"light": ("#d0d7de", "#afb8c1", "#6e7781"), "dark": ("#3d444d", "#484f58", "#8b949e")}
"""Of a theme: a card's border, an edge, and what is out of the line of reasoning."""
CARDS = {"light": "#ffffff", "dark": "#161b22"}
ACTIVE = {"light": "#0969da", "dark": "#58a6ff"}


def drawing(nodes: tuple[TreeNode, ...], *, links: bool = False) -> str:
    """The tree as one `svg` element without colours, which `style` gives; `links` leads from a card to `#node-n3`.

    Raises CallerError for a tree that cannot be drawn (see `sleuth.views.layout.place`).
    """
    places = place(nodes)
    left = min((x for x, _ in places.values()), default=0.0) - WIDTH / 2 - MARGIN
    right = max((x for x, _ in places.values()), default=0.0) + WIDTH / 2 + MARGIN
    low = max((y for _, y in places.values()), default=0.0) + HEIGHT / 2 + MARGIN
    width, height = max(right - left, _legend_width() + 2 * MARGIN), low + HEIGHT / 2 + MARGIN + LEGEND
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "tree",
            "viewBox": f"{left:g} {-HEIGHT / 2 - MARGIN:g} {width:g} {height:g}",
            "width": f"{width:g}",
            "height": f"{height:g}",
            "role": "img" if not links else "group",
            "aria-label": f"Evidence tree, {len(nodes)} nodes",
        },
    )
    for node in nodes:
        if node.parent is not None:
            root.append(_edge(node, places[node.parent], places[node.id]))
    for node in nodes:
        card = _card(node, *places[node.id])
        if links:
            link = ET.SubElement(root, "a", {"href": f"#node-{node.id}", "aria-label": _words(node)})
            link.append(card)
        else:
            root.append(card)
    root.append(_legend(left + MARGIN, low + LEGEND / 2))
    return ET.tostring(root, encoding="unicode")


def _words(node: TreeNode) -> str:
    """The node in words: its id, how it stands, and its label."""
    revised = f"revised {node.revisions} times" if node.revisions else ""
    pinned = PINNED.word if node.pinned else ""
    state = MARKS[node.status].word
    return ", ".join(part for part in (node.id, state, revised, pinned, plain(node.label)) if part)


def _kind(node: TreeNode) -> str:
    """What the style goes by: the node's status, or that a person pinned what it says."""
    return PINNED.word if mark_of(node) is PINNED else node.status


def _card(node: TreeNode, x: float, y: float) -> ET.Element:
    mark = mark_of(node)
    group = ET.Element("g", {"class": f"node {_kind(node)}", "transform": f"translate({x:g} {y:g})"})
    ET.SubElement(group, "title").text = "\n".join(plain(t) for t in (node.id, node.label, node.detail) if t)
    box = {"class": "card", "x": f"{-WIDTH / 2:g}", "y": f"{-HEIGHT / 2:g}", "rx": "10"}
    ET.SubElement(group, "rect", box | {"width": f"{WIDTH}", "height": f"{HEIGHT}"} | _dashes(mark))
    middle = -WIDTH / 2 + 21
    group.append(_mark(mark, middle, -6))
    ET.SubElement(group, "text", {"class": "id", "x": f"{middle:g}", "y": "18"}).text = node.id
    lines = wrap(node.label)
    for i, line in enumerate(lines):
        down = (i - (len(lines) - 1) / 2) * 16 + 4.5
        ET.SubElement(group, "text", {"x": f"{-WIDTH / 2 + 42:g}", "y": f"{down:g}"}).text = line
    right = WIDTH / 2 - 10
    for words, kind in _pills(node):
        pill_width = 5.9 * len(words) + 13
        box = {"class": f"pill {kind}", "x": f"{right - pill_width:g}", "y": f"{-HEIGHT / 2 - 9:g}", "rx": "8"}
        ET.SubElement(group, "rect", box | {"width": f"{pill_width:g}", "height": "16"})
        at = {"class": f"said {kind}", "x": f"{right - pill_width / 2:g}", "y": f"{-HEIGHT / 2 + 2.5:g}"}
        ET.SubElement(group, "text", at).text = words
        right -= pill_width + 4
    return group


def _pills(node: TreeNode) -> Iterator[tuple[str, str]]:
    """What stands on the card's edge in words: whether the investigation ended here, corrections, its standing."""
    if node.current:
        yield "stands here", "here"
    if node.revisions:
        yield f"revised {node.revisions}×", "repaired"
    if node.status not in ("active", "repaired"):
        yield MARKS[node.status].word, node.status
    if node.pinned:
        yield f"★ {PINNED.word}", PINNED.word


def _mark(mark: Mark, x: float, y: float) -> ET.Element:
    return ET.Element("path", {"class": "mark", "d": SHAPES[mark.shape], "transform": f"translate({x:g} {y:g})"})


def _edge(node: TreeNode, start: tuple[float, float], end: tuple[float, float]) -> ET.Element:
    """Down, across, down: the crossing part lies between two levels, so that no edge runs behind a card."""
    top, bottom = start[1] + HEIGHT / 2, end[1] - HEIGHT / 2
    bend = (top + bottom) / 2
    mark = MARKS[node.status]
    round_ = min(10.0, abs(end[0] - start[0]) / 2)
    if round_:
        turn = round_ if end[0] > start[0] else -round_
        way = f"V{bend - round_:g}q0 {round_:g} {turn:g} {round_:g}H{end[0] - turn:g}q{turn:g} 0 {turn:g} {round_:g}"
    else:
        way = ""
    path = {"class": f"edge {node.status}", "d": f"M{start[0]:g} {top:g}{way}V{bottom:g}"}
    return ET.Element("path", path | {"stroke-width": f"{mark.width:g}"} | _dashes(mark))


def _dashes(mark: Mark) -> dict[str, str]:
    return {"stroke-dasharray": " ".join(map(str, mark.dashes))} if mark.dashes else {}


def _legend(x: float, y: float) -> ET.Element:
    group = ET.Element("g", {"class": "legend"})
    for status, mark in SHOWN:
        entry = ET.SubElement(group, "g", {"class": status})
        entry.append(_mark(mark, x + 8, y))
        ET.SubElement(entry, "text", {"x": f"{x + 22:g}", "y": f"{y + 4.5:g}"}).text = mark.word
        x += _room(mark)
    return group


def _room(mark: Mark) -> float:
    return 7 * len(mark.word) + 40


def _legend_width() -> float:
    return sum(_room(mark) for _, mark in SHOWN)


def style() -> str:
    """The colours of a drawing in both themes. On paper it is light."""
    shape = (
        ".tree text{font:12px sans-serif}.tree .id{font-size:10px;text-anchor:middle}"
        ".tree .said{font:600 10px sans-serif;text-anchor:middle}.tree path{fill:none;stroke-linecap:round;"
        "stroke-linejoin:round}.tree .mark{stroke-width:2}.tree .pruned .mark{stroke-width:3}"
    )
    return f"{shape}{_colours(False)}@media screen and (prefers-color-scheme:dark){{{_colours(True)}}}"


def _colours(dark: bool) -> str:
    theme = "dark" if dark else "light"
    border, edge, muted = LINES[theme]
    text, card, here = PAPER[theme][1], CARDS[theme], ACTIVE[theme]
    rules = [
        f".tree text{{fill:{text}}}.tree .id{{fill:{muted}}}.tree .edge{{stroke:{edge}}}",
        f".tree .card{{fill:{card};stroke:{border}}}",
        f".tree .pill{{fill:{card}}}.tree .pill.here{{fill:{here};stroke:{here}}}.tree .said.here{{fill:{card}}}",
    ]
    for status, mark in SHOWN:
        colour = mark.colour(dark)
        inside = "none" if mark.shape == "icon" else colour if mark.filled else card
        rules += [
            f".tree .{status} .mark{{fill:{inside};stroke:{colour}}}",
            f".tree .pill.{status}{{stroke:{colour}}}.tree .said.{status}{{fill:{colour}}}",
        ]
        if mark.dashes:
            rules += [f".tree .node.{status} text{{fill:{muted}}}.tree .{status} .card{{stroke:{muted}}}"]
        if mark.width > 2:
            rules += [f".tree .{status} .card,.tree .edge.{status}{{stroke:{colour}}}"]
    return "".join(rules)


def picture(nodes: tuple[TreeNode, ...]) -> str:
    """The tree as an SVG file by itself."""
    plain_, dark = PAPER["light"][0], PAPER["dark"][0]
    paper = f"svg{{background:{plain_}}}@media screen and (prefers-color-scheme:dark){{svg{{background:{dark}}}}}"
    head, _, rest = drawing(nodes).partition(">")
    # Only colours and numbers of this program stand in the style, so it may be put in as text.
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}><style>{paper}{style()}</style>{rest}\n'


def _content(recorded: Recorded) -> bytes:
    return picture(outline(recorded.state, Changes())).encode()


FORMAT = Format(
    label="Tree as SVG",
    told="A picture of the evidence tree for a paper or a slide; light and dark.",
    ending=".svg",
    media="image/svg+xml",
    place=70,
    content=_content,
)
