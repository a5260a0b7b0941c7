"""`corpus add`, `list`, `search` and `remove`: local document collections."""

import argparse
from pathlib import Path

from sleuth import search
from sleuth.commands.options import Commands, Parser, positive, result, say
from sleuth.commands.progress import Progress, listening
from sleuth.search import CASEBOOK, Query
from sleuth.search import embeddings as embedding
from sleuth.search.documents import unreadable
from sleuth.search.embeddings import Embed
from sleuth.search.local.adding import add_files, own
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.settings import load
from sleuth.views.show import visible


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
    name = own(arguments.name)
    embed = _embedding() if arguments.vectors else None
    progress = Progress()
    added = add_files(
        Collections(collections_path()),
        name,
        arguments.paths,
        from_json=arguments.from_json,
        prune=arguments.prune,
        embed=embed,
        turn=progress.turn,
        told=progress.told,
    )
    if not (added.documents or added.as_before or added.gone):
        raise unreadable(arguments.paths, added.refused)
    for refused in added.refused:
        say(f"Not read: {visible(refused.path)}: {visible(refused.why)}.")
    for note in added.notes:
        say(f"Note: {visible(note.path)}: {visible(note.what)}.")
    for origin in added.gone:
        done = "its document was removed" if arguments.prune else "its document stays; --prune removes it"
        say(f"Gone: {visible(origin.file)}: {done}.")
    document = {
        "name": name,
        "documents": added.documents,
        "changed": added.changed,
        "unchanged": len(added.as_before),
        "embedding": embed.name if embed else None,
        "refused": [{"path": refused.path, "why": refused.why} for refused in added.refused],
        "notes": [{"path": note.path, "what": note.what} for note in added.notes],
        "gone": [{"path": origin.file, "removed": arguments.prune} for origin in added.gone],
    }
    text = f"{name} · documents read {added.documents:,} · new or changed {added.changed:,}"
    if added.as_before:
        text += f" · files unchanged {len(added.as_before):,}"
    if embed:
        text += f" · embedded by {visible(embed.name)}"
    result(document, text, as_json=arguments.json)
    return 0


def _embedding() -> Embed:
    """The embedding that the settings choose."""
    settings = load()
    return embedding.connect(settings.rules.retrieval.embedding, settings)


def listing(arguments: argparse.Namespace) -> int:
    """Every collection."""
    search.connect(load({"collections": (CASEBOOK,)}))
    rows = Collections(collections_path()).describe()
    text = "\n".join(f"{row.name} · documents {row.documents:,} · passages {row.passages:,}" for row in rows)
    result([row.model_dump() for row in rows], text, as_json=arguments.json)
    return 0


def find(arguments: argparse.Namespace) -> int:
    """The passages that a run would see for this query."""
    look = listening(search.connect(load({"collections": (arguments.name,)})))
    found = look(Query(text=arguments.query, k=arguments.k))
    passages = [p.model_dump(exclude={"id", "sha256"}) for p in found.passages]
    lines = [f"{i}. {visible(p.title)}\n   {visible(p.text)}" for i, p in enumerate(found.passages, start=1)]
    text = "\n".join(lines) or "No passage matches."
    result({"outcome": found.outcome, "passages": passages}, text, as_json=arguments.json)
    return 0


def remove(arguments: argparse.Namespace) -> int:
    """Remove a collection; runs keep the passages they rest on."""
    name = own(arguments.name)
    Collections(collections_path()).remove(name)
    result({"name": name, "removed": True}, f"Removed the collection {name!r}.", as_json=arguments.json)
    return 0
