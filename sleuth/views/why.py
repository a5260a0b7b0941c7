"""Why a fact stands or does not, down to passages, and what would change the answer.

Pure: a state in, a record out. Nothing is decided here: the record says what stands and what each fact was found
because of (`revision/dependence.py`), `ranking.py` how sources weigh, `grounds.py` what it was compared with; and
`because.py` puts it in words.
"""

from collections import deque

from sleuth import contract as c
from sleuth.acts.wanted import fact_of
from sleuth.ledger import Fact, FactStatus
from sleuth.models import Record
from sleuth.person import Act
from sleuth.ranking import weight
from sleuth.sources import copied
from sleuth.state import State
from sleuth.views.because import How, because, found_through
from sleuth.views.grounds import Disagreement, Grounds

DEEP = 40
"""Premises of premises told at most; what lies deeper is named only. No question of ours needs a tenth of it."""


class Source(Record):
    """A passage that gives a value, by the fact that was read from it."""

    fact: str
    status: FactStatus
    passage: str
    title: str
    url: str | None
    date: str | None
    quote: str
    start: int
    """Character offset of the quote in the passage's text."""
    end: int
    copy_of: str | None = None
    """The passage told before it that is the same source, so that this one adds no weight."""


class PersonsAct(Record):
    """What a person did to the fact or to its passage."""

    seq: int
    author: str
    act: Act
    reason: str
    undone: bool


class Premise(Record):
    """A fact that another was found because of."""

    fact: str
    how: How
    reason: "Reason | None"
    """Its own justification; None where that is told elsewhere in the same tree."""


class Reason(Record):
    """The justification of one fact."""

    fact: str
    statement: str
    value: str
    status: FactStatus
    pinned: bool
    author: str | None
    because: str
    """In words: why it stands, is out, or is dormant. Carries text of the model and of pages."""
    source: Source
    others: tuple[Source, ...] = ()
    """Further passages that give the same value."""
    disagreements: tuple[Disagreement, ...] = ()
    acts: tuple[PersonsAct, ...] = ()
    premises: tuple[Premise, ...] = ()


class Doubt(Record):
    """A value under the answer, and the cheapest question that could overturn it."""

    facts: tuple[str, ...]
    """The standing facts that give the value."""
    statement: str
    value: str
    sources: int
    """Independent sources, copies counted once."""
    firm: bool
    """Whether one of them is about the entity rather than merely mentioning it."""
    pinned: bool
    """Whether a person made it one that evidence alone does not refute."""
    question: str | None
    """Id of the question to ask again; None where the run kept no such question."""
    text: str
    query: str
    """What would look for a second source."""
    searches: int
    """What it costs: its own search, and one for each later question that would have to be asked again."""


def why(state: State, fact_id: str) -> Reason:
    """The justification of a fact as a tree that tells each fact once; CallerError names what exists."""
    fact_of(state, fact_id)
    grounds = Grounds(state)
    known = grounds.facts
    told_at: dict[str, str | None] = {fact_id: None}
    waiting = deque([(fact_id, 0)])
    while waiting:  # breadth first, so that a fact is told where it is nearest to what was asked
        identity, depth = waiting.popleft()
        for premise in found_through(known[identity], known):
            if premise not in told_at and depth < DEEP:
                told_at[premise] = identity
                waiting.append((premise, depth + 1))

    def reason(identity: str) -> Reason:
        found_by = tuple(
            Premise(fact=premise, how=how, reason=reason(premise) if told_at.get(premise) == identity else None)
            for premise, how in found_through(known[identity], known).items()
        )
        return _reason(grounds, known[identity], found_by)

    return reason(fact_id)


def _reason(grounds: Grounds, fact: Fact, premises: tuple[Premise, ...]) -> Reason:
    given = sources_of(grounds.state, grounds.alike(fact))
    return Reason(
        **fact.model_dump(include={"statement", "value", "status", "pinned", "author"}),
        fact=fact.id,
        because=because(grounds, fact),
        source=given[0],
        others=given[1:],
        disagreements=grounds.compared(fact),
        acts=_acts(grounds.state, fact),
        premises=premises,
    )


def _source(state: State, fact: Fact, copy_of: str | None) -> Source:
    page = state.passage(fact.passage)
    return Source(
        **fact.model_dump(include={"status", "passage", "quote", "start", "end"}),
        **page.model_dump(include={"title", "url", "date"}),
        fact=fact.id,
        copy_of=copy_of,
    )


def sources_of(state: State, group: tuple[Fact, ...]) -> tuple[Source, ...]:
    """The passages that some facts were read from, in their order; a copy of one told before is named as such."""
    pages = [state.passage(fact.passage) for fact in group]
    return tuple(
        _source(state, fact, next((p.id for p in pages[:i] if copied(p, pages[i])), None))
        for i, fact in enumerate(group)
    )


def _acts(state: State, fact: Fact) -> tuple[PersonsAct, ...]:
    undone = {acted.undoes for _, acted in state.acts}
    return tuple(
        PersonsAct(seq=seq, undone=seq in undone, **acted.model_dump(include={"author", "act", "reason"}))
        for seq, acted in state.acts
        if fact.id in (acted.target, acted.before) or (fact.passage in (acted.target, acted.before))
    )


def overturn(state: State) -> tuple[Doubt, ...]:
    """What would change this answer: every value under it, the least supported first; nothing without an answer.

    The question that a value answers is the cheapest one that can overturn it: asking for a premise of it again
    costs at least as much, since whatever depends on the value depends on the premise too. Of equally weak values the
    cheaper question comes first; what a person pinned comes last, since evidence alone does not refute it.
    """
    if state.answer is None:
        return ()
    grounds = Grounds(state)
    cited = dict.fromkeys(x.fact for claim in state.claims for x in claim.citations if x.fact in grounds.facts)
    doubts: list[Doubt] = []
    for fact in (grounds.facts[identity] for identity in cited):
        if not any(fact.id in doubt.facts for doubt in doubts):
            doubts.append(_doubt(grounds, fact))
    return tuple(sorted(doubts, key=lambda d: (d.pinned, d.sources, d.firm, d.searches)))


def _doubt(grounds: Grounds, fact: Fact) -> Doubt:
    state = grounds.state
    group = tuple(f for f in grounds.alike(fact) if f.status == "in" or f.id == fact.id)
    sources, firm = weight(state, group)
    question = next((q for q in state.questions if q.slot == fact.slot), None)
    text = state.question if question is None else state.asked(question)
    made = {s.query for s in state.searches}
    wordings = (text, f"{fact.entity} {fact.attribute}", f"{text} {fact.value}")
    return Doubt(
        facts=tuple(f.id for f in group),
        **fact.model_dump(include={"statement", "value"}),
        sources=sources,
        firm=firm,
        pinned=any(f.pinned for f in group),
        question=question and question.id,
        text=text,
        # A search that was made brings nothing new.
        query=next((w for w in wordings if w not in made), wordings[-1]),
        searches=1 + len(c.depends(state.contract, fact.slot) if state.contract else ()),
    )
