"""Vectors of the texts that a measurement searches, kept in files: making them takes minutes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.search import digest

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed, Vectors


def vectors(embed: "Embed", texts: Sequence[str], folder: Path) -> "Vectors":
    """A row for each text, in order; read from the folder where they were made before."""
    import numpy as np

    file = folder / f"{embed.name.replace('/', '-')}-{digest(chr(0).join(texts))[:16]}.npy"
    if file.exists():
        known: Vectors = np.load(file)
        return known
    made = embed(tuple(texts))
    folder.mkdir(parents=True, exist_ok=True)
    # Written beside and then put in place: an interruption must not leave half a file.
    with (fresh := file.with_suffix(".new")).open("wb") as out:
        np.save(out, made)
    fresh.replace(file)
    return made
