"""The figures of a measurement add up, come with intervals, and say what is not known."""

import pytest

from sleuth.evaluate.scores import Score
from sleuth.evaluate.summary import columns, summary, table


def score(**more: object) -> Score:
    return Score(
        **{
            "id": "a", "run": "r", "question": "Who?", "gold": "Ada", "answer": "Ada", "cause": "answered", "hops": 2,
            "type": None, "right": True, "f1": 1.0, "calls": 3, "searches": 2, "prompt_tokens": 100,
            "cached_tokens": 50, "completion_tokens": 10, "seconds": 2.0, "first_fact_s": 1.0, "repairs": 0,
            "turns": 2, "turns_valid_raw": 1, "turns_valid": 2, "violations": ("V2: x",), "max_context_chars": 9,
            **more,
        }
    )  # fmt: skip


def test_figures_add_up_and_proportions_come_with_intervals():
    figures = summary([score(), score(right=False, f1=0.0, answer=None, seconds=4.0, first_fact_s=None, repairs=2)])
    assert (figures["n"], figures["right"], figures["right_share"], figures["f1"]) == (2, 1, 0.5, 0.5)
    assert figures["right_share_interval"] == pytest.approx((0.0945, 0.9055), abs=1e-3)
    assert (figures["answered"], figures["tokens"], figures["cached_share"]) == (1, 220, 0.5)
    assert (figures["median_seconds"], figures["median_first_fact_seconds"]) == (3.0, 1.0)
    assert (figures["adherence_raw"], figures["adherence_repaired"], figures["runs_with_repair"]) == (0.5, 1.0, 1)


def test_what_a_server_did_not_report_is_unknown_and_not_nothing():
    figures = summary([score(), score(prompt_tokens=None, cached_tokens=None)])
    assert (figures["tokens"], figures["cached_share"]) == (None, None)
    lines = dict(line.rsplit(maxsplit=1) for line in table(figures).splitlines() if "tokens" in line)
    assert lines["prompt tokens"] == lines["tokens"] == "unknown"
    assert lines["completion tokens"] == "20"


def test_no_turns_leave_adherence_unknown():
    figures = summary([score(turns=0, turns_valid_raw=0, turns_valid=0)])
    assert [value for name, value in figures.items() if name.startswith("adherence")] == [None] * 4


def test_current_and_stale_values_are_counted_over_the_questions_that_have_one():
    told = [score(standing=standing) for standing in ("current", "current", "stale", "neither")]
    figures = summary([*told, score()])
    assert (figures["with_stale_value"], figures["current_share"], figures["stale_share"]) == (4, 0.5, 0.25)
    assert figures["stale_share_interval"] == pytest.approx((0.0456, 0.6994), abs=1e-3)


def test_contradictions_are_counted_by_how_many_positions_are_shown():
    figures = summary([score(positions=2, positions_shown=n) for n in (2, 2, 1, 0)])
    assert (figures["both_shown_share"], figures["one_shown_share"], figures["none_shown_share"]) == (0.5, 0.25, 0.25)


def test_false_repairs_are_a_share_of_all_controls_and_missed_ones_of_the_corrections_met():
    figures = summary(
        [
            score(false_repairs=2, compared=1),
            score(false_repairs=0),
            score(false_repairs=0, missed_repair=True, compared=1),
            score(false_repairs=0, missed_repair=False, compared=1),
        ]
    )
    assert (figures["controls"], figures["controls_compared"], figures["false_repairs"]) == (4, 3, 2)
    assert (figures["false_repair_share"], figures["missed_repair_share"]) == (0.25, 0.5)


def test_a_set_that_tells_nothing_of_a_kind_has_no_figure_of_it():
    assert not {"current_share", "both_shown_share", "false_repair_share"} & summary([score()]).keys()


def test_timeouts_peak_context_and_disagreeing_dependencies_are_told():
    figures = summary(
        [
            score(cause="budget spent", answer=None, max_context_chars=None),
            score(max_context_chars=300, premises_disagreement=0.5),
            score(max_context_chars=500, premises_disagreement=0.0),
        ]
    )
    assert figures["timeout_share"] == pytest.approx(1 / 3)
    assert (figures["peak_context_chars"], figures["premises_disagreement"]) == (400.0, 0.25)


def test_several_ways_stand_in_columns_with_intervals_beside_their_figures():
    shown = columns({"retree": summary([score()]), "flat": summary([score(right=False, prompt_tokens=None)])})
    lines = shown.splitlines()
    assert lines[0].split() == ["retree", "flat"]
    (right,) = [line for line in lines if line.startswith("right share")]
    assert right.split("  ", 1)[1].split() == ["1.000", "(0.207", "–", "1.000)", "0.000", "(0.000", "–", "0.793)"]
    (tokens,) = [line for line in lines if line.startswith("tokens")]
    assert tokens.split() == ["tokens", "110", "unknown"]


def test_spared_searches_and_straddled_thresholds_are_shares_of_the_decisions():
    figures = summary(
        [
            score(decisions=3, spared=1, told=2, straddling=1, remembered=True),
            score(decisions=1, spared=1, told=0),
            score(),
        ]
    )
    assert (figures["decisions"], figures["searches_spared_share"], figures["decided_by_numbers"]) == (4, 0.5, 2)
    assert (figures["straddling_share"], figures["answers_from_memory"]) == (0.5, 1)
    assert figures["searches_spared_share_interval"] == pytest.approx((0.15, 0.85), abs=5e-3)


def test_without_numbers_the_share_of_straddled_thresholds_is_unknown():
    assert summary([score(decisions=1)])["straddling_share"] is None


def test_a_figure_that_only_one_way_has_is_a_dash_for_the_others():
    shown = columns({"always": summary([score()]), "never": summary([score(decisions=2, spared=2)])})
    (spared,) = [line for line in shown.splitlines() if line.startswith("searches spared share")]
    assert spared.split()[3:5] == ["–", "1.000"]
