"""The evidence tree as the drawing wants it: a short label for each node, and the one status that marks it."""

from sleuth.state import State
from sleuth.tree import Node, tip
from sleuth.views.changes import Changes
from sleuth.views.layout import Status, TreeNode


def outline(state: State, fresh: Changes) -> tuple[TreeNode, ...]:
    """Every node of a state, pruned ones included; `fresh` says which came with the last step."""
    here = tip(state.nodes)
    return tuple(
        TreeNode(
            id=node.id,
            parent=node.parent,
            label=label(state, node),
            detail=node.summary,
            status=standing(state, node),
            revisions=len(node.revisions),
            current=node is here,
            new=node.id in fresh.new,
        )
        for node in state.nodes
    )


def label(state: State, node: Node) -> str:
    """What a node is about: what was found there, else what was asked, else the whole question."""
    found = [f for f in state.facts if f.id in node.evidence]
    answers = {q.fact for q in state.questions}
    # What answers a question is what the investigation goes on from; among equals the newest.
    shown = max(found, key=lambda f: (f.id in answers, f.status == "in", found.index(f)), default=None)
    if shown:
        return shown.statement
    asked = next((q for q in state.questions if q.id == node.question), None)
    return state.asked(asked) if asked else state.question


def standing(state: State, node: Node) -> Status:
    """The mark of a node: pruned before anything else, then an open conflict, then its history."""
    facts = [f for f in state.facts if f.id in node.evidence]
    disputed = {identity for c in (*state.conflicts, *state.unsettled) for identity in (c.old, c.new)}
    if node.status == "pruned":
        return "pruned"
    if any(f.id in disputed for f in facts):
        return "conflict"
    if node.revisions:
        return "repaired"
    return "dormant" if facts and all(f.status == "dormant" for f in facts) else "active"
