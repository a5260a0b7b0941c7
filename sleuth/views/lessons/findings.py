"""What was read in a passage, or came of comparing two facts, told to somebody who has never seen it."""

from sleuth import events as e
from sleuth.state import State
from sleuth.views.lessons.telling import Narration, sentence, some


def read(after: State, event: e.FactRecorded | e.FactRefused | e.ReplyRefused | e.PassageRead) -> Narration:
    """Tell what reading one passage came to."""
    match event:
        case e.FactRecorded():
            return _recorded(after, event)
        case e.FactRefused():
            page = after.passage(event.passage)
            start = page.text.find(event.quote) if event.quote else -1
            end = start + len(event.quote or "")
            return Narration(
                what=f"It read “{page.title}” and refused what the model proposed: “{event.value}”.",
                why=sentence(event.reason),
                point="Point at the passage: what does its sentence speak of, and what was asked?",
                passage=page.id,
                start=max(start, 0),
                end=end if start >= 0 else 0,
            )
        case e.ReplyRefused():
            return Narration(
                what="The model's reply was not of the asked form and was refused.",
                why=sentence(event.problem),
                point="A reply that cannot be read is normal: it is asked for again, with the problem named.",
            )
        case e.PassageRead():
            page = after.passage(event.passage)
            asked = after.worded(after.question_of(event.question))
            return Narration(
                what=f"It read “{page.title}” and found nothing to record.",
                why=sentence(event.note or f"No sentence of it answers: {asked}"),
                point="Look through the passage: would you have taken anything from it?",
                passage=page.id,
            )


def _recorded(after: State, event: e.FactRecorded) -> Narration:
    fact, page = event.fact, after.passage(event.fact.passage)
    why = "The marked sentence of the passage says so."
    point = "Point at the marked words. Would you have read the same in them?"
    if event.disputes:
        rival = after.fact(event.disputes)
        why = f"The marked sentence says so; but {rival.id} says {rival.value}, so it is held back for now."
        point = f"Point at the two facts with ▲: {rival.id} and {fact.id} disagree, and neither is preferred yet."
    return Narration(
        what=f"It read “{page.title}” and found: {fact.statement}",
        why=why,
        point=point,
        passage=page.id,
        start=fact.start,
        end=fact.end,
    )


def compared(after: State, event: e.ConflictJudged | e.Repaired, events: tuple[e.Event, ...]) -> Narration:
    """Tell what comparing two facts came to, or what the fall of one led to."""
    repaired = next((x for x in events if isinstance(x, e.Repaired)), None)
    judged = next((x for x in reversed(events) if isinstance(x, e.ConflictJudged)), None)
    point = "Ask for reasons: which passage is later, and does it speak of the other?"
    if repaired is not None:
        fell = f" {some(len(repaired.pruned), 'node')} that rested on it: ✕." if repaired.pruned else ""
        point = f"Point at the ◆ on {repaired.node}: corrected, not erased; {repaired.old} stays, marked ✕.{fell}"
    if judged is None:
        assert isinstance(event, e.Repaired)
        old = after.fact(event.old)
        what = f"{old.value} ({old.id}) fell, and what rested on it was corrected."
        return Narration(what=what, why=sentence(event.reason), point=point)
    old, new = after.fact(judged.old), after.fact(judged.new)
    match judged.verdict:
        case "conflict":
            what = f"It found that {old.value} and {new.value} cannot both be right."
        case "compatible":
            what = f"It found that {old.value} and {new.value} can both be true, and kept both."
        case "new holds":
            what = f"It let {new.value} take the place of {old.value}."
        case "old holds":
            what = f"It kept {old.value} and set {new.value} aside."
        case "pinned":
            what = f"It left {old.value} and {new.value} for a person to decide."
        case _:
            what = f"It kept both {old.value} and {new.value} until more is known."
    return Narration(
        what=what, why=sentence(judged.reason), point=point, passage=new.passage, start=new.start, end=new.end
    )
