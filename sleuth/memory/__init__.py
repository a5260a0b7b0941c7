"""Memory strategies, found by name: each is one module of this package that offers `decide(state) -> Action`.

A strategy that leaves no choice in some rule of a run says so in `FIXED`.
"""

import pkgutil
from importlib import import_module

from sleuth.errors import CallerError
from sleuth.investigate import Decide
from sleuth.rules import Rules


def names() -> tuple[str, ...]:
    """The strategies there are."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")))


def strategy(name: str) -> Decide:
    """The strategy with this name; CallerError names what exists."""
    if name not in names():
        raise CallerError(f"The memory {name!r} is not known; use one of: {', '.join(names())}.")
    decide: Decide = import_module(f"{__name__}.{name}").decide
    return decide


def rules(name: str, chosen: Rules) -> Rules:
    """The rules that a run under this strategy is carried on by: those chosen, but for what the strategy fixes."""
    fixed: dict[str, object] = getattr(import_module(f"{__name__}.{name}"), "FIXED", {})
    return chosen.model_copy(update=fixed)
