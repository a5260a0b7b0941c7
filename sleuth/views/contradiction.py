"""A repair told in stages: what came to light, what it refuted, what rested on that, what fell, and what came next.

Pure: read off the recorded events of the step that repaired and of those that followed. Sentences carry text of pages
and of persons, which whoever shows them must treat as untrusted.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.events import Entry
from sleuth.fold import replay
from sleuth.ledger import Fact
from sleuth.models import Record
from sleuth.person import Acted
from sleuth.revision.dependence import values_of
from sleuth.state import State
from sleuth.tree import Revision, descendants
from sleuth.views.lines import deed

Name = Literal["new passage", "decision", "refuted", "rested on it", "withdrawn", "rebuilt"]
"""What a stage shows; it begins with a passage or, where a person stepped in, with their decision."""

NAMED = 5
"""How many ids a sentence lists before it only counts the rest."""


class Stage(Record):
    """One stage of a repair: a sentence, and what to look at."""

    name: Name
    told: str
    """One sentence. Untrusted."""
    facts: tuple[str, ...] = ()
    nodes: tuple[str, ...] = ()
    """The nodes it is about, in the order of the tree."""
    seq: int
    """The event after which the run is to be shown."""


class Contradiction(Record):
    """One repair of the tree, from what brought it about to what was rebuilt."""

    node: str
    """The node that was corrected."""
    old: str
    new: str | None
    seq: int
    """Place of the repair in the log."""
    stages: tuple[Stage, ...]


class Correction(NamedTuple):
    """A revision with the node that it corrected."""

    node: str
    revision: Revision


def corrections(state: State) -> tuple[Correction, ...]:
    """Every repair so far, oldest first."""
    found = (Correction(node.id, revision) for node in state.nodes for revision in node.revisions)
    return tuple(sorted(found, key=lambda c: c.revision.at_seq))


def contradiction(before: State, step: Sequence[Entry], later: Iterable[Entry], at: int) -> Contradiction:
    """Tell the repair recorded at `at`.

    `before` is the state before the step, `step` the step's entries, `later` those that follow it as far as the
    reader knows them; they are read up to the next repair. Raises CallerError when no repair is recorded there.
    """
    place = next((i for i, x in enumerate(step) if x.seq == at), None)
    repaired = step[place].event if place is not None else None
    if place is None or not isinstance(repaired, e.Repaired):
        raise CallerError(f"event {at} is no repair; the revisions of a node name theirs")
    change = _changed(before, step, place, repaired)
    return Contradiction(
        node=repaired.node,
        old=repaired.old,
        new=repaired.new,
        seq=at,
        stages=(
            _begun(before, change, step),
            _refuted(before, change),
            _resting(before, change),
            _withdrawn(step[-1].seq, change),
            _rebuilt(step[-1].seq, change, later),
        ),
    )


class _Change(NamedTuple):
    """One repair within a step, which may hold several."""

    repaired: e.Repaired
    was: State
    now: State
    status: dict[str, str]
    """The facts whose standing changed, each with the new one."""
    tail: tuple[e.Event, ...]
    """What followed from it within the step."""

    def with_status(self, status: str) -> tuple[str, ...]:
        return tuple(fact for fact, new in self.status.items() if new == status)


def _changed(before: State, step: Sequence[Entry], place: int, repaired: e.Repaired) -> _Change:
    since = max((i for i in range(place) if isinstance(step[i].event, e.Repaired)), default=-1) + 1
    begun = next((i for i in range(since, place) if isinstance(step[i].event, e.FactChanged)), place)
    opens = (e.FactChanged, e.ConflictJudged, e.Repaired)
    ended = next((i for i in range(place + 1, len(step)) if isinstance(step[i].event, opens)), len(step))
    moved = (x.event for x in step[begun:place])
    return _Change(
        repaired,
        replay(step[:begun], before),
        replay(step[:ended], before),
        {event.fact: event.status for event in moved if isinstance(event, e.FactChanged)},
        tuple(x.event for x in step[begun:ended]),
    )


def _begun(before: State, change: _Change, step: Sequence[Entry]) -> Stage:
    repaired, now = change.repaired, change.now
    old = now.fact(repaired.old)
    new = now.fact(repaired.new) if repaired.new else None
    facts = (*((new.id,) if new else ()), old.id)
    nodes = _known(before, [new.node if new else old.node])
    by_person = next((x.event for x in step if isinstance(x.event, Acted)), None)
    if by_person:
        told = f"{deed(by_person)}: {by_person.reason}"
        return Stage(name="decision", told=_sentence(told), facts=facts, nodes=nodes, seq=before.seq)
    if new is None:
        return Stage(name="decision", told=_sentence(repaired.reason), facts=facts, nodes=nodes, seq=before.seq)
    page = now.passage(new.passage)
    dated = f" of {page.date}" if page.date else ""
    told = f"“{page.title}”{dated} says “{new.quote}”, against {old.id}, “{old.value}”"
    return Stage(name="new passage", told=_sentence(told), facts=facts, nodes=nodes, seq=before.seq)


def _refuted(before: State, change: _Change) -> Stage:
    old = change.now.fact(change.repaired.old)
    page = change.now.passage(old.passage)
    beside = [fact for fact in change.with_status("out") if fact != old.id]
    also = f", and with it {_listed(beside)}, which say the same" if len(beside) > 1 else ""
    also = f", and with it {beside[0]}, which says the same" if len(beside) == 1 else also
    dated = f" of {page.date}" if page.date else ""
    told = f"{old.id}, “{old.value}” from “{page.title}”{dated}, is refuted{also}: {change.repaired.reason}"
    facts = (old.id, *beside)
    homes = [change.now.fact(fact).node for fact in facts]
    return Stage(name="refuted", told=_sentence(told), facts=facts, nodes=_known(before, homes), seq=before.seq)


def _resting(before: State, change: _Change) -> Stage:
    facts = _rested(change)
    below = [node for node in change.repaired.pruned if node not in {f.node for f in facts}]
    nodes = _known(before, [*(f.node for f in facts), *below])
    if facts:
        told = f"On {change.repaired.old} rested {_listed([f.id for f in facts])}, in {_listed(nodes)}"
    elif nodes:
        told = f"{_listed(nodes)} {_are(nodes, 'was', 'were')} derived from it"
    else:
        told = f"Nothing else rested on {change.repaired.old}"
    ids = tuple(f.id for f in facts)
    return Stage(name="rested on it", told=_sentence(told), facts=ids, nodes=nodes, seq=before.seq)


def _rested(change: _Change) -> tuple[Fact, ...]:
    """The facts that counted and were found because of a value that fell, through however many steps."""
    facts = change.was.facts
    value = values_of(facts)
    fallen = set(change.with_status("out"))
    # What has fallen already, or stood aside, is not looked at again: it gave nothing to what followed.
    lost = {value[fact] for fact in fallen if fact in value}
    found: dict[str, Fact] = {}
    for fact in facts:  # a premise is always recorded before what was found because of it
        premises = {value[p] for p in (*fact.declared, *fact.mechanical) if p in value}
        if fact.status == "in" and fact.id not in fallen and premises & lost:
            found[fact.id] = fact
            lost.add(value[fact.id])
    return tuple(found.values())


def _withdrawn(seq: int, change: _Change) -> Stage:
    repaired, now = change.repaired, change.now
    dormant, pruned = change.with_status("dormant"), _known(now, repaired.pruned)
    stands = [f.id for f in _rested(change) if now.fact(f.id).status == "in" and f.id not in repaired.adopted]
    beside = [
        n.id
        for n in descendants(change.was.nodes, repaired.node)
        if n.status == "active" and n.id not in pruned and not {f.id for f in _rested(change)} & {*n.evidence}
    ]
    told = [
        f"{_listed(pruned)} {_are(pruned)} pruned" if pruned else "",
        f"{_listed(dormant)} {_are(dormant)} dormant: true to {_are(dormant, 'its source', 'their sources')}, "
        "but no longer counted"
        if dormant
        else "",
        f"{_listed(repaired.adopted)} {_are(repaired.adopted)} kept, with {repaired.node}"
        if repaired.adopted
        else "",
        f"{_listed(stands)} {_are(stands, 'stands', 'stand')} as before" if stands else "",
        f"{_listed(beside)} {_are(beside, 'stays', 'stay')}, not resting on it" if beside else "",
    ]
    if not (pruned or dormant):
        told.insert(0, "Nothing else is withdrawn")
    homes = [now.fact(fact).node for fact in (*dormant, *repaired.adopted)]
    return Stage(
        name="withdrawn",
        told=_sentence("; ".join(filter(None, told))),
        facts=(*dormant, *repaired.adopted),
        nodes=_known(now, [*pruned, *homes]),
        seq=seq,
    )


def _rebuilt(seq: int, change: _Change, later: Iterable[Entry]) -> Stage:
    repaired, now = change.repaired, change.now
    new = now.fact(repaired.new) if repaired.new else None
    told = [f"{repaired.node} holds {new.id}, “{new.value}”, instead" if new else "Nothing takes its place"]
    facts, nodes = [new.id] if new else [], [repaired.node]
    revived = [x.node for x in change.tail if isinstance(x, e.NodeRevived)]
    if revived:
        told.append(f"{_listed(revived)} {_are(revived, 'stands', 'stand')} again")
        nodes += revived
    opened = [x.question.id for x in change.tail if isinstance(x, e.QuestionOpened)]
    settled = [x for x in change.tail if isinstance(x, e.QuestionClosed)]
    reopened = any(isinstance(x, e.AnswerReopened) for x in change.tail)
    answer: str | None = next((x.text for x in change.tail if isinstance(x, e.Answered)), None)
    open_ = [q for q in opened if q not in {x.question for x in settled}]
    state = now
    for entry in later if open_ or (reopened and answer is None) else ():
        state = replay((entry,), state)
        match entry.event:
            case e.Repaired():
                break
            case e.QuestionClosed() as closed if closed.question in open_:
                settled.append(closed)
                open_.remove(closed.question)
                seq = entry.seq
            case e.Answered() as answered if reopened:
                answer, seq = answered.text, entry.seq
        if not open_ and (answer is not None or not reopened):
            break
    for closed in settled:
        if closed.fact is None or closed.fact == repaired.new:
            continue
        found = state.fact(closed.fact)
        told.append(f"{closed.question} is answered anew by {found.id}, “{found.value}”, in {found.node}")
        facts.append(found.id)
        nodes.append(found.node)
    if open_:
        told.append(f"{_listed(open_)} {_are(open_)} open again")
    if reopened or answer is not None:
        told.append(f"the answer is now “{answer}”" if answer is not None else "the answer is open again")
    return Stage(
        name="rebuilt", told=_sentence("; ".join(told)), facts=tuple(dict.fromkeys(facts)),
        nodes=_known(state, nodes), seq=seq,
    )  # fmt: skip


def _known(state: State, nodes: Iterable[str]) -> tuple[str, ...]:
    """Those of the nodes that there are, each once, in the order of the tree."""
    wanted = {*nodes}
    return tuple(node.id for node in state.nodes if node.id in wanted)


def _listed(ids: Sequence[str]) -> str:
    """`n3`, `n3 and n4`, or the first few and how many more."""
    if len(ids) > NAMED + 1:
        return f"{', '.join(ids[:NAMED])} and {len(ids) - NAMED} more"
    return " and ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))


def _are(ids: Sequence[str], one: str = "is", many: str = "are") -> str:
    return one if len(ids) == 1 else many


def _sentence(told: str) -> str:
    """With a full stop, unless it ends like a sentence already."""
    told = told.strip()
    return told if told.endswith((".", "?", "!")) else f"{told}."
