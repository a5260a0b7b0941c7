"""Measuring from the command line: several ways beside each other, and going on after an interruption."""

import json
from pathlib import Path

import harbour
import pytest

from sleuth.__main__ import main
from sleuth.evaluate.paired import compare, figures, told
from sleuth.evaluate.scores import Score

REACT = (
    {"purpose": "react", "when": "born in", "reply": {"action": "answer", "text": "Bergen"}},
    {"purpose": "react", "when": "designed by", "reply": {"action": "search", "text": "Ada Holm born"}},
    {"purpose": "react", "reply": {"action": "search", "text": "Norholm bridge designer"}},
)
"""The plain loop goes by the first page, and so ends at the wrong birthplace."""


@pytest.fixture
def data(tmp_path):
    paragraphs = [{"title": title, "text": text, "date": date} for _, title, date, text in harbour.PAGES]
    rows = [
        {"id": f"q{n}", "question": harbour.QUESTION, "answer": "Tromsø", "hops": 2, "paragraphs": paragraphs}
        for n in range(3)
    ]
    path = tmp_path / "data.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def measure(tmp_path, data, capsys):
    """Run `eval` on the data with further options; (status, standard output, standard error)."""
    script = harbour.script(tmp_path, *REACT)
    options = ["--model", f"scripted/{script}", "-o", str(tmp_path / "out")]

    def run(*more: object, rows: Path = data):
        status = main(["eval", str(rows), *options, *(str(x) for x in more)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_one_way_keeps_its_plain_table_and_file_names(measure, tmp_path):
    status, out, _ = measure()
    assert status == 0
    assert out.splitlines()[0].split() == ["n", "3"]
    assert [row["id"] for row in lines(tmp_path / "out" / "results.jsonl")] == ["q0", "q1", "q2"]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["right"] == 3


def test_several_memories_answer_the_same_questions_and_stand_side_by_side(measure, tmp_path):
    status, out, _ = measure("--memory", "retree,react")
    assert status == 0
    assert out.splitlines()[0].split() == ["retree", "react"]
    assert "react beside retree, the same 3 questions" in out
    assert "right           -1.000 (-1.000 – -1.000)" in out
    assert "p = 0.250; right only with retree: 3, only with react: 0" in out
    for memory, answer in (("retree", "Tromsø"), ("react", "Bergen")):
        rows = lines(tmp_path / "out" / f"results-{memory}.jsonl")
        assert [(row["id"], row["answer"]) for row in rows] == [(f"q{n}", answer) for n in range(3)]
    document = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert document["compared_with"] == "retree"
    assert document["comparisons"]["react"]["right_difference"] == -1.0
    assert document["ways"]["retree"]["right_share"] == 1.0


def test_changed_settings_are_a_way_of_their_own_under_their_text(measure, tmp_path):
    status, out, _ = measure("--turns", 5, "--against", "turns=7,commit=state", "--against", "memory=react", "--json")
    assert status == 0
    ways = json.loads(out)["ways"]
    assert list(ways) == ["retree", "turns=7,commit=state", "memory=react"]
    told = {
        label: json.loads((tmp_path / "out" / f"settings-{label}.json").read_text())["settings"]
        for label in ("retree", "turns=7-commit=state", "memory=react")
    }
    assert [t["limits"]["turns"] for t in told.values()] == [5, 7, 5]
    assert [t["rules"]["commit"] for t in told.values()] == ["both", "state", "both"]
    assert [t["memory"] for t in told.values()] == ["retree", "retree", "react"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--memory", "retree,tree"], "The memory 'tree' is not known"),
        (["--memory", "retree,retree"], "Two ways have one name: retree, retree"),
        (["--against", "comit=state"], "The setting 'comit' is not known"),
        (["--against", "commit"], "wants KEY=VALUE, not 'commit'"),
        (["--against", "commit=never"], "The setting rules.commit = 'never' is not accepted"),
    ],
)
def test_a_way_that_will_not_do_is_told_before_anything_is_measured(measure, tmp_path, options, sentence):
    status, out, err = measure(*options)
    assert (status, out) == (2, "")
    assert sentence in err
    assert not (tmp_path / "out").exists()


# Going on after an interruption


def asked(err: str) -> list[str]:
    return [line.split()[0] for line in err.splitlines() if "/3 " in line]


def test_a_measurement_goes_on_after_the_questions_that_are_done(measure, tmp_path):
    measure()
    results = tmp_path / "out" / "results.jsonl"
    whole = results.read_text(encoding="utf-8")
    first, second = whole.splitlines()[:2]
    # Killed in the middle of the second line.
    results.write_text(f"{first}\n{second[:40]}", encoding="utf-8")
    status, out, err = measure("--resume")
    assert status == 0
    assert asked(err) == ["2/3", "3/3"]
    assert [row["id"] for row in lines(results)] == ["q0", "q1", "q2"]
    assert results.read_text(encoding="utf-8").splitlines()[0] == first
    assert out.splitlines()[0].split() == ["n", "3"]


def test_without_resume_everything_is_asked_anew(measure):
    measure()
    assert asked(measure()[2]) == ["1/3", "2/3", "3/3"]
    assert asked(measure("--resume")[2]) == []


def test_resuming_several_ways_asks_only_what_each_lacks(measure, tmp_path):
    measure("--memory", "retree,react")
    (tmp_path / "out" / "results-react.jsonl").unlink()
    status, out, err = measure("--memory", "retree,react", "--resume")
    assert status == 0
    assert asked(err) == ["1/3", "2/3", "3/3"]
    assert "react beside retree, the same 3 questions" in out


def test_a_question_whose_run_failed_is_asked_again(measure, tmp_path):
    measure()
    results = tmp_path / "out" / "results.jsonl"
    rows = lines(results)
    rows[1] |= {"failed": True, "answer": None}
    results.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert asked(measure("--resume")[2]) == ["3/3"]
    # In the order in which they were measured: the one asked again comes last.
    assert [(row["id"], row["failed"]) for row in lines(results)] == [("q0", False), ("q2", False), ("q1", False)]


@pytest.mark.parametrize(
    ("options", "differs"),
    [(["--turns", 9], "turns"), (["--n", 2], "questions"), (["--set", "repair=hard"], "repair")],
)
def test_results_of_other_settings_are_not_continued_and_not_lost(measure, tmp_path, options, differs):
    measure()
    before = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8")
    status, _, err = measure("--resume", *options)
    assert status == 2
    assert f"were measured otherwise ({differs} differs)" in err
    assert (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8") == before


def test_results_of_other_data_are_not_continued(measure, data):
    measure()
    data.write_text(data.read_text(encoding="utf-8").replace("walkers", "hikers"), encoding="utf-8")
    status, _, err = measure("--resume")
    assert (status, "(data differs)" in err) == (2, True)


def test_resuming_where_nothing_is_yet_starts(measure):
    assert asked(measure("--resume")[2]) == ["1/3", "2/3", "3/3"]


# The comparison itself


def scores(*rights: bool, tokens: int | None = 10, calls: int = 2, context: int | None = 100) -> list[Score]:
    return [
        Score(
            id=str(n), run="r", question="?", gold="a", answer="a", cause="answered", hops=2, type=None, right=right,
            f1=float(right), calls=calls, searches=1, prompt_tokens=tokens, cached_tokens=0, completion_tokens=0,
            seconds=1.0, first_fact_s=None, repairs=0, turns=1, turns_valid_raw=1, turns_valid=1, violations=(),
            max_context_chars=context,
        )
        for n, right in enumerate(rights)
    ]  # fmt: skip


def test_two_ways_are_compared_question_by_question():
    made = compare(scores(True, True, False, False), scores(True, False, True, True, calls=3, context=150))
    assert (made.only_first_right, made.only_second_right, made.mcnemar_p) == (1, 2, 1.0)
    assert made.right.value == 0.25
    assert made.right.interval.low < 0.25 < made.right.interval.high
    assert (made.calls.value, made.tokens.value, made.peak_context.value) == (1.5, 1.0, 1.5)


def test_tokens_that_one_server_did_not_report_leave_their_ratio_unknown():
    made = compare(scores(True, True), scores(True, False, tokens=None))
    assert made.tokens is None
    assert figures(made)["tokens_ratio"] is None
    assert "tokens          unknown" in told("a", "b", made)


def test_the_peak_context_is_compared_where_both_are_known():
    before, after = scores(True, True), scores(True, True, context=200)
    after[0] = after[0].model_copy(update={"max_context_chars": None})
    assert compare(before, after).peak_context.value == 2.0


def test_questions_with_paragraphs_of_their_own_never_see_those_of_others(measure, tmp_path):
    """Two edited chains that contradict each other: each finds only its own statement."""
    cities = ("Tromsø", "Bodø")
    rows = [
        {
            "id": city,
            "question": "Where was Birger Lund born?",
            "answer": city,
            "paragraphs": [{"id": "0", "title": "", "text": f"Birger Lund was born in the city of {city}."}],
            "meta": {"old_answer": "nowhere", "paragraph_kind": {"0": "new chain"}},
        }
        for city in cities
    ]
    path = tmp_path / "edited.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    script = harbour.script(
        tmp_path,
        *(
            {"purpose": "read", "when": f"city of {c}", "reply": {"sentence": 1, "value": c}}
            for c in ("Tromsø", "Bodø")
        ),
        {"purpose": "parts", "reply": {"parts": []}},
    )
    status, _, _ = measure("--model", f"scripted/{script}", rows=path)
    assert status == 0
    assert [(r["answer"], r["standing"]) for r in lines(tmp_path / "out" / "results.jsonl")] == [
        ("Tromsø", "current"),
        ("Bodø", "current"),
    ]


def test_results_survive_an_interruption_while_they_are_put_in_place(measure, tmp_path, monkeypatch):
    measure()
    before = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8")

    def cut(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", cut)
    measure("--resume")
    assert (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8") == before


def doubted(text: str, entropy: float) -> dict:
    """A line of the model's script: a draft, and how unsure the model was of the value in it."""
    before, value, after = text.partition("[")[0] + "[", text[text.index("[") + 1 : text.index("]")], "]."
    tokens = [
        {"text": t, "logprob": -0.1, "entropy": [h, h]} for t, h in ((before, 0.1), (value, entropy), (after, 0.1))
    ]
    return {"purpose": "draft", "when": text.partition(" is ")[0].split()[-1], "reply": text, "tokens": tokens}


def test_thresholds_are_measured_beside_each_other_and_drawn(tmp_path, data, capsys):
    drafts = ({**doubted("The designer of the Norholm bridge is [Ada Holm].", 0.4), "when": "Norholm bridge?"},)
    drafts += ({**doubted("Ada Holm was born in [Bergen].", 2.0), "when": "born?"},)
    script = harbour.script(tmp_path, *drafts)
    out = tmp_path / "out"
    ways = ("trigger=never", "trigger=fixed,threshold=0.1", "trigger=fixed,threshold=1", "trigger=deviation")
    against = [option for way in ways for option in ("--against", way)]
    assert main(["eval", str(data), "--model", f"scripted/{script}", "-o", str(out), *against]) == 0
    summary = json.loads((out / "summary.json").read_text())["ways"]
    assert "decisions" not in summary["retree"]
    assert summary["trigger=never"]["searches_spared_share"] == 1.0
    assert summary["trigger=fixed,threshold=0.1"]["searches_spared_share"] == 0.0
    assert summary["trigger=fixed,threshold=1"]["searches_spared_share"] == pytest.approx(1 / 3)
    assert [summary[way]["searches"] for way in ("retree", "trigger=never")] == [6, 0]
    drawn = (out / "uncertainty.svg").read_text(encoding="utf-8")
    for word in ("always", "never", "fixed", "deviation", "searches a question", "answered rightly"):
        assert word in drawn
    assert json.loads((out / "entropies-trigger=fixed-threshold=1.json").read_text()) == [0.4, 2.0, 2.0] * 3
    assert not (out / "entropies-retree.json").exists()
    capsys.readouterr()


def test_a_quantile_is_calibrated_on_what_another_measurement_kept(tmp_path, data, capsys):
    kept = tmp_path / "entropies.json"
    kept.write_text("[0.1, 0.2, 3.0]", encoding="utf-8")
    draft = {**doubted("The designer of the Norholm bridge is [Ada Holm].", 0.4), "when": "Norholm bridge?"}
    script = harbour.script(tmp_path, draft, {**doubted("Ada Holm was born in [Bergen].", 2.0), "when": "born?"})
    means = ("--model", f"scripted/{script}", "-o", str(tmp_path / "out"))
    settings = ("--set", "trigger=quantile", "--set", f"calibration={kept}", "--set", "quantile=0.75")
    assert main(["eval", str(data), *means, *settings]) == 0
    figures = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert figures["searches_spared_share"] == pytest.approx(1 / 3)
    capsys.readouterr()
