"""A report in one HTML file: answer, sources, disagreements, facts, tree, steps, costs, each citation a link."""

from typing import NamedTuple

from markupsafe import Markup

from sleuth import events as e
from sleuth.exports import Format, Recorded, svg
from sleuth.exports._page import page
from sleuth.exports._telling import audit, costs, ending, facing, means, measured
from sleuth.state import State
from sleuth.views.audited import SIGNS, verdicts
from sleuth.views.because import reasons
from sleuth.views.changes import Changes
from sleuth.views.citing import Reference, references
from sleuth.views.contested import contests
from sleuth.views.graph import MARKS
from sleuth.views.outline import outline
from sleuth.views.passages import cut

STANDING = {"in": "●", "out": "✕", "dormant": "○"}
BARS = {"high": "▮▮▮", "medium": "▮▮▯", "low": "▮▯▯"}
SECTIONS = {
    "contradictions": "Where sources disagree",
    "open": "Still open",
    "facts": "Facts",
    "tree": "Evidence tree",
    "steps": "How it was found",
    "sources": "Sources",
    "costs": "Costs",
    "means": "Model and settings",
}


class Piece(NamedTuple):
    """A stretch of a passage."""

    text: str
    anchors: tuple[str, ...]
    """The quotes that begin here."""
    marked: bool
    cited: bool
    """Whether the answer rests on it, rather than only a fact."""


def report(recorded: Recorded) -> str:
    """The whole page."""
    state = recorded.state
    listed = references(state)
    nodes = outline(state, Changes())
    calls = {x.seq: x.event for x in recorded.entries if isinstance(x.event, e.ModelCalled)}
    shown = {
        "contradictions": contests(state),
        "open": tuple(q for q in state.questions if q.status == "open"),
        "facts": state.facts,
        "tree": nodes,
        "steps": recorded.steps,
        "sources": listed,
        "costs": costs(recorded),
        "means": means(state),
    }
    return page(
        "report.html.jinja",
        "report.css",
        style=svg.style(),
        **shown,
        state=state,
        contents=tuple((name, title) for name, title in SECTIONS.items() if shown[name]),
        facing=facing(recorded),
        audit=audit(recorded),
        verdicts={claim.id: verdicts(state, claim) for claim in state.claims},
        signs=SIGNS,
        ending=ending(recorded),
        because=reasons(state),
        drawing=Markup(svg.drawing(nodes, links=True)),  # built as XML, which escapes
        standing={node.id: MARKS[node.status].word for node in nodes},
        marks=STANDING,
        bars=BARS,
        calls=calls,
        measured=measured,
        pages={passage.id: passage for passage in state.passages},
        by_passage={source.passage.id: source for source in listed},
        numbers={claim.id: number for number, claim in enumerate(state.claims, start=1)},
        pieces={source.passage.id: pieces(state, source) for source in listed},
    )


def pieces(state: State, source: Reference) -> tuple[Piece, ...]:
    """A passage cut where quotes begin and end, each quote under the name that citations of it lead to."""
    quoted = [
        (citation.start, citation.end, f"quote-{claim.id}-{n}")
        for claim in state.claims
        for n, citation in enumerate(claim.citations, start=1)
        if citation.passage == source.passage.id
    ]
    read = [(fact.start, fact.end, f"read-{fact.id}") for fact in map(state.fact, source.facts)]
    begun: set[str] = set()
    told: list[Piece] = []
    marks = (*quoted, *read)
    for text, by in cut(source.passage.text, [(start, end) for start, end, _ in marks]):
        names = tuple(marks[i][2] for i in by)
        anchors = tuple(name for name in names if name not in begun)
        begun.update(names)
        told.append(Piece(text, anchors, bool(names), any(name.startswith("quote-") for name in names)))
    return tuple(told)


FORMAT = Format(
    label="HTML",
    told="A report in one page that opens and prints anywhere, each citation leading to the very passage.",
    ending=".html",
    media="text/html",
    place=10,
    content=lambda recorded: report(recorded).encode(errors="replace"),
)
