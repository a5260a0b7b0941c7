"""`corpus add`, `list`, `search` and `remove`: local document collections."""

import argparse
import re
from pathlib import Path
from time import monotonic

from sleuth import search
from sleuth.commands.options import Commands, Parser, positive, result, say
from sleuth.errors import CallerError
from sleuth.search import CASEBOOK, Query
from sleuth.search import embeddings as embedding
from sleuth.search.documents import read_documents
from sleuth.search.embeddings import Embed
from sleuth.search.local import origins
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.local.shelf import Progress
from sleuth.settings import load
from sleuth.views.show import visible

SAID_EVERY_S = 2.0
"""Seconds between two lines about progress."""


def register(commands: Commands, common: Parser) -> None:
    """Add the command and what it offers."""
    corpus = commands.add_parser("corpus", parents=[common], help="local document collections")
    actions = corpus.add_subparsers(metavar="ACTION", required=True)
    parser = actions.add_parser("add", parents=[common], help="add files or folders to a collection")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    parser.add_argument("--from-json", action="store_true", help="take the paragraphs of a data set's questions")
    parser.add_argument("--prune", action="store_true", help="remove documents whose files are gone from the folders")
    parser.add_argument("--vectors", action="store_true", help="embed the passages now, not at the first such search")
    parser.set_defaults(run=add)
    parser = actions.add_parser("list", parents=[common], help="the collections and their sizes")
    parser.set_defaults(run=listing)
    parser = actions.add_parser("search", parents=[common], help="what a search of a collection returns")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("-k", metavar="N", type=positive, default=5, help="most passages (5)")
    parser.set_defaults(run=find)
    parser = actions.add_parser("remove", parents=[common], help="remove a collection")
    parser.add_argument("name", metavar="NAME")
    parser.set_defaults(run=remove)


def add(arguments: argparse.Namespace) -> int:
    """Add documents; a file that cannot be read is named and does not keep the others out."""
    name = _own(arguments.name)
    embed = _embedding() if arguments.vectors else None
    local = Collections(collections_path())
    reading = read_documents(arguments.paths, from_json=arguments.from_json, known=origins.known(local, name))
    told = _progress()
    changed = local.add(name, reading.documents, told)
    origins.remember(local, name, reading.origins)
    gone = tuple(origin.document for origin in reading.gone)
    if gone and arguments.prune:
        local.remove(name, gone)
    if embed:
        local.embed(name, embed, told)
    for refused in reading.refused:
        say(f"Not read: {visible(refused.path)}: {visible(refused.why)}.")
    for note in reading.notes:
        say(f"Note: {visible(note.path)}: {visible(note.what)}.")
    for origin in reading.gone:
        done = "its document was removed" if arguments.prune else "its document stays; --prune removes it"
        say(f"Gone: {visible(origin.file)}: {done}.")
    document = {
        "name": name,
        "documents": len(reading.documents),
        "changed": changed,
        "unchanged": len(reading.unchanged),
        "embedding": embed.name if embed else None,
        "refused": [{"path": refused.path, "why": refused.why} for refused in reading.refused],
        "notes": [{"path": note.path, "what": note.what} for note in reading.notes],
        "gone": [{"path": origin.file, "removed": arguments.prune} for origin in reading.gone],
    }
    text = f"{name} · documents read {len(reading.documents):,} · new or changed {changed:,}"
    if reading.unchanged:
        text += f" · files unchanged {len(reading.unchanged):,}"
    if embed:
        text += f" · embedded by {visible(embed.name)}"
    result(document, text, as_json=arguments.json)
    return 0


def _embedding() -> Embed:
    """The embedding that the settings choose."""
    settings = load()
    return embedding.connect(settings.rules.retrieval.embedding, settings)


def _progress() -> Progress:
    """Says how far long work has come, every few seconds."""
    said = monotonic()

    def tell(what: str, done: int, total: int | None) -> None:
        nonlocal said
        if monotonic() - said > SAID_EVERY_S:
            said = monotonic()
            say(f"{what}: {done:,}" + ("" if total is None else f" of {total:,}"))

    return tell


def _own(name: str) -> str:
    """The name, when a person may change a collection of it."""
    if name == CASEBOOK:
        raise CallerError(f"The collection {CASEBOOK!r} comes with Sleuth and stays as it is; choose another name.")
    if not re.fullmatch(r"\w[\w.-]{0,63}", name):
        raise CallerError(
            f"The name {name!r} will not do for a collection; use up to 64 letters, digits, '.', '-' and '_'."
        )
    return name


def listing(arguments: argparse.Namespace) -> int:
    """Every collection."""
    search.connect(load({"collections": (CASEBOOK,)}))
    rows = Collections(collections_path()).describe()
    text = "\n".join(f"{row.name} · documents {row.documents:,} · passages {row.passages:,}" for row in rows)
    result([row.model_dump() for row in rows], text, as_json=arguments.json)
    return 0


def find(arguments: argparse.Namespace) -> int:
    """The passages that a run would see for this query."""
    found = search.connect(load({"collections": (arguments.name,)}))(Query(text=arguments.query, k=arguments.k))
    passages = [p.model_dump(exclude={"id", "sha256"}) for p in found.passages]
    lines = [f"{i}. {visible(p.title)}\n   {visible(p.text)}" for i, p in enumerate(found.passages, start=1)]
    text = "\n".join(lines) or "No passage matches."
    result({"outcome": found.outcome, "passages": passages}, text, as_json=arguments.json)
    return 0


def remove(arguments: argparse.Namespace) -> int:
    """Remove a collection; runs keep the passages they rest on."""
    name = _own(arguments.name)
    Collections(collections_path()).remove(name)
    result({"name": name, "removed": True}, f"Removed the collection {name!r}.", as_json=arguments.json)
    return 0
