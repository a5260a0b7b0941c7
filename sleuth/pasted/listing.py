"""Lists of references: which blocks of a text are one, and what each of their entries says."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from sleuth.pasted.marks import addresses, listed, trimmed
from sleuth.pasted.markup import Block
from sleuth.pasted.records import Reference
from sleuth.pasted.signs import Seen, Span
from sleuth.search.web.urls import cited, linkable
from sleuth.values import plain

NAMES = (
    "References, Reference, Reference list, List of references, Sources, Source, Source list, "
    "List of sources, Bibliography, Works cited, Cited works, Citations, Literature, Literature cited, "
    "Notes, Footnotes, Endnotes, Notes and references, References and notes, Sources and references, "
    "Links, Further reading, Quellen, Quelle, Quellenangaben, Quellenverzeichnis, Literatur, "
    "Literaturverzeichnis, Einzelnachweise, Fußnoten, Belege, Nachweise, Références, Référence, "
    "Bibliographie, Ouvrages cités, Notes et références, Fuentes, Referencias, Bibliografía, Notas, "
    "Fonti, Riferimenti, Riferimenti bibliografici, Bibliografia, Note, Fontes, Referências, "
    "Referências bibliográficas, Bronnen, Referenties, Literatuur, Bronvermelding, Källor, Referenser, "
    "Källförteckning, Kilder, Referanser, Referencer, Litteratur, Lähteet, Viitteet, Heimildir, Źródła, "
    "Przypisy, Literatura, Zdroje, Reference a zdroje, Források, Hivatkozások, Surse, Referințe, "
    "Allikad, Источники, Литература, Список литературы, Примечания, Ссылки, Джерела, Посилання, "
    "Література, Източници, Извори, Πηγές, Βιβλιογραφία, Αναφορές, Kaynaklar, Kaynakça, מקורות, "
    "הערות שוליים, ביבליוגרפיה, المصادر, المراجع, منابع, स्रोत, संदर्भ, 参考文献, 参考资料, 参考, 来源, 资料来源, "
    "引用来源, 引用, 注释, 參考文獻, 參考資料, 資料來源, 來源, 出典, 参考資料, 脚注, 注, 참고문헌, 참고 자료, 출처,"
    "각주, แหล่งอ้างอิง, เอกสารอ้างอิง, อ้างอิง, "
    "Nguồn, Tài liệu tham khảo, Daftar pustaka, Referensi, Sumber, Rujukan, Vyanzo, Marejeo"
)
"""What a list of references is called."""
HEADINGS = frozenset(plain(name) for name in NAMES.split(", "))

LED = re.compile(
    r"\s*(?:\^?[\[［【]{1,2}\^?([^\[\]［］【】\n]{1,40}?)(?:†[^\]】]*)?[\]］】]{1,2}:?|(\d{1,3})[.)](?=\s)|([⁰¹²³⁴-⁹]+))[\s:]*"
)
"""The marker that leads an entry."""
DOI = re.compile(r"\b(?:doi:?\s*|(?<=\s))(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)
RETRIEVED = re.compile(
    r"[\s.,;(]*\b(?:retrieved|accessed|last accessed|visited|abgerufen|zugriff|consulté|consultado|available|url)\b"
    r"[^\n]{0,60}$",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{3,300})[\"”“»]")
TITLE = 300
"""Most characters of a title; what is longer is an entry's whole text."""


class Entry(NamedTuple):
    """One entry of a list, on its way to be a reference."""

    marker: str | None
    """None where it has none; empty where it goes on with the entry before."""
    seen: Seen


def is_heading(text: str) -> bool:
    """Whether a line says no more than that references follow.

    >>> is_heading("7. Sources:"), is_heading("Sources of energy")
    (True, False)
    """
    return plain(re.sub(r"^[\s\d.)(IVX]+(?=\s)", "", text)) in HEADINGS


def leads(seen: Seen) -> re.Match[str] | None:
    """The marker in front of an entry; None where there is none. `[1]` leads, and so does `1.` in front of a line."""
    found = LED.match(seen.text)
    if found is None:
        return None
    inner = found[1] and listed(found[1], frozenset((found[1].lower().lstrip("^"),)))
    return found if found[2] or found[3] or (inner and len(inner) == 1) else None


def marker(found: re.Match[str]) -> str:
    """The marker that `leads` found, as texts cite it."""
    raised = (found[3] or "").translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    return (found[1] or found[2] or raised).strip().strip("^").lower()


def names_source(seen: Seen) -> bool:
    """Whether a line leads anywhere, by a link, an address or a DOI."""
    return any(linkable(s.href or "") for s in seen.links) or bool(
        next(addresses(seen.text), None) or DOI.search(seen.text)
    )


def part(seen: Seen, start: int, end: int) -> Seen:
    """A stretch of what is seen, with its links."""
    within = [s for s in seen.links if s.start < end and start < s.end]
    links = tuple(Span(max(s.start - start, 0), min(s.end, end) - start, s.href) for s in within)
    return Seen(seen.text[start:end], seen.at[start:end], links)


def joined(parts: Iterable[Seen]) -> Seen:
    """Parts of one entry as one, a space between."""
    whole = Seen("", ())
    for more in parts:
        gap = " " if whole.text else ""
        by = len(whole.text) + len(gap)
        links = tuple(Span(s.start + by, s.end + by, s.href) for s in more.links)
        whole = Seen(whole.text + gap + more.text, (), (*whole.links, *links))
    return whole


def entries(blocks: Iterable[Block]) -> Iterator[Entry]:
    """The entries of a list of references: items, lines that begin with a marker, or else paragraphs."""
    for block in blocks:
        led = leads(block.seen)
        if block.item is not None and led is None:
            yield Entry(block.item or None, block.seen)
        elif block.within:
            yield Entry("", block.seen)
        else:
            yield from _lines(block)


def _lines(block: Block) -> Iterator[Entry]:
    """The lines of a paragraph that are entries of their own, with the lines that go on with them."""
    text = block.seen.text
    cuts = [0, *(m.end() for m in re.finditer(r"\n", text)), len(text)]
    lines = [part(block.seen, a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    each = any(leads(line) for line in lines) or all(names_source(line) for line in lines)
    for line in lines if each else [block.seen]:
        led = leads(line)
        if led is None and any(leads(other) for other in lines):
            yield Entry("", line)
        elif led is None:
            yield Entry(None, line)
        else:
            yield Entry(marker(led), part(line, led.end(), len(line.text)))


def references(seen: Seen, name: str) -> Iterator[Reference]:
    """The sources that an entry names, of which one entry may have several; one without an address is one as well."""
    whole = " ".join(seen.text.split())
    found = sorted(_addresses(seen))
    if not found:
        title = _title(whole)
        if whole:
            yield Reference(marker=name, title=title, url=None, text=whole)
        return
    at = 0
    for start, end, url, words in found:
        before, at = seen.text[at:start], end
        after = seen.text[end:] if len(found) == 1 else ""
        yield Reference(marker=name, title=words or _title(before) or _title(after), url=url, text=whole)


def _addresses(seen: Seen) -> Iterator[tuple[int, int, str, str | None]]:
    for span in seen.links:
        if linkable(span.href or ""):
            words = " ".join(seen.text[span.start : span.end].split())
            named = None if re.match(r"https?://|www\.", words) or len(words) < 3 else words
            yield span.start, span.end, cited(span.href or ""), named
    linked = [(s.start, s.end) for s in seen.links]
    for found in addresses(seen.text):
        address = trimmed(found[0])
        if linkable(address) and not any(a <= found.start() < b for a, b in linked):
            yield found.start(), found.start() + len(address), cited(address), None
    if not any(True for _ in addresses(seen.text)) and not linked:
        for found in DOI.finditer(seen.text):
            yield found.start(), found.end(), f"https://doi.org/{trimmed(found[1])}", None


def _title(text: str) -> str | None:
    """What an entry calls its source: the words in quotation marks, else all but when it was looked at."""
    if quoted := QUOTED.search(text):
        return " ".join(quoted[1].split())
    kept = " ".join(RETRIEVED.sub("", " ".join(text.split())).split()).strip(" \t-–—:;,.|<>()[]·*")
    return kept if any(c.isalnum() for c in kept) and len(kept) <= TITLE else None
