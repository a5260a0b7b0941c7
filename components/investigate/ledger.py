"""The ledger: facts, hypotheses and questions as three tables; what the last step changed has a sign and words."""

from components.acting.offers import act_button, possible
from components.investigate.sieve import sieve
from components.marks import CONFIDENCE, QUESTION_MARKS, fact_mark
from components.rows import choice_table
from sleuth.state import State
from sleuth.views.news import NEW, news
from sleuth.views.selection import Selection
from sleuth.views.sieve import sifted


def ledger(before: State, state: State, selection: Selection, *, closed: str | None) -> None:
    """Draw the three tables of a state and how it differs from the one before its last step.

    `closed` says why no question can be added here.
    """
    fresh = news(before, state)
    rows = sifted(state, sieve(), fresh)

    def told(mark: str, identity: str) -> str:
        """How it stands, and on a second line what the last step did to it."""
        word = fresh.get(identity)
        return f"{mark}\n{'✦' if word == NEW else '✎'} {word}" if word else mark

    facts = [
        {
            "id": f.id,
            "status": told(fact_mark(f, state), f.id),
            "fact": f.statement,
            "source": state.passage(f.passage).title,
        }
        for f in rows.facts
    ]
    hypotheses = [
        {
            "id": h.id,
            "value": h.value,
            "confidence": told(CONFIDENCE[h.confidence], h.id).replace("\n", " "),
            "for": f"▲ {len(h.supports)}",
            "against": f"▼ {len(h.contradicts)}",
            "hypothesis": h.statement,
        }
        for h in rows.hypotheses
    ]
    questions = [
        {
            "id": q.id,
            "status": told(QUESTION_MARKS[q.status], q.id),
            "question": state.worded(q),
            "next search": (q.action or "waits for an earlier value") if q.status == "open" else "",
            "priority": q.priority if q.status == "open" else "",
        }
        for q in rows.questions
    ]
    row = selection.row
    choice_table(
        "facts",
        "Facts",
        facts,
        "Nothing is confirmed yet: the first fact comes with the first passage that answers a question.",
        rows=5,
        chosen=row,
        wrapped=True,
        fresh=fresh,
        total=len(state.facts),
    )
    choice_table(
        "hypotheses",
        "Hypotheses",
        hypotheses,
        "No candidate value yet: each fact brings one, and you can propose one for a question.",
        rows=4,
        chosen=row,
        fresh=fresh,
        total=len(state.hypotheses),
    )
    choice_table(
        "questions",
        "Questions",
        questions,
        "No question yet: the plan of the investigation brings the first.",
        rows=3,
        chosen=row,
        wrapped=True,
        fresh=fresh,
        total=len(state.questions),
    )
    if closed is None and possible(state, "add question", ""):
        act_button("add question", "")
