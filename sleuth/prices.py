"""What a model's tokens cost, as far as a person has said; nothing is assumed of any model.

A price belongs to one model by its full name, so that a local model never bears a hosted one's.
"""

from typing import TYPE_CHECKING

from pydantic import Field, model_validator

from sleuth.errors import CallerError
from sleuth.models import Record

if TYPE_CHECKING:
    from sleuth.settings import Settings

MILLION = 1_000_000


class Price(Record):
    """What one model's tokens cost. As text: `MODEL PROMPT [CACHED] COMPLETION [CURRENCY]`."""

    model: str = Field(min_length=1)
    """The model as it is chosen: `openai/gpt-5-mini`."""
    prompt: float = Field(ge=0, allow_inf_nan=False)
    """Price of a million prompt tokens."""
    cached: float | None = Field(None, ge=0, allow_inf_nan=False)
    """Price of a million prompt tokens that the server read from its cache; None when that makes no difference."""
    completion: float = Field(ge=0, allow_inf_nan=False)
    """Price of a million reply tokens, reasoning included."""
    currency: str = Field("USD", pattern=r"^[A-Z]{3}$")
    """As ISO 4217 names it."""

    @model_validator(mode="before")
    @classmethod
    def _told(cls, given: object) -> object:
        if not isinstance(given, str):
            return given
        model, *figures = given.split()
        currency = {"currency": figures.pop()} if figures and figures[-1].isalpha() else {}
        if len(figures) not in (2, 3):
            raise ValueError("write MODEL PROMPT [CACHED] COMPLETION [CURRENCY], prices for a million tokens")
        cached = {"cached": figures[1]} if len(figures) == 3 else {}
        return {"model": model, "prompt": figures[0], "completion": figures[-1], **cached, **currency}

    def __str__(self) -> str:
        """The text that it is read from."""
        figures = (self.prompt, *(() if self.cached is None else (self.cached,)), self.completion)
        return f"{self.model} {' '.join(f'{figure:.12g}' for figure in figures)} {self.currency}"


def cost(price: Price, prompt: int | None, cached: int | None, completion: int | None) -> float | None:
    """What one call cost, in the price's currency; None where a count that matters is not known.

    `cached` counts those of the prompt tokens that came from the server's cache.

    >>> cost(Price(model="m", prompt=2, cached=1, completion=10), 1_000_000, 500_000, 100_000)
    2.5
    """
    if prompt is None or completion is None:
        return None
    if price.cached is None:
        return (prompt * price.prompt + completion * price.completion) / MILLION
    if cached is None:
        return None
    whole = (prompt - cached) * price.prompt + cached * price.cached
    return (whole + completion * price.completion) / MILLION


def price_of(model: str, prices: tuple[Price, ...]) -> Price | None:
    """What a model's tokens cost, by its full name; None where nobody has said."""
    return next((price for price in prices if price.model == model), None)


def agreed(settings: "Settings") -> Price | None:
    """The price that a run with these settings is carried on at.

    CallerError when its cost is limited and no price is known, for such a limit could not be kept.
    """
    price = price_of(settings.model, settings.prices)
    if price is None and settings.limits.cost is not None:
        raise CallerError(
            f"A limit of {settings.limits.cost:g} on the cost cannot be kept: no price is set for the model "
            f"{settings.model!r}. Set one, 0 for a model that costs nothing, or take the limit away."
        )
    return price
