"""Repair policies in made-up worlds: what each keeps, throws away, repeats and answers, and what is printed of it."""

import json
from contextlib import redirect_stdout
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from sleuth.__main__ import main
from sleuth.evaluate.comparison import BY_NAME, crossings, difference, figure, partings
from sleuth.evaluate.repairs import Outcome
from sleuth.evaluate.synthetic import POLICIES, Case, outcomes, run_in
from sleuth.evaluate.telling import text
from sleuth.evaluate.worlds import DEPTHS, SHAPES, asked_in_order, world

every_shape = pytest.mark.parametrize("shape", SHAPES)


def run(shape, depth, policy, *, seed=0, false=0.0, dropped=0.0):
    return run_in(world(shape, depth, seed, false), Case(policy, false, dropped))


@every_shape
def test_no_name_of_a_world_is_a_part_of_another(shape):
    place = world(shape, 5, 3, 0.3)
    known = {*place.truth.values(), place.wrong, place.right}
    assert len(known) > len(place.contract.slots)
    assert not any(a != b and a in b for a in known for b in known)


@every_shape
def test_the_wrong_premise_leads_to_another_answer_and_is_corrected_later(shape):
    for depth in DEPTHS:
        place = world(shape, depth, 7)
        assert place.answer != place.stale
        order = asked_in_order(place.contract)
        assert order.index(place.premise) + 1 < place.step <= len(order)


def test_a_lower_rate_brings_some_of_the_false_reports_of_a_higher_one():
    for seed in range(5):
        few, many = (world("two-branch", 4, seed, false) for false in (0.1, 0.6))
        assert {(p.asked, p.value) for p in few.pages} <= {(p.asked, p.value) for p in many.pages}
        assert (few.question, few.answer, few.premise) == (many.question, many.answer, many.premise)
        assert few.pages != many.pages


REPAIRING = [policy for policy in POLICIES if policy != "flat"]


@pytest.mark.parametrize(
    ("policy", "shape"),
    [(policy, shape) for policy in REPAIRING for shape in SHAPES],
)
def test_with_nothing_harmed_a_policy_that_repairs_answers_rightly_without_a_false_repair(policy, shape):
    for depth in DEPTHS:
        found = run(shape, depth, policy, seed=depth)
        assert (found.right, found.detected, found.replaced) == (True, True, True)
        assert found.false_repairs == 0
        assert found.claims_stale == found.dependent_kept == 0
        assert found.contexts_stale == 0


def test_flat_answers_with_the_stale_value_and_goes_on_seeing_it():
    found = run("chain", 5, "flat")
    assert (found.right, found.stale_answer) == (False, True)
    assert found.replaced, "it corrects the premise itself"
    assert found.dependent_kept == found.dependent > 0
    assert found.contexts_stale > 0
    assert found.claims_stale > 0
    assert found.calls_to_recovery is None


def test_on_two_branches_hard_throws_the_other_branch_away_and_selective_does_not():
    kept, thrown = (run("two-branch", 4, policy) for policy in ("selective", "hard"))
    assert kept.independent == thrown.independent > 0
    assert kept.independent_removed == 0
    assert thrown.independent_removed > 0
    assert kept.repeated < thrown.repeated


def test_lost_dependencies_leave_stale_facts_under_selective_but_not_under_hard_or_rebuild():
    policies = ("selective", "hard", "rebuild")
    kept = {
        policy: sum(run("chain", 5, policy, seed=seed, dropped=1.0).dependent_kept for seed in range(3))
        for policy in policies
    }
    assert kept["selective"] > kept["hard"] == kept["rebuild"] == 0


def test_mentions_make_up_for_lost_declarations():
    runs = [run("chain", 5, p, seed=s, dropped=0.4) for s in range(8) for p in ("selective", "selective, declared")]
    assert difference(BY_NAME["under_invalidation"], runs, "selective", "selective, declared").value < 0


def test_a_false_report_is_believed_counted_and_taken_back():
    found = [run("chain", 4, "selective", seed=seed, false=1.0) for seed in range(4)]
    assert sum(f.false_repairs for f in found) > 0
    assert all(f.repairs > f.false_repairs for f in found)
    assert all(f.calls_to_recovery > 0 for f in found if f.right)


def test_a_chain_whose_middle_is_lost_while_its_end_stands_ends_by_itself():
    # Its last fact stays for want of a recorded dependency, while the question in the middle is open again.
    found = run("chain", 4, "selective, declared", seed=6, dropped=0.3)
    assert found.cause is not None


class Measured(NamedTuple):
    """What the command left behind with one world of each shape."""

    printed: str
    folder: Path
    runs: tuple[Outcome, ...]


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("synthetic")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out:
        patch.chdir(folder)
        assert main(["eval", "synthetic", "--n", "1", "--seed", "1", "-o", "out"]) == 0
    lines = (folder / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return Measured(out.getvalue(), folder / "out", tuple(map(Outcome.model_validate_json, lines)))


def test_the_same_seed_gives_the_same_figures(measured):
    again = tuple(islice(outcomes(1, seed=1), 8))
    assert again == measured.runs[:8]
    other = next(outcomes(1, seed=2))
    assert other.answer != again[0].answer


def test_every_policy_meets_every_rate_in_the_same_worlds(measured):
    assert len(measured.runs) == len(SHAPES) * 9 * len(POLICIES)
    met = {
        p: {(r.shape, r.depth, r.seed, r.false, r.dropped) for r in measured.runs if r.policy == p} for p in POLICIES
    }
    assert len({frozenset(worlds) for worlds in met.values()}) == 1


def test_the_command_writes_a_summary_and_a_picture_with_a_line_for_every_policy(measured):
    summary = json.loads((measured.folder / "summary.json").read_text(encoding="utf-8"))
    assert summary["runs"] == len(measured.runs)
    assert {row["policy"] for row in summary["rows"]} == set(POLICIES)
    picture = (measured.folder / "curves.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    for word in (*POLICIES, *SHAPES, "answered rightly", "recorded dependencies lost"):
        assert word in picture


def test_the_command_prints_the_table_the_expectations_and_the_crossings(measured):
    assert measured.printed.count("two-branch  all") == 9 * len(POLICIES)
    assert "two-branch: selective removes less than hard" in measured.printed
    assert "Where curves cross" in measured.printed


def test_the_table_says_how_many_runs_and_how_sure():
    told = text([outcome("flat", seed, 0.0, False) for seed in range(4)])
    line = next(x for x in told.splitlines() if x.startswith("chain"))
    assert line.split()[:6] == ["chain", "all", "0%", "0%", "flat", "4"]
    assert "0 [0 49]" in line, "Wilson's interval of 0 of 4"
    assert "–" in line, "calls to recovery, of runs that did not recover"


def outcome(policy, seed, dropped, right):
    """A run of which only these matter."""
    counts = [name for name, field in Outcome.model_fields.items() if field.annotation is int]
    return Outcome(
        **dict.fromkeys(counts, 0) | {"depth": 2, "seed": seed},
        shape="chain",
        policy=policy,
        false=0.0,
        dropped=dropped,
        answer=None,
        cause=None,
        right=right,
        stale_answer=False,
        detected=True,
        replaced=True,
        calls_to_recovery=None,
    )


def test_where_two_curves_cross_is_worked_out_between_the_measured_rates():
    share = {("a", 0.0): 4, ("b", 0.0): 3, ("a", 0.1): 4, ("b", 0.1): 3, ("a", 0.3): 2, ("b", 0.3): 3}
    runs = [outcome(p, s, rate, s < right) for (p, rate), right in share.items() for s in range(4)]
    (found,) = crossings(runs)
    assert (found.measure, found.harm, found.one, found.other) == ("accuracy", "dropped", "a", "b")
    assert found.at == pytest.approx(0.2)
    assert (found.before.value, found.after.value) == (0.25, -0.25)


def test_curves_that_only_touch_do_not_cross():
    share = {("a", 0.0): 4, ("b", 0.0): 3, ("a", 0.1): 3, ("b", 0.1): 3, ("a", 0.3): 4, ("b", 0.3): 3}
    assert crossings([outcome(p, s, rate, s < right) for (p, rate), right in share.items() for s in range(4)]) == ()


def test_the_rate_from_which_selective_falls_behind_is_the_first_that_is_no_chance():
    share = {("selective", 0.0): 8, ("hard", 0.0): 8, ("selective", 0.1): 7, ("hard", 0.1): 8}
    share |= {("selective", 0.3): 2, ("hard", 0.3): 8}
    runs = [outcome(p, s, rate, s < right) for (p, rate), right in share.items() for s in range(8)]
    assert crossings(runs) == ()
    (found,) = partings(runs)
    assert (found.measure, found.harm, found.other, found.at) == ("accuracy", "dropped", "hard", 0.3)
    assert found.after.value == -0.75


def test_what_no_run_has_is_unknown_and_not_zero():
    assert figure(BY_NAME["calls_to_recovery"], [outcome("a", 0, 0.0, True)]) == (None, None, 0)
