"""A step told to somebody who has never seen one: one sentence of what was done, one of why, and what to point at.

`timeline` tells the same events, in fewer words, to those who know their way.
"""

from sleuth import events as e
from sleuth.contract import worded
from sleuth.person import Acted
from sleuth.search import BY_HAND
from sleuth.state import State
from sleuth.views.lessons.findings import compared, read
from sleuth.views.lessons.telling import Narration, sentence, some
from sleuth.views.lines import deed

ORDER: tuple[type, ...] = (
    e.Answered,
    e.Abstained,
    e.AnswerReopened,
    Acted,
    e.Branched,
    e.Repaired,
    e.ConflictJudged,
    e.FactRecorded,
    e.FactRefused,
    e.ReplyRefused,
    e.ContractMade,
    e.TurnStarted,
    e.Searched,
    e.QuestionClosed,
    e.PassageRead,
)
"""What a step is about, the most important first."""


def narrate(before: State, after: State, events: tuple[e.Event, ...]) -> Narration:
    """Tell a step by the most important thing that happened in it."""
    ranked = sorted((x for x in events if type(x) in ORDER), key=lambda x: ORDER.index(type(x)))
    told = next((n for x in ranked if (n := _told(before, after, x, events))), None) or _other(after, events)
    failure = next((x.error for x in events if isinstance(x, e.RunFailed)), None)
    if failure is None:
        return told
    return told.model_copy(
        update={
            "what": f"{told.what} Then the run failed.",
            "why": sentence(failure),
            "point": "Point at the ledger: everything found before the failure is still there. Ask what was lost.",
        }
    )


def _told(before: State, after: State, event: e.Event, events: tuple[e.Event, ...]) -> Narration | None:
    match event:
        case e.ContractMade():
            return _planned(event)
        case e.TurnStarted() if not any(isinstance(x, e.Searched) for x in events):
            return _chosen(before, after, event)
        case e.Searched():
            return _searched(event)
        case e.PassageRead(verdict="passed over"):
            return None
        case e.FactRecorded() | e.FactRefused() | e.ReplyRefused() | e.PassageRead():
            return read(after, event)
        case e.ConflictJudged() | e.Repaired():
            return compared(after, event, events)
        case e.QuestionClosed():
            return _closed(after, event)
        case e.Answered() | e.Abstained() | e.AnswerReopened():
            return _ended(event)
        case Acted():
            return Narration(
                what=f"{deed(event)}.",
                why=sentence(event.reason),
                point="Point at the signature: a person's act is recorded like any other step, with its reason.",
            )
        case e.Branched():
            return Narration(
                what=f"From here on the run goes its own way from {event.parent}.",
                why="Everything before is shared with the other run, step by step.",
                point="Compare with the run it came from: what was changed?",
            )
        case _:
            return None


def _planned(event: e.ContractMade) -> Narration:
    slots = event.contract.slots
    what = f"It broke the question into {len(slots)} questions that each ask for one fact."
    why = "A question about one fact can be searched for, and its answer checked against one sentence."
    if len(slots) == 1:
        what, why = "It kept the question whole.", "One passage can answer it."
    if event.fallback:
        why = "The model's plan could not be used, so the question stands as it was asked."
    point = "Ask which of these could be looked up at once, and which has to wait."
    return Narration(what=what, why=why, point=point, parts=tuple(worded(slot.text, {}) for slot in slots))


def _chosen(before: State, after: State, event: e.TurnStarted) -> Narration:
    what = f"It took up: {event.text}"
    point = "Point at the open questions: which of them wait for this one?"
    if event.query != event.text:
        what = f"It took up “{event.text}” and chose the words “{event.query}”."
        point = "Compare the words of the search with those of the question: what was left out, and why?"
    found = [f"{f.value} ({f.id})" for f in after.facts if f.id in event.declared]
    others = [q for q in before.questions if q.status == "open" and q.id != event.question]
    if event.reason != "the top open question":
        why = sentence(event.reason)
    elif found:
        why = f"It can be asked now that {' and '.join(found)} is known."
    elif others:
        why = "It stands on top: it can be searched for now, and what it brings moves the answer most."
    else:
        why = "It is the only question left."
    return Narration(what=what, why=why, point=point)


def _searched(event: e.Searched) -> Narration:
    point = "Point at the titles of the passages. Which would you open first?"
    titles = tuple(p.title for p in event.passages)
    if event.engine == BY_HAND:
        what = "It took up the passage that a person added."
        why = "What a person brings is read and checked like anything that a search finds."
        return Narration(what=what, why=why, point=point, parts=titles)
    match event.outcome:
        case "found":
            what = f"It searched for “{event.query}” and got {some(len(titles), 'passage')}."
            why = "What a model remembers is no evidence: facts are taken from passages only."
        case "no match":
            what = f"It searched for “{event.query}” and found nothing."
            why = "The search worked, but no document holds these words."
            point = "Ask for other words, or for another place to look."
        case _:
            what = f"Its search for “{event.query}” was turned away."
            why = sentence(event.message or "no reason was given")
            point = "Being turned away is not the same as finding nothing: ask why that matters."
    return Narration(what=what, why=why, point=point, parts=titles)


def _closed(after: State, event: e.QuestionClosed) -> Narration:
    waiting = tuple(after.worded(q) for q in after.questions if q.status == "open")
    if event.status == "dropped":
        return Narration(
            what=f"It gave up: {after.worded(after.question_of(event.question))}",
            why=sentence(event.reason),
            point="Ask whether you would have given up already.",
            parts=waiting,
        )
    why = "A fact that stands answers the last open question."
    point = "Point at the questions: every one is answered. What is left to do?"
    if waiting:
        why = "A fact that stands answers the question; what waited for it can be asked now."
        point = "Point at the questions: one is answered, and its value stands in those that follow."
    return Narration(what=f"It settled: {sentence(event.reason)}", why=why, point=point, parts=waiting)


def _ended(event: e.Answered | e.Abstained | e.AnswerReopened) -> Narration:
    match event:
        case e.Answered():
            return Narration(
                what=f"It answered: {event.text}",
                why=_grounds(event),
                point="Take one claim and follow it down to the sentence of its passage.",
                parts=tuple(claim.text for claim in event.claims),
            )
        case e.Abstained():
            return Narration(
                what="It gave no answer, and said why.",
                why=sentence(event.reason),
                point="Ask what kind of document would have answered it, and what an invented answer costs.",
                parts=tuple(claim.text for claim in event.claims),
            )
        case e.AnswerReopened():
            return Narration(
                what="The answer is open again.",
                why=sentence(event.reason),
                point="Point at the claim whose ground fell.",
            )


def _grounds(event: e.Answered) -> str:
    claims, cited = len(event.claims), sum(bool(claim.citations) for claim in event.claims)
    if cited < claims:
        grounds = f"{cited} of its {some(claims, 'claim')} can be checked in a passage."
    elif claims == 1:
        grounds = "Its claim rests on a passage that anyone can open."
    else:
        grounds = f"Each of its {claims} claims rests on a passage that anyone can open."
    return f"The budget was nearly used, so it had to answer. {grounds}" if event.forced else grounds


def _other(after: State, events: tuple[e.Event, ...]) -> Narration:
    """A step in which nothing was decided, by the title it bears in the timeline."""
    title = next((x.title for x in events if isinstance(x, e.StepTaken)), "It went on")
    waiting = next((q for q in after.questions if q.status == "open"), None)
    why = f"Still open: {after.worded(waiting)}" if waiting else "No question is open any more."
    return Narration(what=sentence(title), why=why, point="Ask what is known now that was not known before.")
