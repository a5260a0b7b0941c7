"""Fictional worlds in which it is known what is true, what is stale and what rests on what.

A world is a question of several hops over pages of made-up names, one page a fact. The page for one early fact, the
premise, is wrong; its dated correction comes to light only in the results of a later search. Every value, right or
wrong, has pages that lead on from it, so that a run which never repairs ends with a well-formed wrong answer.

Values lie on three tracks. `true` leads to the right answer; `stale` is what follows from the wrong premise; `astray`
is what follows from a false report: with a given probability, the searches for a slot also bring a page, dated later
than its victim, that takes back a value on which something rests. The next search on the false way brings the notice
that takes the report back, so that it can be told what a repair loses for good and what it finds again.
"""

from random import Random
from typing import Literal, NamedTuple, get_args

from sleuth.contract import Contract, Slot, conclude, depends, fill, needs
from sleuth.evaluate.pages import Page, correction, entry, names, notice, report
from sleuth.planning.unfolding import assemble

Shape = Literal["chain", "two-branch", "star"]
"""`chain`: each slot asks about the value before it; depth counts the slots. `two-branch`: the last values of two
chains are compared; depth counts the slots of each. `star`: independent attributes of a hub that is found first,
depth of them, and a last slot that asks about the first attribute, which is the premise."""

SHAPES: tuple[Shape, ...] = get_args(Shape)
DEPTHS = (2, 3, 4, 5)

RELATIONS = (
    "keeper", "harbour", "emblem", "patron", "anthem", "council", "garden", "quarry", "lantern", "orchard",
)  # fmt: skip
"""One for each slot, so that no two questions are alike; none is a word of change, birth, death or kinship."""

Track = dict[int, str]
"""The value of each slot along one way through the world."""


class World(NamedTuple):
    """A question and everything that can be found and said about it."""

    shape: Shape
    depth: int
    seed: int
    question: str
    contract: Contract
    answer: str
    stale: str
    """The answer of a run that never corrects its premise."""
    premise: int
    """The slot whose page is wrong."""
    wrong: str
    right: str
    step: int
    """The search, counted from 1 in the order without any repair, whose results hold the correction."""
    truth: dict[str, str]
    """The right value of every question that can come to be asked, whatever way led to it."""
    pages: tuple[Page, ...]


def world(shape: Shape, depth: int, seed: int, false: float = 0.0) -> World:
    """The world of a seed.

    `false` is the share of slots whose searches bring a false report. Worlds that differ only in it are otherwise
    alike, and the reports of a lower share are among those of a higher one.
    """
    random = Random(f"{shape} {depth} {seed}")
    name = names(random)
    parents = _parents(shape, depth)
    roots = tuple(next(name) for parent in parents if parent is None)
    contract = _contract(parents, roots)
    premise = 2 if shape == "star" else random.randrange(1, depth)
    affected = depends(contract, premise)
    true = {slot.number: next(name) for slot in contract.slots}
    stale = true | {n: next(name) for n in (premise, *affected)}
    astray = {slot.number: next(name) for slot in contract.slots}
    if shape == "two-branch":
        _numbers(random, depth, true, stale, astray)
    order = asked_in_order(contract)
    reveals = random.choice(order[order.index(premise) + 1 :])

    def asks(slot: int, track: Track) -> str:
        return fill(contract.slots[slot - 1].text, track)

    def every(slot: int) -> tuple[str, ...]:
        return tuple(dict.fromkeys(asks(slot, track) for track in (true, stale, astray)))

    # Where ways meet, the true one has the last word.
    truth = {asks(n, track): track[n] for track in (astray, stale, true) for n in true}
    told = truth | {asks(premise, true): stale[premise]}
    pages = [entry(asked, value) for asked, value in told.items()]
    pages.append(correction(asks(premise, true), stale[premise], true[premise], every(reveals)))
    for victim, searches in _reports(Random(f"false {shape} {depth} {seed}"), contract, order, false).items():
        found_by = tuple(asked for n in searches for asked in every(n))
        after = tuple(asks(slot.number, astray) for slot in contract.slots if victim in needs(slot.text))
        # Only what is right is attacked: the premise once it is corrected, and what follows on either way.
        for track in (true, stale) if victim in affected else (true,):
            asked, held = asks(victim, track), track[victim]
            pages.append(report(next(name), asked, held, astray[victim], found_by))
            pages.append(notice(next(name), asked, astray[victim], held, after))
    return World(
        shape=shape,
        depth=depth,
        seed=seed,
        question=_question(shape, contract, roots),
        contract=contract,
        answer=str(conclude(contract, true)),
        stale=str(conclude(contract, stale)),
        premise=premise,
        wrong=stale[premise],
        right=true[premise],
        step=order.index(reveals) + 1,
        truth=truth,
        pages=tuple(pages),
    )


def _parents(shape: Shape, depth: int) -> tuple[int | None, ...]:
    """For each slot in order, the slot whose value it asks about; None where the question names it."""
    match shape:
        case "chain":
            return (None, *range(1, depth))
        case "two-branch":
            return (None, *range(1, depth), None, *range(depth + 1, 2 * depth))
        case "star":
            return (None, *([1] * depth), 2)


def _contract(parents: tuple[int | None, ...], roots: tuple[str, ...]) -> Contract:
    root = iter(roots)
    entities = [next(root) if parent is None else f"#{parent}" for parent in parents]
    last = {n for n in range(1, len(parents) + 1) if n not in parents}
    slots = tuple(
        Slot(
            number=n,
            text=f"What is the {relation} of {entity}?",
            entity=entity,
            wants="number" if len(roots) > 1 and n in last else "thing",
        )
        for n, (entity, relation) in enumerate(zip(entities, RELATIONS, strict=False), start=1)
    )
    return assemble(slots, "more", roots) if len(roots) > 1 else assemble(slots, "none", ())


def _numbers(random: Random, depth: int, true: Track, stale: Track, astray: Track) -> None:
    """Give the compared slots numbers, such that any wrong one turns the comparison round."""
    one, other = depth, 2 * depth
    side = random.choice((1, -1))
    near, far, wrong, beyond = random.sample(range(1000, 9000), 4)
    true[other] = stale[other] = str(50_000)
    true[one] = str(50_000 + side * near)
    stale[one] = str(50_000 - side * wrong)
    astray[one] = str(50_000 - side * far)
    astray[other] = str(50_000 + side * (near + beyond))


def asked_in_order(contract: Contract) -> list[int]:
    """The slots in the order in which a run that repairs nothing asks them: first that on which most waits."""
    asked: list[int] = []
    while len(asked) < len(contract.slots):
        ready = [s for s in contract.slots if s.number not in asked and set(needs(s.text)) <= set(asked)]
        asked.append(max(ready, key=lambda s: (len(depends(contract, s.number)), -s.number)).number)
    return asked


def _reports(random: Random, contract: Contract, order: list[int], false: float) -> dict[int, list[int]]:
    """The victims of false reports, each with the slots whose searches bring the report.

    Only a value on which another slot rests is attacked, so that there is a way on which the report is taken back.
    """
    victims: dict[int, list[int]] = {}
    for place, slot in enumerate(order, start=1):
        drawn = random.random()
        victim = random.choice([n for n in order[:place] if depends(contract, n)])
        if drawn < false:
            victims.setdefault(victim, []).append(slot)
    return victims


def _question(shape: Shape, contract: Contract, roots: tuple[str, ...]) -> str:
    if shape == "two-branch":
        return f"Which leads to the greater number, {roots[0]} or {roots[1]}?"
    relation = RELATIONS[len(contract.slots) - 1]
    return f"Which {relation} is found in the end from {roots[0]}?"
