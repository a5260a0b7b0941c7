"""A report to read, mail or print: Markdown that any editor shows, in which no text of a page is markup."""

from collections.abc import Iterator

from sleuth.addresses import openable
from sleuth.exports import Format, Recorded
from sleuth.exports._telling import Line, audit, costs, ending, facing, means, measured
from sleuth.search import Passage
from sleuth.state import State
from sleuth.views.answer_text import claims
from sleuth.views.because import reasons
from sleuth.views.citing import references, unread
from sleuth.views.contested import Side, contests
from sleuth.views.markdown import literal
from sleuth.views.why import Source as Given


def report(recorded: Recorded) -> str:
    """The whole report."""
    state = recorded.state
    asked = [q for q in state.questions if q.status == "open"]
    parts: dict[str, Iterator[str]] = {
        "Claims": claims(state),
        "Sources": _sources(state),
        "Where sources disagree": _contests(state),
        "Still open": (f"- {literal(state.worded(q))} ({q.id})" for q in asked),
        "Facts": _facts(state),
        "Hypotheses": (
            f"- {h.id}, {h.confidence}: {literal(h.statement)} "
            f"(for: {', '.join(h.supports) or '–'}; against: {', '.join(h.contradicts) or '–'})"
            for h in state.hypotheses
        ),
        "How it was found": _steps(recorded),
        "Costs": _lines(costs(recorded)),
        "Model and settings": _lines(means(state)),
    }
    facts = filter(None, (facing(recorded), audit(recorded)))
    head = [
        f"# {literal(state.question)}",
        *(x for told in facts for x in ("", literal(told))),
        "",
        *_answer(recorded),
    ]
    body = [
        line for title, lines in parts.items() if (told := list(lines)) for line in ("", f"## {title}", "", *told)
    ]
    return "\n".join([*head, *body]) + "\n"


def _answer(recorded: Recorded) -> Iterator[str]:
    state = recorded.state
    if state.answer is None:
        yield f"**{literal(ending(recorded))}**"
    else:
        yield f"**{literal(state.answer)}** (confidence: {state.confidence or 'unknown'})"


def _sources(state: State) -> Iterator[str]:
    """The cited passages under their numbers with what is quoted, then the others that facts were read from."""
    for reference in references(state):
        name = f"\\[{reference.number}\\]" if reference.number else "not cited:"
        yield f"- {name} {_source(reference.passage)}"
        yield from (f"  > “{literal(quote)}”" for quote in reference.quotes)


def _source(page: Passage) -> str:
    found = openable(page.url)
    known = (
        f"**{literal(page.title)}**",
        page.date and f"dated {literal(page.date)}",
        page.retrieved_at and f"retrieved {literal(page.retrieved_at)}",
        f"{literal(page.collection)}, {literal(page.document)}" + (f", page {page.page}" if page.page else ""),
        found and f"[{literal(found.host)}](<{found.href}>)",
        f"passage {page.id}, sha256 `{page.sha256}`" if page.unread is None else f"passage {page.id}",
        page.unread and f"**{literal(unread(page) or '')}**",
    )
    return " · ".join(part for part in known if part)


def _contests(state: State) -> Iterator[str]:
    for contest in contests(state):
        why = f": “{literal(contest.reason)}”" if contest.reason else ""
        yield f"- {_side(contest.held)} {contest.relation} {_side(contest.other)}{why}"


def _side(side: Side) -> str:
    return f"**{literal(side.value)}** ({'; '.join(map(_given, side.sources))})"


def _given(source: Given) -> str:
    copy = f"a copy of {source.copy_of}" if source.copy_of else None
    return literal(", ".join(filter(None, (source.fact, source.title, source.date, copy))))


def _facts(state: State) -> Iterator[str]:
    because = reasons(state)
    for fact in state.facts:
        pinned = ", pinned" if fact.pinned else ""
        yield f"- {fact.id}, **{fact.status}**{pinned}: {literal(fact.statement)} ({fact.passage})"
        yield f"  - why: {literal(because[fact.id])}"


def _steps(recorded: Recorded) -> Iterator[str]:
    for step in recorded.steps:
        yield f"{step.number}. {literal(step.title)} ({measured(step)})"
        below = " " * len(f"{step.number}. ")
        if step.cause:
            yield f"{below}- because {literal(step.cause)}"
        yield from (f"{below}- {literal(note)}" for note in step.notes)


def _lines(lines: tuple[Line, ...]) -> Iterator[str]:
    yield from (f"- {line.name}: {literal(line.value)}" for line in lines)


FORMAT = Format(
    label="Markdown",
    told="A report to read or edit: answer, sources, disagreements, facts, steps, costs.",
    ending=".md",
    media="text/markdown",
    place=20,
    content=lambda recorded: report(recorded).encode(),
)
