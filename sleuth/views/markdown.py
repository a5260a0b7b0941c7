"""Texts of pages, models and people in a Markdown file that a person takes along.

The source stays readable: only what CommonMark and GitHub's dialect would take for markup is escaped, and what they
would turn into a link, or call a person by, is parted with a character that draws nothing. The page's own Markdown
knows more signs, and has `components.text`.
"""

import re

from sleuth.views.layout import plain

INLINE = re.compile(r"([\\`*_~\[\]<>#|$&!^{}]|(?<=:)(?=\w+\[)|==)")
LINKED = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=\w)(?=@\w)|(?<=:)(?=[\w+-]+:)", re.IGNORECASE)
"""Where an address, a mention or an emoji's name is parted."""
OPENING = re.compile(r"^(?:([+\-=:])|(\d{1,9})([.)])(?=\s|$))")
"""What would begin a list, a rule or a definition."""
JOINER = "\u2060"


def literal(text: str) -> str:
    """The text on one line as Markdown that shows every character of it and does nothing.

    >>> literal("1. *not* a <list>")
    '1\\\\. \\\\*not\\\\* a \\\\<list\\\\>'
    """
    parted = LINKED.sub(JOINER, plain(text))
    escaped = INLINE.sub(lambda m: "".join(f"\\{sign}" for sign in m[0]), parted)
    return OPENING.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", escaped)
