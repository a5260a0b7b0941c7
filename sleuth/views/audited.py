"""How far the audit of an answer has come, in few words: for whoever shows a run without its whole audit.

Pure. Names of reviewers stand in it as they were typed.
"""

from pydantic import JsonValue

from sleuth.ledger import Claim
from sleuth.state import State
from sleuth.verdicts import Fate, Verdict, VerdictGiven

SIGNS: dict[Verdict, str] = {
    "supported": "✓",
    "partly": "◐",
    "contradicted": "✕",
    "not enough": "○",
    "not located": "∅",
}
"""How each verdict is marked where colour may be missing."""

FATES: dict[Fate, str] = {
    "unchanged": "unchanged",
    "drifted": "changed since it was read",
    "gone": "gone",
    "blocked": "blocked",
    "unknown": "unknown",
}
"""What became of a page, in words."""


def verdicts(state: State, claim: Claim) -> tuple[VerdictGiven, ...]:
    """What reviewers say of a claim, in the order in which they said it."""
    return tuple(given for _, given in state.verdicts if given.claim == claim)


def progress(state: State) -> dict[str, int]:
    """How many of the answer's claims each reviewer has judged, in the order in which they began."""
    known = frozenset(state.claims)
    judged: dict[str, int] = {}
    for _, given in state.verdicts:
        if given.claim in known:
            judged[given.reviewer] = judged.get(given.reviewer, 0) + 1
    return judged


def standing(state: State, sealed_on: str | None = None) -> str | None:
    """How the audit stands, as part of a line: `sealed by AK, 2026-03-01`; None where nobody has judged."""
    seal, judged = state.seal, progress(state)
    if seal is not None and seal.broken is None:
        return ", ".join(part for part in (f"sealed by {seal.reviewer}", sealed_on) if part)
    told = ", ".join(f"{n} of {len(state.claims)} claims judged by {name}" for name, n in judged.items())
    if seal is not None:
        return "; ".join(part for part in (f"the seal of {seal.reviewer} is broken", told) if part)
    return told or None


def summary(state: State) -> dict[str, JsonValue] | None:
    """How the audit stands, as a document; None where there was none."""
    seal, judged = state.seal, progress(state)
    if seal is None and not state.verdicts and not state.entailments and not state.pages_checked:
        return None
    return {
        "sealed_by": seal.reviewer if seal else None,
        "sealed_at_seq": seal.seq if seal else None,
        "broken_at_seq": seal.broken if seal else None,
        "reviewers": [{"name": name, "judged": n} for name, n in judged.items()],
        "judged": sum(bool(verdicts(state, claim)) for claim in state.claims),
    }
