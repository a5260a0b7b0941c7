"""What calls cost: by a price that a person has set, and unknown as soon as anything that matters is."""

import pytest

from sleuth.errors import CallerError
from sleuth.prices import Price, agreed, cost, price_of
from sleuth.settings import Limits, Settings

CACHED = Price(model="m", prompt=2, cached=0.5, completion=10)
PLAIN = Price(model="m", prompt=2, completion=10)
FREE = Price(model="m", prompt=0, completion=0)


@pytest.mark.parametrize(
    ("price", "counts", "expected"),
    [
        (CACHED, (1_000_000, 400_000, 100_000), 1.2 + 0.2 + 1.0),
        (PLAIN, (1_000_000, 400_000, 100_000), 3.0),
        (PLAIN, (1_000_000, None, 0), 2.0),
        (CACHED, (1_000_000, None, 0), None),
        (PLAIN, (None, 0, 5), None),
        (PLAIN, (5, 0, None), None),
        (FREE, (5, 0, 5), 0.0),
        (FREE, (None, None, None), None),
    ],
)
def test_a_call_costs_what_its_tokens_do_and_nothing_is_guessed(price, counts, expected):
    assert cost(price, *counts) == (expected if expected is None else pytest.approx(expected))


def test_a_price_belongs_to_one_model_by_its_full_name():
    assert price_of("m", (FREE,)) == FREE
    assert price_of("ollama/m", (FREE,)) is None
    assert agreed(Settings(model="m", prices=(FREE,), limits=Limits(cost=1))) == FREE
    assert agreed(Settings(model="other", prices=(FREE,))) is None


def test_a_limit_on_an_unknown_cost_is_refused_with_what_to_do():
    with pytest.raises(CallerError, match=r"no price is set for the model .other.\. Set one, 0 for"):
        agreed(Settings(model="other", prices=(FREE,), limits=Limits(cost=1)))
