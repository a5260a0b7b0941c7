"""What the policy sees of the memory, and how each turn is held against the protocol."""

from sleuth.events import TurnChecked
from sleuth.ledger import Fact, standing
from sleuth.reading import content
from sleuth.state import State
from sleuth.tree import tip


def related(facts: tuple[Fact, ...], text: str, k: int) -> tuple[Fact, ...]:
    """The k standing facts nearest to a text by shared content words (ReTree's lexical relevance)."""
    wanted = content(text)
    ordered = sorted(standing(facts), key=lambda f: -len(wanted & content(f"{f.statement} {f.entity}")))
    return tuple(ordered[:k])


def context(state: State) -> str:
    """The policy's whole memory as text: question, current summary, and the related standing facts."""
    here = tip(state.nodes)
    evidence = related(state.facts, state.turn.text if state.turn else state.question, state.limits.related)
    lines = [
        f"Question: {state.question}",
        f"Summary: {here.summary if here else 'Nothing is confirmed yet.'}",
        *(f"[{f.id}] {f.statement} (source: {state.passage(f.passage).title})" for f in evidence),
    ]
    return "\n".join(lines)


def checked(state: State) -> TurnChecked:
    """The turn under way held against V1–V6.

    V1 (facts unchanged), V3 (ids exist) and V4 (the search is the top question's action) hold by construction;
    V2 and V6 are counted where a reply was refused. A turn is valid after repair, since what was refused never
    entered the ledger.
    """
    turn = state.turn
    assert turn is not None
    return TurnChecked(
        turn=turn.number,
        valid_raw=not turn.violations,
        valid=True,
        violations=turn.violations,
        context_chars=len(context(state)),
    )
