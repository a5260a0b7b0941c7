"""`audit RUN …`, `judge RUN CLAIM VERDICT` and `seal RUN`: claims with citations, checks and verdicts.

What `audit --json` prints of a claim is what the page Audit shows of it: both are the same projection.
"""

import argparse
from collections.abc import Iterator

from pydantic import JsonValue

from sleuth import models
from sleuth.audit.carrying import entail, left
from sleuth.audit.judging import VERDICTS, give, named, seal, withdraw
from sleuth.audit.queue import SIEVES, Item, agreements, kept, queue, reviewers
from sleuth.audit.rechecking import recheck
from sleuth.audit.telling import AXES, Group, document, figures, grouped, measured
from sleuth.carrying import do
from sleuth.commands.options import Commands, Parser, result, say
from sleuth.commands.runs import stood
from sleuth.errors import CallerError
from sleuth.folders import log_path
from sleuth.person import author
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.web.fetching import connect as fetching
from sleuth.settings import load
from sleuth.state import State
from sleuth.store import Log
from sleuth.store.finding import Wanted
from sleuth.views.citing import unread
from sleuth.views.projection import stop_reason
from sleuth.views.show import visible

MARKS = {"passed": "✓", "failed": "✕", "doubtful": "?", "unknown": "–"}


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser(
        "audit",
        parents=[common],
        help="the claims of an answer with citations, checks and verdicts; or the measures of many runs",
        description="The claims of a run's answer, each with what it cites, what code finds, what a model and "
        "persons say. Of several runs, or with --all, the measures of their citations.",
    )
    parser.add_argument("identities", metavar="RUN", nargs="*")
    parser.add_argument("--all", action="store_true", help="every run of the log that came to an end")
    parser.add_argument("--by", choices=AXES, default="memory", help="how many runs are put together (memory)")
    parser.add_argument("--entail", action="store_true", help="first ask a model whether passages entail claims")
    parser.add_argument("--model", metavar="NAME", help="the model that is asked (the one of the settings)")
    parser.add_argument("--recheck", action="store_true", help="first look whether cited pages still say so")
    parser.add_argument("--only", choices=SIEVES, default="all", help="which claims")
    parser.add_argument("--reviewer", metavar="NAME", help="whose verdicts --only speaks of")
    parser.set_defaults(run=audit)
    parser = commands.add_parser("judge", parents=[common], help="give a verdict on a claim, or take it back")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("claim", metavar="CLAIM")
    parser.add_argument("verdict", metavar="VERDICT", nargs="?", help=", ".join(VERDICTS))
    parser.add_argument("--withdraw", action="store_true", help="take the verdict back")
    parser.add_argument("--note", default="", help="what there is to say about it")
    parser.add_argument("--reviewer", metavar="NAME", help="who judges (the name of whoever uses this machine)")
    parser.set_defaults(run=judge)
    parser = commands.add_parser("seal", parents=[common], help="vouch for an audit once every claim is judged")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("--reviewer", metavar="NAME")
    parser.set_defaults(run=sealed)


def audit(arguments: argparse.Namespace) -> int:
    """One run claim by claim, or the measures of many."""
    log = Log(log_path(arguments.log))
    chosen = _chosen(log, arguments)
    if arguments.entail:
        _entail(log, chosen, arguments.model)
    if arguments.recheck:
        _recheck(log, chosen)
    if len(chosen) == 1 and not arguments.all:
        run = chosen[0]
        state = stood(log, run, None)
        items = kept(queue(state), arguments.only, named(arguments.reviewer or author()))
        result(document(run, state, items), "\n".join(_told(state, items)), as_json=arguments.json)
        return 0
    groups = grouped(log, chosen, arguments.by)
    told: dict[str, JsonValue] = {"by": arguments.by, "groups": [measured(group) for group in groups]}
    result(told, "\n".join(_table(groups)), as_json=arguments.json)
    return 0


def _chosen(log: Log, arguments: argparse.Namespace) -> tuple[str, ...]:
    if arguments.all == bool(arguments.identities):
        raise CallerError("Name the runs to audit, or --all; `runs` lists them.")
    if not arguments.all:
        for run in arguments.identities:
            stood(log, run, None)
        return tuple(dict.fromkeys(arguments.identities))
    rows = log.runs(Wanted(standings=("answered", "no answer"), order="oldest"))
    if not rows:
        raise CallerError(f"No run in {log.path} has come to an end.")
    return tuple(row.id for row in rows)


def _entail(log: Log, runs: tuple[str, ...], name: str | None) -> None:
    settings = load({"model": name} if name else {})
    model = models.connect(settings.model, settings)
    for run in runs:
        todo = left(log, run)
        for state in entail(log, run, model, settings.model) if todo else ():
            say(f"{run}  {state.doing}: {state.entailments[-1].label if state.entailments else 'asked again'}")


def _recheck(log: Log, runs: tuple[str, ...]) -> None:
    local, fetch = Collections(collections_path()), fetching(load().web)
    for run in runs:
        for state in recheck(log, run, local, fetch):
            say(f"{run}  {state.doing}: {state.pages_checked[-1].fate}")


def _told(state: State, items: tuple[Item, ...]) -> Iterator[str]:
    """The audit of one run for a terminal."""
    yield visible(state.question)
    yield visible(state.answer or f"No answer: {stop_reason(state) or 'it is still open'}")
    if state.seal:
        broken = f", broken by event {state.seal.broken}" if state.seal.broken else ""
        yield f"Sealed by {visible(state.seal.reviewer)} (event {state.seal.seq}){broken}"
    if not state.claims:
        yield "There is no claim to audit."
    for item in items:
        yield ""
        yield f"{item.claim.id}  {visible(item.claim.text)}"
        yield from (_cited(item) if item.cited else ["    cites nothing"])
        for told in item.checks:
            if told.outcome != "nothing to check":
                yield f"    {MARKS[told.outcome]} {told.name}: {visible(told.told)}"
        yield from _verdicts(item)
    for (one, other), agreed in agreements(items).items():
        share, kappa = agreed.share, agreed.kappa
        how = "nothing judged by both" if share is None else f"{agreed.alike} of {agreed.n} alike ({share:.0%})"
        yield f"{visible(one)} and {visible(other)}: {how}, kappa {'unknown' if kappa is None else f'{kappa:.2f}'}"


def _cited(item: Item) -> Iterator[str]:
    for reading in item.cited:
        page = reading.passage
        where = ", ".join(visible(part) for part in (page.title, page.date, page.url, unread(page)) if part)
        yield f"    [{reading.number}] {page.id} {where}"
        if reading.citation.quote:
            yield f"        “{visible(reading.citation.quote)}”"


def _verdicts(item: Item) -> Iterator[str]:
    for _, given in item.verdicts:
        note = f": {visible(given.note)}" if given.note else ""
        yield f"    {visible(given.reviewer)}: {given.verdict}{note}"
    if not item.verdicts:  # nobody is led by the machine
        if item.label or item.machine:
            yield "    the machine's verdict is told once a person has judged"
        return
    if item.label:
        yield f"    the model {visible(item.label.model)}: {item.label.label} ({visible(item.label.reason)})"
    if item.machine:
        yield f"    the machine: {item.machine}"


def _table(groups: tuple[Group, ...]) -> Iterator[str]:
    """The measures of each group, a row each."""
    columns = [[name, *(value for _, value in figures(measures))] for name, measures in groups]
    head = ["", *(name for name, _ in figures(groups[0].measures))]
    rows = list(zip(head, *columns, strict=True))
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def judge(arguments: argparse.Namespace) -> int:
    """Record a verdict, or that it is taken back."""
    log, run, claim = Log(log_path(arguments.log)), arguments.identity, arguments.claim
    name, verdict = named(arguments.reviewer or author()), arguments.verdict
    if arguments.withdraw == bool(verdict):
        raise CallerError(f"Give a verdict ({', '.join(VERDICTS)}) or --withdraw, one of the two.")
    if verdict:
        state = do(log, run, lambda now: give(now, name, claim, verdict, arguments.note), audit=True)
    else:
        state = do(log, run, lambda now: withdraw(now, name, claim), audit=True)
    item = next(item for item in queue(state) if item.claim.id == claim)
    judged = sum(each.by(name) is not None for each in queue(state))
    text = f"{visible(name)}, {claim}: {verdict or 'taken back'}. {judged} of {len(state.claims)} claims judged."
    told = {"run": run, "claim": claim, "reviewer": name, "verdict": verdict, "machine": item.machine}
    result(told if verdict else told | {"machine": None}, text, as_json=arguments.json)
    return 0


def sealed(arguments: argparse.Namespace) -> int:
    """Record the seal."""
    log, run, name = Log(log_path(arguments.log)), arguments.identity, named(arguments.reviewer or author())
    state = do(log, run, lambda now: seal(now, name), audit=True)
    assert state.seal is not None
    others = [reviewer for reviewer in reviewers(queue(state)) if reviewer != name]
    text = f"{visible(name)} vouches for every claim of {run}; any later change to what they judged breaks the seal."
    told = {"run": run, "reviewer": name, "seq": state.seal.seq, "other_reviewers": others}
    result(told, text, as_json=arguments.json)
    return 0
