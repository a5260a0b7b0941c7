"""What else the log tells of a run, as tables: its nodes and its searches."""

from components import session
from components.marks import NODE_MARKS, OUTCOME_MARKS
from components.rows import choice_table
from sleuth.state import State
from sleuth.tree import Node
from sleuth.views.changes import Changes
from sleuth.views.outline import facts, grounds, label, standing
from sleuth.views.selection import everywhere, search_key


def node_table(state: State, fresh: Changes) -> None:
    """Everything that the graph shows."""
    rows = [
        {
            "id": node.id,
            "status": NODE_MARKS[standing(state, node)] + _pinned(state, node) + fresh.suffix(node.id),
            "parent": node.parent or "",
            "about": label(state, node),
            "facts": ", ".join(node.evidence),
            "rests on": ", ".join(f"{f.id} in {f.node}" for f in grounds(state, node)),
            "revisions": ", ".join(f"{r.old} → {r.new or 'nothing'}" for r in node.revisions),
            "summary": node.summary,
        }
        for node in state.nodes
    ]
    chosen = everywhere(state, session.selected()).node
    choice_table("nodes", "Nodes of the evidence tree", rows, "No node yet.", rows=10, chosen=chosen)


def _pinned(state: State, node: Node) -> str:
    return " · ★ pinned" if any(fact.pinned for fact in facts(state, node)) else ""


def search_table(state: State) -> None:
    """Every search with its outcome; an engine that refused is not one that found nothing."""
    rows = [
        {
            "id": search_key(position),
            "turn": str(s.turn),
            "question": s.question,
            "query": "; then ".join((s.query, *s.followed)),
            "engine": s.engine,
            "outcome": OUTCOME_MARKS.get(s.outcome, s.outcome),
            "passages": ", ".join(f"{p} {state.passage(p).title}" for p in s.passages) or (s.message or ""),
        }
        for position, s in enumerate(state.searches)
    ]
    choice_table("searches", "Searches", rows, "Nothing was searched yet.", rows=10, chosen=session.selected())
