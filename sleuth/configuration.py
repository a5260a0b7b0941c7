"""The TOML files that a person's settings are kept in: reading them, and changing some of what they say.

What else stands in such a file stays as it is, comments included: tomlkit changes a document and does not write a
new one.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, Item

from sleuth.errors import CallerError


def read(path: Path) -> dict[str, object]:
    """What a file says, flat: `{"model": …, "limits.turns": …}`; nothing where there is none.

    Raises CallerError with what is wrong with it.
    """
    try:
        return flat(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise CallerError(f"The settings file {path} cannot be read: {error}") from error


def flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """A tree of settings as one level, with dots in its names."""
    level: dict[str, object] = {}
    for key, value in tree.items():
        level |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return level


def change(path: Path, changes: Mapping[str, object]) -> None:
    """Set what is named flat in a file, made with its folder where there is none; None takes a setting out.

    The file is changed as a whole or not at all. Raises CallerError when it cannot be.
    """
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        for name, value in changes.items():
            *groups, key = name.split(".")
            # A setting of a group may stand outside its table too, where it would now say the opposite.
            document.pop(key, None)
            table = _table(document, groups, needed=value is not None)
            if table is not None and value is None:
                table.pop(key, None)
            elif table is not None:
                table[key] = _item(value)
        path.parent.mkdir(parents=True, exist_ok=True)
        written = path.with_name(f"{path.name}.new")
        written.write_text(tomlkit.dumps(document), encoding="utf-8")
        written.replace(path)
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise CallerError(f"The settings file {path} cannot be written: {error}") from error


def _table(document: Container, groups: list[str], *, needed: bool) -> Container | AbstractTable | None:
    """The table of a group, made when it is needed."""
    table: Container | AbstractTable = document
    for group in groups:
        if group not in table and not needed:
            return None
        if group not in table:
            table[group] = tomlkit.table()
        inner = table[group]
        if not isinstance(inner, Container | AbstractTable):
            raise CallerError(f"The settings file has {group!r} as a value, where a table [{group}] belongs.")
        table = inner
    return table


def _item(value: object) -> Item:
    match value:
        case tuple() | list():
            array = tomlkit.array()
            for each in value:
                array.append(_item(each))
            return array
        case dict():
            inline = tomlkit.inline_table()
            inline.update({key: inner for key, inner in value.items() if inner is not None})
            return inline
        case _:
            return tomlkit.item(value)
