"""What a person's act brings about, told before it is done."""

from collections.abc import Iterable

from components.text import plain, plural
from sleuth.events import Event
from sleuth.fold import then
from sleuth.state import State


def follows(before: State, events: tuple[Event, ...]) -> str:
    """The consequences of some events as Markdown on one line."""
    after = then(before, *events)
    was = {f.id: f.status for f in before.facts}
    moved = [f for f in after.facts if was.get(f.id) != f.status]
    asked = {q.id: q.status for q in before.questions}
    told = [
        _of("no longer counts", "no longer count", (f.id for f in moved if f.status == "out")),
        _of("is set aside", "are set aside", (f.id for f in moved if f.status == "dormant")),
        _of("counts", "count", (f.id for f in moved if f.status == "in")),
        _of(
            "is open again",
            "are open again",
            (q.id for q in after.questions if q.status == "open" and asked.get(q.id, "open") != "open"),
        ),
        _nodes(before, after),
        _answer(before, after),
    ]
    return "; ".join(part for part in told if part) or "nothing else changes"


def _of(one: str, many: str, ids: Iterable[str]) -> str:
    known = list(ids)
    if not known:
        return ""
    listed = " and ".join(filter(None, (", ".join(known[:-1]), known[-1])))
    return f"{listed} {one if len(known) == 1 else many}"


def _nodes(before: State, after: State) -> str:
    was = {n.id: n.status for n in before.nodes}
    pruned = sum(n.status == "pruned" != was.get(n.id) for n in after.nodes)
    back = sum(n.status == "active" != was.get(n.id, "active") for n in after.nodes)
    parts = (f"{plural(pruned, 'node')} pruned" if pruned else "", f"{plural(back, 'node')} restored" if back else "")
    return ", ".join(filter(None, parts))


def _answer(before: State, after: State) -> str:
    if after.answer == before.answer:
        woken = before.status == "finished" and after.status == "paused"
        return "**the run can be carried on**" if woken else ""
    if after.answer is None:
        return "**the answer is open again**"
    return f"**the answer becomes {plain(after.answer)}**"
