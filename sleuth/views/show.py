"""A run as plain text for a terminal: its answer with numbered citations, ledger, tree and costs, and its steps.

Every text of a document or a model is shown through `visible`, so that none can steer the terminal.
"""

import unicodedata
from collections.abc import Iterator

from sleuth import events as e
from sleuth.retrieval.rankings import Ranked
from sleuth.search import Passage
from sleuth.state import State, Status
from sleuth.tree import Node
from sleuth.usage import Usage
from sleuth.views.audited import standing
from sleuth.views.citing import cited, cites, unread
from sleuth.views.projection import repairs, stop_reason

MARKS = {"active": "◉", "revised": "◆", "pruned": "✕"}
REVERSING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def visible(text: str) -> str:
    """One line of a text without control characters and without marks that reverse its direction."""
    kept = (" " if c in REVERSING or unicodedata.category(c) == "Cc" else c for c in text)
    return " ".join("".join(kept).split())


def render(run: str, state: State, status: Status | None = None) -> str:
    """The whole run as it stands."""
    shown = status or state.status
    head = [
        visible(state.question),
        f"run {run} · {shown} · memory {state.memory} · model {visible(state.model)} · event {state.seq}",
    ]
    if state.parent is not None:
        head.append(f"branched from {visible(state.parent[0])} after event {state.parent[1]}")
    if audit := standing(state):
        head.append(f"audit: {visible(audit)}")
    parts = {
        "ANSWER": _answer(state, shown),
        "FACTS": _facts(state),
        "HYPOTHESES": _hypotheses(state),
        "CONTRADICTIONS": tuple(_contradictions(state)),
        "QUESTIONS": tuple(f"{q.id} {q.status:<8} {visible(state.worded(q))}" for q in state.questions),
        "TREE": tuple(_outline(state.nodes)),
        "INTERVENTIONS": tuple(_interventions(state)),
        "COST": (_cost(state),),
    }
    lines = [line for title, body in parts.items() if body for line in ("", title, *(f"  {x}" for x in body))]
    return "\n".join([*head, *lines])


def conclusion(state: State, status: Status | None = None) -> str:
    """Only the answer with its sources, or why there is none."""
    return "\n".join(_answer(state, status or state.status))


def _answer(state: State, status: Status) -> tuple[str, ...]:
    if state.answer is not None:
        return (f"{visible(state.answer)}  (confidence: {state.confidence or 'unknown'})", *_cited(state))
    if reason := stop_reason(state):
        return (f"none – {visible(reason)}", *_cited(state))
    return ("still open",) if status in ("running", "paused") else (f"still open; the run is {status}",)


def _cited(state: State) -> Iterator[str]:
    """The claims with the numbers of their sources, then the sources with what is quoted of them."""
    numbered = cites(state)
    for position, claim in enumerate(state.claims, start=1):
        shown = " ".join(f"[{number}]" for number in numbered[claim.id])
        yield f"{position}. {visible(claim.text)} {shown or '(no citation)'}"
    for reference in cited(state):
        yield f"[{reference.number}] {_source(reference.passage)}"
        yield from (f"    “{visible(quote)}”" for quote in reference.quotes)


def _source(passage: Passage) -> str:
    known = (passage.title, passage.date, passage.url, unread(passage))
    return ", ".join(visible(part) for part in known if part)


def _facts(state: State) -> tuple[str, ...]:
    lines = []
    for fact in state.facts:
        replaced = f" (replaces {fact.supersedes})" if fact.supersedes else ""
        lines.append(f"{fact.id} {fact.status:<7} {visible(fact.statement)} [{fact.passage}]{replaced}")
    return tuple(lines)


def _hypotheses(state: State) -> tuple[str, ...]:
    return tuple(
        f"{h.id} {h.confidence:<6} {visible(h.statement)}"
        f"  ▲ {' '.join(h.supports) or '–'}  ▼ {' '.join(h.contradicts) or '–'}"
        for h in state.hypotheses
    )


def _contradictions(state: State) -> Iterator[str]:
    """What sources disagree about and nothing has decided; `act RUN decide-conflict FACT` does."""
    for pair in state.unsettled:
        old, new = state.fact(pair.old), state.fact(pair.new)
        sides = (f"{f.id} {visible(f.value)} [{f.passage}]{' ★ pinned' if f.pinned else ''}" for f in (old, new))
        yield " against ".join(sides)


def _interventions(state: State) -> Iterator[str]:
    """What persons did, each with the event that `undo` names."""
    undone = {act.undoes for _, act in state.acts}
    for seq, act in state.acts:
        taken_back = " (undone)" if seq in undone else ""
        yield f"event {seq}  {visible(act.author)}: {act.act} {act.target}, {visible(act.reason)}{taken_back}"


def _outline(nodes: tuple[Node, ...]) -> Iterator[str]:
    depth: dict[str | None, int] = {None: -1}
    pending = [n for n in nodes if n.parent is None]
    while pending:
        node = pending.pop(0)
        depth[node.id] = depth[node.parent] + 1
        margin = "   " * depth[node.id]
        mark = MARKS["revised" if node.revisions and node.status == "active" else node.status]
        yield f"{margin}{mark} {node.id} {visible(node.summary)}"
        for revision in node.revisions:
            yield f"{margin}  revised: {revision.old} → {revision.new or 'nothing'}, {visible(revision.reason)}"
        pending = [*(n for n in nodes if n.parent == node.id), *pending]


def _cost(state: State) -> str:
    usage = state.usage
    prompt, cached, completion = map(_count, (usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens))
    return (
        f"calls {usage.calls} · prompt tokens {prompt} (cached {cached}) · completion tokens {completion} · "
        f"cost {money(usage)} · "
        f"turns {state.turns} · searches {len(state.searches)} · repairs {repairs(state)} · "
        f"violations {len(state.violations)}"
    )


def money(usage: Usage) -> str:
    """What the calls cost, `unknown` where that is not known."""
    return "unknown" if usage.cost is None else f"{usage.cost:.4f} {usage.currency}"


def _count(number: int | None) -> str:
    return "unknown" if number is None else f"{number:,}"


def progress(entries: tuple[e.Entry, ...]) -> tuple[str, ...]:
    """One step as lines for who watches a run: what was done and for how long, then what came of it."""
    return tuple(line for entry in entries if (line := _told(entry.event)) is not None)


def _told(event: e.Event) -> str | None:
    match event:
        case e.StepTaken():
            seconds = "" if event.seconds is None else f"{event.seconds:5.1f} s"
            return f"{seconds:>7}  {event.phase:<7} {visible(event.title)}"
        case e.FactRecorded(fact=fact):
            doubt = f", disputes {event.disputes}" if event.disputes else ""
            return _below(f"+ {fact.id} {visible(fact.statement)} [{fact.passage}]{doubt}")
        case e.FactRefused():
            return _below(f"- refused: {visible(event.reason)}")
        case e.ReplyRefused():
            return _below(f"- the reply was not of the asked form: {visible(event.problem)}")
        case e.Repaired():
            pruned = f", pruned {' '.join(event.pruned)}" if event.pruned else ""
            became = f"{event.old} → {event.new or 'nothing'}"
            return _below(f"◆ repaired {event.node}: {became}{pruned}; {visible(event.reason)}")
        case e.Searched(outcome="engine refused" | "failed"):
            return _below(f"- search, {event.outcome}: {visible(event.message or 'no reason given')}")
        case Ranked(ranking=ranking) if ranking.outcome in ("engine refused", "page blocked", "failed"):
            return _below(f"- search, {ranking.outcome}: {visible(ranking.message or 'no reason given')}")
        case e.Nudged():
            return _below(f"! {visible(event.reason)}")
        case _:
            return None


def _below(line: str) -> str:
    return f"{'':17}{line}"
