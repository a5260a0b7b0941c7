"""ReportMemory: the control that carries one report of at most 200 words and the set of sources, nothing else.

Each turn the model sees the question and the report and either searches or answers; after a search it sees the new
passages once and rewrites the report. The report is the summary of the tree's only node. Same limits, searches and
log as the other strategies (ReTree, section on controls).
"""

from sleuth import events as e
from sleuth.investigate import Action, Note, Unreadable
from sleuth.memory._moves import QUESTION, Memory, between, opening, seen, without_facts
from sleuth.memory._retrieving import retrieve
from sleuth.models import Record
from sleuth.policy import checked
from sleuth.prompts import render
from sleuth.replies import ask, attempts, refused
from sleuth.rules import Uncertainty
from sleuth.search import Passage
from sleuth.sentences import shown
from sleuth.state import State, Turn

REPORT_WORDS = 200
"""Longest report (ReTree's limit for this control); what is longer is cut by the program and counted."""
EMPTY = "Nothing was found yet."


class Rewritten(Record):
    """Reply to `rewrite`."""

    report: str


FIXED = {"uncertainty": Uncertainty()}
"""What this strategy decides of the rules of a run: the model itself chooses between searching and answering."""


def decide(state: State) -> Action:
    """Search, rewrite the report, answer, or ask the model whether to search or to answer."""
    turn = state.turn
    if turn is None:
        return opening(state, EMPTY) or between(state, _memory(state))
    if not turn.searched:
        return retrieve(state, turn)
    return _rewrite(state, turn)


def _memory(state: State) -> Memory:
    slots = {"question": state.question, "report": _report(state), "sources": _sources(state)}
    return without_facts(state, "report", render("report", **slots))


def _report(state: State) -> str:
    return state.nodes[0].summary


def _sources(state: State) -> str:
    """The titles of what was retrieved; a set has no order of its own, so they stand by the alphabet."""
    return "; ".join(sorted({" ".join(p.title.split()) for p in state.passages})) or "none"


def _rewrite(state: State, turn: Turn) -> Action:
    key = f"rewrite {turn.number}"
    found = [state.passage(p) for p in turn.retrieved]
    if not found or refused(state, key) >= attempts(state):
        title = "Keep the report: no usable reply" if found else "Keep the report: nothing was found"
        return Note("update", title, QUESTION, (*seen(state, turn), checked(state, _carried(state, _report(state)))))
    return ask(
        state,
        Rewritten,
        lambda reply: _rewritten(state, turn, reply.report),
        purpose="rewrite",
        phase="update",
        title="Rewrite the report",
        key=key,
        question=QUESTION,
        tokens=400,
        slots={
            "question": state.question,
            "report": _report(state),
            "passages": "\n".join(f"[{n}] {_line(p, state.question)}" for n, p in enumerate(found, start=1)),
        },
    )


def _line(passage: Passage, question: str) -> str:
    """A passage on one line, so that none can open a numbered line of its own."""
    return " ".join(f"{passage.title}: {' '.join(s.text for s in shown(passage, question))}".split())


def _rewritten(state: State, turn: Turn, text: str) -> tuple[e.Event, ...]:
    words = text.split()
    if not words:
        raise Unreadable("The report is empty.")
    report = " ".join(words[:REPORT_WORDS])
    broken = (f"limit: the report had {len(words)} words and was cut",) if len(words) > REPORT_WORDS else ()
    return (
        *seen(state, turn),
        e.NodeSummarised(node=state.nodes[0].id, summary=report),
        checked(state, _carried(state, report), *broken),
    )


def _carried(state: State, report: str) -> str:
    """All that goes from this turn to the next."""
    return f"{state.question}\n{report}\n{_sources(state)}"
