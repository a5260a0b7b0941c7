"""`why RUN [FACT]`: the justification of a fact down to passages, or what would change the answer."""

import argparse
from collections.abc import Iterator

from sleuth.commands.options import Commands, Parser, result
from sleuth.commands.runs import stood
from sleuth.folders import log_path
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.projection import stop_reason
from sleuth.views.show import visible
from sleuth.views.why import Doubt, Reason, Source, overturn
from sleuth.views.why import why as justify

HOW = {
    "declared": "its question refers to it",
    "mechanical": "its question mentions it",
    "both": "its question refers to it",
}


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("why", parents=[common], help="why a fact stands, or what would change the answer")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("fact", metavar="FACT", nargs="?", help="its id; without one, what would change this answer")
    parser.add_argument("--at", metavar="SEQ", type=int, help="as it stood at this event")
    parser.set_defaults(run=why)


def why(arguments: argparse.Namespace) -> int:
    """The tree of reasons for one fact, or the doubts about the answer."""
    run = arguments.identity
    state = stood(Log(log_path(arguments.log)), run, arguments.at)
    about = {"run": run, "seq": state.seq}
    if arguments.fact is not None:
        reason = justify(state, arguments.fact)
        result(about | reason.model_dump(mode="json"), "\n".join(_reason(reason)), as_json=arguments.json)
        return 0
    doubts = overturn(state)
    note = None if doubts else _without(state)
    document = about | {"answer": state.answer, "doubts": [d.model_dump(mode="json") for d in doubts], "note": note}
    result(document, note or _doubts(state, doubts), as_json=arguments.json)
    return 0


def _without(state: State) -> str:
    """Why nothing can be named that would change the answer."""
    if state.answer is None:
        return f"There is no answer to change: {visible(stop_reason(state) or 'it is still open').rstrip('.')}."
    return "The answer cites no fact, so that nothing recorded says what would change it."


def _reason(reason: Reason, margin: str = "") -> Iterator[str]:
    """One fact and, further in, the facts it was found because of."""
    pinned = " (pinned)" if reason.pinned else ""
    yield f"{margin}{reason.fact} {reason.status:<7} {visible(reason.statement)}{pinned}"
    inner = f"{margin}   "
    yield f"{inner}why: {visible(reason.because)}"
    yield from _source(reason.source, inner)
    for other in reason.others:
        yield from _source(other, inner, mark=f"also {other.fact} ({other.status}) ")
    for rival in reason.disagreements:
        said = f", “{visible(rival.reason)}”" if rival.reason else ""
        yield f"{inner}against {rival.fact} ({visible(rival.value)}): {rival.outcome}{said}"
    for act in reason.acts:
        undone = " (undone)" if act.undone else ""
        yield f"{inner}event {act.seq}: {visible(act.author)}, {act.act}{undone}: {visible(act.reason)}"
    for premise in reason.premises:
        told = "" if premise.reason else f": {premise.fact}, told elsewhere here"
        yield f"{inner}found because of ({HOW[premise.how]}){told}"
        if premise.reason:
            yield from _reason(premise.reason, f"{inner}   ")


def _source(source: Source, margin: str, mark: str = "") -> Iterator[str]:
    known = (source.title, source.date, source.url)
    copy = f" – a copy of {source.copy_of}, which adds no weight" if source.copy_of else ""
    yield f"{margin}{mark}[{source.passage}] {', '.join(visible(part) for part in known if part)}{copy}"
    yield f"{margin}    “{visible(source.quote)}” (characters {source.start}–{source.end})"


def _doubts(state: State, doubts: tuple[Doubt, ...]) -> str:
    lines = [f"{visible(state.answer or '')} would change if one of these fell, the least supported first:"]
    for number, doubt in enumerate(doubts, start=1):
        sources = "1 source" if doubt.sources == 1 else f"{doubt.sources} independent sources"
        about = "" if doubt.firm else ", which only mentions it" if doubt.sources == 1 else ", which only mention it"
        pinned = ", pinned by a person" if doubt.pinned else ""
        cost = "1 search" if doubt.searches == 1 else f"{doubt.searches} searches"
        lines += [
            f"{number}. {' '.join(doubt.facts)} {visible(doubt.statement)} ({sources}{about}{pinned})",
            f"   ask: {doubt.question or '–'} {visible(doubt.text)}",
            f"   search for: {visible(doubt.query)} (about {cost})",
        ]
    return "\n".join(lines)
