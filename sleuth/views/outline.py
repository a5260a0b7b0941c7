"""The evidence tree as the drawing wants it: a short label for each node, and the one status that marks it."""

from sleuth.ledger import Fact
from sleuth.state import State
from sleuth.tree import Node, tip
from sleuth.views.changes import Changes
from sleuth.views.layout import Status, TreeNode


def outline(state: State, fresh: Changes) -> tuple[TreeNode, ...]:
    """Every node of a state, pruned ones included; `fresh` says which came with the last step."""
    here, disputed, answering = tip(state.nodes), state.disputed, _answering(state)

    def shown(node: Node) -> TreeNode:
        found = facts(state, node)
        return TreeNode(
            id=node.id,
            parent=node.parent,
            label=_label(state, node, found, answering),
            detail=node.summary,
            status=_standing(node, found, disputed),
            revisions=len(node.revisions),
            current=node is here,
            new=node.id in fresh.new,
            pinned=any(fact.pinned for fact in found),
            rests_on=tuple(dict.fromkeys(f.node for f in _grounds(state, node, found))),
        )

    return tuple(map(shown, state.nodes))


def facts(state: State, node: Node) -> tuple[Fact, ...]:
    """The facts of a node, oldest first; one that it adopted may be older than its own."""
    return tuple(sorted(map(state.fact, node.evidence), key=lambda fact: int(fact.id[1:])))


def grounds(state: State, node: Node) -> tuple[Fact, ...]:
    """The facts of other nodes because of which those of a node were looked for, as recorded when they were found."""
    return _grounds(state, node, facts(state, node))


def _grounds(state: State, node: Node, found: tuple[Fact, ...]) -> tuple[Fact, ...]:
    premises = dict.fromkeys(p for fact in found for p in (*fact.declared, *fact.mechanical))
    return tuple(fact for fact in map(state.fact, premises) if fact.node != node.id)


def label(state: State, node: Node) -> str:
    """What a node is about: what was found there, else what was asked, else the whole question."""
    return _label(state, node, facts(state, node), _answering(state))


def _answering(state: State) -> frozenset[str | None]:
    return frozenset(q.fact for q in state.questions)


def _label(state: State, node: Node, found: tuple[Fact, ...], answering: frozenset[str | None]) -> str:
    # What answers a question is what the investigation goes on from; among equals the newest.
    shown = max(found, key=lambda f: (f.id in answering, f.status == "in", found.index(f)), default=None)
    if shown:
        return shown.statement
    asked = next((q for q in state.questions if q.id == node.question), None)
    return state.worded(asked) if asked else state.question


def standing(state: State, node: Node) -> Status:
    """The mark of a node: pruned before anything else, then an open conflict, then its history."""
    return _standing(node, facts(state, node), state.disputed)


def _standing(node: Node, found: tuple[Fact, ...], disputed: frozenset[str]) -> Status:
    if node.status == "pruned":
        return "pruned"
    if any(f.id in disputed for f in found):
        return "conflict"
    if node.revisions:
        return "repaired"
    return "dormant" if found and all(f.status == "dormant" for f in found) else "active"
