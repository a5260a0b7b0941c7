"""Files that a person sends through the page, laid down to be read, under names that no system takes amiss.

They lie in one place a collection, so that a file that is sent again is known by it, and go once they were read.
"""

import re
import shutil
import time
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sleuth.errors import ServiceError

LONGEST = 120
"""Bytes of the longest part of a name, below what file systems take (255, and 143 on encrypted ones)."""
LEFT_OVER_S = 86_400
"""After so many seconds a file that was laid down belongs to no work any more."""
UNSAFE = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""What Windows opens instead of a file."""


class Upload(NamedTuple):
    """A file as a browser sends it."""

    name: str
    """As the browser says; with `/` where a folder was sent. May be anything."""
    data: bytes


def safe(name: str) -> str:
    """The name of a file to be laid down for one that came, folders kept: no way out of the place it is put.

    >>> safe("../../etc/pass?wd.txt")
    'etc/pass_wd.txt'
    """
    parts = [part for each in re.split(r"[/\\\\]+", name) if (part := _part(each))]
    return "/".join(parts[-8:]) or "file"


def _part(name: str) -> str:
    known = unicodedata.normalize("NFC", name.encode(errors="replace").decode())
    # A control or format sign, such as one that turns the direction of writing, would hide what the name is.
    shown = "".join("_" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in known)
    bare = UNSAFE.sub("_", shown).strip(" .")
    if DEVICES.fullmatch(bare):
        bare = f"_{bare}"
    stem, dot, ending = bare.rpartition(".")
    if not dot or len(ending) > 10:
        stem, dot, ending = bare, "", ""
    room = LONGEST - len(f"{dot}{ending}".encode())
    return stem.encode()[:room].decode(errors="ignore").rstrip(" .") + dot + ending


def lay_down(folder: Path, uploads: Iterable[Upload]) -> tuple[Path, ...]:
    """Write files below a folder; their paths. Two of one name are told apart by a number.

    Raises ServiceError when they cannot be written.
    """
    taken: dict[str, Path] = {}
    try:
        for upload in uploads:
            name = _free(safe(upload.name), taken)
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(upload.data)
            taken[name.casefold()] = path
    except OSError as error:
        raise ServiceError(f"The files could not be laid down in {str(folder)!r}: {error.strerror}.") from error
    return tuple(taken.values())


def _free(name: str, taken: dict[str, Path]) -> str:
    stem, dot, ending = name.rpartition(".") if "." in name.rpartition("/")[2] else (name, "", "")
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{stem} ({number}){dot}{ending}"
    return free


def take_up(folder: Path, paths: Iterable[Path]) -> None:
    """Remove files that were read, and what an earlier program left below the folder."""
    for path in paths:
        path.unlink(missing_ok=True)
    before = time.time() - LEFT_OVER_S
    for path in folder.rglob("*"):
        if path.is_file() and path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
    if folder.exists() and not any(path.is_file() for path in folder.rglob("*")):
        shutil.rmtree(folder, ignore_errors=True)
