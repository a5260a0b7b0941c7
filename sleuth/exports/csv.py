"""Three tables for a spreadsheet in one zip: claims, facts and searches.

UTF-8 with a byte-order mark, since Excel reads other files in the code page of the machine. A text that a spreadsheet
would take for a formula gets an apostrophe in front, which shows it as the text it is (OWASP, CSV injection); so does
what stands behind a semicolon or a tab within a text, where a spreadsheet of another country starts a new cell.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain

from sleuth.exports import Format, Recorded
from sleuth.state import State
from sleuth.views.because import reasons

FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])")
"""In front of what a spreadsheet would calculate: at the start of a cell, or of what it may take for one."""

Cell = str | int | float | None
STAMP = (1980, 1, 1, 0, 0, 0)
"""The oldest moment a zip knows: the same run gives the same file."""


def tables(recorded: Recorded) -> dict[str, bytes]:
    """The content of each table by the name of its file."""
    state = recorded.state
    return {
        "claims.csv": table(CLAIMS, _claims(state)),
        "facts.csv": table(FACTS, _facts(state)),
        "searches.csv": table(SEARCHES, _searches(state)),
    }


def table(head: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> bytes:
    """The content of a table's file: its head and its rows, formulas made harmless."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    for row in chain([head], rows):
        writer.writerow([_safe(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _safe(cell: Cell) -> Cell:
    """A cell that shows its text; an unknown value is an empty cell, never 0."""
    if isinstance(cell, str):
        return FORMULA.sub(r"\1\2'", cell.replace("\0", ""))
    return "" if cell is None else cell


CLAIMS = ("claim", "text", "fact", "passage", "quote", "start", "end", "source", "date", "url", "sha256", "unread")


def _claims(state: State) -> Iterator[tuple[Cell, ...]]:
    """A row for each citation, and one for a claim without any."""
    for claim in state.claims:
        for cited in claim.citations:
            page = state.passage(cited.passage)
            place = (cited.fact, page.id, cited.quote, cited.start, cited.end)
            yield (claim.id, claim.text, *place, page.title, page.date, page.url, page.sha256, page.unread)
        if not claim.citations:
            yield (claim.id, claim.text, *(None,) * 10)


FACTS = (
    "fact", "status", "statement", "entity", "attribute", "value", "because", "supersedes", "pinned", "worded by",
    "node", "turn", "passage", "quote", "start", "end", "source", "date", "url", "retrieved", "sha256",
)  # fmt: skip


def _facts(state: State) -> Iterator[tuple[Cell, ...]]:
    because = reasons(state)
    for fact in state.facts:
        page = state.passage(fact.passage)
        yield (
            fact.id, fact.status, fact.statement, fact.entity, fact.attribute, fact.value, because[fact.id],
            fact.supersedes, "yes" if fact.pinned else "no", fact.author, fact.node, fact.turn, page.id, fact.quote,
            fact.start, fact.end, page.title, page.date, page.url, page.retrieved_at, page.sha256,
        )  # fmt: skip


SEARCHES = ("search", "turn", "question", "query", "engine", "outcome", "passages", "titles", "message", "further")


def _searches(state: State) -> Iterator[tuple[Cell, ...]]:
    asked = {question.id: state.worded(question) for question in state.questions}
    for number, search in enumerate(state.searches, start=1):
        titles = "\n".join(state.passage(p).title for p in search.passages)
        found = (search.engine, search.outcome, " ".join(search.passages), titles, search.message)
        text = asked.get(search.question, search.question)
        yield (number, search.turn, text, search.query, *found, "\n".join(search.followed))


def packed(files: dict[str, bytes]) -> bytes:
    """Files in one zip, the same ones always as the same zip."""
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, content in files.items():
            folder.writestr(zipfile.ZipInfo(name, STAMP), content, zipfile.ZIP_DEFLATED)
    return zipped.getvalue()


FORMAT = Format(
    label="CSV",
    told="Claims, facts and searches as three tables for a spreadsheet, in one zip.",
    ending=".zip",
    media="application/zip",
    place=40,
    content=lambda recorded: packed(tables(recorded)),
    parts=tables,
)
