"""What happened in a run, as lines for a reader: what an event came to, and what a person did.

Texts of the model, of pages and of persons stand in them as they are; who shows them escapes.
"""

from sleuth import drafts as d
from sleuth import events as e
from sleuth.pasted.records import Ending, SentenceSplit, SourceBrought, TextPasted
from sleuth.person import Act, Acted, HypothesisDropped, HypothesisProposed, PassageAdded
from sleuth.retrieval.rankings import FollowedUp, Ranked, Ranking, Wanted
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn

DEEDS: dict[Act, str] = {
    "pin fact": "pinned {target}",
    "unpin fact": "unpinned {target}",
    "reject fact": "rejected {target}",
    "restore fact": "restored {target}",
    "edit fact": "edited {target}",
    "add question": "asked {target}",
    "edit question": "reworded {target}",
    "order questions": "put the questions into another order",
    "drop question": "dropped {target}",
    "ask again": "asked {target} again",
    "leave question": "left {target} as it was answered",
    "reopen question": "reopened {target}",
    "add hypothesis": "proposed a value for {target}",
    "drop hypothesis": "took a proposed value back",
    "add passage": "added {before} for {target}",
    "withdraw passage": "withdrew {before}",
    "restore passage": "gave {before} back",
    "decide conflict": "decided for {target} against {before}",
    "undecide conflict": "left {target} undecided again",
}


Deed = Acted | VerdictGiven | VerdictWithdrawn | AuditSealed | e.Branched
"""What a person did, as an event that opens a step of its own."""


def deed(event: Deed) -> str:
    """What a person did, as a sentence: `AK rejected f3`."""
    match event:
        case Acted():
            return _acted(event)
        case VerdictGiven():
            return f"{event.reviewer} judged {event.claim.id}: {event.verdict}"
        case VerdictWithdrawn():
            return f"{event.reviewer} took the verdict on {event.claim.id} back"
        case AuditSealed():
            n = len(event.claims)
            return f"{event.reviewer} sealed the audit of {n} claim{'s' if n != 1 else ''}"
        case e.Branched():
            return f"Branched from {event.parent}"


def _acted(acted: Acted) -> str:
    done = DEEDS[acted.act].format(target=acted.target, before=acted.before)
    if acted.act == "decide conflict" and acted.before == acted.target:  # as the undoing of a restored fact
        done = f"decided against {acted.target}"
    return f"{acted.author} {'undid an earlier act and ' if acted.undoes else ''}{done}"


def told(event: e.Event) -> str | None:
    """One event as a line for the reader; None for those that only carry out what another line says."""
    match event:
        case e.ContractMade(contract=contract):
            how = " (the model's plan could not be used)" if event.fallback else ""
            chain = " → ".join(slot.text for slot in contract.slots)
            return f"To answer it, find: {chain}{how}"
        case e.TurnStarted():
            return f"Query: {event.query}"
        case e.Searched():
            return _search(event)
        case Ranked(ranking=ranking):
            return _ranking(ranking)
        case FollowedUp(wanted=wanted):
            return _wanted(wanted)
        case e.PassageRead(verdict="nothing"):
            return f"{event.passage} does not answer {event.question}"
        case e.PassageRead(verdict="passed over"):
            return f"{event.passage} passed over: {event.note or 'no reason given'}"
        case e.PassageRead(verdict="refused"):
            return f"{event.passage} left: {event.note or 'no usable reply'}"
        case e.FactRecorded(fact=fact):
            doubt = f"; it disagrees with {event.disputes}" if event.disputes else ""
            return f"New fact {fact.id} from {fact.passage}: {fact.statement}{doubt}"
        case e.FactChanged():
            return f"{event.fact} is now {event.status}: {event.reason}"
        case _:
            return _told(event)


def _search(event: e.Searched) -> str:
    """A search in words; an engine that refused has not said that there is nothing."""
    match event.outcome:
        case "found":
            n = len(event.passages)
            listed = ", ".join(f"{p.id} {p.title}" for p in event.passages)
            return f"{n} passage{'s' if n != 1 else ''} from {event.engine}: {listed}"
        case "no match":
            return f"{event.engine} has no match"
        case _:
            return f"{event.engine}: {event.outcome}: {event.message or 'no reason given'}"


def _ranking(ranking: Ranking) -> str:
    """One order that the passages of a retrieval were put into, in words."""
    n = len(ranking.places)
    first = f"{'; '.join(ranking.first)}{' …' if n > len(ranking.first) else ''}"
    match ranking.stage:
        case "fused":
            return f"Together, {n} passages: {first}"
        case "reranked":
            start, stop = ranking.window or (0, n)
            return f"The model put {ranking.picked or 'none'} of places {start + 1} to {stop} in front: {first}"
        case _ if ranking.outcome == "found":
            return f"{n} passage{'s' if n != 1 else ''} from {ranking.engine} to choose from: {first}"
        case _ if ranking.outcome == "no match":
            return f"{ranking.engine} has no match"
        case _:
            return f"{ranking.engine}: {ranking.outcome}: {ranking.message or 'no reason given'}"


def _wanted(wanted: Wanted) -> str:
    if wanted.queries:
        return f"Missing: {wanted.missing or 'not said'}; to search for: {'; '.join(wanted.queries)}"
    return "Nothing new to search for" if wanted.problem or wanted.missing else "Nothing is missing"


def _told(event: e.Event) -> str | None:
    match event:
        case e.ReplyRefused():
            return f"The reply was not of the asked form: {event.problem}"
        case e.FactRefused():
            return f"Refused {event.value!r} from {event.passage}: {event.reason}"
        case e.ConflictJudged():
            return f"{event.old} against {event.new}: {event.verdict}"
        case e.Repaired():
            pruned = f"; pruned {', '.join(event.pruned)}" if event.pruned else ""
            return f"Repaired {event.node}: {event.old} gave way to {event.new or 'nothing'}{pruned}"
        case e.NodeRevived():
            return f"{event.node} stands again"
        case e.QuestionOpened(question=question):
            return f"{question.id} is open: {question.text}"
        case e.QuestionClosed():
            return f"{event.question} {event.status}: {event.reason}"
        case e.Nudged():
            return "Asked to answer from what is known"
        case e.Answered():
            return f"Answer: {event.text}"
        case e.AnswerReopened():
            return f"The answer is open again: {event.reason}"
        case e.Abstained():
            return f"No answer: {event.cause}"
        case e.RunPaused(reason=str(reason)):
            return f"Waits to be carried on: {reason}"
        case e.RunPaused():
            return "Paused by a person"
        case e.RunResumed():
            return "Resumed by a person"
        case e.RunStopped():
            return "Stopped by a person"
        case e.RunFailed():
            return f"Failed: {event.error}"
        case EntailmentJudged():
            return f"{event.claim.id} by {', '.join(event.passages)}: {event.label}"
        case TextPasted(report=report):
            return f"{len(report.claims)} sentences were pasted, which name {len(report.references)} sources"
        case SourceBrought():
            return _source(event)
        case SentenceSplit():
            return f"Sentence {event.sentence + 1} says {len(event.claims)} things: {' | '.join(event.claims)}"
        case PageChecked():
            return f"The page of {event.passage}: {event.fate}{f', {event.message}' if event.message else ''}"
        case PassageAdded() | HypothesisProposed() | HypothesisDropped():
            return _brought(event)
        case d.Drafted() | d.RelevanceMeasured() | d.RetrievalDecided() | d.EntitiesExtracted() | d.NamesFiltered():
            return _doubted(event)
        case _:
            return None


ENDINGS: dict[Ending, str] = {
    "collection": "found in the collection {collection}",
    "file": "in the file {document}",
    "kept": "kept from before",
    "fetched": "fetched",
    "not found": "not found",
    "blocked": "blocked",
    "refused": "not fetched",
    "gone": "gone",
    "failed": "not to be had",
}
"""How a source of a pasted text ended, in words."""


def ending(event: SourceBrought) -> str:
    """How a source ended, and why: `blocked: example.org shows a challenge`."""
    page = event.passage
    told = ENDINGS[event.ending].format(collection=page.collection, document=page.document)
    return f"{told}: {event.message.rstrip('.')}" if event.message else told


def _source(event: SourceBrought) -> str:
    markers = " ".join(f"[{m}]" for m in event.markers if not m.startswith(("http:", "https:")))
    return f"{event.passage.id} {f'{markers} ' if markers else ''}{event.passage.title}: {ending(event)}"


def _doubted(event: d.Doubted) -> str:
    match event:
        case d.Drafted(draft=draft):
            return f"Drafted: {draft.sentence}"
        case d.RelevanceMeasured():
            return f"Sure of it: {'unknown' if event.sure is None else f'{event.sure:.0%}'}"
        case d.RetrievalDecided(decision=decision):
            return f"{'To be searched for' if decision.retrieve else 'No search'}: {decision.reason}"
        case d.EntitiesExtracted():
            return f"Names in the question: {', '.join(event.entities) or 'none'}"
        case d.NamesFiltered():
            return f"Names that steer the query: {', '.join(map(_name, event.names)) or 'none'}"


def _name(name: d.Name) -> str:
    sure = "unknown" if name.confidence is None else f"{name.confidence:.2f}"
    return f"{name.text} (confidence {sure}, {'kept' if name.kept else 'left out'})"


def _brought(event: PassageAdded | HypothesisProposed | HypothesisDropped) -> str:
    match event:
        case PassageAdded(passage=passage):
            return f"{passage.id} {passage.title} is to be read for {event.question}"
        case HypothesisProposed(hypothesis=hypothesis):
            return f"New hypothesis {hypothesis.id}: {hypothesis.statement}"
        case HypothesisDropped():
            return f"{event.hypothesis} is no hypothesis any more"
