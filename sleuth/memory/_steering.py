"""Which remembered names steer a query: those of the reasoning step, all, or those the model is sure of (MIND)."""

from pydantic import Field

from sleuth import events as e
from sleuth.drafts import EntitiesExtracted, Name, NamesFiltered
from sleuth.investigate import Action, Note
from sleuth.ledger import standing
from sleuth.models import Record
from sleuth.replies import ask, attempts, refused
from sleuth.rules import Uncertainty
from sleuth.state import State
from sleuth.uncertainty import confidence
from sleuth.values import is_date, number, plain


class Entities(Record):
    """Reply to `entities`: the names that the question gives, and the relations it asks along."""

    entities: tuple[str, ...] = Field(max_length=10)
    relations: tuple[str, ...] = Field((), max_length=10)


def extract(state: State) -> Action | None:
    """Ask once what the investigated question is about, where the filter needs to know."""
    if state.rules.uncertainty.filter == "cot" or state.named is not None:
        return None
    if refused(state, "entities") >= attempts(state):
        return Note("plan", "Do without the names in the question", None, (EntitiesExtracted(entities=()),))
    return ask(
        state,
        Entities,
        lambda reply: (
            EntitiesExtracted(
                entities=tuple(n for n in dict.fromkeys(reply.entities) if _holds(state.question, n)),
                relations=reply.relations,
            ),
        ),
        purpose="entities",
        phase="plan",
        title="Find the names in the question",
        key="entities",
        tokens=100,
        slots={"question": state.question},
    )


def steered(state: State, begun: e.TurnStarted) -> tuple[e.Event, ...]:
    """The turn with the names that pass the filter in its query.

    The query always holds the question itself; what the filter decides is which names a page should be about, and
    which of those that the question does not mention are added to it. A fact whose value is added is one that the
    search rests on.
    """
    rules = state.rules.uncertainty
    if rules.filter == "cot":
        return (begun,)
    names = tuple(_judged(state, begun, text, fact) for text, fact in _candidates(state, begun).items())
    kept = sorted((n for n in names if n.kept), key=lambda n: (n.text not in begun.entities, not n.named))
    added = [n for n in kept if not n.named]
    rests = () if state.rules.premises == "declared" else tuple(n.fact for n in added if n.fact)
    told = NamesFiltered(
        question=begun.question, filter=rules.filter, statistic=rules.statistic, keep=rules.keep, names=names
    )
    changed = begun.model_copy(
        update={
            "query": " ".join((begun.query, *(n.text for n in added))),
            "entities": tuple(n.text for n in kept),
            "mechanical": tuple(dict.fromkeys((*begun.mechanical, *rests))),
        }
    )
    return (told, changed)


def _candidates(state: State, begun: e.TurnStarted) -> dict[str, str | None]:
    """Every name that is known, each with the fact that it is the value of; dates and numbers are no names."""
    given = state.named.entities if state.named else ()
    facts = standing(state.facts)
    every = [
        *((name, None) for name in (*begun.entities, *given, *(f.entity for f in facts))),
        *((f.value, f.id) for f in facts if not is_date(f.value) and number(f.value) is None),
    ]
    found: dict[str, tuple[str, str | None]] = {}
    for name, fact in every:
        known, of = found.get(plain(name), (name, None))
        found[plain(name)] = known, of or fact
    return {name: fact for key, (name, fact) in found.items() if key}


def _judged(state: State, begun: e.TurnStarted, text: str, fact: str | None) -> Name:
    rules = state.rules.uncertainty
    named, sure = _holds(begun.text, text), _sure(state, text)
    return Name(text=text, fact=fact, named=named, confidence=sure, kept=_passes(rules, named, sure))


def _passes(rules: Uncertainty, named: bool, sure: float | None) -> bool:
    """Whether a name passes; one of whose confidence nothing is known passes where the reasoning step names it."""
    if rules.filter == "none":
        return True
    if sure is None:
        return named
    return sure >= rules.keep and (named or rules.filter == "confidence")


def _sure(state: State, name: str) -> float | None:
    """How sure the model was of a name in the newest draft that holds it."""
    for draft in reversed(state.drafts):
        measured = (m for m in state.relevances if (m.question, m.asked) == (draft.question, draft.asked))
        if (sure := confidence(draft, name, state.rules.uncertainty, measured)) is not None:
            return sure
    return None


def _holds(text: str, name: str) -> bool:
    return bool(plain(name)) and f" {plain(name)} " in f" {plain(text)} "
