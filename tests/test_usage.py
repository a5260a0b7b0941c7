"""What a run has used: summed at the price of the day, and unknown rather than wrong; each budget in a sentence."""

from datetime import UTC, datetime

import pytest

from sleuth import events as e
from sleuth.fold import replay
from sleuth.prices import Price
from sleuth.rules import AS_PUBLISHED
from sleuth.settings import Limits
from sleuth.usage import Budget, Usage
from sleuth.views.projection import project

DOLLARS = Price(model="m", prompt=100_000, completion=0)
CALLED = e.ModelCalled(
    purpose="read", model="m", prompt_sha256="a", reply_sha256="b", prompt_tokens=10, completion_tokens=10
)
MEANS = {"memory": "retree", "model": "m", "collections": (), "limits": Limits(), "rules": AS_PUBLISHED}


def used(*events: e.Event) -> Usage:
    entries = e.number(events, after=0, at=datetime(2026, 3, 1, tzinfo=UTC))
    state = replay(entries)
    assert project("r", state)["usage"]["cost"] == state.usage.cost
    return state.usage


def started(price: Price | None = None) -> e.RunStarted:
    return e.RunStarted(question="Who?", price=price, **MEANS)


def parted(price: Price | None) -> e.Branched:
    return e.Branched(parent="r", at=2, price=price, **MEANS)


def test_without_a_price_the_cost_is_unknown_and_with_one_it_begins_at_nothing():
    assert used(started(), CALLED).cost is None
    assert (used(started(DOLLARS)).cost, used(started(DOLLARS)).currency) == (0.0, "USD")
    assert used(started(DOLLARS), CALLED, CALLED).cost == pytest.approx(2.0)


def test_one_call_that_tells_nothing_leaves_the_cost_unknown_for_good():
    silent = CALLED.model_copy(update={"prompt_tokens": None})
    assert used(started(DOLLARS), CALLED, silent, CALLED).cost is None


@pytest.mark.parametrize(
    ("price", "cost", "currency"),
    [
        (Price(model="dear", prompt=0, completion=500_000), 6.0, "USD"),
        (Price(model="dear", prompt=0, completion=500_000, currency="EUR"), None, "EUR"),
        (None, None, None),
    ],
)
def test_a_branch_pays_its_own_price_from_where_it_parts(price, cost, currency):
    usage = used(started(DOLLARS), CALLED, parted(price), CALLED)
    assert (usage.cost, usage.currency) == (cost if cost is None else pytest.approx(cost), currency)


def test_a_log_from_before_there_were_prices_is_read_as_unknown():
    told = started().model_dump(exclude={"price"})
    assert used(e.EVENT.validate_python(told), CALLED).cost is None


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        (Budget("turns", 20, 20), "All 20 turns are used."),
        (Budget("searches", 7, 8), None),
        (Budget("tokens", 2_000_100, 2_000_000), "The limit of 2,000,000 tokens is reached."),
        (Budget("cost", 0.5, 0.5, "EUR"), "The limit of 0.5 EUR on the cost is reached."),
        (Budget("cost", None, 0.5, "EUR"), "The limit of 0.5 EUR on the cost cannot be kept, for"),
        (Budget("tokens", None, None), None),
    ],
)
def test_a_budget_that_is_used_up_says_so(budget, said):
    assert budget.over == (said is not None)
    assert said is None or budget.spent.startswith(said)
