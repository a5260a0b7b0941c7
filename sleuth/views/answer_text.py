"""An answer as Markdown to paste elsewhere: claims with numbered citations, sources, disagreements, what is open.

Pure. Texts of pages, models and people are escaped, so that they stay text wherever this is pasted.
"""

import re
from collections.abc import Iterator

from sleuth.addresses import openable
from sleuth.search import Passage
from sleuth.state import State
from sleuth.views.audited import verdicts
from sleuth.views.citing import cited, cites, unread
from sleuth.views.contested import Contest, contested
from sleuth.views.markdown import literal
from sleuth.views.projection import stop_reason
from sleuth.views.why import Source


def as_markdown(state: State) -> str:
    """The question and what came of it as one Markdown document, ending with a line break."""
    parts = (
        [f"# {literal(state.question)}"],
        [_conclusion(state)],
        list(claims(state)),
        list(_section("Sources", _sources(state))),
        list(_section("Where sources disagree", map(_contest, contested(state)))),
        list(
            _section("Still open", (f"- {literal(state.worded(q))}" for q in state.questions if q.status == "open"))
        ),
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _conclusion(state: State) -> str:
    if state.answer is not None:
        return f"**{literal(state.answer)}** (confidence: {state.confidence or 'unknown'})"
    reason = stop_reason(state)
    return f"No answer: {literal(reason)}" if reason else "Still open"


def claims(state: State) -> Iterator[str]:
    """The claims as a list in Markdown, each with the numbers of its sources and what reviewers say of it."""
    numbered = cites(state)
    for position, claim in enumerate(state.claims, start=1):
        shown = " ".join(f"\\[{number}\\]" for number in numbered[claim.id])
        judged = "; ".join(f"{given.verdict}, says {literal(given.reviewer)}" for given in verdicts(state, claim))
        yield f"{position}. {literal(claim.text)} {shown or '(no citation)'}{f' ({judged})' if judged else ''}"


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    listed = list(lines)
    if listed:
        yield f"## {title}"
        yield ""
        yield from listed


def _sources(state: State) -> Iterator[str]:
    for reference in cited(state):
        lost = unread(reference.passage)
        yield f"{reference.number}. {_named(reference.passage)}{f', {literal(lost)}' if lost else ''}"
        yield from (f"   - “{literal(quote)}”" for quote in reference.quotes)


def _named(page: Passage | Source) -> str:
    """Title, date and address; only a web address becomes a link."""
    known = (page.title, page.date or "undated")
    return ", ".join((*map(literal, known), *filter(None, (_address(page.url),))))


def _address(url: str | None) -> str | None:
    found = None if re.search(r"[\s<>\\]", url or "") else openable(url)
    return f"<{found.href}>" if found else None


def _contest(contest: Contest) -> str:
    held, other = contest.held, contest.other
    reason = f": {literal(contest.reason)}" if contest.reason else ""
    return (
        f"- {literal(held.value)} ({'; '.join(map(_named, held.independent))}) {contest.relation} "
        f"{literal(other.value)} ({'; '.join(map(_named, other.independent))}){reason}"
    )
