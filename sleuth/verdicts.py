"""What an audit finds, as events: a person's verdict on a claim, a model's, what became of a page, and the seal.

An audit changes nothing of the investigation. Each event carries the claim as it was judged, words and citations, so
that a verdict is never shown of a claim that says something else.
"""

from typing import Literal

from sleuth.ledger import Claim
from sleuth.models import Record

Verdict = Literal["supported", "partly", "contradicted", "not enough", "not located"]
"""Whether a claim is true to what it cites. *not enough*: the passage says too little; *not located*: what is quoted
stands nowhere in it."""

Label = Literal["entails", "neutral", "contradicts", "undecided"]
"""Whether passages entail a claim (textual entailment). *undecided*: the model's label and its reason disagree, it
gave no usable reply, or there is no text to read."""

Fate = Literal["unchanged", "drifted", "gone", "blocked", "unknown"]
"""What became of a page since it was read, as `search.web.fetching.checking` and collections tell it."""


class VerdictGiven(Record):
    """A person judged a claim by its passages; their earlier verdict on it, if any, gives way."""

    type: Literal["verdict_given"] = "verdict_given"
    reviewer: str
    claim: Claim
    verdict: Verdict
    note: str | None = None
    seconds: float | None = None
    """How long the claim was looked at; None where that was not measured."""


class VerdictWithdrawn(Record):
    """A person took their verdict on a claim back."""

    type: Literal["verdict_withdrawn"] = "verdict_withdrawn"
    reviewer: str
    claim: Claim


class EntailmentJudged(Record):
    """A model said whether passages entail a claim, and which stretch of them decides it."""

    type: Literal["entailment_judged"] = "entailment_judged"
    claim: Claim
    passages: tuple[str, ...]
    """The cited passages that it was shown together, by id."""
    label: Label
    reason: str
    """Why, in the model's words, or why there is no label."""
    passage: str | None = None
    """The passage in which the deciding stretch stands; None where none decides."""
    start: int | None = None
    end: int | None = None
    model: str


class PageChecked(Record):
    """A cited page was looked at again."""

    type: Literal["page_checked"] = "page_checked"
    passage: str
    fate: Fate
    quoted: bool | None = None
    """Whether what is quoted still stands there; None where that could not be seen."""
    message: str | None = None
    """Why it could not be read, in words."""


class AuditSealed(Record):
    """A person vouched for the whole audit; any later change to what was judged breaks the seal."""

    type: Literal["audit_sealed"] = "audit_sealed"
    reviewer: str
    claims: tuple[Claim, ...]


Audited = VerdictGiven | VerdictWithdrawn | EntailmentJudged | PageChecked | AuditSealed
"""Everything that an audit adds to a run."""


class Seal(Record):
    """The seal on a run, and whether it still holds."""

    seq: int
    """Its place in the log."""
    reviewer: str
    broken: int | None = None
    """The place of the first event that changed what it vouches for; None while it holds."""
