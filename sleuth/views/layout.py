"""The evidence tree as a drawing: where each node stands, and how its text is broken into lines.

Pure and deterministic. Levels go downwards; a first child stands straight below its parent, so the main line
of an investigation is a straight line, and branches open to the right, each as near as the levels it shares
with its left neighbours allow. A node that arrives later can push branches to the right of it further to the
right; it never moves anything up, down, left or past a neighbour. Pruned branches keep their place.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from pydantic import Field

from sleuth.errors import CallerError
from sleuth.models import Record

Status = Literal["active", "repaired", "pruned", "dormant", "conflict"]

COLUMN = 212
"""Distance of neighbours on a level, in pixels at zoom 1: a card of 188 and a gap."""

LEVEL = 104
"""Distance of levels, in pixels at zoom 1: a card of 64 and room for the edges."""

LABEL_WIDTH = 22
LABEL_LINES = 3
"""A label is shown in at most 3 lines of 22 characters; the rest is in the detail."""

JOINERS = "\u200c\u200d"
"""Invisible, but letters and emoji are written wrongly without them."""


class TreeNode(Record):
    """What the drawing needs to know of one node of the evidence tree."""

    id: str = Field(pattern=r"^\S+$")
    parent: str | None
    label: str
    """Short text on the card. Untrusted: drawn as characters, never as markup."""
    detail: str
    """Longer text shown on hover. Untrusted as well."""
    status: Status
    revisions: int = Field(ge=0)
    current: bool
    """Whether the investigation now stands here."""
    new: bool
    """Whether the node arrived in the last step."""
    pinned: bool = False
    """Whether a person holds a fact of it to be true."""
    rests_on: tuple[str, ...] = ()
    """The nodes with the facts because of which its own were found, in order; mostly, not always, its parent."""


class Contour(NamedTuple):
    """The outline of a branch, in columns relative to its top; the last entry is the top's own level."""

    left: list[int]
    right: list[int]

    def room(self, branch: "Contour") -> int:
        """How many columns to the right another branch must move to clear this one."""
        shared = min(len(self.right), len(branch.left))
        return max(self.right[-d] - branch.left[-d] + 1 for d in range(1, shared + 1))

    def join(self, branch: "Contour", shift: int) -> "Contour":
        """This outline with a branch beside it, moved to the right by `shift`."""
        left = [column + shift for column in branch.left]
        right = [column + shift for column in branch.right]
        shared = min(len(self.left), len(left))
        return Contour(
            (self.left if len(self.left) > shared else left)[:-shared] + self.left[-shared:],
            (self.right if len(self.right) > shared else right)[:-shared] + right[-shared:],
        )


def place(nodes: tuple[TreeNode, ...]) -> dict[str, tuple[float, float]]:
    """Give each node the place of its centre, in pixels at zoom 1; the first root stands at (0, 0).

    Places lie on a grid of whole columns and levels, and no two nodes share one.
    Siblings, and roots, stand in the order in which they are given.
    Raises CallerError for two nodes with one id, a parent that is not in the tree, or a cycle.
    """
    children, roots = _families(nodes)
    order = _downwards(nodes, children, roots)
    shifts = dict.fromkeys((n.id for n in nodes), 0)  # columns to the right of the parent
    contours: dict[str, Contour] = {}
    for node in reversed(order):
        below = _beside(children[node], contours, shifts)
        contours[node] = Contour([*below.left, 0], [*below.right, 0]) if below else Contour([0], [0])
    _beside(roots, contours, shifts)

    parents = {n.id: n.parent for n in nodes}
    cells: dict[str, tuple[int, int]] = {}
    for node in order:
        parent = parents[node]
        column, level = cells[parent] if parent is not None else (0, -1)
        cells[node] = (column + shifts[node], level + 1)
    return {n.id: (float(cells[n.id][0] * COLUMN), float(cells[n.id][1] * LEVEL)) for n in nodes}


def _families(nodes: tuple[TreeNode, ...]) -> tuple[dict[str, list[str]], list[str]]:
    """The children of every node, and the roots, in the order given."""
    known: set[str] = set()
    for node in nodes:
        if node.id in known:
            raise CallerError(f"two nodes of the tree are called '{node.id}'; every node needs its own id")
        known.add(node.id)
    children: dict[str, list[str]] = defaultdict(list)
    roots: list[str] = []
    for node in nodes:
        if node.parent is None:
            roots.append(node.id)
        elif node.parent in known:
            children[node.parent].append(node.id)
        else:
            raise CallerError(
                f"node '{node.id}' names '{node.parent}' as its parent, which is not in the tree; "
                "give the parent too, or None for a root"
            )
    return children, roots


def _downwards(nodes: tuple[TreeNode, ...], children: dict[str, list[str]], roots: list[str]) -> list[str]:
    """Every id, parents before children. A loop, not recursion: a long run is one chain of hundreds."""
    order = list(roots)
    for node in order:
        order.extend(children[node])
    if len(order) < len(nodes):
        parents = {n.id: n.parent for n in nodes}
        seen: list[str] = []
        node = next(n.id for n in nodes if n.id not in set(order))
        while node not in seen:
            seen.append(node)
            node = parents[node] or ""
        ring = " → ".join([*seen[seen.index(node) :], node])
        raise CallerError(f"the tree has a cycle of parents, {ring}; a node cannot be its own ancestor")
    return order


def _beside(siblings: list[str], contours: dict[str, Contour], shifts: dict[str, int]) -> Contour | None:
    """Set branches side by side from the left, record how far each moved, and give their common outline."""
    outline: Contour | None = None
    for node in siblings:
        branch = contours.pop(node)
        shifts[node] = outline.room(branch) if outline else 0
        outline = outline.join(branch, shifts[node]) if outline else branch
    return outline


def wrap(text: str, width: int = LABEL_WIDTH, lines: int = LABEL_LINES) -> tuple[str, ...]:
    """Break a text into at most so many lines of about so many columns, the last one cut with an ellipsis.

    Wide characters (CJK) count as two columns. White space is squeezed; characters that draw nothing or turn
    the direction of writing are left out, since a page could use them to make a label read as something else.
    """
    broken = list(islice(_lines(plain(text), width), lines + 1))  # a page may hold words without end
    if len(broken) <= lines:
        return tuple(broken)
    last = broken[lines - 1]
    while last and _columns(last) > width - 1:
        last = last[:-1]
    return (*broken[: lines - 1], last.rstrip() + "…")


def plain(text: str) -> str:
    """The text on one line, without control and direction characters."""
    shown = (c for c in text if c.isspace() or c in JOINERS or unicodedata.category(c)[0] != "C")
    return " ".join("".join(shown).split())


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        candidate = f"{line} {word}" if line else word
        if _columns(candidate) <= width:
            line = candidate
            continue
        if line:
            yield line
        line = word
        while _columns(line) > width:  # one word wider than a line, or a script without spaces
            cut = next(i for i in range(min(len(line), width), 0, -1) if _columns(line[:i]) <= width)
            yield line[:cut]
            line = line[cut:]
    if line:
        yield line


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
