"""Where a text cites: markers in brackets, raised figures, links and bare addresses, and the text without them.

`[1]`, `[1, 2]`, `[1-3]`, `[1, p. 5]`, `[[1]]`, `^[1]`, `[^a]`, `【1】`, `¹ ²`. What stands in code cites nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sleuth.pasted.signs import Seen
from sleuth.search.web.urls import cited, linkable

BRACKETS = re.compile(r"\^?[\[［]{1,2}([^\[\]［］\n]{1,80})[\]］]{1,2}|[【]([^【】\n]{1,80})[】]")
RAISED = re.compile(r"[⁰¹²³⁴-⁹]+(?:[,˒‚ʼ⁻–-][⁰¹²³⁴-⁹]+)*")
FIGURES = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹˒‚ʼ⁻–", "0123456789,,,--")
ADDRESS = re.compile(r"https?://[^\s<>\"“”«»{}|\\^`　、。，；【】]+", re.IGNORECASE)
PLACE = re.compile(
    r"(?:pp?|pg|S|s|f|ch|sec|§|¶|lines?|page|Seite|p\.)\.?\s*[\divxl]+(?:\s*[-–]\s*\d+)?f{0,2}", re.IGNORECASE
)
"""Where in a source: `p. 5`."""
UNIT = re.compile(
    r"(?:\d\s*|/\s*|\b)(?:[kcdmnµμ]?m|ft|mi|in|yd|s|h|x|y|n|r|R|c|CO|O|H|m/s|kg)$|(?<!\b1\d\d)(?<!\b20\d)\d$"
)
"""Behind these a raised figure is a power; behind a year it is none."""
RANGE = 60
"""Most sources that a range such as [1-60] may name."""
AROUND = re.compile(
    r"[(（\[]\s*(?:(?:see|see also|source|sources|via|cf\.?|from|quelle|quellen|siehe|voir|fuente)\s*:?\s*)?"
    r"(?:\x00++[\s,;·&/|]*+(?:and\s++|und\s++)?+)++[)）\]]",
    re.IGNORECASE,
)
"""Parentheses with nothing but citations in them."""


class Mark(NamedTuple):
    """A citation as it stands in what is seen."""

    start: int
    end: int
    markers: tuple[str, ...]
    title: str | None = None
    """The words of a link."""
    kept: bool = False
    """Whether what it covers is part of the sentence, as the words of a link are."""
    to: int = 0
    """Of a link, where in the whole text it ends, its address included."""


class Bare(NamedTuple):
    """What is seen of a block, without its markers."""

    text: str
    at: tuple[int, ...]
    """Where in the whole text each sign stands."""
    marks: tuple[tuple[int, int, Mark], ...]
    """Of each citation: before which sign of `text` it stands, where in the whole text it ends, and itself."""


def marks(seen: Seen, known: frozenset[str]) -> tuple[Mark, ...]:
    """The citations of a block in order; `known` are the markers that lists of references give."""
    links = tuple(_links(seen, known))
    taken = bytearray(len(seen.text))
    for start, end in (*((m.start, m.end) for m in links), *((s.start, s.end) for s in seen.code)):
        taken[start:end] = b"\1" * (end - start)
    found = (*_addresses(seen.text), *_brackets(seen.text, known), *_raised(seen.text, known))
    free = (m for m in found if not any(taken[m.start : m.end]))
    return tuple(_apart(sorted((*links, *free), key=lambda m: (m.start, -m.end))))


def bare(seen: Seen, found: tuple[Mark, ...]) -> Bare:
    """A block without its markers; of a link its words stay, unless parentheses set it apart from the sentence."""
    hidden = "".join(_hidden(seen.text, found))
    gone = [(m.start, m.end) for m in found if not m.kept] + [m.span() for m in AROUND.finditer(hidden)]
    signs: list[str] = []
    at: list[int] = []
    places: dict[int, int] = {}
    spans = iter(_together(gone))
    span = next(spans, None)
    for i, sign in enumerate(seen.text):
        while span and i >= span[1]:
            span = next(spans, None)
        if span and span[0] <= i:
            if i == span[0] and _closes(seen.text[span[1] : span[1] + 1]):
                while signs and signs[-1] in " \t":
                    signs.pop()
                    at.pop()
        else:
            signs.append(sign)
            at.append(seen.at[i])
        places[i + 1] = len(signs)
    places[0] = 0
    return Bare(
        "".join(signs), tuple(at), tuple((places[m.end], max(m.to, seen.at[m.end - 1] + 1), m) for m in found)
    )


def listed(text: str, known: frozenset[str] = frozenset()) -> tuple[str, ...] | None:
    """The markers that the words within brackets name; None where they are none, as a year or an amount in brackets.

    >>> listed("1, 3-5"), listed("sic"), listed("^a")
    (('1', '3', '4', '5'), None, ('a',))
    """
    text = re.sub(r"[†‡|].*", "", text)  # 【1†source】
    found: list[str] = []
    for part in re.split(r"\s*[,;，、；]\s*", text.strip()):
        one = part.strip().strip("^").strip()
        ends = re.fullmatch(r"\^?(\d{1,3})\s*[-–—‑]\s*\^?(\d{1,3})", one)
        if one.lower() in known or re.fullmatch(r"0*[1-9]\d{0,2}", one, re.ASCII) or (one and part.strip()[0] == "^"):
            found.append(one.lower())
        elif ends and 0 < int(ends[1]) < int(ends[2]) and int(ends[2]) - int(ends[1]) < RANGE:
            found.extend(map(str, range(int(ends[1]), int(ends[2]) + 1)))
        elif not (found and PLACE.fullmatch(one)):
            return None
    return tuple(dict.fromkeys(found)) or None


def addresses(text: str) -> Iterator[re.Match[str]]:
    """The bare addresses of a text; `end` of each may take in a full stop, see `trimmed`."""
    return ADDRESS.finditer(text)


def trimmed(address: str) -> str:
    """An address without the punctuation of the sentence behind it; a bracket stays that it opens itself.

    >>> trimmed("https://example.org/Heat_(film)).")
    'https://example.org/Heat_(film)'
    """
    while address:
        last = address[-1]
        if last in ".,;:!?'*_" or (last in ")]" and address.count(last) > address.count("(["[last == "]"])):
            address = address[:-1]
        else:
            break
    return address


def _links(seen: Seen, known: frozenset[str]) -> Iterator[Mark]:
    for span in seen.links:
        href, words = span.href or "", seen.text[span.start : span.end].strip()
        inner = listed(re.sub(r"^[\^\[【]+|[\]】]+$", "", words), known)
        start, end = span.start, span.end
        if inner:  # the brackets may stand around the link: [[1](address)]
            before, after = (
                re.search(r"\^?\[*$", seen.text[max(0, start - 3) : start]),
                re.match(r"\]*", seen.text[end : end + 2]),
            )
            around = min(len(before[0].lstrip("^")) if before else 0, len(after[0]) if after else 0)
            raised = before is not None and around == len(before[0].lstrip("^")) and before[0].startswith("^")
            start, end = start - around - raised, end + around
        if linkable(href):
            own = (cited(href),)
            # A marker that the list knows, and that is a link as well, is one citation, of the page it leads to.
            says = not (inner or _is_address(words))
            yield Mark(start, end, own, words if says else None, says, span.to)
        elif inner:
            yield Mark(start, end, inner, to=span.to)


def _is_address(words: str) -> bool:
    return bool(ADDRESS.match(words) or re.fullmatch(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?", words, re.IGNORECASE))


def _addresses(text: str) -> Iterator[Mark]:
    for found in addresses(text):
        address = trimmed(found[0])
        if linkable(address):
            end = found.start() + len(address)
            # In the midst of a sentence it is one of its words: "see https://…, and the minutes".
            follows = text[end : end + 8].lstrip()[:1]
            yield Mark(found.start(), end, (cited(address),), kept=follows.isalnum() or follows in tuple(",;"))


def _brackets(text: str, known: frozenset[str]) -> Iterator[Mark]:
    for found in BRACKETS.finditer(text):
        if named := listed(found[1] or found[2], known):
            yield Mark(found.start(), found.end(), named)


def _raised(text: str, known: frozenset[str]) -> Iterator[Mark]:
    for found in RAISED.finditer(text):
        told = found[0].translate(FIGURES)
        named = listed(told, known) or ()
        if told not in known and told.isdigit() and all(figure in known for figure in told):
            named = tuple(dict.fromkeys(told))
        before = text[max(0, found.start() - 12) : found.start()]
        ended = before[-1:] in tuple('.,;:!?)]"”’»。，')
        if named and before and (ended or (set(named) <= known and not UNIT.search(before))):
            yield Mark(found.start(), found.end(), named)


def _apart(found: list[Mark]) -> Iterator[Mark]:
    """The marks without those that begin within another."""
    end = 0
    for mark in found:
        if mark.start >= end:
            yield mark
            end = mark.end


def _hidden(text: str, found: tuple[Mark, ...]) -> Iterator[str]:
    at = 0
    for mark in found:
        yield text[at : mark.start].replace("\0", " ")
        yield "\0" * (mark.end - mark.start)
        at = mark.end
    yield text[at:].replace("\0", " ")


def _together(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans in order, those that meet as one."""
    start = end = 0
    for low, high in sorted(spans):
        if low > end:
            yield start, end
            start = low
        end = max(end, high)
    yield start, end


def _closes(after: str) -> bool:
    """Whether the space in front of a marker goes with it, by the sign behind it."""
    return not after or after.isspace() or after in ".,;:!?)]}”’»。，；：！？）"
