"""Prompts as plain text files, one a purpose, with worked examples as chat turns.

A file is a sequence of turns, each opened by a line `=== system`, `=== user` or `=== assistant`. The last user
turn has named slots in braces; everything before it is constant, so that a server's prefix cache serves it.
"""

import re
from functools import cache
from pathlib import Path

from sleuth.models import Message


@cache
def turns(purpose: str) -> tuple[Message, ...]:
    """The turns of one prompt file, slots unfilled."""
    text = (Path(__file__).parent / f"{purpose}.txt").read_text(encoding="utf-8")
    pieces = re.split(r"^=== (system|user|assistant)\n", text, flags=re.M)[1:]
    return tuple(
        Message.model_validate({"role": role, "content": content.strip()})
        for role, content in zip(pieces[::2], pieces[1::2], strict=True)
    )


def render(purpose: str, **slots: str) -> tuple[Message, ...]:
    """The prompt with its last turn's slots filled; a missing slot raises KeyError naming it."""
    *constant, last = turns(purpose)
    filled = re.sub(r"\{(\w+)\}", lambda m: slots[m[1]], last.content)
    return (*constant, Message(role="user", content=filled))


def again(messages: tuple[Message, ...], reply: str, problem: str) -> tuple[Message, ...]:
    """The same prompt after a reply that could not be used, with the problem named."""
    return (
        *messages,
        Message(role="assistant", content=reply[:2000]),
        Message(role="user", content=f"That reply cannot be used: {problem} Reply again in the same form as before."),
    )
