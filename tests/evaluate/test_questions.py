"""Questions to measure with: read, chosen, pooled; and the figures of a measurement."""

import json
from pathlib import Path

import pytest

from sleuth.errors import CallerError
from sleuth.evaluate import Score, summary, table
from sleuth.evaluate.questions import Asked, draw, load, pooled


def asked(number: int, hops: int | None = 2, **more: object) -> Asked:
    return Asked(**{"id": f"x{number}", "question": "Who?", "answer": "Ada", "hops": hops, **more})


def test_a_data_file_is_read_line_by_line_and_further_columns_are_left_alone(tmp_path):
    path = tmp_path / "q.jsonl"
    rows = (
        {"id": "a", "question": "Who?", "answer": "Ada", "aliases": ["A. Holm"], "gold": [1]},
        {"id": "b", "question": "Why?", "answer": None},
    )
    path.write_text("\n\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    first, second = load(path)
    assert first.golds == ("Ada", "A. Holm")
    assert second.golds == ()


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a", "question": "Who?"}', '{"id": "a", "answer": "x"}'])
def test_a_bad_line_is_named_by_its_number(tmp_path, line):
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "a", "question": "Who?", "answer": "Ada"}\n' + line, encoding="utf-8")
    with pytest.raises(CallerError, match="Line 2 of"):
        load(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CallerError, match=r"gone\.jsonl.* cannot be read"):
        load(tmp_path / "gone.jsonl")


def test_the_casebook_is_there_by_name():
    assert len(load(Path("casebook"))) == 24


ROWS = tuple(asked(n, hops=2 if n % 2 else 3) for n in range(20))


def test_a_draw_repeats_by_its_seed_and_differs_by_another():
    first = draw(ROWS, hops=None, n=5, seed=1)
    assert len({row.id for row in first}) == 5
    assert draw(ROWS, hops=None, n=5, seed=1) == first
    assert draw(ROWS, hops=None, n=5, seed=2) != first


def test_a_draw_keeps_to_the_hops_and_takes_all_where_there_are_no_more():
    assert {row.hops for row in draw(ROWS, hops=3, n=4, seed=0)} == {3}
    assert draw(ROWS, hops=3, n=99, seed=0) == tuple(row for row in ROWS if row.hops == 3)
    assert draw(ROWS, hops=None, n=None, seed=0) == ROWS
    assert draw(ROWS, hops=None, n=0, seed=0) == ()


def test_hops_that_no_question_has_are_told_with_those_there_are():
    with pytest.raises(CallerError, match=r"No question has 4 hops; the file has questions of \[2, 3\]"):
        draw(ROWS, hops=4, n=None, seed=0)


def test_paragraphs_of_all_questions_are_pooled_each_text_once():
    bridge, other = {"title": "Bridge", "text": "A bridge."}, {"title": "Bridge", "text": "Another."}
    rows = (asked(1, paragraphs=[bridge, other]), asked(2, paragraphs=[bridge]))
    documents = pooled(rows)
    assert [(d.title, d.text) for d in documents] == [("Bridge", "A bridge."), ("Bridge", "Another.")]
    assert len({d.id for d in documents}) == 2


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
    assert figures["right_interval"] == pytest.approx((0.0945, 0.9055), abs=1e-3)
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
    assert [value for name, value in figures.items() if name.startswith("adherence")] == [None] * 3
