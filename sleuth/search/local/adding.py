"""Files brought into a collection: read, stored, indexed, and where they came from remembered.

The command line and the page add in this one way.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import CASEBOOK, Progress
from sleuth.search.documents import Note, Origin, Refused, Turn, read_files
from sleuth.search.local import origins
from sleuth.search.local.corpus import Collections
from sleuth.search.local.shelf import silent

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed


class Added(Record):
    """What came of adding to a collection."""

    documents: int
    """How many were read."""
    changed: int
    """How many of them were new or not as they were."""
    files: tuple[str, ...] = ()
    """Those that were read, rows of JSON aside."""
    as_before: tuple[str, ...] = ()
    """Those that are as they were, and were not read again."""
    refused: tuple[Refused, ...] = ()
    notes: tuple[Note, ...] = ()
    gone: tuple[Origin, ...] = ()
    """Documents whose files are there no more."""


def own(name: str) -> str:
    """The name, when a person may change a collection of it; CallerError when not."""
    if name == CASEBOOK:
        raise CallerError(f"The collection {CASEBOOK!r} comes with Sleuth and stays as it is; choose another name.")
    if not re.fullmatch(r"\w[\w.-]{0,63}", name):
        shown = name if len(name) <= 80 else name[:80] + "…"
        raise CallerError(
            f"The name {shown!r} will not do for a collection; use up to 64 letters, digits, '.', '-' and '_'."
        )
    return name


def add_files(
    local: Collections,
    name: str,
    paths: Iterable[Path],
    *,
    from_json: bool = False,
    prune: bool = False,
    embed: "Embed | None" = None,
    turn: Turn | None = None,
    told: Progress = silent,
) -> Added:
    """Add files and folders to a collection, changed ones anew; a file that cannot be read keeps no other out.

    With `prune`, documents go whose files are gone; with `embed`, passages are embedded at once. Where `turn` ends
    the reading, what was read before is added. CallerError when a path does not exist.
    """
    reading = read_files(paths, from_json=from_json, known=origins.known(local, name), turn=turn)
    changed = local.add(name, reading.documents, told)
    origins.remember(local, name, reading.origins)
    gone = tuple(origin.document for origin in reading.gone)
    if gone and prune:
        local.remove(name, gone)
    if embed:
        local.embed(name, embed, told)
    return Added(
        documents=len(reading.documents),
        changed=changed,
        files=tuple(origin.file for origin in reading.origins),
        as_before=tuple(origin.file for origin in reading.unchanged),
        refused=reading.refused,
        notes=reading.notes,
        gone=reading.gone,
    )
