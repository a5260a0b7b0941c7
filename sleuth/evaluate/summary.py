"""The figures of a measurement: proportions with Wilson's interval, means with a bootstrap's, and how they print.

What the data set does not tell has no row; what a server did not report is None, printed as unknown.
"""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence

from sleuth.evaluate.scores import Score
from sleuth.intervals import bootstrap, wilson

Figures = dict[str, object]
"""Named figures; `NAME_interval` stands beside `NAME`."""


def summary(scores: Sequence[Score]) -> Figures:
    """The figures of one way of investigating."""
    n = len(scores)
    firsts = [s.first_fact_s for s in scores if s.first_fact_s is not None]
    prompt, cached = total(s.prompt_tokens for s in scores), total(s.cached_tokens for s in scores)
    turns, raw = sum(s.turns for s in scores), sum(s.turns_valid_raw for s in scores)
    repaired = sum(s.turns_valid for s in scores)
    return {
        "n": n,
        "right": sum(s.right for s in scores),
        **share("right_share", scores, lambda s: s.right),
        **mean("f1", [s.f1 for s in scores]),
        "answered": sum(s.answer is not None for s in scores),
        "failed": sum(s.failed for s in scores),
        **share("timeout_share", scores, lambda s: s.timed_out),
        "forced_answers": sum(s.forced for s in scores),
        **_standings(scores),
        **_positions(scores),
        **_repairs(scores),
        **_doubts(scores),
        "calls": sum(s.calls for s in scores),
        "searches": sum(s.searches for s in scores),
        "tokens": total(s.tokens for s in scores),
        "prompt_tokens": prompt,
        "completion_tokens": total(s.completion_tokens for s in scores),
        "cached_share": None if cached is None or not prompt else cached / prompt,
        **mean("peak_context_chars", [s.max_context_chars for s in scores if s.max_context_chars is not None]),
        "median_seconds": statistics.median(s.seconds for s in scores),
        "median_first_fact_seconds": statistics.median(firsts) if firsts else None,
        "runs_with_repair": sum(s.repairs > 0 for s in scores),
        "values_compared": sum(s.compared for s in scores),
        "taken_for_conflicts": sum(s.conflicts for s in scores),
        "turns": turns,
        "adherence_raw": raw / turns if turns else None,
        "adherence_raw_interval": wilson(raw, turns),
        "adherence_repaired": repaired / turns if turns else None,
        "adherence_repaired_interval": wilson(repaired, turns),
        "violations": sum(len(s.violations) for s in scores),
        **mean("premises_disagreement", [d for s in scores if (d := s.premises_disagreement) is not None]),
    }


def share(name: str, scores: Sequence[Score], fits: Callable[[Score], bool]) -> Figures:
    """The share of scores that fit, with its interval."""
    hits = sum(fits(s) for s in scores)
    return {name: hits / len(scores) if scores else None, f"{name}_interval": wilson(hits, len(scores))}


def mean(name: str, values: Sequence[float]) -> Figures:
    """A mean with its interval; None for no values."""
    return {name: sum(values) / len(values) if values else None, f"{name}_interval": bootstrap(values)}


def total(parts: Iterable[int | None]) -> int | None:
    """The sum, or None where a part is unknown."""
    known = list(parts)
    return None if any(p is None for p in known) else sum(p for p in known if p is not None)


def _standings(scores: Sequence[Score]) -> Figures:
    told = [s for s in scores if s.standing is not None]
    if not told:
        return {}
    return {
        "with_stale_value": len(told),
        **share("current_share", told, lambda s: s.standing == "current"),
        **share("stale_share", told, lambda s: s.standing == "stale"),
    }


def _positions(scores: Sequence[Score]) -> Figures:
    told = [s for s in scores if s.positions is not None]
    if not told:
        return {}
    return {
        "contradictions": len(told),
        **share("both_shown_share", told, lambda s: s.positions_shown == s.positions),
        **share("one_shown_share", told, lambda s: 0 < (s.positions_shown or 0) < (s.positions or 0)),
        **share("none_shown_share", told, lambda s: not s.positions_shown),
    }


def _repairs(scores: Sequence[Score]) -> Figures:
    told = [s for s in scores if s.false_repairs is not None]
    due = [s for s in scores if s.missed_repair is not None]
    if not told:
        return {}
    return {
        "controls": len(told),
        "controls_compared": sum(s.compared > 0 for s in told),
        **share("false_repair_share", told, lambda s: bool(s.false_repairs)),
        "false_repairs": sum(s.false_repairs or 0 for s in told),
        "corrections_met": len(due),
        **share("missed_repair_share", due, lambda s: s.missed_repair is True),
    }


def _doubts(scores: Sequence[Score]) -> Figures:
    decisions, told = sum(s.decisions for s in scores), sum(s.told for s in scores)
    if not decisions:
        return {}
    spared, straddling = sum(s.spared for s in scores), sum(s.straddling for s in scores)
    return {
        "decisions": decisions,
        "searches_spared_share": spared / decisions,
        "searches_spared_share_interval": wilson(spared, decisions),
        "decided_by_numbers": told,
        "straddling_share": straddling / told if told else None,
        "straddling_share_interval": wilson(straddling, told),
        "answers_from_memory": sum(s.remembered for s in scores),
    }


def table(figures: Figures) -> str:
    """The figures as lines for the terminal; what is not known says so."""
    return "\n".join(f"{_name(name):32}{_shown(value)}" for name, value in figures.items())


def columns(figures: Mapping[str, Figures]) -> str:
    """The figures of several ways side by side, one column each, intervals beside what they belong to."""
    names = [name for name in dict.fromkeys(n for f in figures.values() for n in f) if not name.endswith("_interval")]
    rows = [["", *figures], *([_name(name), *(_cell(f, name) for f in figures.values())] for name in names)]
    widths = [max(len(row[i]) for row in rows) + 2 for i in range(len(rows[0]))]
    return "\n".join("".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def _cell(figures: Figures, name: str) -> str:
    if name not in figures:
        return "–"
    interval = figures.get(f"{name}_interval")
    return _shown(figures[name]) + (f" ({_shown(interval)})" if interval is not None else "")


def _name(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: object) -> str:
    match value:
        case None:
            return "unknown"
        case float():
            return plain(value)
        case (float() as low, float() as high):
            return f"{plain(low)} – {plain(high)}"
        case _:
            return str(value)


def plain(value: float) -> str:
    """A figure with three decimals, or with none from a thousand on."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3f}"
