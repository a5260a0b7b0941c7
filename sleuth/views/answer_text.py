"""An answer as Markdown to paste elsewhere: claims with numbered citations, sources, disagreements, what is open.

Pure. Texts of pages, models and people are escaped, so that they stay text wherever this is pasted.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from sleuth.search import Passage
from sleuth.state import State
from sleuth.views.citing import numbers, sources
from sleuth.views.contested import RELATIONS, Contest, contested
from sleuth.views.layout import plain
from sleuth.views.projection import stop_reason
from sleuth.views.why import Source

ACTIVE = re.compile(r"([\\`*_\[\]<>#|$~:!@&])")
"""What makes Markdown do something, formulas, mentions and HTML of its dialects included."""
OPENING = re.compile(r"^(\d+)([.)])|^([-+=])")
"""What makes a list or a heading at the start of a line."""


def escaped(text: str) -> str:
    """A text on one line of Markdown that shows all of it and does nothing."""
    line = ACTIVE.sub(r"\\\1", plain(text)).replace("www.", "www\\.")
    return OPENING.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", line)


def as_markdown(state: State) -> str:
    """The question and what came of it as one Markdown document, ending with a line break."""
    parts = (
        [f"# {escaped(state.question)}"],
        [_conclusion(state)],
        list(_claims(state)),
        list(_section("Sources", _sources(state))),
        list(_section("Where sources disagree", map(_contest, contested(state)))),
        list(_section("Still open", (f"- {escaped(state.asked(q))}" for q in state.questions if q.status == "open"))),
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _conclusion(state: State) -> str:
    if state.answer is not None:
        return f"**{escaped(state.answer)}** (confidence: {state.confidence or 'unknown'})"
    reason = stop_reason(state)
    return f"No answer: {escaped(reason)}" if reason else "Still open"


def _claims(state: State) -> Iterator[str]:
    numbered = numbers(state)
    for position, claim in enumerate(state.claims, start=1):
        cited = " ".join(dict.fromkeys(f"\\[{numbered[c.passage]}\\]" for c in claim.citations))
        yield f"{position}. {escaped(claim.text)} {cited or '(no citation)'}"


def _section(title: str, lines: Iterator[str]) -> Iterator[str]:
    listed = list(lines)
    if listed:
        yield f"## {title}"
        yield ""
        yield from listed


def _sources(state: State) -> Iterator[str]:
    for number, passage in enumerate(sources(state), start=1):
        quotes = dict.fromkeys(c.quote for claim in state.claims for c in claim.citations if c.passage == passage.id)
        yield f"{number}. {_named(passage)}"
        yield from (f"   - “{escaped(quote)}”" for quote in quotes)


def _named(page: Passage | Source) -> str:
    """Title, date and address; only a web address becomes a link."""
    known = (page.title, page.date or "undated")
    return ", ".join((*map(escaped, known), *filter(None, (_address(page.url),))))


def _address(url: str | None) -> str | None:
    try:
        web = urlsplit(url or "").scheme in ("http", "https")
    except ValueError:
        return None
    if not url or not web or re.search(r"[\s<>\\]", url):
        return None
    return f"<{url}>"


def _contest(contest: Contest) -> str:
    held, other = contest.held, contest.other
    reason = f": {escaped(contest.reason)}" if contest.reason else ""
    return (
        f"- {escaped(held.value)} ({'; '.join(map(_named, held.sources))}) {RELATIONS[contest.outcome]} "
        f"{escaped(other.value)} ({'; '.join(map(_named, other.sources))}){reason}"
    )
