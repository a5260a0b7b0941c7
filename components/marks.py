"""How each kind of thing is marked: always a shape or an icon and a word, so that colour is never the only sign."""

from typing import Literal, NamedTuple

from sleuth.events import Phase
from sleuth.ledger import Confidence, Fact, FactStatus
from sleuth.state import State
from sleuth.store import RunRow

Colour = Literal["blue", "green", "orange", "red", "violet", "gray"]


class Mark(NamedTuple):
    """An icon, a word and a colour."""

    icon: str
    word: str
    colour: Colour


RUNNING = Mark(":material/play_circle:", "running", "blue")

RUN_MARKS = {
    "running": RUNNING,
    "paused": Mark(":material/pause_circle:", "paused", "violet"),
    "interrupted": Mark(":material/power_off:", "interrupted", "orange"),
    "stopped": Mark(":material/stop_circle:", "stopped", "gray"),
    "failed": Mark(":material/error:", "failed", "red"),
}
ANSWERED = Mark(":material/check_circle:", "answered", "green")
ABSTAINED = Mark(":material/help:", "no answer", "orange")

WAITING = {
    "reopened": Mark(":material/published_with_changes:", "reopened", "violet"),
    "branched": Mark(":material/fork_right:", "branched", "violet"),
}
TO_DO = Mark(":material/pending_actions:", "to be carried on", "violet")
"""A run that had ended and was given something to do; which, its cause says in words."""

PHASE_ICONS: dict[Phase | Literal["person"], str] = {
    "plan": ":material/account_tree:",
    "choose": ":material/help_center:",
    "search": ":material/search:",
    "read": ":material/menu_book:",
    "compare": ":material/balance:",
    "update": ":material/edit_note:",
    "answer": ":material/task_alt:",
    "audit": ":material/fact_check:",
    "person": ":material/person:",
}

CONFIDENCE: dict[Confidence, str] = {"high": "▮▮▮ high", "medium": "▮▮▯ medium", "low": "▮▯▯ low"}

QUESTION_MARKS = {"open": "○ open", "answered": "● answered", "dropped": "✕ given up"}

NODE_MARKS = {
    "active": "● active",
    "repaired": "◆ revised",
    "pruned": "✕ pruned",
    "dormant": "○ dormant",
    "conflict": "▲ in conflict",
}

OUTCOME_MARKS = {
    "found": "● found",
    "no match": "○ no match",
    "engine refused": "✕ engine refused",
    "page blocked": "✕ page blocked",
    "failed": "✕ failed",
}


def run_mark(row: RunRow) -> Mark:
    """The mark of a run; a finished one tells an answer from an abstention."""
    if row.status == "finished":
        return ANSWERED if row.cause == "answered" else ABSTAINED
    if row.status == "paused" and row.cause:
        return WAITING.get(row.cause, TO_DO)
    return RUN_MARKS[row.status]


def audit_mark(row: RunRow) -> Mark | None:
    """How far the audit of a run has come, and who vouches for it; None where nobody has begun."""
    if not row.sealed_by:
        return Mark(":material/rule:", "audit begun", "gray") if row.audited else None
    if row.seal_broken:
        return Mark(":material/gpp_maybe:", f"seal of {row.sealed_by} broken", "orange")
    return Mark(":material/verified:", f"sealed by {row.sealed_by}", "green")


def fact_mark(fact: Fact, state: State) -> str:
    """The standing of a fact in a word, with its shape."""
    if fact.id in state.disputed:
        return "★ pinned, ▲ disputed" if fact.pinned else "▲ disputed"
    revised = fact.status == "in" and fact.supersedes and not fact.pinned
    return "◆ in, revised" if revised else held_mark(fact.status, fact.pinned)


def held_mark(status: FactStatus, pinned: bool) -> str:
    """How a run holds a fact, where only that is known of it."""
    return "★ pinned" if pinned else {"in": "● in", "out": "✕ out", "dormant": "○ dormant"}[status]


def coloured(mark: str) -> str:
    """A mark as Markdown in its colour; the shape stays, so that colour is not the only sign."""
    colour = "violet" if "★" in mark else "red" if "▲" in mark else "gray"
    return f":{colour}[{mark}]"
