"""A text with citations, as Markdown or plain: its sentences with what each cites, and the sources it names.

A marker belongs to the sentence it stands in or right behind (`… in 1912 [1].`, `… in 1912. [1]`), and to no other:
where several sentences share one, those before the last are uncited. Headings, code and pictures claim nothing; a row
of a table is a sentence. Whatever does not fit together is told as a problem, and nothing is left out for it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from sleuth.errors import CallerError
from sleuth.pasted import listing
from sleuth.pasted.marks import Bare, Mark, bare, marks
from sleuth.pasted.markup import Block, Definition, read
from sleuth.pasted.merging import is_address, merged, problems
from sleuth.pasted.records import Cited, Reference, Report
from sleuth.pasted.signs import Seen
from sleuth.search.web.urls import cited as address
from sleuth.sentences import sentences

LONGEST = 200_000
"""Most characters of a pasted text: some hundred pages."""
PSEUDO = 7
"""The level of a heading that is only a line of its own, below every real one."""
LED = re.compile(r"(?<=\n)[ \t]*\^?\[{1,2}[^\[\]\n]{1,40}\]{1,2}:?[ \t][^\n]*")
"""A line within a paragraph that may begin its references, and how many are tried."""
TRIED = 3
NOTE = 4
"""Spaces in front of a paragraph that goes on with a footnote."""


def parse(text: str) -> Report:
    """Read a text; CallerError where it is empty, too long, no text, or has no sentence."""
    text = normal(text)
    whole = read(text)
    prose, lists = _parts(whole.blocks)
    given = (*_defined(whole.definitions, text), *_listed(lists))
    known = frozenset(m for r in given for m in r.markers)
    claims: list[Cited] = []
    linked: list[Reference] = []
    for block in prose:
        found = marks(block.seen, known)
        linked += [_link(mark) for mark in found if is_address(mark.markers[0])]
        claims += _claims(bare(block.seen, found), claims)
    if not claims:
        raise CallerError(
            "The text has no sentence outside of headings, code and its list of sources; paste a report."
        )
    in_list, every = merged(given, linked)
    told = problems(claims, in_list)
    return Report(title=_title(whole.blocks), claims=tuple(claims), references=every, problems=told, text=text)


def normal(text: str) -> str:
    """The text as offsets count in it; CallerError where it is none, or too long."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    if not any(c.isalnum() for c in text):
        raise CallerError("The text is empty; paste a text with citations.")
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise CallerError("The text holds bytes that are no text in UTF-8; paste it again.")
    if len(text) > LONGEST:
        raise CallerError(
            f"The text has {len(text):,} characters; at most {LONGEST:,} are accepted. Paste it in parts."
        )
    return text


def _title(blocks: tuple[Block, ...]) -> str | None:
    """The first heading of the highest level, if no sentence comes before it."""
    first = next(iter(blocks), None)
    if first is None or first.kind != "heading" or first.level > 2 or listing.is_heading(first.seen.text):
        return None
    return " ".join(first.seen.text.split()) or None


def _parts(blocks: tuple[Block, ...]) -> tuple[list[Block], list[list[Block]]]:
    """What makes claims, and the lists of references: under a heading that says so, or by their own form."""
    prose: list[Block] = []
    lists: list[list[Block]] = []
    level: int | None = None
    noted = False
    for block in chain.from_iterable(map(_apart, blocks)):
        line, rest = _named(block)
        if block.kind == "heading" or line is not None:
            if line is not None:
                level, noted = block.level or PSEUDO, False
                lists.append([rest] if rest else [])
                continue
            level = level if level is not None and block.level > level else None
            noted = False
        elif level is not None or (noted and (block.indent >= NOTE or block.within)):
            lists[-1].append(block)
        elif _is_entry(block):
            noted = True
            lists.append([block])
        else:
            noted = False
            prose.append(block)
    ended = _trailing(prose) if not any(lists) else []
    return (prose[: len(prose) - len(ended)], [ended]) if ended else (prose, lists)


def _named(block: Block) -> tuple[str | None, Block | None]:
    """The line that says that references follow, where the block begins with one, and what of it follows."""
    if block.kind == "row" or block.item:
        return None, None
    line, _, rest = block.seen.text.partition("\n")
    follows = _from(block, len(block.seen.text) - len(rest)) if rest else None
    led = line.rstrip().endswith((":", "：")) or (follows and listing.leads(follows.seen))
    if not listing.is_heading(line) or (block.kind == "text" and follows and not led):
        return None, None
    return line, follows


def _from(block: Block, at: int) -> Block:
    """What of a block stands from a sign of it on."""
    return block._replace(kind="text", seen=listing.part(block.seen, at, len(block.seen.text)))


def _apart(block: Block) -> tuple[Block, ...]:
    """A paragraph, or its lines that say something and those behind them that are references, each led by `[n]`."""
    if block.kind != "text" or block.item is not None:
        return (block,)
    linked = [span.start for span in block.seen.links]
    led = LED.finditer(block.seen.text)
    lines = (m for m in led if "://" in m[0] or bisect_left(linked, m.start()) < bisect_left(linked, m.end()))
    for line in islice(lines, TRIED):
        rest = _from(block, line.start())
        if _is_entry(rest):
            return (block._replace(seen=listing.part(block.seen, 0, line.start())), rest)
    return (block,)


def _is_entry(block: Block) -> bool:
    """Whether a block outside any list is a reference by its form: each line led by a marker and with an address.

    A footnote `[^a]: …` needs no address.
    """
    if block.kind != "text" or block.item is not None:
        return False
    if re.match(r"\s*\[\^[^\]\s]{1,40}\]:", block.seen.text):
        return True
    if re.match(r"\s*\d", block.seen.text) or listing.leads(block.seen) is None:
        return False
    lines = (e for e in listing.entries((block,)) if e.marker != "")
    return all(e.marker and listing.names_source(e.seen) for e in lines)


def _trailing(prose: list[Block]) -> list[Block]:
    """A numbered list at the very end, each item of which leads somewhere and says little else."""
    ended: list[Block] = []
    for block in reversed(prose):
        if not block.item or not block.item.isdigit() or not listing.names_source(block.seen):
            break
        ended.insert(0, block)
    brief = all(len(sentences(block.seen.text)) <= 2 for block in ended)
    cited = {
        m
        for block in prose[: len(prose) - len(ended)]
        for mark in marks(block.seen, frozenset())
        for m in mark.markers
    }
    return ended if brief and any(block.item in cited for block in ended) else []


def _defined(definitions: Iterable[Definition], text: str) -> Iterator[Reference]:
    for label, href, title, start, end in definitions:
        whole = " ".join(text[start:end].split())
        yield Reference(marker=label.lstrip("^"), title=title or None, url=address(href), text=whole)


def _listed(lists: list[list[Block]]) -> Iterator[Reference]:
    """The references of every list. Entries of a list without any marker are cited by their place."""
    for blocks in lists:
        entries = list(listing.entries(blocks))
        marked = any(entry.marker for entry in entries)
        joined: list[tuple[str, list[Seen]]] = []
        for entry in entries:
            goes_on = entry.marker == "" or (entry.marker is None and marked)
            if goes_on and joined:
                joined[-1][1].append(entry.seen)
            else:
                joined.append((entry.marker or str(len(joined) + 1), [entry.seen]))
        for name, parts in joined:
            yield from listing.references(listing.joined(parts), name)


def _link(mark: Mark) -> Reference:
    words = " ".join((mark.title or "").split()) or None
    return Reference(marker=mark.markers[0], title=words, url=mark.markers[0], text=words or mark.markers[0])


def _claims(block: Bare, before: list[Cited]) -> list[Cited]:
    """The sentences of a block with their markers; markers before which nothing is said belong to what was last."""
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", block.text)
    said = [s for s in sentences(text) if any(c.isalnum() for c in s.text)]
    if not said:
        if before and block.marks:
            more = tuple(m for _, _, mark in block.marks for m in mark.markers)
            last = before.pop()
            before.append(last.model_copy(update={"markers": tuple(dict.fromkeys((*last.markers, *more)))}))
        return []
    names: list[list[str]] = [[] for _ in said]
    ends = [block.at[s.end - 1] + 1 for s in said]
    starts = [s.start for s in said]
    for place, end, mark in block.marks:
        mine = max(bisect_left(starts, place) - 1, 0)
        names[mine] += mark.markers
        ends[mine] = max(ends[mine], end)
    return [
        Cited(text=" ".join(s.text.split()), start=block.at[s.start], end=end, markers=tuple(dict.fromkeys(own)))
        for s, own, end in zip(said, names, ends, strict=True)
    ]
