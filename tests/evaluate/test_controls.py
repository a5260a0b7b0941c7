"""The built-in controls: told well enough to be met, and passed without a fault by a judge who knows the truth."""

import json
import re
from pathlib import Path

import pytest
from investigating import ask

from sleuth.evaluate.forms import BUILT_IN, load
from sleuth.evaluate.questions import own
from sleuth.evaluate.scores import score
from sleuth.evaluate.summary import summary
from sleuth.models import Reply
from sleuth.rules import Rules
from sleuth.search.local.corpus import Collections

CONTROLS = [json.loads(line) for line in BUILT_IN["controls"].read_text(encoding="utf-8").splitlines()]
PAGES = {p["title"]: (row, p) for row in CONTROLS for p in row["paragraphs"]}


def page(prompt: str) -> tuple[dict, dict]:
    """The control and the passage that a prompt speaks of."""
    return PAGES[max((title for title in PAGES if title.lower() in prompt.lower()), key=len)]


def name(row: dict) -> str:
    """What a control is about: the title of its first passage, without brackets."""
    return re.sub(r" \(.*", "", row["paragraphs"][0]["title"])


def judge(request, *, conflicts=lambda row: row["repair"] == "due"):
    """A model that reads whatever a passage says, and knows which values contradict each other."""
    prompt = request.messages[-1].content
    match request.purpose:
        case "parts":
            said = {"parts": []}
        case "plan":
            row = next(r for r in CONTROLS if r["question"] in prompt)
            bracketed = row["question"].replace(name(row), f"[{name(row)}]")
            said = {"steps": [bracketed], "test": "none", "options": []}
        case "read":
            _, found = page(prompt)
            said = {"sentence": sentence(prompt, found["value"]), "value": found["value"]}
        case "conflict":
            row = next(r for r in CONTROLS if r["question"] in prompt)
            said = {"right": "one" if conflicts(row) else "several"}
        case "confirm":
            _, found = page(prompt)
            said = {"sentence": sentence(prompt, found["value"])}
        case "query":
            said = {"query": "other words"}
    return Reply(text=json.dumps(said), model="judge")


def sentence(prompt: str, value: str) -> int:
    """The number of the shown sentence that holds a value, the last one if several do; 0 when none does."""
    shown = re.findall(r"^\[(\d+)\] (.*)$", prompt, re.M)
    return max((int(number) for number, text in shown if value in text), default=0)


def measured(folder: Path, model, rows=None, rules=None):
    local = Collections(folder / "corpus.db")
    scores = []
    for row in rows or load(Path("controls")).rows:
        local.add(row.id, own(row))
        told = ask(row.question, lambda query, row=row: local.search((row.id,), query), model=model, rules=rules)
        scores.append(score("run", row, told.entries, 1.0, None))
    return scores


@pytest.fixture(scope="module")
def perfect(tmp_path_factory):
    return measured(tmp_path_factory.mktemp("perfect"), judge)


def test_each_control_is_a_dated_pair_and_only_a_correction_names_what_it_overturns():
    for row in CONTROLS:
        first, second = row["paragraphs"]
        assert first["date"] < second["date"], row["id"]
        assert all(p["value"] in p["text"] for p in row["paragraphs"]), row["id"]
        assert (row["repair"] == "due") == (row["type"] == "correction") == bool(row.get("stale")), row["id"]
    kinds = [row["type"] for row in CONTROLS]
    assert {kind: kinds.count(kind) for kind in kinds} == dict.fromkeys(
        ("refinement", "homonym", "compatible", "correction"), 12
    )


def test_a_perfect_judge_repairs_every_correction_and_nothing_else(perfect):
    figures = summary(perfect)
    assert (figures["controls"], figures["false_repairs"], figures["missed_repair_share"]) == (48, 0, 0.0)
    assert figures["corrections_met"] == 12
    assert all(s.answer for s in perfect)


def test_nearly_every_control_brings_its_two_values_before_the_judge(perfect):
    assert sum(s.compared > 0 for s in perfect) >= 44, [s.id for s in perfect if not s.compared]


def test_a_judge_who_sees_contradictions_everywhere_is_found_out(tmp_path):
    rows = [row for row in load(Path("controls")).rows if row.id in ("homonym-1", "compatible-1", "refinement-1")]
    rash = lambda request: judge(request, conflicts=lambda row: True)  # noqa: E731
    scores = measured(tmp_path, rash, rows, Rules(overturn="model"))
    assert [s.false_repairs for s in scores] == [1, 1, 1]
    assert summary(scores)["false_repair_share"] == 1.0
    heeded = measured(tmp_path, rash, rows)
    assert [s.false_repairs for s in heeded] == [0, 0, 0], "what the page does not say is not believed"


def test_a_judge_who_never_sees_one_misses_the_repairs(tmp_path):
    rows = [row for row in load(Path("controls")).rows if row.type == "correction"][:3]
    scores = measured(tmp_path, lambda request: judge(request, conflicts=lambda row: False), rows)
    assert [(s.false_repairs, s.missed_repair) for s in scores] == [(0, True)] * 3
