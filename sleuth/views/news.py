"""What the last step did to each thing of the ledger, in a word or two: new, was dormant, reworded.

Pure: two states of one run in, words by id out.
"""

from sleuth.ledger import Fact, Hypothesis, Question
from sleuth.state import State

NEW = "new"


def news(before: State, after: State) -> dict[str, str]:
    """What changed from one state to a later one, by the id of the fact, hypothesis or question; only what did."""
    disputed = after.disputed - before.disputed
    told: dict[str, str] = {}
    facts = {f.id: f for f in before.facts}
    for fact in after.facts:
        if word := _fact(facts.get(fact.id), fact) or ("now disputed" if fact.id in disputed else ""):
            told[fact.id] = word
    hypotheses = {h.id: h for h in before.hypotheses}
    for hypothesis in after.hypotheses:
        if word := _hypothesis(hypotheses.get(hypothesis.id), hypothesis):
            told[hypothesis.id] = word
    questions = {q.id: q for q in before.questions}
    for question in after.questions:
        if word := _question(questions.get(question.id), question):
            told[question.id] = word
    return told


def _fact(was: Fact | None, now: Fact) -> str:
    if was is None:
        return NEW
    if was.status != now.status:
        return f"was {was.status}"
    if was.pinned != now.pinned:
        return "now pinned" if now.pinned else "no longer pinned"
    return "" if was == now else "changed"


def _hypothesis(was: Hypothesis | None, now: Hypothesis) -> str:
    if was is None:
        return NEW
    if was.confidence != now.confidence:
        return f"was {was.confidence}"
    if was.supports != now.supports:
        return f"was ▲ {len(was.supports)}"
    if was.contradicts != now.contradicts:
        return f"was ▼ {len(was.contradicts)}"
    return "" if was.rank == now.rank else f"was rank {was.rank}"


def _question(was: Question | None, now: Question) -> str:
    if was is None:
        return NEW
    if was.status != now.status:
        return f"was {'given up' if was.status == 'dropped' else was.status}"
    if was.text != now.text:
        return "reworded"
    if was.priority != now.priority:
        return f"was {was.priority}"
    if was.fact != now.fact:
        return "another answer"
    if was.searched != now.searched:
        return "searched"
    return "" if was == now else "changed"
