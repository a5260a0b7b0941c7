"""The words in which a step is told, and the few turns of phrase that all tellings share."""

from sleuth.models import Record


class Narration(Record):
    """One step in words. All of it may carry text of pages."""

    what: str
    """What was done, in a sentence."""
    why: str
    """Why, in a sentence."""
    point: str
    """For the person who explains it: what to point at, or to ask."""
    passage: str | None = None
    """The passage to show with it, with the stretch that matters, in characters."""
    start: int = 0
    end: int = 0
    parts: tuple[str, ...] = ()
    """What it consists of: questions, titles of passages, or claims."""


def sentence(text: str) -> str:
    """The text with a capital first and a full stop last: `sentence("the top one") == "The top one."`"""
    whole = text.strip()
    return whole[:1].upper() + whole[1:] + ("" if whole.endswith((".", "!", "?", "…", "。", "”")) else ".")


def some(number: int, noun: str) -> str:
    """A number with its noun: `some(2, "claim") == "2 claims"`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
