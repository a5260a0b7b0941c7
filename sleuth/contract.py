"""The answer contract: what kind of value is asked for, and the chain of one-fact questions that leads to it.

A slot is one one-fact question; `#1` in it stands for the value of slot 1. Comparisons and yes/no questions
are decided here in code from the values found, never by a model (algorithms, ReTree's answer contract).
"""

import re
from functools import lru_cache
from typing import Literal

from sleuth.models import Record
from sleuth.values import earlier, longer, more, same

Kind = Literal["chain", "comparison", "yesno"]
Wants = Literal["person", "place", "date", "number", "thing"]
Test = Literal["none", "earlier", "later", "more", "less", "longer", "shorter", "same", "different", "equals"]


class Slot(Record):
    """A one-fact question of the chain."""

    number: int
    text: str
    """The question, with `#k` where it needs the value of slot k."""
    entity: str
    """What it is about: a name of the question, or `#k`."""
    wants: Wants
    side: bool = False
    """Whether a person asked it beside the chain, so that the answer does not need it."""


class Contract(Record):
    """What an answer must supply before the run may stop."""

    kind: Kind
    wants: Wants
    slots: tuple[Slot, ...]
    test: Test = "none"
    """How the final values are compared; `none` for a chain, whose answer is the last value."""
    options: tuple[str, ...] = ()
    """The names a comparison chooses between, or the value that `equals` tests for."""


@lru_cache(maxsize=8192)
def needs(text: str) -> tuple[int, ...]:
    """The slots whose values a text refers to: `needs("Where was #1 born?") == (1,)`."""
    return tuple(int(n) for n in re.findall(r"#(\d+)", text))


def fill(text: str, values: dict[int, str]) -> str:
    """The text with each reference replaced by its value; an unknown reference is left as it stands."""
    return re.sub(r"#(\d+)", lambda m: values.get(int(m[1]), m[0]), text)


def worded(text: str, values: dict[int, str]) -> str:
    """The same for a reader: an unknown reference is named, `Where was [answer 1] born?`."""
    return fill(text, {slot: f"[answer {slot}]" for slot in needs(text)} | values)


def depends(contract: Contract, slot: int) -> tuple[int, ...]:
    """The slots that directly or indirectly need the value of this one, in order."""
    family = {slot}
    for other in contract.slots:
        if set(needs(other.text)) & family:
            family.add(other.number)
    return tuple(sorted(family - {slot}))


def final_slots(contract: Contract) -> tuple[int, ...]:
    """The slots whose values the answer itself is made of: those that no other slot of the chain needs."""
    chain = [slot for slot in contract.slots if not slot.side]
    inner = {n for slot in chain for n in needs(slot.text)}
    return tuple(s.number for s in chain if s.number not in inner)


def needed(contract: Contract) -> tuple[int, ...]:
    """The slots that the answer rests on, in order."""
    return tuple(s.number for s in contract.slots if not s.side)


def conclude(contract: Contract, values: dict[int, str]) -> str | None:
    """The answer that the values found so far give, or None while they do not decide it."""
    finals = final_slots(contract)
    if any(n not in values for n in needed(contract)):
        return None
    found = [values[n] for n in finals]
    if contract.test == "none":
        return found[-1]
    if contract.test == "equals":
        return "yes" if same(found[-1], contract.options[0]) else "no"
    half = len(found) // 2
    if half == 0:
        return None
    left, right = found[:half], found[half:]
    if contract.test in ("same", "different"):
        alike = all(same(a, b) for a, b in zip(left, right, strict=False))
        return "yes" if alike == (contract.test == "same") else "no"
    return _choose(contract, left, right)


def _choose(contract: Contract, left: list[str], right: list[str]) -> str | None:
    match contract.test:
        case "earlier" | "later":
            first = earlier(left[-1], right[-1])
        case "more" | "less":
            first = more(left[-1], right[-1])
        case _:
            first = longer(left, right)
    if first is None or len(contract.options) < 2:
        return None
    wins = first == (contract.test in ("earlier", "more", "longer"))
    return contract.options[0] if wins else contract.options[1]


def opening(text: str) -> str:
    """The question without its question mark and outer spaces."""
    return text.strip().rstrip("?").strip()


def attribute(slot: Slot) -> str:
    """What the slot asks of its entity: `director`, `who directed`, `where born`."""
    words = opening(slot.text).replace(slot.entity, " ")
    words = re.sub(r"^(who|what|which)\s+(is|was|are|were)\s+the\s+", "", words.strip(), flags=re.I)
    words = re.sub(r"\b(is|was|are|were|did|does|do|the|a|an|'s|’s)(?=\s|$)", " ", words, flags=re.I)
    words = re.sub(r"\b(of|in|by|for|to)\s*$", "", " ".join(words.split()))
    return " ".join(words.split()).lower() or "value"
