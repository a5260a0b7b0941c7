"""Two logs of one run whose audits were carried on apart, by two reviewers or on two machines, put together.

Pure. What the investigation did must be the same in both, as far as the one that arrives goes; what an audit added is
taken over group by group, each with its own time. Of two words on one thing (a reviewer's on a claim, a model's on
its passages, on a page) the one that knew of the other counts, else the later; so it does not matter who hands over
first.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from sleuth.events import Entry, Event, ModelCalled, ReplyRefused, StepTaken
from sleuth.fold import replay
from sleuth.fold.audit import breaks
from sleuth.ledger import Claim
from sleuth.state import State
from sleuth.usage import AUDIT_PURPOSES, for_audit
from sleuth.verdicts import AuditSealed, EntailmentJudged, PageChecked, VerdictGiven, VerdictWithdrawn


class Parted(NamedTuple):
    """The entries of a run, those of its investigation apart from those of its audit."""

    course: tuple[Entry, ...]
    groups: tuple[tuple[Entry, ...], ...]
    """What an audit added: each result with the step and the call before it, where it has one."""


class Word(NamedTuple):
    """A result of an audit and when it was recorded, wherever in a log it stands."""

    at: datetime
    event: Event

    @property
    def order(self) -> tuple[datetime, str]:
        """By time; two of the very same moment by what they say, so that both logs choose the same one."""
        return self.at, self.event.model_dump_json()


def merged(held: tuple[Entry, ...], brought: tuple[Entry, ...]) -> tuple[Entry, ...] | None:
    """What a log that holds a run has to add to know of another's audit too, in the places after what it holds.

    Nothing when it knows all of it. None when the two part by anything but an audit: then they are not one run.
    """
    here, there = parted(held), parted(brought)
    if [(x.at, x.event) for x in here.course[: len(there.course)]] != [(x.at, x.event) for x in there.course]:
        return None
    mine = _words(here)
    news = {word for about, words in _words(there).items() for word in _newer(mine.get(about, []), words)}
    groups = [group for group in there.groups if _word(group[-1]) in news]
    judged = (x for group in groups for x in group if not isinstance(x.event, AuditSealed))
    added = _placed(held, judged)
    later = here.course[len(there.course) :]
    seals = [
        seal
        for seal in _standing(brought)
        if _word(seal) in news and _vouches(seal, later, replay((*held, *added)), replay(brought))
    ]
    return (*added, *_placed((*held, *added), seals))


def parted(entries: Iterable[Entry]) -> Parted:
    """Part a run's entries into those of its investigation and the groups of its audit."""
    course: list[Entry] = []
    groups: list[tuple[Entry, ...]] = []
    opened: list[Entry] = []
    for entry in entries:
        match entry.event:
            case StepTaken(phase="audit"):
                course += opened  # a step that nothing of an audit follows belongs to the investigation
                opened = [entry]
            case ModelCalled() as call if for_audit(call):
                opened.append(entry)
            case event if _about(event) is not None:
                groups.append((*opened, entry))
                opened = []
            case _:
                course += [*opened, entry]
                opened = []
    return Parted((*course, *opened), tuple(groups))


def _about(event: Event) -> Hashable | None:
    """What a result of an audit is about: of several about the same the last counts. None for any other event."""
    match event:
        case VerdictGiven() | VerdictWithdrawn():
            return event.reviewer, event.claim
        case EntailmentJudged():
            return "label", event.claim, event.passages
        case PageChecked():
            return "page", event.passage
        case ReplyRefused() if event.key.partition(" ")[0] in AUDIT_PURPOSES:
            return "refused", event.key
        case AuditSealed():
            return "seal", event.reviewer
        case _:
            return None


def _word(entry: Entry) -> Word:
    return Word(entry.at, entry.event)


def _words(of: Parted) -> dict[Hashable, list[Word]]:
    """What was said about each thing, in order."""
    told: defaultdict[Hashable, list[Word]] = defaultdict(list)
    for group in of.groups:
        told[_about(group[-1].event)].append(_word(group[-1]))
    return told


def _newer(held: list[Word], brought: list[Word]) -> list[Word]:
    """What was said about one thing and is to be said here too."""
    if held and held[-1] in brought:
        return brought[len(brought) - brought[::-1].index(held[-1]) :]
    if held and (brought[-1] in held or brought[-1].order < held[-1].order):
        return []
    return [word for word in brought if word not in held]


def _placed(before: tuple[Entry, ...], entries: Iterable[Entry]) -> tuple[Entry, ...]:
    after = before[-1].seq if before else 0
    return tuple(entry.model_copy(update={"seq": seq}) for seq, entry in enumerate(entries, start=after + 1))


def _standing(entries: Iterable[Entry]) -> Iterable[Entry]:
    """The last seal of each reviewer that nothing after it broke."""
    last: dict[str, Entry] = {}
    for entry in entries:
        last = {by: seal for by, seal in last.items() if not breaks(by, entry.event)}
        if isinstance(entry.event, AuditSealed):
            last[entry.event.reviewer] = entry
    return last.values()


def _vouches(seal: Entry, later: Iterable[Entry], here: State, there: State) -> bool:
    """Whether a seal from there vouches for what stands here: nothing changed, the same claims and verdicts."""
    assert isinstance(seal.event, AuditSealed)
    by = seal.event.reviewer
    changed = any(breaks(by, entry.event) for entry in later)
    return not changed and seal.event.claims == here.claims and _judged(here, by) == _judged(there, by)


def _judged(state: State, reviewer: str) -> dict[Claim, VerdictGiven]:
    return {given.claim: given for _, given in state.verdicts if given.reviewer == reviewer}


def told(added: Iterable[Entry]) -> str:
    """What was added, as a sentence: `2 verdicts of BN were added.` Carries names that others chose."""
    last = {_about(entry.event): entry.event for entry in added}
    counts = Counter(part for event in last.values() for part in _part(event))
    parts = [f"{n} {one if n == 1 else many}{of}" for (one, many, of), n in counts.items()]
    listed = " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
    return f"{listed or 'Nothing'} {'was' if counts.total() <= 1 else 'were'} added."


def _part(event: Event) -> Iterator[tuple[str, str, str]]:
    match event:
        case VerdictGiven():
            yield "verdict", "verdicts", f" of {event.reviewer}"
        case VerdictWithdrawn():
            yield "verdict taken back", "verdicts taken back", f" by {event.reviewer}"
        case EntailmentJudged():
            yield "label", "labels", f" of {event.model}"
        case PageChecked():
            yield "look at a page", "looks at pages", ""
        case ReplyRefused():
            yield "refused reply", "refused replies", ""
        case AuditSealed():
            yield "seal", "seals", f" of {event.reviewer}"
