"""What a person brings: candidate values and passages."""

from sleuth import events as e
from sleuth.acts.wanted import Deed, Intervention, not_pinned, question_of
from sleuth.errors import CallerError
from sleuth.fold import then
from sleuth.ledger import Hypothesis
from sleuth.person import HypothesisDropped, HypothesisProposed, PassageAdded
from sleuth.ranking import hypotheses
from sleuth.revision.repair import Change, repair
from sleuth.search import BY_HAND, Passage, digest
from sleuth.state import State
from sleuth.stating import statement
from sleuth.values import same

LONGEST = 20_000
"""Most characters of a passage added by hand; what is longer belongs in a collection."""


def propose(state: State, wanted: Intervention) -> Deed:
    """A candidate value that no fact supports yet; the next search for its question looks for it too."""
    if wanted.target.startswith("hp"):  # undoing a dropped one: its question and value are told by `before`
        identity, _, value = wanted.value.partition(" ")
        wanted = wanted.model_copy(update={"target": identity, "value": value})
    question, value = question_of(state, wanted.target), " ".join(wanted.value.split())
    if not value:
        raise CallerError("A hypothesis needs a value: a name, place, date or number that might be the answer.")
    if any(h.slot == question.slot and same(h.value, value) for h in state.hypotheses):
        raise CallerError(f"{value!r} is among the hypotheses of {question.id} already.")
    # Hypotheses of facts bear their numbers; a person's bear a letter more.
    number = 1 + sum(acted.act == "add hypothesis" for _, acted in state.acts)
    proposed = HypothesisProposed(
        hypothesis=Hypothesis(
            id=f"hp{number}",
            statement=statement(state.asked(question), value),
            slot=question.slot,
            value=value,
            confidence="low",
            supports=(),
            rank=1,
            author=wanted.author,
        )
    )
    events: tuple[e.Event, ...] = (proposed, _ranked(then(state, proposed)))
    if question.status == "open" and question.action:
        # Its next search looks for the proposed value too.
        sought = question.model_copy(update={"action": f"{question.text} {value}", "searched": 0})
        events += (e.QuestionOpened(question=sought, reason=wanted.reason),)
    return proposed.hypothesis.id, events


def _ranked(state: State) -> e.HypothesesRanked:
    return e.HypothesesRanked(turn=state.turns, hypotheses=hypotheses(state))


def drop_hypothesis(state: State, wanted: Intervention) -> Deed:
    """A candidate value that a person proposed is taken back."""
    # Undoing a proposal names it in `value`, and its question in `target`.
    identity = wanted.value or wanted.target
    proposed = next((h for h in state.proposed if h.id == identity), None)
    if proposed is None:
        known = ", ".join(h.id for h in state.proposed) or "none"
        raise CallerError(f"{identity!r} was proposed by no person; those that were: {known}.")
    dropped = HypothesisDropped(hypothesis=proposed.id)
    question = state.question_about(proposed.slot)
    return f"{question.id} {proposed.value}", (dropped, _ranked(then(state, dropped)))


def add_passage(state: State, wanted: Intervention) -> Deed:
    """A passage that a person brings, to be read for a question."""
    question, text, title = question_of(state, wanted.target), wanted.value.strip(), " ".join(wanted.title.split())
    if not title:
        raise CallerError("A passage needs a title, so that a citation can name its source.")
    if not any(ch.isalnum() for ch in text):
        raise CallerError("The passage is empty; paste the text that answers the question.")
    if len(text) > LONGEST:
        raise CallerError(f"The passage has {len(text):,} characters; at most {LONGEST:,} are accepted.")
    marks = {(p.sha256, p.title): p.id for p in state.passages}
    identity = marks.get((digest(text), title), f"p{len(state.passages) + 1}")
    passage = Passage(
        id=identity,
        title=title,
        text=text,
        url=wanted.url,
        date=wanted.date,
        collection=BY_HAND,
        document=identity,
        sha256=digest(text),
    )
    return identity, (PassageAdded(passage=passage, question=question.id),)


def withdraw_passage(state: State, wanted: Intervention) -> Deed:
    """A passage no longer counts: it is not read, and what was read from it is refuted."""
    # Undoing an added passage names the passage in `value`, its question in `target`.
    identity = wanted.value or wanted.target
    if all(p.id != identity for p in state.passages):
        raise CallerError(f"There is no passage {identity!r} in this run.")
    if state.contract is None and any(identity in s.passages for s in state.searches):
        raise CallerError(f"The memory {state.memory!r} has read {identity} already; branch from an earlier event.")
    facts = [f for f in state.facts if f.passage == identity and f.status != "out"]
    not_pinned(*facts)
    waiting = [q for q, p in state.offered if p == identity]
    events: tuple[e.Event, ...] = tuple(
        e.PassageRead(passage=identity, question=q, verdict="passed over", note=wanted.reason) for q in waiting
    )
    for fact in facts:
        now = then(state, *events)
        events += repair(now, Change(wanted.reason, refuted=frozenset({fact.id}), old=fact.id))
    return identity, events


def restore_passage(state: State, wanted: Intervention) -> Deed:
    """A withdrawn passage counts again."""
    identity = wanted.value or wanted.target
    facts = frozenset(f.id for f in state.facts if f.passage == identity and f.status == "out")
    if facts:
        return identity, repair(state, Change(wanted.reason, accepted=facts))
    asked = next((a.target for _, a in state.acts if a.act == "add passage" and a.before == identity), None)
    passage = next((p for p in state.passages if p.id == identity), None)
    if passage is None or asked is None:
        raise CallerError(f"{identity!r} is no passage that a person added and withdrew.")
    return identity, (PassageAdded(passage=passage, question=asked),)
