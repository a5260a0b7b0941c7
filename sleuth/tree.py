"""The evidence tree: nodes, the facts each introduced, their revisions, and pure operations on them.

Method: ReTree (arXiv 2608.10676). A node holds a summary of the state of the task and the evidence
introduced there; an edge says that the child's state was derived from the parent's active evidence. It is a
tree of dependence, not of alternatives. Repair corrects the node that introduced the refuted fact and prunes
what was derived from it; pruned nodes stay in the log and on the screen.
"""

from typing import Literal

from sleuth.ledger import Fact, standing
from sleuth.models import Record

SUMMARY_WORDS = 140
"""ReTree's limit on a node's summary."""


class Revision(Record):
    """One correction of a node: which fact gave way to which, and why."""

    old: str
    new: str | None
    """None when nothing took its place."""
    reason: str
    at_seq: int


class Node(Record):
    """A state of the investigation and the evidence introduced there."""

    id: str
    parent: str | None
    turn: int
    question: str | None = None
    """The open question whose answer this node holds; None at the root."""
    summary: str
    evidence: tuple[str, ...] = ()
    status: Literal["active", "pruned"] = "active"
    revisions: tuple[Revision, ...] = ()


def descendants(nodes: tuple[Node, ...], node: str) -> tuple[Node, ...]:
    """Every node derived from this one, parents before children, pruned ones included."""
    found: list[Node] = []
    family = {node}
    for candidate in nodes:  # a parent is always recorded before its children
        if candidate.parent in family:
            family.add(candidate.id)
            found.append(candidate)
    return tuple(found)


def path(nodes: tuple[Node, ...], node: str) -> tuple[Node, ...]:
    """The nodes from the root down to this one."""
    by_id = {n.id: n for n in nodes}
    steps = [by_id[node]]
    while (parent := steps[-1].parent) is not None:
        steps.append(by_id[parent])
    return tuple(reversed(steps))


def tip(nodes: tuple[Node, ...]) -> Node | None:
    """Where the investigation stands: the newest active node; None before the root."""
    return next((n for n in reversed(nodes) if n.status == "active"), None)


def known(nodes: tuple[Node, ...]) -> str:
    """What the investigation knows where it stands, in words."""
    here = tip(nodes)
    return here.summary if here else NOTHING


NOTHING = "Nothing is confirmed yet."


def summarise(facts: tuple[Fact, ...], open_questions: tuple[str, ...]) -> str:
    """State what is known and what is open, from standing evidence only, in at most 140 words.

    The newest facts are kept when the limit is reached, and the summary says how many older ones it leaves out.
    """
    asked: list[str] = []
    room = SUMMARY_WORDS - 8
    for question in open_questions:
        asked.append(question)
        room -= len(question.split())
        if room <= 0:
            break
    tail = ["Still open: " + " ".join(asked)] if asked else []
    kept: list[str] = []
    stating = standing(facts)
    for fact in reversed(stating):
        words = len(fact.statement.split()) + 1
        if words > room:
            break
        room -= words
        kept.insert(0, f"[{fact.id}] {fact.statement}")
    left_out = len(stating) - len(kept)
    head = [f"({left_out} earlier facts are not restated.)"] if left_out else []
    text = " ".join([*head, *kept, *tail]) or NOTHING
    return " ".join(text.split()[:SUMMARY_WORDS])
