"""Memory strategies, found by name: each is one module of this package that offers `decide(state) -> Action`.

A strategy that leaves no choice in some rule of a run says so in `FIXED`.
"""

from importlib import import_module

from sleuth import by_name
from sleuth.investigate import Decide
from sleuth.rules import Rules


def names() -> tuple[str, ...]:
    """The strategies there are."""
    return by_name.names(__path__)


def strategy(name: str) -> Decide:
    """The strategy with this name; CallerError names what exists."""
    decide: Decide = by_name.module(__name__, __path__, name, f"The memory {name!r} is not known").decide
    return decide


def rules(name: str, chosen: Rules) -> Rules:
    """The rules that a run under this strategy is carried on by: those chosen, but for what the strategy fixes."""
    fixed: dict[str, object] = getattr(import_module(f"{__name__}.{name}"), "FIXED", {})
    return chosen.model_copy(update=fixed)
