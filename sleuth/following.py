"""Whether one more entry can have come after the ones before: the checks that a run from elsewhere must pass.

The fold (`fold/`) trusts its entries; whoever did not write them asks here first.
"""

from sleuth import events as e
from sleuth.events import Entry
from sleuth.fold import apply
from sleuth.ledger import Claim
from sleuth.pasted.records import SentenceSplit, SourceBrought
from sleuth.person import FactPinned, PassageAdded
from sleuth.retrieval.rankings import Ranked, mark
from sleuth.search import digest
from sleuth.state import State
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn


def follow(state: State, entry: Entry) -> State:
    """The state after one more entry; ValueError when it cannot have come after the ones before."""
    event = entry.event
    if entry.seq != state.seq + 1:
        raise ValueError(f"event {entry.seq} stands where {state.seq + 1} belongs")
    if isinstance(event, e.RunStarted) != (entry.seq == 1):
        raise ValueError("a run starts with run_started, once")
    passages = event.passages if isinstance(event, e.Searched | Ranked) else ()
    passages = (event.passage,) if isinstance(event, PassageAdded | SourceBrought) else passages
    if any(digest(p.text) != p.sha256 for p in passages):
        raise ValueError("the text of a passage was altered after it was recorded")
    if isinstance(event, e.ModelCalled) and digest(event.reply) != event.reply_sha256:
        raise ValueError("the reply of the model was altered after it was recorded")
    known = {x.id for records in (state.passages, state.facts, state.questions, state.nodes) for x in records}
    if missing := [identity for identity in _refers(event) if identity not in known]:
        raise ValueError(f"it refers to {missing[0]!r}, which was never recorded")
    if isinstance(event, Ranked) and (strange := _unknown(state, event)):
        raise ValueError(f"it ranks the passage {strange!r}, which was not found")
    match event:
        case e.FactRecorded(fact=added) | e.NodeAdded(node=added) if added.id in known:
            raise ValueError(f"{added.id!r} is recorded a second time")
        case SourceBrought(passage=brought) if brought.id in known:
            raise ValueError(f"{brought.id!r} is recorded a second time")
        case SentenceSplit() if not (state.report and 0 <= event.sentence < len(state.report.claims)):
            raise ValueError(f"it splits sentence {event.sentence}, which was not pasted")
    return apply(state, entry)


def _unknown(state: State, event: Ranked) -> str | None:
    """A place of a ranking at which no passage stands."""
    before = state.turn.retrieving.pool if state.turn and state.turn.retrieving else ()
    found = {mark(p) for p in (*before, *event.passages)}
    return next((m for m in event.ranking.places if m not in found), None)


def _refers(event: e.Event) -> tuple[str, ...]:
    """What an event takes to be recorded before it, so that reading the run later cannot fail."""
    match event:
        case e.FactRecorded(fact=fact):
            return (fact.passage,)
        case e.FactChanged():
            return (event.fact,)
        case e.QuestionClosed(fact=str(fact)):
            return (event.question, fact)
        case e.NodeAdded(node=node):
            return (node.parent,) if node.parent else ()
        case e.Repaired():
            return tuple(x for x in (event.node, event.old, event.new, *event.pruned, *event.adopted) if x)
        case e.NodeRevived():
            return (event.node,)
        case e.QuestionsOrdered():
            return event.questions
        case e.AnswerReopened():
            return event.facts
        case e.ConflictJudged():
            return (event.old, event.new)
        case FactPinned():
            return (event.fact,)
        case PassageAdded():
            return (event.question,)
        case e.Answered() | e.Abstained() | AuditSealed():
            return _cited(*event.claims)
        case VerdictGiven() | VerdictWithdrawn() | EntailmentJudged():
            return _cited(event.claim)
        case PageChecked():
            return (event.passage,)
        case _:
            return ()


def _cited(*claims: Claim) -> tuple[str, ...]:
    return tuple(x for claim in claims for c in claim.citations for x in (c.fact, c.passage) if x)
