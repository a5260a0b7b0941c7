"""What a check of a claim comes to: a name, an outcome, and one sentence for a reader."""

from collections.abc import Iterable
from typing import Literal

from sleuth.citations.parts import Part
from sleuth.models import Record

Name = Literal["passage", "quote", "number", "date", "name", "negation", "title", "page"]
Outcome = Literal["passed", "failed", "doubtful", "nothing to check", "unknown"]


class Check(Record):
    """What one check came to."""

    name: Name
    outcome: Outcome
    told: str
    """One sentence. Carries text of the claim and of pages."""
    parts: tuple[Part, ...] = ()
    """What of the claim it looked at."""


NAMES: tuple[Name, ...] = ("passage", "quote", "number", "date", "name", "negation", "title", "page")


def unverified(checks: Iterable[Check]) -> bool:
    """Whether a claim is not borne out by what it cites: any check failed."""
    return any(check.outcome == "failed" for check in checks)


def shortened(text: str, most: int = 80) -> str:
    """A text on one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
