"""The descriptions in a question: which there are, and how one stands inside another.

By the forms of English alone. What chain of questions they make is decided in `unfolding`.
"""

import re

PERSON = re.compile(
    r"^(the |.*['’]s )?(\w+ )?(\w+(ist|ian|eur|ess)|father|mother|parent|spouse|wife|husband|child|son|daughter|"
    r"brother|sister|man|woman|king|queen|prince|princess|duke|earl|monarch|president|minister|prime minister|mayor|"
    r"head|chief|architect|poet|judge|host|lead|founder|director|author|writer|painter|performer|singer|composer|"
    r"inventor|discoverer|producer|owner|leader|actor|player|designer|engineer|explorer|manager|ruler|teacher|creator|"
    r"speaker|editor|sculptor|doctor|governor|emperor|ancestor|successor|predecessor|winner|holder|star|captain|coach|"
    r"astronaut|person|rapper|drummer|photographer|lyricist|screenwriter)\b",
    re.I,
)
"""Descriptions of persons, asked for with "who"."""


def nested(question: str, copied: tuple[str, ...]) -> tuple[str, ...]:
    """The descriptions of a question, the innermost first; `copied` are those that the model copied.

    A description that stands inside another is referred to by its number: `the mayor of [#1]`.
    """
    return _sharing(question) or _innermost_first(copied) or _innermost_first(_described(question))


def _sharing(question: str) -> tuple[str, ...]:
    """The parts of a question about what has the most of something with another: the superlative is no thing itself.

    >>> _sharing("Who leads the country that shares the longest border with Norland?")
    ('the country that shares the longest border with [Norland]',)
    """
    m = re.search(
        r"\b(the \w+ that (?:shares?|has|have|had|shared) the (?:\w+est|most) [a-z ]+? (?:with|to|of) )(.+?)\s*\?*$",
        question,
    )
    if m is None:
        return ()
    if whose := re.fullmatch(r"(the \w+ whose [\w ]+? (?:is|was)) ([A-ZÀ-Þ].*)", m[2]):
        return (f"{whose[1]} [{whose[2]}]", f"{m[1]}[#1]")
    return (f"{m[1]}[{m[2]}]",) if m[2][:1].isupper() else ()


def place(words: str, question: str) -> re.Match[str] | None:
    """Where a description stands in the question; a kind ("film", "song") that the copy left out is allowed for."""
    kinds = r"\1(?:(?:the )?(?:film|song|movie|book|novel|album|band) )?"
    return (
        re.search(re.sub(r"(\\? (?:of|by|in)\\? )", kinds, re.escape(words)), question, re.I)
        if len(words) > 2
        else None
    )


CLAUSE = r"(?:that|who|whose|where|(?:at|in|on|by|from) which)"
NESTED = re.compile(rf"(the [a-z][\w -]*? (?:of|{CLAUSE}) .+?) (?:was|is|were|are|has|had|lies|lie|died|lived)\b")
"""A description inside another: "the city where [the architect of the museum] was born"."""
TAIL = re.compile(rf"^.+? (?:of|by|in|from|{CLAUSE}) (the [a-z][\w -]*? {CLAUSE} .+)$")
"""A description that ends another: "the monarch of [the country that Lego comes from]"."""
OWNER = re.compile(r"^(?:the )?[\w-]+ of (the [a-z][\w -]*? of .+)$")
"""A description of what a described person has: "the birthplace of [the author of the theory]"."""
SUPERLATIVE = re.compile(r"^.+?\b(the (?:\w+est|most \w+|first|last|current|latest) [^\[\]#]+)$", re.I)
"""A description that ends in a superlative, which is a thing to find by itself."""


def _described(question: str) -> tuple[str, ...]:
    """The description that code can see, where the model copied none: one that ends the question, or a relative."""
    if m := re.search(rf"\b(the (?:\w+ ){{1,3}}{CLAUSE} .+?)\s*\?*$", question, re.I):
        return (m[1],)
    kin = "father|mother|husband|wife|spouse|son|daughter|brother|sister|uncle|aunt"
    verbs = "born|die|died|from|buried|educated|study|live|work"
    if m := re.search(rf"\b(the (?:{kin}) of [^?]+?)(?: (?:{verbs}|at|in|is|was))+\s*\?*$", question, re.I):
        return (m[1],)
    m = re.search(rf" ([A-ZÀ-Þ0-9][^?]*?['’]s? (?:{kin}))\b", question)
    return (m[1],) if m else ()


def _innermost_first(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts with every reference counting as code counts.

    A part that is only a name is no description: its name goes where it is referred to. A description that stands
    inside another comes out as a part before it.
    """
    found: list[str] = []
    names: dict[int, str] = {}
    for number, part in enumerate(parts, start=1):
        told = re.sub(r"#(\d+)", lambda m: names.get(int(m[1]), m[0]), part)
        inner = told.strip(" ?")
        if is_name(inner):
            names[number] = inner.strip("[]")
            continue
        found.extend(_layers(told, len(found)))
        names[number] = f"#{len(found)}"
    return tuple(found)


def _layers(part: str, before: int) -> tuple[str, ...]:
    """A description as parts of one layer each, innermost first; `before` parts come ahead of them."""
    layers = [part]
    while "#" not in part and (inner := _nested(layers[-1])) is not None and inner != layers[-1].strip("[]"):
        layers.append(inner)
    found: list[str] = []
    for layer in reversed(layers):
        if found:
            layer = re.sub(r"[\[\]]", "", layer).replace(layers[len(layers) - len(found)], f"#{before + len(found)}")
        found.append(layer)
    return tuple(found)


def _nested(part: str) -> str | None:
    """A description that stands inside another one, without its brackets; None when the part holds only one."""
    bare = re.sub(r"[\[\]]", "", part)
    whole = "[" not in part or part.endswith("]")
    owner = OWNER.match(bare)
    if owner and PERSON.match(owner[1]):
        return owner[1]
    m = NESTED.search(bare, 4) or TAIL.match(bare) or (SUPERLATIVE.match(bare) if whole else None)
    return m[1] if m else None


def is_name(part: str) -> bool:
    """Whether a part is a bare name, such as "[the general theory of relativity]", rather than a description."""
    bare = part.strip("[]")
    if "[" in bare or "#" in bare or re.search(rf" {CLAUSE} |['’]s? [a-z]", bare):
        return False
    if re.match(r"the (\w+est|most|first|last|current|latest) ", bare, re.I):
        return False
    if bare[:1].isupper() and not re.match(r"The [a-z]", bare):
        return True
    return not PERSON.match(bare) and not re.search(r" (of|by|for|in|from|at) (the |a )?([a-z]+ )*[A-Z0-9]", bare)
