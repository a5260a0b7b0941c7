"""What is found by name: a package whose modules each offer the same thing, so that a new one is one file."""

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from sleuth.errors import CallerError


def names(path: Iterable[str]) -> tuple[str, ...]:
    """The modules of the package that lies at `path`, without loading any; a name with _ in front is none of them."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(path) if not m.name.startswith("_")))


def module(package: str, path: Iterable[str], name: str, unknown: str) -> ModuleType:
    """The module with this name; CallerError says that it is `unknown`, and names what exists."""
    known = names(path)
    if name not in known:
        raise CallerError(f"{unknown}; use one of: {', '.join(known)}.")
    return import_module(f"{package}.{name}")
