"""Markdown as what a reader sees of it, each sign with its place in the text: blocks, and links and code within them.

Structure is markdown-it's affair (CommonMark, with tables), as its inline rules are, which are only told to say where
in the text each token begins. Two of its readings are not taken over, since what people paste is often no Markdown:
an indented paragraph is no code, and a tag begins no block of HTML.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

Env = dict[str, dict[str, dict[str, object]]]
"""What markdown-it notes of a text: its definitions, by label."""
Rule = Callable[[StateInline, bool], bool]

NUMBERED = re.compile(r"\^.+|\d+")
"""Labels of definitions that are cited by their label, and are no shorthand for a link: `[1]`, `[^a]`."""
BLOCKS, SIGNS = 100, 20
"""How deep blocks, and signs within them, may stand in one another; 200,000 brackets cost seconds for each ten."""
RAISED = re.compile(r"\s*\[*\^?\d+(\s*[,;–-]\s*\d+)*\]*\s*")
WORDS = re.compile(r"[^\n!&*<\[\\\]_`]+")
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


class Span(NamedTuple):
    """A stretch of what is seen, and the address it leads to; None for code."""

    start: int
    end: int
    href: str | None
    to: int = 0
    """Of a link, where in the whole text it ends, its address included."""


class Seen(NamedTuple):
    """What a reader sees of a block."""

    text: str
    """The end of a line that means no more than a space is one line feed, one that is meant is two."""
    at: tuple[int, ...]
    """Where in the whole text each sign of `text` stands."""
    links: tuple[Span, ...] = ()
    code: tuple[Span, ...] = ()


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
    tokens = _markdown(BLOCKS).parse(text, env)
    defined: dict[str, dict[str, object]] = env.get("references", {})
    definitions = tuple(_definition(label, told, lines, len(text)) for label, told in defined.items())
    env["references"] = {label: told for label, told in defined.items() if not NUMBERED.fullmatch(label)}
    return Read(tuple(_blocks(text, tokens, lines, env)), definitions)


@cache
def _markdown(nesting: int) -> MarkdownIt:
    made = MarkdownIt("commonmark", {"maxNesting": nesting}).enable("table")
    made.disable(["code", "html_block", "inline", "text_join", "fragments_join"])
    rules: dict[str, Rule] = {
        "newline": rules_inline.newline,
        "escape": rules_inline.escape,
        "backticks": rules_inline.backtick,
        "emphasis": rules_inline.emphasis.tokenize,
        "link": rules_inline.link,
        "image": rules_inline.image,
        "autolink": rules_inline.autolink,
        "html_inline": rules_inline.html_inline,
        "entity": rules_inline.entity,
    }
    made.inline.ruler.at("text", _placed(_words))
    for name, rule in rules.items():
        made.inline.ruler.at(name, _placed(rule))
    made.inline.ruler.push("sign", _placed(_sign))
    return made


def _placed(rule: Rule) -> Rule:
    """The rule, whose tokens know where in their block they begin."""

    def run(state: StateInline, silent: bool) -> bool:
        at, known = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if state.pending and not silent:
            state.pushPending()
        for token in state.tokens[known:]:
            token.meta.setdefault("at", at)
            token.meta.setdefault("to", state.pos)
            at += token.type == "text" and len(token.content)
        return True

    return run


def _words(state: StateInline, silent: bool) -> bool:
    """A run of signs that begin nothing, as a token of its own; markdown-it would gather them with what follows."""
    run = WORDS.match(state.src, state.pos, state.posMax)
    return _text(state, silent, run[0]) if run else False


def _sign(state: StateInline, silent: bool) -> bool:
    """A sign that might have begun something and did not."""
    return _text(state, silent, state.src[state.pos])


def _text(state: StateInline, silent: bool, text: str) -> bool:
    if not silent:
        state.push("text", "", 0).content = text
    state.pos += len(text)
    return True


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
                seen = _seen(token.content, _places(text, token.content, token.map[0], lines), env)
                if row is not None:
                    row.append(seen)
                    lines_of_row = token.map
                    continue
                item = items[-1] if items else None
                if heading is None or _sentence_over_rule(heading, seen.text):
                    indent = len(text[start:end]) - len(text[start:end].lstrip(" \t"))
                    yield Block("text", seen, start, end, 0, item, bool(items) and item is None, indent)
                else:
                    yield Block("heading", seen, start, end, int(heading.tag[1]))
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
    seen = Seen("", ())
    for cell in cells:
        if not cell.text:
            continue
        gap = " · " if seen.text else ""
        by = len(seen.text) + len(gap)
        seen = Seen(
            seen.text + gap + cell.text,
            (*seen.at, *((cell.at[0],) * len(gap)), *cell.at),
            (*seen.links, *(Span(s.start + by, s.end + by, s.href, s.to) for s in cell.links)),
            (*seen.code, *(Span(s.start + by, s.end + by, None) for s in cell.code)),
        )
    return Block("row", seen, start, end)


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


def _seen(content: str, places: tuple[int, ...], env: Env) -> Seen:
    markdown = _markdown(SIGNS)
    tokens = markdown.inline.parse(content, markdown, env, [])
    signs: list[str] = []
    at: list[int] = []
    links: list[Span] = []
    code: list[Span] = []
    opened: list[tuple[int, str]] = []

    def show(text: str, place: int, whole: int) -> None:
        """Add what is seen; where it is written otherwise (`&amp;`), all of it stands at one place."""
        signs.extend(text)
        at.extend(places[min(place + (i if whole == len(text) else 0), len(places) - 1)] for i in range(len(text)))

    place = 0
    raised = _raised(tokens)
    for number, token in enumerate(tokens):
        place = token.meta.get("at", place)
        match token.type:
            case "text":
                show(token.content, place, len(token.content))
            case "text_special":
                show(token.content, place, len(token.markup))
            case "code_inline":
                code.append(Span(len(signs), len(signs) + len(token.content), None))
                show(token.content, place + len(token.markup), len(token.content))
            case "softbreak":
                show("\n", place, 1)
            case "hardbreak":
                show("\n\n", place, 1)
            case "html_inline":
                show("\n\n" if BREAK.fullmatch(token.content) else raised.get(number, ""), place, 0)
            case "link_open":
                opened.append((len(signs), str(token.attrGet("href") or "")))
            case "link_close" if opened:
                start, href = opened.pop()
                if len(signs) > start:  # a picture that is a link shows no text, and is no source
                    links.append(Span(start, len(signs), href, places[token.meta.get("to", place) - 1] + 1))
            case _:
                pass
    return Seen("".join(signs), tuple(at), tuple(links), tuple(code))


def _raised(tokens: list[Token]) -> dict[int, str]:
    """What stands for the tags around raised figures, by the place of the tag: `<sup>1</sup>` is read as `^[1]`."""
    signs: dict[int, str] = {}
    tags = [i for i, token in enumerate(tokens) if token.type == "html_inline"]
    for first, last in pairwise(tags):
        if (tokens[first].content.lower(), tokens[last].content.lower()) == ("<sup>", "</sup>"):
            within = "".join(token.content for token in tokens[first + 1 : last])
            if RAISED.fullmatch(within):
                signs |= {first: "^[", last: "]"}
    return signs
