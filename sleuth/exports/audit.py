"""The audit report in one HTML file: what a citation auditor hands over, to be read or printed without Sleuth.

On top how the audit stands, then each claim with what it cites and all that was found of it, then every cited passage
in full with what is quoted and what of the claims stands there. Signs say what colours say.
"""

from functools import partial
from typing import Literal, NamedTuple

from sleuth.audit.queue import Item, Reading
from sleuth.exports import Format, Recorded
from sleuth.exports._auditing import (
    WHERE,
    Audit,
    agreed,
    agreeing,
    audited,
    decisive,
    fate,
    found,
    labelled,
    located,
    measured,
    moment,
    progressed,
    seals,
    took,
)
from sleuth.exports._page import page
from sleuth.exports._telling import ending, facing
from sleuth.views.audit_marks import said
from sleuth.views.audited import SIGNS
from sleuth.views.citing import cited
from sleuth.views.passages import cut

SECTIONS = {"agreement": "Agreement", "measures": "Measures", "claims": "Claims", "passages": "Passages"}

Kind = Literal["cited", "found", "decides", "opens", "closes", "tick"]
"""How a stretch of a passage is drawn: what is quoted, with a sign where that begins and ends; what of a claim stands
there, with a tick behind it; what decided a model's label."""


class Piece(NamedTuple):
    """A stretch of a passage."""

    text: str
    kinds: tuple[Kind, ...]
    anchors: tuple[str, ...] = ()
    """The quotes that begin here."""

    @property
    def tag(self) -> str:
        """The element that it is drawn as."""
        return "mark" if "cited" in self.kinds else "span"


class Span(NamedTuple):
    """A marked stretch of a passage's text."""

    start: int
    end: int
    kind: Kind
    anchor: str = ""


def report(recorded: Recorded) -> str:
    """The whole page."""
    audit, state = audited(recorded), recorded.state
    sources, pairs = cited(state), agreeing(audit)
    shown = {"agreement": pairs, "measures": audit.items, "claims": audit.items, "passages": sources}
    return page(
        "audit.html.jinja",
        "report.css",
        "audit.css",
        state=state,
        contents=tuple((name, title) for name, title in SECTIONS.items() if shown[name]),
        facing=facing(recorded),
        ending=ending(recorded),
        nothing=audit.nothing,
        seals=seals(audit),
        progress=progressed(audit),
        pairs=pairs,
        agreed=agreed,
        measures=measured(audit),
        items=audit.items,
        judged=audit.judged,
        said=said,
        where=WHERE,
        signs=SIGNS,
        found=found,
        moment=moment,
        took=took,
        labels=partial(decisive, audit),
        labelled=labelled,
        located=located,
        fate=partial(fate, audit),
        anchor=anchor,
        sources=sources,
        numbers={item.claim.id: item.number for item in audit.items},
        pieces={source.passage.id: pieces(audit, source.passage.id) for source in sources},
    )


def anchor(item: Item, reading: Reading, place: int) -> str:
    """Where a citation leads: to its quote, or to the passage that does not hold it."""
    return f"quote-{item.claim.id}-{place}" if reading.located else f"passage-{reading.passage.id}"


def pieces(audit: Audit, passage: str) -> tuple[Piece, ...]:
    """A passage in pieces that put together are its text, marked by all the claims that cite it."""
    text = audit.state.passage(passage).text
    spans = [span for item in audit.items for span in _spans(item, passage)]
    cuts = cut(text, [(span.start, span.end) for span in spans])
    ends = {span.end for span in spans if span.kind == "found"}
    quoted = [any(spans[i].kind == "cited" for i in piece.by) for piece in cuts]
    begun: set[str] = set()
    told: list[Piece] = []
    at = 0
    for place, piece in enumerate(cuts):
        at += len(piece.text)
        names = tuple(spans[i].anchor for i in piece.by if spans[i].anchor and spans[i].anchor not in begun)
        begun.update(names)
        kinds: list[Kind] = sorted({spans[i].kind for i in piece.by})
        if quoted[place] and not (place and quoted[place - 1]):
            kinds.append("opens")
        if quoted[place] and not any(quoted[place + 1 : place + 2]):
            kinds.append("closes")
        if "found" in kinds and at in ends:
            kinds.append("tick")
        told.append(Piece(piece.text, tuple(kinds), names))
    return tuple(told)


def _spans(item: Item, passage: str) -> tuple[Span, ...]:
    """What of a passage a claim marks."""
    places = {place for place, reading in enumerate(item.cited) if reading.passage.id == passage}
    quotes = tuple(
        Span(reading.located.start, reading.located.end, "cited", anchor(item, reading, place))
        for place, reading in enumerate(item.cited, start=1)
        if reading.located and reading.passage.id == passage
    )
    parts = {(f.start, f.end) for c in item.checks for part in c.parts for f in part.found if f.cited in places}
    there = tuple(Span(start, end, "found") for start, end in sorted(parts))
    label = item.label
    if label is None or label.passage != passage or label.start is None or label.end is None:
        return (*quotes, *there)
    return (*quotes, *there, Span(label.start, label.end, "decides"))


FORMAT = Format(
    label="Audit report",
    told="A page that prints well: each claim with its citations, checks and verdicts, and the passages.",
    ending=".audit.html",
    media="text/html",
    place=24,
    content=lambda recorded: report(recorded).encode(errors="replace"),
)
