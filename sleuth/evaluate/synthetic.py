"""Repair policies in synthetic worlds with a perfect judge, so that only the memory is measured.

Two things are done to the memory: false reports that the judge believes (`worlds.py`), and recorded dependencies that
are lost before they are stored. Every policy meets the same worlds, the same reports and the same losses.
"""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from sleuth import events as e
from sleuth import memory
from sleuth.evaluate.curves import draw
from sleuth.evaluate.pages import judge_of, search_over
from sleuth.evaluate.repairs import Outcome, measure, steps_of
from sleuth.evaluate.telling import document, text
from sleuth.evaluate.worlds import DEPTHS, SHAPES, World, world
from sleuth.fold import replay
from sleuth.folders import data_folder
from sleuth.investigate import Action, Ask, Decide, Look, Note, Ports, investigate
from sleuth.planning import opened
from sleuth.rules import Rules
from sleuth.settings import Limits
from sleuth.state import State

POLICIES = {
    "selective": Rules(repair="selective"),
    "selective, declared": Rules(repair="selective", premises="declared"),
    "hard": Rules(repair="hard"),
    "flat": Rules(repair="flat"),
    "rebuild": Rules(repair="rebuild"),
}
"""The repair policies; `selective` also with the declared dependencies alone."""

RATES = (0.0, 0.1, 0.3)
"""Shares of slots that bring a false report, and of recorded dependencies that are lost."""

N = 32
"""Worlds of each shape, spread evenly over the depths: about two minutes of one core."""

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Case(NamedTuple):
    """What a run is put through."""

    policy: str
    false: float
    dropped: float


def run(*, n: int | None, seed: int, output: Path | None, as_json: bool) -> int:
    """The command `eval synthetic`: measure, write results, summary and curves, print the table."""
    folder = output or data_folder() / "evaluations" / "synthetic"
    folder.mkdir(parents=True, exist_ok=True)
    runs: list[Outcome] = []
    with (folder / "results.jsonl").open("w", encoding="utf-8") as results:
        for outcome in outcomes(n or N, seed):
            results.write(outcome.model_dump_json() + "\n")
            runs.append(outcome)
            if len(runs) % 500 == 0:
                print(
                    f"{len(runs)} of {len(SHAPES) * (n or N) * len(list(cases()))} runs", file=sys.stderr, flush=True
                )
    made = document(runs, seed)
    (folder / "summary.json").write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    draw(runs, folder / "curves.svg")
    print(json.dumps(made, indent=2) if as_json else text(runs))
    print(f"One line a run: {folder / 'results.jsonl'}; the curves: {folder / 'curves.svg'}", file=sys.stderr)
    return 0


def cases() -> Iterator[Case]:
    """Every combination."""
    for false in RATES:
        for dropped in RATES:
            for policy in POLICIES:
                yield Case(policy, false, dropped)


def outcomes(n: int, seed: int) -> Iterator[Outcome]:
    """The outcomes of all cases in n worlds of each shape."""
    for shape in SHAPES:
        for number in range(n):
            depth = DEPTHS[number % len(DEPTHS)]
            for case in cases():
                yield run_in(world(shape, depth, 1000 * seed + number, case.false), case)


def run_in(place: World, case: Case) -> Outcome:
    """Investigate the question of a world and measure the repairs.

    The budget allows every slot to be searched twice, and two searches more; it is the same for all policies.
    """
    return measure(place, case.policy, case.false, case.dropped, steps_of(investigated(place, case)))


def investigated(place: World, case: Case) -> Iterator[tuple[e.Entry, ...]]:
    """The steps of a run in a world, its start included."""
    searches = 2 * len(place.contract.slots) + 2
    start = e.RunStarted(
        question=place.question,
        memory="retree",
        model="judge",
        collections=("world",),
        # So many turns that the nudge of SLEUTH stays out of it.
        limits=Limits(searches=searches, turns=4 * searches, passages=10),
        rules=POLICIES[case.policy],
    )
    entries = e.number((start, *opened(place.contract)), after=0, at=NOON)
    yield entries
    decide = forgetful(memory.strategy("retree"), case.dropped, f"{place.shape} {place.depth} {place.seed}")
    ports = Ports(judge_of(place.pages), search_over(place.pages), lambda: NOON)
    yield from investigate(replay(entries), decide, ports)


def forgetful(decide: Decide, dropped: float, key: str) -> Decide:
    """A strategy that loses each recorded dependency with a probability before it is stored.

    Whether one is lost depends on the key and on what depends on what, not on the order of events, so that policies
    lose the same.
    """

    def kept(of: str, way: str, facts: tuple[str, ...], state: State) -> tuple[str, ...]:
        return tuple(f for f in facts if Random(f"{key} {of} {way} {state.fact(f).value}").random() >= dropped)

    def lossy(events: tuple[e.Event, ...], state: State) -> tuple[e.Event, ...]:
        return tuple(_without(event, state) for event in events)

    def _without(event: e.Event, state: State) -> e.Event:
        match event:
            case e.FactRecorded(fact=fact):
                of = f"{fact.slot} {fact.entity} {fact.value}"
                lost = {
                    "declared": kept(of, "declared", fact.declared, state),
                    "mechanical": kept(of, "mechanical", fact.mechanical, state),
                }
                return event.model_copy(update={"fact": fact.model_copy(update=lost)})
            case e.TurnStarted():
                return event.model_copy(
                    update={
                        "declared": kept(event.text, "declared", event.declared, state),
                        "mechanical": kept(event.text, "mechanical", event.mechanical, state),
                    }
                )
            case _:
                return event

    def decided(state: State) -> Action:
        match decide(state):
            case Ask() as ask:
                return ask._replace(read=lambda reply: lossy(ask.read(reply), state))
            case Look() as look:
                return look._replace(read=lambda results: lossy(look.read(results), state))
            case Note() as note:
                return note._replace(events=lossy(note.events, state))

    return decided if dropped else decide
