"""What every report says in the same words: how a run ended, what it cost, and by what means it was made."""

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import BaseModel

from sleuth.exports import Recorded
from sleuth.rules import Rules
from sleuth.state import State
from sleuth.views.audited import standing
from sleuth.views.layout import plain
from sleuth.views.projection import project, repairs
from sleuth.views.timeline import Step


class Line(NamedTuple):
    """A name and what stands for it. May carry text of the model or of pages."""

    name: str
    value: str


def ending(recorded: Recorded) -> str:
    """Why there is no answer, as one sentence."""
    state = recorded.state
    if state.status == "finished":
        return f"No answer: {state.reason or state.cause or 'the reason is unknown'}"
    if state.status == "paused" and state.cause == "reopened":
        return f"The answer is open again: {state.reason}"
    if recorded.status in ("running", "paused", "interrupted"):
        return f"Still open; the run is {recorded.status}."
    return f"Still open; the run {recorded.status}{f': {state.reason}' if state.reason else '.'}"


def facing(recorded: Recorded) -> str:
    """One line on what lies here: how the run stands, of which model, when."""
    state = recorded.state
    began, last = state.started_at, state.updated_at
    days = dict.fromkeys(moment.date().isoformat() for moment in (began, last) if moment)
    parts = (_standing(recorded), f"model {plain(state.model)}", f"memory {plain(state.memory)}", " to ".join(days))
    return " · ".join(part for part in (*parts, f"run {recorded.run}") if part)


def audit(recorded: Recorded) -> str | None:
    """One line on how its audit stands; None where nobody has judged."""
    seal = recorded.state.seal
    sealed = next((x.at for x in recorded.entries if seal and x.seq == seal.seq), None)
    told = standing(recorded.state, sealed.date().isoformat() if sealed else None)
    return f"Audit: {told}" if told else None


def _standing(recorded: Recorded) -> str:
    if recorded.status != "finished":
        return recorded.status
    return "no answer" if recorded.state.answer is None else "answered"


def costs(recorded: Recorded) -> tuple[Line, ...]:
    """What the run used. What is not known says so."""
    state = recorded.state
    usage = project(recorded.run, state)["usage"]
    assert isinstance(usage, dict)
    worked = [step.seconds for step in recorded.steps if step.seconds is not None]
    price = "unknown" if usage["cost"] is None else f"{usage['cost']:,.4f} {usage['currency'] or ''}".strip()
    searched = (
        Line("Turns", f"{state.turns} of {state.limits.turns}"),
        Line("Searches", f"{state.spent} of {state.limits.searches}"),
        Line("Repairs", str(repairs(state))),
    )
    return (
        *(searched if state.report is None else ()),
        Line("Model calls", _count(usage["calls"])),
        Line(
            "Prompt tokens", f"{_count(usage['prompt_tokens'])} (read from a cache: {_count(usage['cached_tokens'])})"
        ),
        Line("Reply tokens", _count(usage["completion_tokens"])),
        Line("Cost", price),
        Line("Time at work", f"{sum(worked):,.1f} s" if worked else "unknown"),
    )


def _count(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else "unknown"


def means(state: State) -> tuple[Line, ...]:
    """The model and the settings that the run was made with; of the rules those that are not the default."""
    changed = tuple(_changed(state.rules, Rules()))
    return (
        *((Line("Branched from", f"run {state.parent[0]} after event {state.parent[1]}"),) if state.parent else ()),
        Line("Model", state.model),
        Line("Memory", state.memory),
        Line("Collections", ", ".join(state.collections) or "none"),
        Line("Web engines", ", ".join(state.engines) or "none"),
        Line("Limits", ", ".join(f"{name} {'none' if value is None else value}" for name, value in state.limits)),
        Line("Rules", "; ".join(changed) or "all as by default"),
    )


def _changed(chosen: BaseModel, default: BaseModel, prefix: str = "") -> Iterator[str]:
    for name, value in chosen:
        usual = getattr(default, name)
        if isinstance(value, BaseModel):
            yield from _changed(value, usual, f"{prefix}{name}.")
        elif value != usual:
            yield f"{prefix}{name} = {value} (default {usual})"


def measured(step: Step) -> str:
    """A step's phase, turn, duration and tokens, as far as they are known."""
    call = step.call
    known = call is not None and call.prompt_tokens is not None and call.completion_tokens is not None
    tokens = f"{(call.prompt_tokens or 0) + (call.completion_tokens or 0):,} tokens" if call and known else ""
    took = f"{step.seconds:.1f} s" if step.seconds and step.seconds >= 0.05 else ""
    return " · ".join(part for part in (step.phase, f"turn {step.turn}", took, tokens) if part)
