"""What recall is measured on: the paragraphs of a data set pooled, or dialogues each by itself.

Both offer the same: the questions with their evidence, rankings that ask no model, and the search that the loop
around a retrieval is driven with.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sleuth.errors import CallerError
from sleuth.evaluate import dialogue, forms, locomo
from sleuth.evaluate.retrieval import gold_documents
from sleuth.evaluate.stages import Case
from sleuth.retrieval.naming import named
from sleuth.rules import Ranking
from sleuth.search import Query, Results, Search
from sleuth.search.embeddings import connect
from sleuth.search.local.corpus import Collections
from sleuth.settings import Settings


class Searched(NamedTuple):
    """Questions, and where their evidence is searched for."""

    cases: tuple[Case, ...]
    plain: Callable[[Case], dict[str, tuple[str, ...]]]
    """Rankings that ask no model, by name: the document of each place, the simplest ranking first."""
    search: Callable[[Case], Search]
    """The search of the loop: of a dialogue the best ranking of `plain`, else the one that the settings choose."""
    entities: Callable[[str], tuple[str, ...]]
    """The names in a query by which that search raises titles."""
    budget: int
    """Passages returned, where no other number is asked for."""
    sha256: str


def opened(data: Path, settings: Settings, folder: Path, k: int | None) -> Searched:
    """A data file of either kind, indexed in a folder; CallerError when it is neither."""
    try:
        with data.open(encoding="utf-8") as file:
            first = file.read(256).lstrip()[:1]
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError(f"The data file {str(data)!r} cannot be read: {error}.") from error
    return dialogues(data, settings, folder) if first == "[" else paragraphs(data, settings, folder, k or PARAGRAPHS)


TURNS, PARAGRAPHS = 50, 20
"""Passages returned for a question about a dialogue, as published, and about paragraphs."""


def dialogues(data: Path, settings: Settings, folder: Path) -> Searched:
    """Dialogues in LoCoMo's form; a question is searched for in its own dialogue."""
    read = locomo.read(data)
    embed = connect(settings.rules.retrieval.embedding, settings)

    @cache
    def field(name: str) -> dialogue.Field:
        return dialogue.field(next(d for d in read.dialogues if d.id == name), embed, folder / "vectors")

    return Searched(
        cases=tuple(case for d in read.dialogues for case in d.cases),
        plain=lambda case: {kind: dialogue.rank(field(case.group), case.question, kind) for kind in dialogue.KINDS},
        search=lambda case: lambda query: dialogue.search(field(case.group), query),
        entities=lambda _: (),
        budget=TURNS,
        sha256=read.sha256,
    )


def paragraphs(data: Path, settings: Settings, folder: Path, k: int) -> Searched:
    """Questions in the uniform form, in the paragraphs of all together; those without evidence are left out."""
    questions = forms.load(data)
    cases = tuple(Case(r.id, r.question, gold) for r in questions.rows if (gold := gold_documents(r)))
    if not cases:
        raise CallerError(f"No question of {str(data)!r} tells which paragraphs support its answer.")
    local, name = Collections(folder / "corpus.db"), f"pooled {questions.sha256[:12]}"
    local.add(name, questions.documents)
    chosen = settings.rules.retrieval
    embed = connect(chosen.embedding, settings) if chosen.ranking != "bm25" else None

    def search(query: Query, ranking: Ranking = chosen.ranking) -> Results:
        return local.search((name,), query, ranking, embed)

    def plain(case: Case) -> dict[str, tuple[str, ...]]:
        bare = Query(text=case.question, k=k)
        steered = bare.model_copy(update={"entities": named(case.question)})
        found = {"bm25": search(bare, "bm25"), "bm25, names first": search(steered, "bm25")}
        if embed is not None:
            found |= {"dense": search(bare, "dense"), "hybrid, names first": search(steered, "hybrid")}
        return {kind: tuple(p.document for p in results.passages) for kind, results in found.items()}

    return Searched(cases, plain, lambda _: search, named, PARAGRAPHS, questions.sha256)
