"""The facts of several runs matched with one another: which all reached, which only some, and who found otherwise.

Pure: states in, matched facts out. Entities, attributes and values are compared as the ledger compares them, with
`values.py`; ids mean nothing from one run to another.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from sleuth.ledger import Fact, FactStatus
from sleuth.models import Record
from sleuth.state import State
from sleuth.values import plain, same

ASKING = frozenset(("who", "what", "which", "when", "where", "how", "many", "much"))
"""Words of an attribute that ask rather than name."""
STEM = 5
"""Letters by which two words of attributes count as one: director and directed."""
BETTER: tuple[FactStatus, ...] = ("in", "dormant", "out")


class Held(Record):
    """How one run holds a fact."""

    facts: tuple[str, ...]
    """Its ids there, the one that counts most first: several when several sources gave it."""
    status: FactStatus
    pinned: bool


class FactAcross(Record):
    """One fact as several runs hold it."""

    statement: str
    entity: str
    attribute: str
    value: str
    held: tuple[Held | None, ...]
    """By run; None where a run did not reach it."""
    otherwise: tuple[tuple[str, ...], ...]
    """By run: the values that it holds instead, where it does not hold this one."""

    @property
    def reached(self) -> tuple[int, ...]:
        """The places of the runs that reached it, whether or not it still counts there."""
        return tuple(i for i, held in enumerate(self.held) if held)


class _Known(NamedTuple):
    """A fact with the forms it is compared by."""

    fact: Fact
    quoted: tuple[str, str]
    """The text it was read from, and the quote there."""
    entity: str
    words: frozenset[str]
    stems: frozenset[str]


def facts_across(states: Sequence[State]) -> tuple[FactAcross, ...]:
    """Every fact of the runs, each once, in the order in which the first run that has it recorded it."""
    groups: list[list[tuple[int, _Known]]] = []
    for run, state in enumerate(states):
        for fact in state.facts:
            mine = _known(state, fact)
            group = next((g for g in groups if _alike(g[0][1], mine)), None)
            if group is None:
                groups.append([(run, mine)])
            else:
                group.append((run, mine))
    asked: defaultdict[tuple[str, frozenset[str]], list[list[tuple[int, _Known]]]] = defaultdict(list)
    for group in groups:
        asked[group[0][1].entity, group[0][1].words].append(group)
    return tuple(_across(len(states), g, asked[g[0][1].entity, g[0][1].words]) for g in groups)


def _known(state: State, fact: Fact) -> _Known:
    words = frozenset(plain(fact.attribute).split())
    stems = frozenset(word[:STEM] for word in words - ASKING)
    quoted = (state.passage(fact.passage).sha256, fact.quote)
    return _Known(fact, quoted, plain(fact.entity), words, stems)


def _alike(a: _Known, b: _Known) -> bool:
    """Whether two facts say the same of the same thing: one entity and value, and one attribute or one sentence.

    Plans word what they ask in their own ways ("director", "who directed"), so one word in common is enough where
    the values agree as well.
    """
    if not (a.entity == b.entity or _within(a.entity, b.entity) or _within(b.entity, a.entity)):
        return False
    if not (a.words == b.words or a.stems & b.stems or a.quoted == b.quoted):
        return False
    return a.fact.value == b.fact.value or same(a.fact.value, b.fact.value)


def _within(short: str, long: str) -> bool:
    """Whether a name is the beginning of a longer one, as `Heat` of `Heat (1995 film)`."""
    return bool(short) and long.startswith(f"{short} ")


def _across(runs: int, group: list[tuple[int, _Known]], asked: list[list[tuple[int, _Known]]]) -> FactAcross:
    by_run: defaultdict[int, list[Fact]] = defaultdict(list)
    for run, known in group:
        by_run[run].append(known.fact)
    # What a run holds instead counts there; a refuted value is not what it says.
    others = [
        (run, k.fact.value) for other in asked if other is not group for run, k in other if k.fact.status == "in"
    ]
    instead = (dict.fromkeys(value for run, value in others if run == n and n not in by_run) for n in range(runs))
    best = min((known.fact for _, known in group), key=lambda f: BETTER.index(f.status))
    return FactAcross(
        **best.model_dump(include={"statement", "entity", "attribute", "value"}),
        held=tuple(_held(by_run[n]) if n in by_run else None for n in range(runs)),
        otherwise=tuple(tuple(values) for values in instead),
    )


def _held(facts: list[Fact]) -> Held:
    first, *rest = sorted(facts, key=lambda f: (not f.pinned, BETTER.index(f.status)))
    return Held(facts=(first.id, *(f.id for f in rest)), status=first.status, pinned=first.pinned)
