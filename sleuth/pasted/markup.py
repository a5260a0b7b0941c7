"""Markdown as what a reader sees of it: its headings, paragraphs and rows, and the definitions behind them.

Structure is markdown-it's affair (CommonMark, with tables). Two of its readings are not taken over, since what people
paste is often no Markdown: an indented paragraph is no code, and a tag begins no block of HTML.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from markdown_it.token import Token

from sleuth.pasted.signs import Env, Seen, Span, markdown, seen

NUMBERED = re.compile(r"\^.+|\d+")
"""Labels of definitions that are cited by their label, and are no shorthand for a link: `[1]`, `[^a]`."""
DEEP = 100
"""How deep blocks may stand in one another."""


class Block(NamedTuple):
    """A heading, a paragraph, or a row of a table, in the order of the text."""

    kind: Literal["heading", "text", "row"]
    seen: Seen
    start: int
    end: int
    """Characters of the whole text from which it was read."""
    level: int = 0
    """Of a heading, from 1."""
    item: str | None = None
    """The number of the list's item that it begins, empty for a bullet; None for any other."""
    within: bool = False
    """Whether it goes on with an item that another began."""
    indent: int = 0
    """White space in front of its first line."""


class Definition(NamedTuple):
    """A line `[label]: address "title"`, which is seen nowhere else."""

    label: str
    href: str
    title: str
    start: int
    end: int


class Read(NamedTuple):
    """A whole text."""

    blocks: tuple[Block, ...]
    definitions: tuple[Definition, ...]


def read(text: str) -> Read:
    """The blocks of a text whose lines end in line feeds; code blocks and rules are none."""
    lines = _lines(text)
    env: Env = {}
    tokens = markdown(DEEP).parse(text, env)
    defined: dict[str, dict[str, object]] = env.get("references", {})
    definitions = tuple(_definition(label, told, lines, len(text)) for label, told in defined.items())
    env["every"] = defined
    env["references"] = {label: told for label, told in defined.items() if not NUMBERED.fullmatch(label)}
    return Read(tuple(_blocks(text, tokens, lines, env)), definitions)


def _lines(text: str) -> tuple[int, ...]:
    """Where each line begins, and the end of the text."""
    return (0, *(m.end() for m in re.finditer("\n", text)), len(text) + 1)


def _definition(label: str, told: dict[str, object], lines: tuple[int, ...], length: int) -> Definition:
    assert isinstance(told["map"], list)
    first, last = told["map"]
    start, end = lines[first], min(lines[last] - 1, length)
    return Definition(label.lower(), str(told["href"]), str(told["title"]), start, end)


def _blocks(text: str, tokens: list[Token], lines: tuple[int, ...], env: Env) -> Iterator[Block]:
    items: list[str | None] = []
    """For each list item around: its number until its first block is read."""
    heading: Token | None = None
    row: list[Seen] | None = None
    head = False
    lines_of_row: list[int] = []
    for token in tokens:
        match token.type:
            case "list_item_open":
                items.append(token.info)
            case "list_item_close":
                items.pop()
            case "heading_open":
                heading = token
            case "heading_close":
                heading = None
            case "thead_open" | "thead_close":
                head = token.nesting > 0
            case "tr_open":
                row = []
            case "tr_close" if row is not None:
                if not head:
                    yield _row(text, row, lines_of_row, lines)
                row = None
            case "inline" if token.map is not None:
                start, end = lines[token.map[0]], min(lines[token.map[1]] - 1, len(text))
                whole = seen(token.content, _places(text, token.content, token.map[0], lines), env)
                if row is not None:
                    row.append(whole)
                    lines_of_row = token.map
                    continue
                item = items[-1] if items else None
                if heading is None or _sentence_over_rule(heading, whole.text):
                    indent = len(text[start:end]) - len(text[start:end].lstrip(" \t"))
                    yield Block("text", whole, start, end, 0, item, bool(items) and item is None, indent)
                else:
                    yield Block("heading", whole, start, end, int(heading.tag[1]))
                if items:
                    items[-1] = None
            case _:
                pass


def _sentence_over_rule(heading: Token, text: str) -> bool:
    """Whether what Markdown takes for a heading is a paragraph with a line of dashes under it."""
    return heading.markup in ("-", "=") and bool(re.search(r"[.!?。！？\]][\"'”’)]*$", text.strip()))


def _row(text: str, cells: list[Seen], rows: list[int], lines: tuple[int, ...]) -> Block:
    """A row of a table as one text, its cells in their order with a dot between."""
    start, end = lines[rows[0]], min(lines[rows[1]] - 1, len(text))
    whole = Seen("", ())
    for cell in cells:
        if not cell.text:
            continue
        gap = " · " if whole.text else ""
        by = len(whole.text) + len(gap)
        whole = Seen(
            whole.text + gap + cell.text,
            (*whole.at, *((cell.at[0],) * len(gap)), *cell.at),
            (*whole.links, *(Span(s.start + by, s.end + by, s.href, s.to) for s in cell.links)),
            (*whole.code, *(Span(s.start + by, s.end + by, None) for s in cell.code)),
        )
    return Block("row", whole, start, end)


def _places(text: str, content: str, line: int, lines: tuple[int, ...]) -> tuple[int, ...]:
    """Where each sign of a block's content stands: behind the marks of quotes, lists and headings of its line."""
    found: list[int] = []
    for number, part in enumerate(content.split("\n")):
        start, end = lines[line + number], lines[line + number + 1] - 1
        at = text.rfind(part, start, end) if part else end
        # Of a cell whose bars were escaped, or a line whose tabs became spaces, only the line is known.
        at = start if at < 0 else at
        found += [min(at + i, max(end - 1, start)) for i in range(len(part) + 1)]
    return tuple(found)
