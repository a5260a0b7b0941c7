"""The page or document behind a citation: whether title and address belong together, and it says what it said.

Nothing is fetched here: what became of a page is handed in.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from sleuth.citations.parts import Source
from sleuth.citations.results import Check, Outcome, shortened
from sleuth.pasted.records import PASTED
from sleuth.search import BY_HAND, Passage
from sleuth.search.web.urls import canonical, linkable
from sleuth.sentences import content
from sleuth.sources import remembered
from sleuth.values import plain
from sleuth.verdicts import Fate, PageChecked


class Known(NamedTuple):
    """What else is known beside a claim and its citations."""

    passages: tuple[Passage, ...] = ()
    """The passages of the run, by which one page under two titles shows."""
    links: Mapping[int, str] = MappingProxyType({})
    """What the citing text calls a citation, by its place among those of the claim."""
    fates: Mapping[str, PageChecked] = MappingProxyType({})
    """What became of pages and documents that were looked at again, by the id of the passage."""


NOTHING = Known()


def title(among: Sequence[Source], known: Known) -> Check:
    """Whether the titles of the cited pages belong to their addresses."""

    def made(outcome: Outcome, told: str) -> Check:
        return Check(name="title", outcome=outcome, told=told)

    linked = [(source, source.passage.url) for source in among if source.passage.url]
    if not linked:
        return made("nothing to check", "The cited passage has no address.")
    doubt = ""
    for source, url in linked:
        named = source.passage.title
        where = _page(url)
        for other in known.passages:
            if other.url and _page(other.url) == where and not _akin(named, other.title):
                told = f"One address stands under two titles: “{shortened(named)}” and “{shortened(other.title)}”."
                return made("failed", told)
        link = " ".join(w for w in known.links.get(source.cited, "").split() if not GENERIC.fullmatch(plain(w)))
        if not linkable(link.strip()) and not _akin(link, named) and not _akin(link, re.sub(r"\W+|_", " ", url)):
            told = f"The link is called “{shortened(link)}”, and the page “{shortened(named)}”."
            if len(content(link)) > 1:
                return made("failed", told)
            doubt = doubt or told
        host = urlsplit(where).hostname or ""
        if (site := HOST.search(named)) and not _one_site(site[0].lower(), host):
            doubt = doubt or f"The title names {site[0]}, and the link leads to {host}."
    if doubt:
        return made("doubtful", doubt)
    return made("passed", "Title and link belong together.")


_page = lru_cache(maxsize=4096)(canonical)  # each passage of a run is asked for each of its claims

GENERIC = re.compile(
    r"\d*|here|link|sources?|page|article|website|ref(erence)?|read|more|see|full|report|study|paper|pdf"
)
"""Words by which a link may be called whatever it leads to."""

HOST = re.compile(r"\b(?:[\w-]+\.)+(?:com|org|net|edu|gov|info|de|uk|fr|it|es|nl|io|eu)\b", re.IGNORECASE)
"""A site's name within a title."""


def _akin(a: str, b: str) -> bool:
    """Whether two titles may be of one page: a word in common, or one that says nothing."""
    x, y = content(a), content(b)
    return not x or not y or bool(x & y)


def _one_site(named: str, host: str) -> bool:
    named = named.removeprefix("www.")
    return host == named or host.endswith(f".{named}") or named.endswith(f".{host}")


_PAGE: dict[Fate, tuple[Outcome, str]] = {
    "unchanged": ("passed", "The page still says what it said when it was read"),
    "drifted": ("doubtful", "The page has another text now than when it was read"),
    "gone": ("doubtful", "The page is gone"),
    "blocked": ("unknown", "The page could not be looked at again: it asks for something before it shows anything"),
    "unknown": ("unknown", "The page could not be looked at again"),
}
_DOCUMENT: dict[Fate, tuple[Outcome, str]] = {
    "unchanged": ("passed", "The document still says what it said when it was read"),
    "drifted": ("doubtful", "The document has another text now than when it was read"),
    "gone": ("doubtful", "The document was removed from its collection"),
    "blocked": ("unknown", "The document could not be looked at again"),
    "unknown": ("unknown", "The document could not be looked at again"),
}


def fetched(passage: Passage) -> bool:
    """Whether a passage was read on the web, so that its page can be fetched again."""
    return bool(passage.url and passage.retrieved_at)


def kept(passage: Passage) -> bool:
    """Whether somebody keeps what a passage stands in; what a person or a model brought is nowhere else."""
    if remembered(passage) or passage.collection == BY_HAND or passage.unread is not None:
        return False
    return fetched(passage) or passage.collection != PASTED


def page(among: Sequence[Source], fates: Mapping[str, PageChecked]) -> Check:
    """What became of the cited pages and documents since they were read, as far as somebody looked."""
    order: tuple[Outcome, ...] = ("failed", "doubtful", "unknown", "passed")
    cited = (source.passage for source in among if kept(source.passage))
    told = [fate for passage in cited if (fate := _fate(passage, fates.get(passage.id)))]
    if not told:
        return Check(name="page", outcome="nothing to check", told="The cited passage was not fetched from the web.")
    outcome, words = min(told, key=lambda fate: order.index(fate[0]))
    return Check(name="page", outcome=outcome, told=words)


def _fate(passage: Passage, looked: PageChecked | None) -> tuple[Outcome, str] | None:
    """What became of one; None for a document on this machine at which nobody has looked again."""
    on_web = fetched(passage)
    if looked is None:
        since = (passage.retrieved_at or "")[:10]
        return ("unknown", f"The page was not looked at again since {since}.") if on_web else None
    if looked.fate == "unknown" and looked.quoted is not None:  # read, but the version before is not kept
        if looked.quoted:
            return "passed", "The page still has what is quoted."
        return "doubtful", f"The page {LOST}."
    outcome, words = (_PAGE if on_web else _DOCUMENT)[looked.fate]
    if looked.fate == "unknown" and looked.message:
        words += f": {looked.message}"
    if looked.fate == "drifted" and looked.quoted is not None:
        words += "; what is quoted still stands there" if looked.quoted else f", and {LOST}"
    return outcome, f"{words.rstrip('.')}."


LOST = "no longer has what is quoted"
