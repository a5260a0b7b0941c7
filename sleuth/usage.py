"""What a run has used, and how far it may go: counts of its calls, what they cost, and its budgets."""

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from sleuth.models import Record
from sleuth.prices import Price, cost

if TYPE_CHECKING:
    from sleuth.events import ModelCalled

N = TypeVar("N", int, float)


class Usage(Record):
    """What the model calls of a run cost. A sum is None once one call did not report its part."""

    calls: int = 0
    prompt_tokens: int | None = 0
    cached_tokens: int | None = 0
    completion_tokens: int | None = 0
    seconds: float | None = 0.0
    cost: float | None = None
    """In `currency`; None where no price is recorded, or a count that it needs is not known."""
    currency: str | None = None

    @property
    def tokens(self) -> int | None:
        """Prompt and reply tokens together."""
        return _plus(self.prompt_tokens, self.completion_tokens)


class Budget(NamedTuple):
    """How much there is of something and how much of it is used."""

    name: Literal["turns", "searches", "tokens", "cost"]
    used: float | None
    """None where that is not known."""
    limit: float | None
    """None where there is no limit."""
    unit: str = ""
    """The currency of a cost."""

    @property
    def over(self) -> bool:
        """Whether it is used up. A limit on what is not known any more could not be kept, so it counts as reached."""
        return self.limit is not None and (self.used is None or self.used >= self.limit)

    @property
    def spent(self) -> str:
        """That it is used up, as a sentence."""
        bound = f"{self.limit:,} {self.unit}".strip()
        if self.used is None:
            return (
                f"The limit of {bound} on the {self.name} cannot be kept, for the model did not report all it used."
            )
        match self.name:
            case "turns" | "searches":
                return f"All {bound} {self.name} are used."
            case "tokens":
                return f"The limit of {bound} tokens is reached."
            case "cost":
                return f"The limit of {bound} on the cost is reached."


AUDIT_PURPOSES = ("entail", "fill")
"""Purposes of calls that judge an answer rather than find one."""


def for_audit(call: "ModelCalled") -> bool:
    """Whether a call belongs to an audit: it is counted apart, since no limit of the investigation is on it."""
    return call.purpose in AUDIT_PURPOSES


def added(usage: Usage, call: "ModelCalled", price: Price | None) -> Usage:
    """The usage with one more call; a count that one call did not report is unknown for all."""
    paid = cost(price, call.prompt_tokens, call.cached_tokens, call.completion_tokens) if price else None
    return Usage(
        calls=usage.calls + 1,
        prompt_tokens=_plus(usage.prompt_tokens, call.prompt_tokens),
        cached_tokens=_plus(usage.cached_tokens, call.cached_tokens),
        completion_tokens=_plus(usage.completion_tokens, call.completion_tokens),
        seconds=_plus(usage.seconds, call.seconds),
        cost=_plus(usage.cost, paid),
        currency=usage.currency,
    )


def at_price(usage: Usage, price: Price | None) -> Usage:
    """The usage of a run that goes on at this price; what it cost before keeps its own, if that can be added to."""
    if price is None:
        return usage.model_copy(update={"cost": None, "currency": None})
    before = 0.0 if usage.calls == 0 else usage.cost if usage.currency == price.currency else None
    return usage.model_copy(update={"cost": before, "currency": price.currency})


def _plus(total: N | None, part: N | None) -> N | None:
    return None if total is None or part is None else total + part
