"""What a reviewer does in an audit, decided as events from the state alone: verdicts, taking one back, the seal."""

from typing import get_args

from sleuth.errors import CallerError
from sleuth.events import Event
from sleuth.ledger import Claim
from sleuth.state import State
from sleuth.verdicts import AuditSealed, Verdict, VerdictGiven, VerdictWithdrawn

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
NAME_CHARS = 80
"""Longest name of a reviewer."""
NOTE_CHARS = 2000
"""Longest note on a verdict."""


def give(
    state: State, reviewer: str, claim: str, verdict: str, note: str = "", seconds: float | None = None
) -> tuple[Event, ...]:
    """A verdict on a claim of the answer, in the place of the reviewer's earlier one.

    `seconds` is how long the claim was looked at. CallerError for a claim or verdict that there is not, a reviewer
    without a name, or a note that is too long.
    """
    if verdict not in VERDICTS:
        raise CallerError(f"The verdict {verdict!r} is not known; use one of: {', '.join(VERDICTS)}.")
    bare = _text(note.strip(), "note")
    if len(bare) > NOTE_CHARS:
        raise CallerError(f"The note has {len(bare):,} characters; at most {NOTE_CHARS:,} are accepted.")
    return (
        VerdictGiven(
            reviewer=named(reviewer),
            claim=claim_of(state, claim),
            verdict=verdict,
            note=bare or None,
            seconds=seconds,
        ),
    )


def withdraw(state: State, reviewer: str, claim: str) -> tuple[Event, ...]:
    """The reviewer's verdict on a claim is taken back; CallerError when there is none."""
    name, judged = named(reviewer), claim_of(state, claim)
    if judged not in judged_by(state, name):
        raise CallerError(f"{name} has given no verdict on {claim}.")
    return (VerdictWithdrawn(reviewer=name, claim=judged),)


def seal(state: State, reviewer: str) -> tuple[Event, ...]:
    """The reviewer vouches for the audit; CallerError until they have judged every claim."""
    name = named(reviewer)
    if not state.claims:
        raise CallerError("There is no claim to vouch for.")
    judged = judged_by(state, name)
    if missing := [claim.id for claim in state.claims if claim not in judged]:
        raise CallerError(f"{name} has not judged {', '.join(missing)}; a seal vouches for every claim.")
    return (AuditSealed(reviewer=name, claims=state.claims),)


def judged_by(state: State, reviewer: str) -> tuple[Claim, ...]:
    """The claims that a reviewer's verdicts are on."""
    return tuple(given.claim for _, given in state.verdicts if given.reviewer == reviewer)


def claim_of(state: State, identity: str) -> Claim:
    """The claim of the answer with this id; CallerError names what exists."""
    found = next((claim for claim in state.claims if claim.id == identity), None)
    if found is None:
        known = ", ".join(claim.id for claim in state.claims) or "none, for there is no answer"
        raise CallerError(f"There is no claim {identity!r} in this answer; claims are: {known}.")
    return found


def named(reviewer: str) -> str:
    """A reviewer's name as it is recorded, in single spaces; CallerError for none, or one that is too long."""
    name = _text(" ".join(reviewer.split()), "name")
    if not name:
        raise CallerError("A verdict needs the name of a reviewer, so that the record says whose it is.")
    if len(name) > NAME_CHARS:
        raise CallerError(f"The name has {len(name)} characters; at most {NAME_CHARS} are accepted.")
    return name


def _text(typed: str, what: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in typed):
        raise CallerError(f"The {what} holds bytes that are no text in UTF-8; type it again.")
    return typed
