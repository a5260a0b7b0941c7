"""Text of models, pages and people on its way to the screen: shown literally, whatever it holds.

Streamlit's Markdown fetches images, draws colours, badges, headings and formulas, and makes links of addresses.
Everything that this program did not write itself passes through `plain` before it stands in Markdown or a label.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from sleuth.addresses import openable
from sleuth.search import Passage
from sleuth.views.layout import plain as one_line

PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
"""All of ASCII's; Markdown lets every one of them be escaped."""

JOINER = "\u2060"
"""Draws nothing. Splits what Streamlit replaces after Markdown's own escapes have been read."""

REPLACED = re.compile(r"(?<=:)(?=streamlit:|//)|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=[-<>~])(?=[-=>])", re.I)
"""Its logo, addresses that become links, and arrows and dashes."""


def plain(text: str) -> str:
    """The text on one line as Markdown that shows every character of it and does nothing."""
    return PUNCTUATION.sub(r"\\\1", REPLACED.sub(JOINER, one_line(text)))


def marked(text: str, start: int, end: int) -> str:
    """A passage as Markdown with one stretch of it marked, its paragraphs kept; offsets in characters."""
    return highlighted(text, ((start, end),))


def highlighted(text: str, places: Iterable[tuple[int, int]]) -> str:
    """A text as Markdown with stretches of it marked, which do not overlap and come in order; paragraphs are kept."""
    shown, at = "", 0
    for start, end in places:
        quote_ = plain(text[start:end])
        shown += _between(text[at:start]) + (f":yellow-background[{quote_}]" if quote_ else "")
        at = end
    return (shown + _between(text[at:])).strip()


def _between(text: str) -> str:
    """What stands between two marks: its paragraphs, and the space at its ends."""
    paragraphs = "\n\n".join(p for part in re.split(r"\n\s*\n", text) if (p := plain(part)))
    if not paragraphs:
        return _gap(text)
    return _gap(text[: len(text) - len(text.lstrip())]) + paragraphs + _gap(text[len(text.rstrip()) :])


def _gap(space: str) -> str:
    """White space as Markdown: nothing, a space, or a new paragraph."""
    return "\n\n" if space.count("\n") > 1 else " " if space else ""


def short(text: str, limit: int) -> str:
    """The text on one line, cut at a word with an ellipsis when it is longer than so many characters."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    head, space, _ = line[:limit].rpartition(" ")
    return (head if space and len(head) > limit // 2 else line[: limit - 1]).rstrip(" ,;:") + "…"


TITLE = 200
"""Characters of a title that are shown beside a passage."""


def source(passage: Passage) -> str:
    """Where a passage comes from, as Markdown: title, date, collection, and its address if a browser may open it."""
    return " · ".join(filter(None, (*origin(passage), link(passage.url))))


def origin(passage: Passage) -> tuple[str, ...]:
    """The same without the address, each part as Markdown."""
    known = (passage.title and plain(short(passage.title, TITLE)), passage.date and plain(passage.date))
    return (*filter(None, known), plain(passage.collection))


def link(address: str | None) -> str | None:
    """A Markdown link with the host as its text; None unless the address is an ordinary web address."""
    found = openable(address)
    return f"[{plain(found.host)}](<{found.href}>)" if found else None


def small(*parts: str | None, link: str | None) -> str:
    """Small print as Markdown, with a link behind it; within a caption the link would be too pale to read."""
    grey = " · ".join(filter(None, parts))
    return f":small[:gray[{grey}]]" + (f" :small[{link}]" if link else "")


def clock(seconds: float) -> str:
    """A stretch of time as 00:14 or 1:02:03."""
    whole = max(0, round(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def seconds(value: float | None) -> str:
    """How long a step took; nothing for one that was over at once, a dash when it is not known."""
    if value is None:
        return "–"
    return f"{value:.1f} s" if value >= 0.05 else ""


def count(number: int | None) -> str:
    """A number with thousands apart; `unknown` when it is."""
    return "unknown" if number is None else f"{number:,}"


def plural(number: int, noun: str) -> str:
    """A number with its noun: 1 node, 2 nodes, 3 searches."""
    ending = "" if number == 1 else "es" if noun.endswith(("s", "x", "ch")) else "s"
    return f"{number:,} {noun}{ending}"


def ago(moment: datetime, now: datetime) -> str:
    """How long ago a moment lies, in a word or two; the date when that is more than a week."""
    return _day(moment, now) or _passed(moment, now) or "just now"


def since(moment: datetime, now: datetime) -> str:
    """How long ago, as it stands in a sentence: just now, 3 min ago, on 2026-03-31."""
    if day := _day(moment, now):
        return f"on {day}"
    passed = _passed(moment, now)
    return f"{passed} ago" if passed else "just now"


def _day(moment: datetime, now: datetime) -> str:
    """The date of a moment more than a week ago; empty for one that is nearer."""
    return moment.astimezone(UTC).date().isoformat() if (now - moment).days > 7 else ""


def _passed(moment: datetime, now: datetime) -> str:
    """The days, hours or minutes since; empty when it is less than one of them."""
    passed = (now - moment).total_seconds()
    units = ((86400, "d"), (3600, "h"), (60, "min"))
    return next((f"{int(passed // size)} {unit}" for size, unit in units if passed >= size), "")
