"""Profiles: sets of settings that a person named, one TOML file each, beside their `sleuth.toml`.

A profile made from the screen holds every setting, so that it means the same whatever `sleuth.toml` says later; one
written by hand may hold a few. No key is ever in one, nor an address that holds a password.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from sleuth import configuration
from sleuth.addresses import without_credentials
from sleuth.errors import CallerError
from sleuth.folders import config_folder

NAME = re.compile(r"[^\W_]([\w .+-]{0,58}[\w+-])?")
"""Letters of any script and what a file of every system may be called."""


def names() -> tuple[str, ...]:
    """The profiles there are, in the order of their names."""
    found = (path.stem for path in _folder().glob("*.toml"))
    return tuple(sorted((name for name in found if NAME.fullmatch(name)), key=str.casefold))


def path_of(name: str) -> Path:
    """The file of a profile, there or not; CallerError for what cannot be one's name."""
    if not NAME.fullmatch(name):
        raise CallerError(
            f"A profile cannot be called {name[:80]!r}; give it up to 60 letters, digits, spaces, dots or hyphens."
        )
    return _folder() / f"{name}.toml"


def read(name: str) -> dict[str, object]:
    """What a profile says, flat; CallerError names those there are."""
    path = path_of(name)
    if not path.exists():
        known = f"use one of: {', '.join(names())}" if names() else "there is none yet"
        raise CallerError(f"The profile {name!r} is not known; {known}.")
    return configuration.read(path)


def keep(name: str, settings: Mapping[str, object]) -> tuple[str, ...]:
    """Write a profile, or write over one; the names of those settings that were left out for holding a password.

    `settings` are all of them as a tree, as `Settings.model_dump()` gives them.
    """
    every = configuration.flat(settings)
    left_out = tuple(key for key, value in every.items() if _secret(value))
    # TOML knows no nothing; the settings read this word as it.
    said = {key: None if key in left_out else "none" if value is None else value for key, value in every.items()}
    configuration.change(path_of(name), said)
    return left_out


def delete(name: str) -> None:
    """Remove a profile; one that is gone already is no error."""
    try:
        path_of(name).unlink(missing_ok=True)
    except OSError as error:
        raise CallerError(f"The profile {name!r} cannot be removed: {error.strerror}.") from error


def _folder() -> Path:
    return config_folder() / "profiles"


def _secret(value: object) -> bool:
    """Whether a setting names an address with a password or a key in it."""
    texts = value if isinstance(value, list | tuple) else (value,)
    return any(isinstance(text, str) and without_credentials(text) != text for text in texts)
