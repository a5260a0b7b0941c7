"""The audit report in Markdown: each claim with what it cites, what code, a model and reviewers say of it.

Any editor shows it, and no text of a page, a model or a reviewer is markup in it.
"""

from collections.abc import Iterator

from sleuth.addresses import openable
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
from sleuth.exports._telling import ending, facing
from sleuth.views.audit_marks import Said, said
from sleuth.views.audited import SIGNS
from sleuth.views.citing import unread
from sleuth.views.markdown import literal


def report(recorded: Recorded) -> str:
    """The whole report."""
    audit, state = audited(recorded), recorded.state
    answer = f"**{literal(ending(recorded))}**"
    if state.answer is not None:
        answer = f"**{literal(state.answer)}** (confidence: {state.confidence or 'unknown'})"
    head = [f"# Audit: {literal(state.question)}", "", literal(facing(recorded)), "", answer, ""]
    if audit.nothing is not None:
        return "\n".join([*head, literal(audit.nothing)]) + "\n"
    parts = {
        "How it stands": (f"- {literal(line)}" for line in _standing(audit)),
        "Agreement": (
            f"- {literal(pair.one)} and {literal(pair.other)}: {literal(agreed(pair))}" for pair in agreeing(audit)
        ),
        "Measures": (f"- {literal(line.name)}: {literal(line.value)}" for line in measured(audit)),
        "Claims": (line for item in audit.items for line in _claim(audit, item)),
    }
    body = [
        line for title, lines in parts.items() if (listed := list(lines)) for line in (f"## {title}", "", *listed, "")
    ]
    return "\n".join([*head, *body]).rstrip("\n") + "\n"


def _standing(audit: Audit) -> Iterator[str]:
    yield from (seal.told for seal in seals(audit))
    if not seals(audit):
        yield "Not sealed"
    yield from (f"{line.name}: {line.value}" for line in progressed(audit))


def _claim(audit: Audit, item: Item) -> Iterator[str]:
    yield f"{item.number}. **{item.claim.id}** {''.join(map(_piece, said(item)))}"
    inside = " " * len(f"{item.number}. ")
    for line in (*_verdicts(audit, item), *_cited(audit, item), *_found(audit, item)):
        yield f"{inside}{line}"


def _piece(piece: Said) -> str:
    """A piece of a claim; what the passages have bears ✓, what stands only elsewhere in them ?, what they lack ✕."""
    if not piece.text.strip():
        return " " if piece.text else ""
    before, after = (" " if sign.isspace() else "" for sign in (piece.text[0], piece.text[-1]))
    mark = f" {WHERE[piece.where]}" if piece.where else ""
    return f"{before}{literal(piece.text)}{mark}{after}"


def _verdicts(audit: Audit, item: Item) -> Iterator[str]:
    for given, at in audit.judged[item.claim.id]:
        note = f": “{literal(given.note)}”" if given.note else ""
        sign = SIGNS[given.verdict]
        yield f"- {sign} **{given.verdict}** by {literal(given.reviewer)}, {moment(at)}, {took(given)}{note}"
    if not audit.judged[item.claim.id]:
        yield "- not judged by any reviewer"
    yield f"- the machine: {f'{SIGNS[item.machine]} {item.machine}' if item.machine else 'unknown'}"


def _cited(audit: Audit, item: Item) -> Iterator[str]:
    if not item.cited:
        yield "- **cites nothing**"
    for reading in item.cited:
        yield f"- \\[{reading.number}\\] {_source(audit, reading)}"
        if reading.citation.quote:
            yield f"  > “{literal(reading.citation.quote)}”"


def _source(audit: Audit, reading: Reading) -> str:
    page = reading.passage
    link, lost = openable(page.url), unread(page)
    known = (
        f"**{literal(page.title)}**",
        f"dated {literal(page.date)}" if page.date else "undated",
        link and f"[{literal(link.host)}](<{link.href}>)",
        f"passage {page.id}, sha256 `{page.sha256}`",
        lost and f"**{literal(lost)}**",
        f"quote {literal(located(reading))}" if reading.citation.quote else "nothing is quoted",
        literal(fate(audit, page.id)),
    )
    return " · ".join(part for part in known if part)


def _found(audit: Audit, item: Item) -> Iterator[str]:
    for each in found(item):
        yield f"- {each.sign} {f'{each.name} ' if each.name else ''}{each.outcome}: {literal(each.told)}"
    for judged, words in decisive(audit, item):
        decides = f", by “{literal(words)}” in {judged.passage}" if words else ""
        yield f"- model {literal(labelled(judged))}{decides}"


FORMAT = Format(
    label="Audit, Markdown",
    told="The audit report to read or edit: each claim with its citations, checks and verdicts.",
    ending=".audit.md",
    media="text/markdown",
    place=26,
    content=lambda recorded: report(recorded).encode(errors="replace"),
)
