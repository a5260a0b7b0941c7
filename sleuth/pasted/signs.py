"""The signs that a reader sees of a block of Markdown, each with its place in the text; links and code among them.

Which rule holds is markdown-it's affair (CommonMark); its rules are only told to say where a token begins and ends.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

Env = dict[str, dict[str, dict[str, object]]]
"""What markdown-it notes of a text under `references`: its definitions, by label. Here those of links are among them,
and under `every` all of them."""
Rule = Callable[[StateInline, bool], bool]

DEEP = 20
"""How deep signs may stand in one another; 200,000 brackets cost seconds for each ten."""
RAISED = re.compile(r"\s*\[*\^?\d+(\s*[,;–-]\s*\d+)*\]*\s*")
WORDS = re.compile(r"[^\n!&*<\[\\\]_`]+")
NAMED = re.compile(r"\[(?!\^?\d+[\],;–-])[^\[\]\n]{1,200}\]\[[^\[\]\n]+\]")
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


def seen(content: str, places: tuple[int, ...], env: Env) -> Seen:
    """What is seen of a block's content, whose signs stand at these places of the whole text."""
    rules = markdown(DEEP)
    tokens = rules.inline.parse(content, rules, env, [])
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


@cache
def markdown(nesting: int) -> MarkdownIt:
    """CommonMark with tables, in which blocks or signs stand so deep in one another at most."""
    made = MarkdownIt("commonmark", {"maxNesting": nesting}).enable("table")
    made.disable(["code", "html_block", "inline", "text_join", "fragments_join"])
    rules: dict[str, Rule] = {
        "newline": rules_inline.newline,
        "escape": rules_inline.escape,
        "backticks": rules_inline.backtick,
        "emphasis": rules_inline.emphasis.tokenize,
        "link": _link,
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


def _link(state: StateInline, silent: bool) -> bool:
    """A link; `[words][1]` is one, while `[1]` and `[1][3]` are markers, though `1` and `3` are defined."""
    if not NAMED.match(state.src, state.pos):
        return rules_inline.link(state, silent)
    known = state.env
    state.env = {"references": known.get("every", {})}
    try:
        return rules_inline.link(state, silent)
    finally:
        state.env = known


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
